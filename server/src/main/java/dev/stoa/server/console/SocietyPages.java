package dev.stoa.server.console;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.learn.RatingBoard;
import dev.stoa.server.console.society.NoteView;
import dev.stoa.server.console.society.SocietyColumns;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Filters;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The society: agents, notes and knowledge. Stateless. */
final class SocietyPages {
    private static final int TITLE = 120;
    private static final int LIVE = 500;

    private static final List<String> CONTEXT = List.of(
            "q",
            "scopes",
            "agent",
            "channel",
            "domain",
            "since",
            "until",
            "min_trust",
            "all_words",
            "order",
            "archived");
    private static final int MOST_HITS = 20;

    private SocietyPages() {}

    static List<Page> pages() {
        return List.of(
                Lists.with(
                        new Listed(
                                "agents",
                                Wing.SOCIETY,
                                Scope.READ_AGENT,
                                "Agents",
                                "Who is here.",
                                "agents",
                                "agent list",
                                "stoa agent register scout --model sim:",
                                List.of("cursor"),
                                SocietyColumns.AGENTS),
                        SocietyPages::alive),
                new Page("agents/{id}", "agent", Wing.SOCIETY, Scope.READ_AGENT, SocietyPages::agent),
                Lists.page(
                        new Listed(
                                "notes",
                                Wing.SOCIETY,
                                Scope.READ_AGENT,
                                "Notes",
                                "What agents wrote down for themselves and each other.",
                                "notes",
                                "note list",
                                "stoa note add \"The till of gate 3 is slow\"",
                                List.of("agent", "topic", "core", "archived", "cursor"),
                                SocietyColumns.ALL_NOTES),
                        NoteView::marked),
                new Page("notes/{id}", "note", Wing.SOCIETY, Scope.READ_AGENT, List.of("chain"), SocietyPages::note),
                new Page(
                        "knowledge",
                        "knowledge",
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        List.of("domain", "cursor"),
                        SocietyPages::knowledge),
                new Page("knowledge/{id}", "fact", Wing.SOCIETY, Scope.READ_AGENT, SocietyPages::fact),
                new Page("context", "context", Wing.SOCIETY, Scope.READ_AGENT, CONTEXT, SocietyPages::context));
    }

    /** Agents with how many of their runs have not ended. */
    private static UnaryOperator<Doc> alive(Asked asked) throws Exception {
        Map<String, Long> live = asked.read("runs", "runs?live=true&limit=" + LIVE).docs("items").stream()
                .collect(Collectors.groupingBy(run -> run.raw("identity"), Collectors.counting()));
        return agent -> agent.and("live", live.getOrDefault(agent.raw("identity"), 0L));
    }

    private static View agent(Asked asked) throws Exception {
        Doc agent = asked.read("agent", "agents/" + asked.segment("id"));
        String named = "&agent=" + Links.encoded(agent.raw("identity"));
        Doc runs = asked.read("runs", "runs?limit=20" + named);
        Doc notes = asked.read("notes", "notes?limit=20" + named);
        Doc facts = asked.read("knowledge", "knowledge?limit=20" + named);
        String rated = "ratings/" + Links.encoded(agent.raw("identity"));
        Doc rating = asked.tried("rating", rated).doc("rating");
        Doc calibration = asked.tried("calibration", rated + "/calibration").doc("calibration");
        return View.titled("agent", agent.text("identity", TITLE))
                .below("Agents", "/agents")
                .command("agent show " + Lists.quoted(asked.id("id")))
                .with("agent", agent)
                .with("facts", SocietyColumns.AGENT)
                .with(
                        "more",
                        List.of(
                                new Shown(
                                        "Rating",
                                        SocietyColumns.RATING,
                                        rating.has("elo") ? List.of(rated(rating)) : List.of()),
                                new Shown(
                                        "Calibration",
                                        SocietyColumns.CALIBRATION,
                                        calibration.whole("n") > 0 ? List.of(calibration) : List.of()),
                                new Shown("Runs", SocietyColumns.RUNS, runs.docs("items")),
                                new Shown(
                                        "Notes that you may see",
                                        SocietyColumns.NOTES,
                                        notes.docs("items").stream()
                                                .map(NoteView::marked)
                                                .toList()),
                                new Shown("Knowledge", SocietyColumns.FACTS, facts.docs("items"))));
    }

    private static Doc rated(Doc rating) {
        RatingBoard.Row row = RatingBoard.of(List.of(rating)).rows().getFirst();
        return rating.and("fitted", row.fitted()).and("games", row.games());
    }

    private static View note(Asked asked) throws Exception {
        String address = "notes/" + asked.segment("id");
        Doc note = asked.read("note", address);
        NoteView chain = NoteView.of(asked.read("chain", address + "/chain"));
        boolean all = "1".equals(asked.query("chain"));
        return View.titled("note", note.text("message", TITLE))
                .below("Notes", "/notes")
                .command("note chain " + Lists.quoted(asked.id("id")))
                .with("note", note)
                .with("chain", all ? chain : chain.near())
                .with(
                        "more",
                        all ? 0 : chain.layers().size() - chain.near().layers().size());
    }

    private static View knowledge(Asked asked) throws Exception {
        String domain = asked.query("domain");
        String cursor = asked.query("cursor");
        String filter = domain == null ? "" : "domain=" + Links.encoded(domain);
        Doc found = asked.read(
                "knowledge", "knowledge?" + filter + (cursor == null ? "" : "&cursor=" + Links.encoded(cursor)));
        String next = found.raw("next");
        return View.of("knowledge", "Knowledge")
                .command(domain == null ? "knowledge tree" : "knowledge query " + Lists.quoted(domain))
                .with("tree", asked.read("tree", "knowledge/tree"))
                .with("domain", domain == null ? "" : domain)
                .with("columns", SocietyColumns.FACTS)
                .with("items", found.docs("items"))
                .with("next", next.isEmpty() ? "" : "/knowledge?" + filter + "&cursor=" + Links.encoded(next));
    }

    private static View fact(Asked asked) throws Exception {
        Doc fact = asked.read("fact", "knowledge/" + asked.segment("id"));
        return View.titled("thing", fact.text("content", TITLE))
                .below("Knowledge", "/knowledge")
                .command("knowledge show " + Lists.quoted(asked.id("id")))
                .with("doc", fact)
                .with("facts", SocietyColumns.FACT)
                .with(
                        "more",
                        List.of(
                                new Shown("Reviews", SocietyColumns.REVIEWS, fact.docs("reviews")),
                                new Shown("Made from", SocietyColumns.SOURCES, fact.docs("sources"))));
    }

    private static View context(Asked asked) throws Exception {
        String words = asked.query("q");
        Doc found = words == null
                ? Doc.EMPTY
                : asked.read(
                        "context",
                        RatingPages.with(asked, "context?limit=" + MOST_HITS, CONTEXT.toArray(String[]::new)));
        return View.of("context", "What was written")
                .command("context search" + (words == null ? "" : " " + Lists.quoted(words)))
                .with("filters", Filters.of(CONTEXT, asked::query))
                .with("asked", words != null)
                .with("hits", found.docs("items"))
                .with("dropped", String.join(", ", found.texts("dropped")));
    }
}
