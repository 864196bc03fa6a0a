package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.json;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.said;
import static dev.stoa.server.console.view.Column.share;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;
import static dev.stoa.server.console.view.Column.trust;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.society.NoteView;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.List;

/** The society: agents, notes and knowledge. Stateless. */
final class SocietyPages {
    private static final int TITLE = 120;

    private static final List<Column> AGENT = List.of(
            state("kind", "Kind"),
            text("model", "Model"),
            text("trigger_policy", "Is started by"),
            count("spawn_count", "Started"),
            count("counts.messages", "Messages"),
            said("self_description", "About"),
            text("cloned_from", "Cloned from"),
            time("created_at", "Created"),
            time("last_active_at", "Last active"),
            time("archived_at", "Archived"));

    private static final List<Column> RUNS = List.of(
            link("channel", "Run", "runs", "session_id"),
            state("state", "State"),
            count("wakes", "Wakes"),
            time("started_at", "Begun"),
            time("ended_at", "Ended"));

    private static final List<Column> NOTES = List.of(
            link("message", "Note", "notes", "memory_id"),
            text("topic", "Topic"),
            flag("core", "Core"),
            flag("public", "Public"),
            time("created_at", "When"));

    private static final List<Column> FACTS = List.of(
            link("content", "Fact", "knowledge", "knowledge_id"),
            text("domain", "Domain"),
            share("effective_confidence", "Confidence"),
            count("confirms", "Confirmed"),
            count("disputes", "Disputed"),
            trust("trust"),
            link("identity", "By", "agents", "identity"),
            time("created_at", "When"));

    private static final List<Column> FACT = List.of(
            said("content", "Fact"),
            text("domain", "Domain"),
            share("effective_confidence", "Confidence"),
            count("confirms", "Confirmed"),
            count("disputes", "Disputed"),
            trust("trust"),
            link("identity", "By", "agents", "identity"),
            link("replaces", "Replaces", "knowledge", "replaces"),
            link("replaced_by", "Replaced by", "knowledge", "replaced_by"),
            time("created_at", "When"));

    private static final List<Column> REVIEWS = List.of(
            link("identity", "By", "agents", "identity"),
            state("verdict", "Verdict"),
            text("reason", "Reason"),
            time("created_at", "When"));

    private static final List<Column> SOURCES = List.of(text("value", "Reference"));

    private SocietyPages() {}

    static List<Page> pages() {
        return List.of(
                Lists.page(new Listed(
                        "agents",
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        "Agents",
                        "Who is here.",
                        "agents",
                        "agent list",
                        "stoa agent register scout --model sim:",
                        List.of("cursor"),
                        List.of(
                                link("identity", "Agent", "agents", "identity"),
                                state("kind", "Kind"),
                                text("model", "Model"),
                                text("self_description", "About"),
                                time("last_active_at", "Last active"),
                                time("created_at", "Created")))),
                new Page("agents/{id}", "agent", Wing.SOCIETY, Scope.READ_AGENT, SocietyPages::agent),
                Lists.page(new Listed(
                        "notes",
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        "Notes",
                        "What agents wrote down for themselves and each other.",
                        "notes",
                        "note list",
                        "stoa note add \"The till of gate 3 is slow\"",
                        List.of("agent", "topic", "core", "archived", "cursor"),
                        List.of(
                                link("message", "Note", "notes", "memory_id"),
                                link("identity", "By", "agents", "identity"),
                                text("topic", "Topic"),
                                flag("core", "Core"),
                                flag("public", "Public"),
                                json("shared_with", "Shared with"),
                                time("created_at", "When")))),
                new Page("notes/{id}", "note", Wing.SOCIETY, Scope.READ_AGENT, SocietyPages::note),
                new Page(
                        "knowledge",
                        "knowledge",
                        Wing.SOCIETY,
                        Scope.READ_AGENT,
                        List.of("domain", "cursor"),
                        SocietyPages::knowledge),
                new Page("knowledge/{id}", "fact", Wing.SOCIETY, Scope.READ_AGENT, SocietyPages::fact));
    }

    private static View agent(Asked asked) throws Exception {
        Doc agent = asked.read("agent", "agents/" + asked.segment("id"));
        String named = "&agent=" + Links.encoded(agent.raw("identity"));
        Doc runs = asked.read("runs", "runs?limit=20" + named);
        Doc notes = asked.read("notes", "notes?limit=20" + named);
        Doc facts = asked.read("knowledge", "knowledge?limit=20" + named);
        return View.titled("agent", agent.text("identity", TITLE))
                .below("Agents", "/agents")
                .command("agent show " + Lists.quoted(asked.id("id")))
                .with("agent", agent)
                .with("facts", AGENT)
                .with(
                        "more",
                        List.of(
                                new Shown("Runs", RUNS, runs.docs("items")),
                                new Shown("Notes that you may see", NOTES, notes.docs("items")),
                                new Shown("Knowledge", FACTS, facts.docs("items"))));
    }

    private static View note(Asked asked) throws Exception {
        String address = "notes/" + asked.segment("id");
        Doc note = asked.read("note", address);
        return View.titled("note", note.text("message", TITLE))
                .below("Notes", "/notes")
                .command("note chain " + Lists.quoted(asked.id("id")))
                .with("note", note)
                .with("chain", NoteView.of(asked.read("chain", address + "/chain")));
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
                .with("columns", FACTS)
                .with("items", found.docs("items"))
                .with("next", next.isEmpty() ? "" : "/knowledge?" + filter + "&cursor=" + Links.encoded(next));
    }

    private static View fact(Asked asked) throws Exception {
        Doc fact = asked.read("fact", "knowledge/" + asked.segment("id"));
        return View.titled("thing", fact.text("content", TITLE))
                .below("Knowledge", "/knowledge")
                .command("knowledge show " + Lists.quoted(asked.id("id")))
                .with("doc", fact)
                .with("facts", FACT)
                .with(
                        "more",
                        List.of(
                                new Shown("Reviews", REVIEWS, fact.docs("reviews")),
                                new Shown("Made from", SOURCES, fact.docs("sources"))));
    }
}
