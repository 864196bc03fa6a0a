package dev.stoa.server.console;

import dev.stoa.server.console.chart.Spark;
import dev.stoa.server.console.view.ApiRoutes;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Group;
import dev.stoa.server.console.view.StyleGuide;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations: how the server is, what it does beside requests, its settings and its API. Stateless. */
final class OperationPages {
    private static final String OPERATIONS = "Operations";
    private static final String HEALTH = "health/ready";
    private static final int DEAD = 50;
    private static final List<Column> OUTBOX = List.of(
            Column.link("session_id", "Debate", "debates", "session_id"),
            Column.text("target", "Teaches"),
            Column.count("attempts", "Attempts"),
            Column.text("last_error", "Last error"),
            Column.time("created_at", "Stored"));

    private OperationPages() {}

    static List<Page> pages() {
        return List.of(
                new Page("ops", "ops", Wing.OPERATIONS, Scope.READ, OperationPages::overview),
                new Page("ops/metrics", "ops-metrics", Wing.OPERATIONS, Scope.READ, OperationPages::metrics),
                new Page("ops/jobs", "ops-jobs", Wing.OPERATIONS, Scope.READ, OperationPages::jobs),
                new Page(
                        "ops/config", "ops-config", Wing.OPERATIONS, Scope.ADMIN, List.of("q"), OperationPages::config),
                new Page(
                        "ops/styleguide",
                        "styleguide",
                        Wing.OPERATIONS,
                        Scope.READ,
                        List.of("part"),
                        OperationPages::styleGuide),
                new Page("ops/api", "ops-api", Wing.OPERATIONS, Scope.READ, List.of("tag"), OperationPages::api));
    }

    private static View overview(Asked asked) throws Exception {
        return View.of("ops", "Health")
                .command("doctor")
                .with("health", asked.read("health", HEALTH))
                .with("version", asked.read("version", "version"))
                .with("breakers", asked.tried("breakers", "breakers").docs("items"));
    }

    private static View metrics(Asked asked) throws Exception {
        List<Doc> minutes = asked.read("hour", "health/hour").docs("minutes");
        return View.of("ops-metrics", "Metrics")
                .below(OPERATIONS, "/ops")
                .with(
                        "total",
                        minutes.stream()
                                .mapToLong(each -> each.whole("requests"))
                                .sum())
                .with(
                        "charts",
                        List.of(
                                spark("Requests", "a minute", "requests", minutes),
                                spark("Failed requests", "a minute", "failed", minutes),
                                spark("Latency of half of the requests", "ms", "median_ms", minutes),
                                spark("Latency of 95 % of the requests", "ms", "p95_ms", minutes),
                                spark("Requests at work at once", "", "at_work", minutes),
                                spark("Calls that wait for a writer", "", "waiting_for_writers", minutes)));
    }

    private static Spark spark(String title, String unit, String field, List<Doc> minutes) {
        // A minute without a request has no latency.
        return new Spark(
                title,
                unit,
                minutes.stream()
                        .filter(each -> each.has(field))
                        .map(each -> each.real(field))
                        .toList());
    }

    private static View jobs(Asked asked) throws Exception {
        return View.of("ops-jobs", "Jobs and outbox")
                .below(OPERATIONS, "/ops")
                .command("debate learn")
                .with("health", asked.read("health", HEALTH))
                .with(
                        "dead",
                        asked.tried("dead", "debates/outbox?limit=" + DEAD).docs("items"))
                .with("columns", OUTBOX);
    }

    private static View config(Asked asked) throws Exception {
        Doc config = asked.read("config", "config");
        @Nullable String words = asked.query("q");
        Map<String, List<Doc>> parts = new LinkedHashMap<>();
        for (Doc each : config.docs("settings")) {
            String key = each.raw("key");
            if (words == null || key.contains(words) || each.raw("doc").contains(words)) {
                int dot = key.indexOf('.');
                parts.computeIfAbsent(dot < 0 ? "general" : key.substring(0, dot), part -> new ArrayList<>())
                        .add(each);
            }
        }
        return View.of("ops-config", "Configuration")
                .below(OPERATIONS, "/ops")
                .command("config")
                .with("words", words == null ? "" : words)
                .with("parts", parts);
    }

    private static View styleGuide(Asked asked) throws Exception {
        asked.read("version", "version");
        return View.of("styleguide", "Style guide")
                .below(OPERATIONS, "/ops")
                .with("charts", asked.query("part") == null ? List.of() : StyleGuide.charts());
    }

    private static View api(Asked asked) throws Exception {
        Doc described = asked.read("openapi", "openapi.json");
        @Nullable String tag = asked.query("tag");
        Map<String, Integer> tags = new LinkedHashMap<>();
        List<Doc> routes = new ArrayList<>();
        described.docs("tags").forEach(each -> tags.put(each.raw("name"), 0));
        for (Doc path : ApiRoutes.of(described)) {
            path.texts("tags").forEach(each -> tags.merge(each, 1, Integer::sum));
            if (tag != null && path.texts("tags").contains(tag)) {
                routes.add(path);
            }
        }
        List<Wing.Entry> found = new ArrayList<>();
        tags.forEach((name, count) -> found.add(new Wing.Entry(name + " " + count, "/ops/api?tag=" + name)));
        return View.of("ops-api", "API")
                .below(OPERATIONS, "/ops")
                .with("tag", tag == null ? "" : tag)
                .with("tags", new Group("Nouns", found))
                .with("routes", routes);
    }
}
