package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.json;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.share;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.server.console.counsel.Fading;
import dev.stoa.server.console.counsel.Passed;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What answers must hold, and how they are checked. Stateless. */
final class CorrectionPages {
    private static final int TITLE = 120;
    private static final int USES = 10;
    private static final int LATEST = 50;
    private static final String MIN = "min";
    private static final List<String> FILTERS = List.of("status", "domain", "scope", "scope_id");

    private static final List<Column> CORRECTIONS = List.of(
            link("subject", "Subject", "corrections", "id"),
            text("claim", "Claim"),
            state("status", "State"),
            share("effective_confidence", "Confidence"),
            text("applied", "Applied"),
            text("violated", "Violated"),
            text("domain", "Domain"),
            text("scope", "Scope"),
            time("created_at", "When"));
    private static final List<Column> FACTS = List.of(
            share("effective_confidence", "Confidence now"),
            number("confidence", "At first"),
            text("decay_class", "Class of decay"),
            flag("pinned", "Pinned"),
            count("applied", "Applied"),
            count("violated", "Violated"),
            text("domain", "Domain"),
            text("scope", "Scope"),
            text("scope_id", "Of"),
            text("type", "Kind"),
            text("source", "Source"),
            text("origin", "Origin"),
            link("supersedes", "Takes the place of", "corrections", "supersedes"),
            link("superseded_by", "Replaced by", "corrections", "superseded_by"),
            time("created_at", "Created"));
    private static final List<Column> EVENTS =
            List.of(time("created_at", "When"), state("event", "Event"), json("details", "Details"));
    private static final List<Column> CHECKS = List.of(
            text("name", "Check"),
            text("check", "What it looks for"),
            text("level", "Level"),
            number("bonus", "Bonus"),
            text("passes", "Passed by the latest answers"),
            json("parameters", "Parameters"));
    private static final List<Column> RESULTS = List.of(
            text("name", "Check"),
            text("level", "Level"),
            flag("passed", "Passed"),
            number("bonus_applied", "Bonus"),
            text("message", "Message"));

    private CorrectionPages() {}

    static List<Page> pages() {
        return List.of(
                page(
                        "corrections",
                        "corrections",
                        List.of("status", "domain", "scope", "scope_id", MIN, "cursor"),
                        CorrectionPages::corrections),
                page("corrections/{id}", "correction", List.of(), CorrectionPages::correction),
                page("assertions", "assertions", List.of("text", "policy"), CorrectionPages::assertions));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.COUNSEL, Scope.READ, queries, maker);
    }

    private static View corrections(Asked asked) throws Exception {
        Map<String, String> filters = new LinkedHashMap<>();
        for (String name : FILTERS) {
            @Nullable String value = asked.query(name);
            if (value != null) {
                filters.put(name, value);
            }
        }
        @Nullable String cursor = asked.query("cursor");
        Doc found = asked.read(
                "corrections",
                new Here("corrections", filters)
                        .with("counts", "true")
                        .with("cursor", cursor == null ? "" : cursor)
                        .href());
        List<Doc> waiting = filters.isEmpty() && cursor == null
                ? asked.read("proposed", "corrections?status=proposed").docs("items")
                : List.of();
        @Nullable String min = asked.query(MIN);
        Here export = new Here("corrections/export", Map.of()).with(MIN, min == null ? "" : min);
        return View.of("corrections", "Corrections")
                .command("correction list")
                .with(MIN, min == null ? "" : min)
                .with("pairs", asked.tried("pairs", new Here("corrections/export/count", export.query()).href()))
                .with("export", "/" + export.href())
                .with("filters", filters)
                .with("waiting", waiting)
                .with("proposed", found.count("proposed") + (found.flag("proposed_at_least") ? "+" : ""))
                .with("needs", asked.needs(Scope.WRITE))
                .with("columns", CORRECTIONS)
                .with(
                        "items",
                        found.docs("items").stream()
                                .map(CorrectionPages::counted)
                                .toList())
                .with(
                        "next",
                        found.has("next")
                                ? new Here("/corrections", filters)
                                        .with(MIN, min == null ? "" : min)
                                        .with("cursor", found.raw("next"))
                                        .href()
                                : "");
    }

    private static Doc counted(Doc correction) {
        String more = correction.flag("uses.at_least") ? "+" : "";
        return correction
                .and("applied", correction.count("uses.applied") + more)
                .and("violated", correction.count("uses.violated") + more);
    }

    private static View correction(Asked asked) throws Exception {
        String address = "corrections/" + asked.segment("id");
        Doc correction = asked.read("correction", address);
        List<Doc> events =
                asked.all("events", address + "/events").docs("items").reversed();
        List<Doc> uses = new ArrayList<>();
        for (Doc event : events) {
            String query = event.raw("details.query_id");
            if (!query.isEmpty() && uses.size() < USES) {
                uses.add(asked.tried("query-" + query, "queries/" + Links.encoded(query)));
            }
        }
        return View.titled("correction", correction.text("subject", TITLE))
                .below("Corrections", "/corrections")
                .command("correction history " + Lists.quoted(asked.id("id")))
                .with(
                        "doc",
                        correction.and("applied", many(events, "applied")).and("violated", many(events, "violated")))
                .with("facts", FACTS)
                .with("fading", Fading.of(correction, asked.now()))
                .with("uses", uses.stream().filter(use -> use.has("query_id")).toList())
                .with("events", events.subList(0, Math.min(LATEST, events.size())))
                .with("all", events.size())
                .with("columns", EVENTS);
    }

    private static long many(List<Doc> events, String kind) {
        return events.stream().filter(event -> event.raw("event").equals(kind)).count();
    }

    private static View assertions(Asked asked) throws Exception {
        Doc overview = asked.read("policies", "assertions");
        List<Doc> policies = Passed.with(overview.docs("items"), overview.docs("rates"));
        @Nullable String tried = asked.query("text");
        @Nullable String policy = asked.query("policy");
        Doc result = Doc.EMPTY;
        if (tried != null) {
            Map<String, @Nullable Object> body = new LinkedHashMap<>(Map.of("text", tried));
            if (policy != null) {
                body.put("policy", policy);
            }
            result = asked.triedAsk("result", "assertions/test", body);
        }
        return View.of("assertions", "Assertions")
                .command(tried == null ? "assertion list" : "assertion test " + Lists.quoted(tried))
                .with("policies", policies)
                .with("checks", CHECKS)
                .with("tried", tried == null ? "" : tried)
                .with("policy", policy == null ? "" : policy)
                .with("result", result)
                .with("results", RESULTS);
    }
}
