package dev.stoa.server.console;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.VersionsView;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What else there is of a debate: versions of code, what it taught and what it read. Stateless. */
final class DebateMorePages {
    private static final int TITLE = 240;
    private static final int FIRST_EVENTS = 10;

    private static final List<Column> MATCH = List.of(
            Column.link("agent", "Agent", "ratings", "agent"),
            Column.number("score", "Score"),
            Column.number("change", "Change of its rating"),
            Column.text("judge", "Judge"),
            Column.text("domain", "Domain"),
            Column.flag("rated", "Rated"),
            Column.simulated("simulated"));

    private DebateMorePages() {}

    static Page versions() {
        return new Page("debates/{id}/versions", "debate-versions", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            VersionsView versions = VersionsView.of(
                    asked.all("versions", address(asked) + "/versions").docs("items"));
            return below(asked, View.of("debate-versions", "Versions of code"))
                    .command("debate versions " + Lists.quoted(asked.id("id")))
                    .with("versions", versions)
                    .with("trend", versions.trend());
        });
    }

    static Page version() {
        return new Page("debates/{id}/versions/{n}", "debate-version", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            long number = Asked.number("version", asked.id("n"));
            VersionsView versions = VersionsView.of(
                    asked.all("versions", address(asked) + "/versions").docs("items"));
            Doc version = versions.versions().stream()
                    .filter(each -> each.whole("version_number") == number)
                    .findFirst()
                    .orElseThrow(() -> Refusal.of(404, "not_found", "there is no version " + number, "see them all"));
            return below(asked, View.titled("debate-version", Language.t("Version {0}", number)))
                    .command("debate versions " + Lists.quoted(asked.id("id")))
                    .with("versions", versions)
                    .with("version", version)
                    .with("path", page(asked) + "/versions");
        });
    }

    static Page taught() {
        return new Page("debates/{id}/taught", "debate-taught", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            Doc debate = asked.read("debate", address(asked));
            Doc lessons = asked.read("lessons", address(asked) + "/lessons?simulated=include");
            // What it concluded has its id.
            String id = Links.encoded(debate.raw("id"));
            Doc conclusion = asked.tried("conclusion", "consensus/" + id).doc("consensus");
            Doc memories = asked.tried("memories", "memories?source=consensus:" + id);
            Doc matches = asked.tried("match", "matches?simulated=include&debate_id=" + id);
            return View.of("tables", "What it taught")
                    .below(debate.text("topic", TITLE), page(asked))
                    .command("debate learn " + Lists.quoted(asked.id("id")))
                    .with("about", "What other archives learnt from this debate.")
                    .with(
                            "tables",
                            List.of(
                                    new Shown(
                                            "Results that it left to be applied",
                                            List.of(
                                                    Column.count("done", "Applied"),
                                                    Column.count("pending", "Waiting"),
                                                    Column.count("dead", "Given up")),
                                            List.of(debate.doc("learning"))),
                                    new Shown(
                                            "Grade",
                                            List.of(
                                                    Column.flag("correct", "Correct"),
                                                    Column.text("source", "Source"),
                                                    Column.text("graded_by", "By"),
                                                    Column.time("at", "When")),
                                            debate.has("grade") ? List.of(debate.doc("grade")) : List.of()),
                                    new Shown(
                                            "Conclusion",
                                            List.of(
                                                    Column.link("topic", "Topic", "consensus", "id"),
                                                    Column.text("conclusion", "Conclusion"),
                                                    Column.trust("trust")),
                                            conclusion.has("id") ? List.of(conclusion) : List.of()),
                                    new Shown(
                                            "Memories",
                                            List.of(
                                                    Column.link("content", "Memory", "memory", "id"),
                                                    Column.state("tier", "Tier"),
                                                    Column.trust("trust")),
                                            memories.docs("items")),
                                    new Shown("Match", MATCH, sides(matches.docs("items"))),
                                    new Shown(
                                            "Lessons",
                                            List.of(
                                                    Column.text("title", "Lesson"),
                                                    Column.text("solution", "What to do"),
                                                    Column.state("tier", "Tier"),
                                                    Column.count("uses", "Uses"),
                                                    Column.simulated("simulated")),
                                            lessons.docs("items"))));
        });
    }

    /** What each of those who took part in a match got. */
    private static List<Doc> sides(List<Doc> matches) {
        List<Doc> sides = new ArrayList<>();
        for (Doc match : matches) {
            for (Doc participant : match.docs("participants")) {
                String agent = participant.raw("value");
                Doc changes = match.doc("elo_changes");
                Doc side = match.and("agent", agent)
                        .and("score", match.doc("scores").real(agent));
                sides.add(changes.has(agent) ? side.and("change", changes.real(agent)) : side);
            }
        }
        return sides;
    }

    /** What the archives knew of its topic, and its documents, as they were when it began. */
    static Page read() {
        return new Page("debates/{id}/read", "debate-read", Wing.DEBATES, Scope.READ_AGENT, asked -> {
            Doc debate = asked.read("debate", address(asked));
            Doc events = asked.read("context", address(asked) + "/events?after=0&limit=" + FIRST_EVENTS);
            List<Doc> blocks = new ArrayList<>();
            List<Doc> missing = new ArrayList<>();
            for (Doc event : events.docs("items")) {
                blocks.addAll(event.docs("data.blocks"));
                missing.addAll(event.docs("data.missing"));
            }
            List<Doc> documents = debate.docs("config.evidence").stream()
                    .map(id -> new Doc(Map.of("id", id.raw("value"))))
                    .toList();
            return View.of("tables", "What it read")
                    .below(debate.text("topic", TITLE), page(asked))
                    .command("debate show " + Lists.quoted(asked.id("id")))
                    .with("about", "What the agents were shown beside the question, with how far it was trusted.")
                    .with(
                            "tables",
                            List.of(
                                    new Shown(
                                            "From the archives",
                                            List.of(
                                                    Column.text("kind", "Kind"),
                                                    Column.text("text", "Text"),
                                                    Column.trust("trust"),
                                                    Column.text("origin", "From"),
                                                    Column.text("id", "Id")),
                                            blocks),
                                    new Shown(
                                            "Documents",
                                            List.of(Column.link("id", "Document", "evidence", "id")),
                                            documents),
                                    new Shown(
                                            "What could not be read", List.of(Column.text("value", "What")), missing)));
        });
    }

    private static View below(Asked asked, View view) throws Exception {
        return view.below(asked.read("debate", address(asked)).text("topic", TITLE), page(asked));
    }

    private static String address(Asked asked) {
        return "debates/" + asked.segment("id");
    }

    private static String page(Asked asked) {
        return Links.to("debates", asked.id("id"));
    }
}
