package dev.stoa.server.console;

import static dev.stoa.server.console.view.Column.count;
import static dev.stoa.server.console.view.Column.flag;
import static dev.stoa.server.console.view.Column.link;
import static dev.stoa.server.console.view.Column.number;
import static dev.stoa.server.console.view.Column.share;
import static dev.stoa.server.console.view.Column.state;
import static dev.stoa.server.console.view.Column.text;
import static dev.stoa.server.console.view.Column.time;

import dev.stoa.base.Bounds;
import dev.stoa.server.console.chart.Layers;
import dev.stoa.server.console.learn.Decay;
import dev.stoa.server.console.learn.Lineage;
import dev.stoa.server.console.learn.MemoryPast;
import dev.stoa.server.console.learn.RecallView;
import dev.stoa.server.console.learn.Tiers;
import dev.stoa.server.console.view.Column;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.console.view.Shown;
import dev.stoa.server.console.view.Wing;
import dev.stoa.server.http.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is remembered, where it is going, and why it would come back. Stateless. */
final class MemoryPages {
    private static final int TITLE = 120;
    private static final int STRONGEST = 50;
    private static final int EACH = 10;
    /** How many of a tier are shown as cards beside the other tiers: all of them would be too much for one page. */
    private static final int CARDS = 5;

    private static final int MOVES = 200;
    private static final int NEWEST = 100;
    private static final int NAMESPACES = 8;

    private static final List<Column> FACTS = List.of(
            state("tier", "Tier"),
            text("namespace", "Namespace"),
            share("importance", "Importance"),
            number("surprise_score", "Surprise"),
            count("success_count", "Worked"),
            count("failure_count", "Failed"),
            text("origin", "Origin"),
            flag("red_line", "Red line"),
            text("red_line_reason", "Reason"),
            time("created_at", "Created"),
            time("updated_at", "Touched"),
            time("expires_at", "Expires"));
    private static final List<Column> MADE =
            List.of(link("content", "Memory", "memory", "id"), state("tier", "Tier"), time("created_at", "Created"));

    private MemoryPages() {}

    static List<Page> pages() {
        return List.of(
                page("memory", "memory", List.of("namespace", "tier"), MemoryPages::tiers),
                page("memory/{id}", "memory-one", List.of(), MemoryPages::memory),
                page(
                        "memory/recall",
                        "memory-recall",
                        List.of("q", "namespace", "tier", "min_trust", "limit"),
                        MemoryPages::recall),
                page("memory/graph", "memory-graph", List.of("root"), MemoryPages::graph));
    }

    private static Page page(String path, String name, List<String> queries, Page.Maker maker) {
        return new Page(path, name, Wing.LEARNING, Scope.READ_AGENT, queries, maker);
    }

    private static View tiers(Asked asked) throws Exception {
        Doc stats = asked.read("stats", RatingPages.with(asked, "memories/stats", "namespace"));
        String only = asked.query("tier");
        if (only != null && !Tiers.NAMES.contains(only)) {
            throw Bounds.invalid("tier is none of " + String.join(", ", Tiers.NAMES), "leave it out or correct it");
        }
        Tiers.Moves moves = Tiers.moves(asked::read, asked.now());
        List<String> namespaces = namespaces(asked);
        List<Tiers.Column> columns = new ArrayList<>();
        for (Doc stat : stats.docs("tiers")) {
            String tier = stat.raw("tier");
            if (only == null || only.equals(tier)) {
                int place = Tiers.NAMES.indexOf(tier);
                String faster = place > 0 ? Tiers.NAMES.get(place - 1) : "";
                String slower = place + 1 < Tiers.NAMES.size() ? Tiers.NAMES.get(place + 1) : "";
                Doc hits = asked.ask(
                        "strongest-" + tier,
                        "memories/recall",
                        Map.of("tiers", List.of(tier), "limit", STRONGEST, "namespaces", namespaces));
                columns.add(new Tiers.Column(
                        tier,
                        stat,
                        stats.real("hyperparams.half_life_hours." + tier),
                        Tiers.sorted(hits.docs("items")),
                        only == null ? CARDS : STRONGEST,
                        moves.count(tier, faster),
                        moves.count(tier, slower)));
            }
        }
        return View.of("memory-tiers", "Memory")
                .command("memory stats")
                .with("tiers", new Tiers(columns, moves.more()))
                .with("only", only == null ? "" : only)
                .with("namespace", asked.query("namespace") == null ? "" : String.valueOf(asked.query("namespace")))
                .with("total", stats.count("total"));
    }

    /** The namespace of the page; without one those of the newest memories, as many as a recall takes. */
    private static List<String> namespaces(Asked asked) throws Exception {
        String namespace = asked.query("namespace");
        return namespace != null
                ? List.of(namespace)
                : Stream.concat(
                                Stream.of("shared"),
                                asked.read("newest", "memories?limit=" + NEWEST).docs("items").stream()
                                        .map(memory -> memory.raw("namespace")))
                        .distinct()
                        .limit(NAMESPACES)
                        .toList();
    }

    private static View memory(Asked asked) throws Exception {
        String address = "memories/" + asked.segment("id");
        Doc memory = asked.read("memory", address).doc("memory");
        List<Doc> history = asked.read("history", address + "/history").docs("items");
        Doc stats = asked.read("stats", "memories/stats");
        String root = "memory:" + asked.id("id");
        List<Doc> made =
                asked.read("made", "memories?source=" + Links.encoded(root)).docs("items");
        String title = memory.text("content", TITLE);
        return View.titled("memory", title.isEmpty() ? memory.text("id", TITLE) : title)
                .below("Memory", "/memory")
                .command("memory show " + Lists.quoted(asked.id("id")))
                .with("memory", memory)
                .with("facts", FACTS)
                .with("decay", Decay.of(memory, stats, asked.now()))
                .with("graph", "/memory/graph?root=" + Links.encoded(root))
                .with(
                        "more",
                        Stream.concat(
                                        MemoryPast.of(history).stream(),
                                        Stream.of(new Shown("What was made from it", MADE, made)))
                                .toList());
    }

    private static View recall(Asked asked) throws Exception {
        String words = asked.query("q");
        String tier = asked.query("tier");
        String trust = asked.query("min_trust");
        int most = asked.query("limit") == null ? EACH : (int) Math.min(STRONGEST, asked.number("limit"));
        View view = View.of("memory-recall", "Recall")
                .command("memory recall" + (words == null ? "" : " " + Lists.quoted(words)))
                .with("words", words == null ? "" : words)
                .with("namespace", asked.query("namespace") == null ? "" : String.valueOf(asked.query("namespace")))
                .with("tier", tier == null ? "" : tier)
                .with("trust", trust == null ? "" : trust);
        if (words == null) {
            return view.with("found", new RecallView(List.of(), RecallView.NONE, List.of(), ""));
        }
        List<String> namespaces = namespaces(asked);
        Map<String, @Nullable Object> body =
                new LinkedHashMap<>(Map.of("query", words, "limit", most, "namespaces", namespaces));
        if (tier != null) {
            body.put("tiers", List.of(tier));
        }
        if (trust != null) {
            body.put("min_trust", trust);
        }
        Doc recalled = asked.ask("recalled", "memories/recall", body);
        // Beside it the same without bounds, to say what they cost.
        Doc all = asked.ask(
                "all", "memories/recall", Map.of("query", words, "limit", most + EACH, "namespaces", namespaces));
        return view.with(
                "found",
                RecallView.of(
                        recalled,
                        all.docs("items"),
                        new RecallView.Bound(tier == null ? "" : tier, trust == null ? "" : trust, most)));
    }

    private static View graph(Asked asked) throws Exception {
        String root = asked.query("root");
        Layers drawn = root == null
                ? Lineage.of(asked.read("memories", "memories?limit=" + MOVES).docs("items"))
                : Lineage.around(root, asked::tried);
        return View.of("memory-graph", "Lineage")
                .below("Memory", "/memory")
                .command("memory list")
                .with("root", root == null ? "" : root)
                .with("chart", drawn);
    }
}
