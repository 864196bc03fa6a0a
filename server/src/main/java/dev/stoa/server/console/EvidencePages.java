package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.share;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;
import static dev.stoa.server.console.view.Column.trust;

import dev.stoa.server.console.Lists.Listed;
import dev.stoa.server.console.learn.DocumentView;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was read: evidence, why it is found, and the documents it stands in. Stateless. */
final class EvidencePages {
    private static final int TITLE = 120;
    private static final int FOUND = 20;
    private static final int PASSAGES = 100;
    private static final String TRUST = "min_trust";

    private static final List<Column> FACTS = List.of(
            text("source", "Source"),
            text("url", "Address"),
            trust("trust"),
            text("trust_reason", "Reason"),
            share("reliability_score", "Reliability"),
            number("quality.overall", "Quality"),
            state("quality.tier", "Grade"),
            time("created_at", "Stored"));
    private static final List<Column> NEWEST = List.of(
            link("snippet", "Text", "evidence", "id"),
            text("title", "Title"),
            text("source", "Source"),
            share("reliability_score", "Reliability"),
            trust("trust"),
            time("created_at", "Stored"));
    private static final List<Column> DEBATES = List.of(
            link("debate_id", "Debate", "debates", "debate_id"),
            count("round_number", "Round"),
            number("relevance_score", "Relevance"),
            flag("used_in_consensus", "The consensus rests on it"));

    private EvidencePages() {}

    static List<Page> pages() {
        return List.of(
                page("evidence", "evidence", List.of("q", "source", TRUST, "cursor"), EvidencePages::search),
                page("evidence/{id}", "evidence-one", List.of("claim"), EvidencePages::evidence),
                Lists.page(new Listed(
                        "documents",
                        Wing.LEARNING,
                        Scope.READ_AGENT,
                        "Documents",
                        "Which documents were cut into passages, the newest first.",
                        "evidence/documents",
                        "evidence documents",
                        "stoa evidence add --file manual.md",
                        List.of("cursor"),
                        List.of(
                                link("id", "Document", "documents", "id"),
                                text("title", "Title"),
                                text("source", "Source"),
                                count("passages", "Passages"),
                                time("updated_at", "Stored")))),
                page("documents/{id}", "document", List.of("cursor"), EvidencePages::document));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.LEARNING, Scope.READ_AGENT, queries, maker);
    }

    private static String given(Asked asked, String name) {
        @Nullable String value = asked.query(name);
        return value == null ? "" : value;
    }

    private static View search(Asked asked) throws Exception {
        Map<String, String> filters = new LinkedHashMap<>();
        for (String name : List.of("q", "source", TRUST)) {
            if (asked.query(name) != null) {
                filters.put(name, given(asked, name));
            }
        }
        Here api = new Here("evidence", filters);
        boolean searched = filters.containsKey("q");
        Doc found = asked.read(
                "evidence",
                searched
                        ? api.with("limit", FOUND).href()
                        : api.with("cursor", given(asked, "cursor")).href());
        Here here = new Here("/evidence", filters);
        return View.of("evidence-search", "Evidence")
                .command(searched ? "evidence search " + Lists.quoted(given(asked, "q")) : "evidence list")
                .with("words", given(asked, "q"))
                .with("source", given(asked, "source"))
                .with("trust", given(asked, TRUST))
                .with("hits", searched ? found.docs("items") : List.of())
                .with("columns", NEWEST)
                .with("items", searched ? List.of() : found.docs("items"))
                .with(
                        "next",
                        found.has("next")
                                ? here.with("cursor", found.raw("next")).href()
                                : "");
    }

    private static View evidence(Asked asked) throws Exception {
        Doc evidence = asked.read("evidence", "evidence/" + asked.segment("id")).doc("evidence");
        String document = evidence.docs("passages").stream()
                .map(place -> place.raw("document_id"))
                .findFirst()
                .orElse("");
        DocumentView view = document.isEmpty()
                ? DocumentView.alone(evidence, given(asked, "claim"))
                : DocumentView.of(
                        document,
                        asked.read("passages", passages(document)).docs("items"),
                        evidence.raw("id"),
                        given(asked, "claim"));
        String title = evidence.text("title", TITLE);
        return shown(title.isEmpty() ? evidence.text("id", TITLE) : title, view, "")
                .below("Evidence", "/evidence")
                .command("evidence show " + Lists.quoted(asked.id("id")))
                .with("claim", given(asked, "claim"))
                .with("doc", evidence)
                .with("facts", FACTS)
                .with("debates", evidence.docs("debates"));
    }

    private static String passages(String document) {
        return "evidence?document_id=" + Links.encoded(document) + "&limit=" + PASSAGES;
    }

    private static View document(Asked asked) throws Exception {
        String id = asked.id("id");
        String cursor = given(asked, "cursor");
        Doc found = asked.read("passages", passages(id) + (cursor.isEmpty() ? "" : "&cursor=" + Links.encoded(cursor)));
        DocumentView view = DocumentView.of(id, found.docs("items"), "", "");
        if (view.passages().isEmpty()) {
            throw Refusal.of(404, "not_found", "there is no document " + id, "see the list of documents");
        }
        return shown(
                        view.title(),
                        view,
                        found.has("next")
                                ? Links.to("documents", id) + "?cursor=" + Links.encoded(found.raw("next"))
                                : "")
                .below("Documents", "/documents")
                .command("evidence list --document " + Lists.quoted(id));
    }

    private static View shown(String title, DocumentView view, String next) {
        return View.titled("document", title)
                .with("document", view)
                .with("claim", "")
                .with("doc", Doc.EMPTY)
                .with("facts", List.of())
                .with("columns", DEBATES)
                .with("debates", List.of())
                .with("next", next);
    }
}
