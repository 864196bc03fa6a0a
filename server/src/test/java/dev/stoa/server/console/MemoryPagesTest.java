package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class MemoryPagesTest {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
        memory("till", "The till of gate 3 restarts at noon", "\"importance\":0.9,\"tier\":\"slow\"");
        memory("weak", "The till of gate 4 was cleaned", "\"importance\":0.1,\"tier\":\"slow\",\"namespace\":\"lab\"");
        memory("line", "Never restart a till by hand", "\"importance\":0.2,\"tier\":\"slow\"");
        memory("drawn", "Gate 9 stays shut", "\"tier\":\"fast\",\"namespace\":\"gates\"");
        memory("strong", "Gate 7 is the main gate", "\"importance\":1,\"tier\":\"glacial\"");
        memory("rumour", "<i>A stranger</i> says that tills explode", "\"trust\":\"untrusted\",\"tier\":\"fast\"");
        memory("child", "Tills may explode", "\"sources\":[{\"kind\":\"memory\",\"id\":\"rumour\"}]");
        memory(
                "grandchild",
                "Keep away from tills",
                "\"sources\":[{\"kind\":\"memory\",\"id\":\"child\"},{\"kind\":\"memory\",\"id\":\"till\"}]");
        ok(server.post("memories/line/red-line", "{\"reason\":\"decided by the owners\"}"));
        ok(server.post("memories/till/promote", "{\"reason\":\"it was needed again\"}"));
    }

    private static void memory(String id, String content, String more) {
        ok(server.post("memories", "{\"id\":\"" + id + "\",\"content\":\"" + content + "\"," + more + "}"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path + ": " + reply.raw().body()).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static Element column(Document page, String tier) {
        return page.selectFirst("section.column[aria-label=" + tier + "]");
    }

    @Test
    void aPageOfMovesOnWhichNothingFitsLeadsToThoseThatWereNotLookedAt(@TempDir Path other) throws Exception {
        try (RunningServer grown = RunningServer.at(other.toString(), other)) {
            ok(grown.post("memories", "{\"id\":\"rare\",\"content\":\"Gate 3 is shut\",\"tier\":\"medium\"}"));
            ok(grown.post("memories/rare/promote", "{\"reason\":\"it was needed again\"}"));
            try (Connection archive = DriverManager.getConnection(
                            "jdbc:sqlite:" + other.resolve(ContinuumArchive.SCHEMA.file()));
                    Statement written = archive.createStatement()) {
                written.execute("INSERT INTO tier_transitions (memory_id, from_tier, to_tier)"
                        + " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
                        + " SELECT 'm' || i, 'medium', 'slow' FROM n");
            }
            Document none = Jsoup.parse(grown.sendRaw("GET", "/memory/transitions?to_tier=fast", null)
                    .raw()
                    .body());
            assertThat(none.select("#list .empty").text())
                    .isEqualTo("Nothing of what was looked at fits the filters, but there is more.");
            String next = none.select("#list a[rel=next]").attr("href");
            assertThat(next).startsWith("/memory/transitions?").contains("to_tier=fast");
            Document rest = Jsoup.parse(grown.sendRaw("GET", next, null).raw().body());
            assertThat(rest.select("#list tbody tr")).hasSize(1);
            assertThat(rest.select("#list a[rel=next]")).isEmpty();
        }
    }

    @Test
    void theTiersShowTheirFillTheirHalfLifeTheirStrongestRedLinesFirstAndTheMoves() {
        Document tiers = page("/memory");
        assertThat(tiers.select("section.column h2").eachText()).containsExactly("fast", "medium", "slow", "glacial");
        Element slow = column(tiers, "slow");
        assertThat(slow.select("header").text()).contains("of 10,000");
        assertThat(slow.text()).contains("half-life 7 days", "← 1 to faster");
        assertThat(page(slow.select("a:contains(to faster)").attr("href"))
                        .select("tbody td[data-label=Memory]")
                        .eachText())
                .contains("till");
        Element glacial = column(page("/memory?namespace=shared"), "glacial");
        assertThat(glacial.selectFirst("li").classNames()).contains("redline");
        assertThat(glacial.select("li a").eachAttr("href")).containsExactly("/memory/line", "/memory/strong");
        assertThat(slow.select("li").last().selectFirst("a").attr("href")).isEqualTo("/memory/weak");
        assertThat(column(tiers, "medium").select("li a").eachAttr("href")).containsExactly("/memory/till");
        assertThat(column(tiers, "medium").text()).doesNotContain("to faster");
        assertThat(column(page("/memory?namespace=lab"), "slow")
                        .select(".count")
                        .text())
                .as("of this namespace, as the cap is")
                .isEqualTo("1 of 10,000");
        assertThat(page("/memory?namespace=none").select(".empty a").attr("href"))
                .isEqualTo("/memory");
        assertThat(page("/memory?tier=slow&namespace=lab")
                        .select("section.column li a")
                        .eachAttr("href"))
                .containsExactly("/memory/weak");
        assertThat(server.sendRaw("GET", "/memory?tier=none", null).status()).isEqualTo(422);
    }

    /** About as many different words as a text has. */
    private static String said(Random random) {
        return random.ints(25, 0, 1_000)
                .mapToObj(word -> Integer.toString(word * 37 % 1_000 + 40_000, 36))
                .collect(Collectors.joining(" "));
    }

    @Test
    void theStrongest50OfEachTierAreOnOnePageThatIsNotTooHeavy(@TempDir Path other) throws IOException {
        try (RunningServer full = RunningServer.at(other.toString(), other, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            Random random = new Random(7);
            List<String> tiers = List.of("fast", "medium", "slow", "glacial");
            String lines = IntStream.range(0, 240)
                    .mapToObj(n -> "{\"content\":\"%s\",\"tier\":\"%s\",\"importance\":%s,\"surprise_score\":0.%d}"
                            .formatted(said(random), tiers.get(n % 4), (n / 4 + 1) / 60.0, random.nextInt(1, 10)))
                    .collect(Collectors.joining("\n"));
            ok(full.post("memories", lines, "Content-Type", "application/x-ndjson"));
            Map<?, ?> weakest = (Map<?, ?>) ((List<?>)
                            full.get("memories?tier=glacial&limit=500").body().get("items"))
                    .getLast();
            ok(full.post("memories/" + weakest.get("id") + "/red-line", "{\"reason\":\"it was decided\"}"));

            Reply reply = full.sendRaw("GET", "/memory", null);
            Document page = Jsoup.parse(reply.raw().body());
            assertThat(page.getAllElements().size()).isLessThanOrEqualTo(6_000);
            for (String tier : tiers) {
                Element column = column(page, tier);
                assertThat(column.select("li")).as(tier).hasSize(50);
                assertThat(column.select("li.card")).as(tier).hasSize(5);
                assertThat(column.select(".lines li").eachText()).allMatch(line -> line.matches(".{20,} 0\\.\\d\\d"));
                assertThat(column.select("li a").eachAttr("href")).doesNotHaveDuplicates();
                List<Double> left = column.select(".lines li").eachText().stream()
                        .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' '))))
                        .toList();
                assertThat(left).isSortedAccordingTo(Comparator.reverseOrder());
            }
            Element first = column(page, "glacial").selectFirst("li");
            assertThat(first.classNames()).contains("card", "redline");
            assertThat(first.selectFirst("a").attr("href")).isEqualTo("/memory/" + weakest.get("id"));
            Document whole = Jsoup.parse(
                    full.sendRaw("GET", column(page, "slow").select("a.button").attr("href"), null)
                            .raw()
                            .body());
            assertThat(whole.select("section.column li.card")).hasSize(50);

            assertThat(FirstVisit.bytes(full, "/memory")).isBetween(30_000L, FirstVisit.MOST);
        }
    }

    @Test
    void theMovesBetweenTiersAreListedByTheirTiersAndPageByPage() {
        memory("mover", "The lift is out of order again", "\"tier\":\"slow\"");
        ok(server.post("memories/mover/promote", "{\"reason\":\"asked for <i>daily</i>\"}"));
        ok(server.post("memories/mover/promote", "{\"reason\":\"and again\"}"));
        Document moves = page("/memory/transitions");
        Element newest = moves.selectFirst("tbody tr");
        assertThat(newest.select("a").attr("href")).isEqualTo("/memory/mover");
        assertThat(newest.select("td").eachText()).contains("medium", "fast", "manual: and again");
        assertThat(moves.select("i")).isEmpty();
        Document toFast = page("/memory/transitions?to_tier=fast");
        assertThat(toFast.select("tbody td[data-label=To]").eachText())
                .isNotEmpty()
                .containsOnly("fast");
        assertThat(toFast.select("select[name=to_tier] option[selected]").attr("value"))
                .isEqualTo("fast");
        assertThat(page("/memory/transitions?from_tier=glacial")
                        .select(".empty a")
                        .attr("href"))
                .isEqualTo("/memory/transitions");
        Map<?, ?> twin = (Map<?, ?>) server.sendRaw("GET", "/memory/transitions.json?to_tier=fast", null)
                .body()
                .get("data");
        assertThat(twin.get("memory/transitions"))
                .isEqualTo(server.get("memories/transitions?to_tier=fast").body());
        assertThat(server.sendRaw("GET", "/memory/transitions?to_tier=none", null)
                        .status())
                .isEqualTo(422);
        ok(server.post("memories/mover/forget", "{}"));
        for (int i = 0; i < 30; i++) {
            ok(server.post("memories/weak/promote", "{\"reason\":\"up\"}"));
            ok(server.post("memories/weak/demote", "{\"reason\":\"down\"}"));
        }
        Document first = page("/memory/transitions?from_tier=medium");
        assertThat(first.select("tbody tr")).hasSizeLessThan(50);
        String next = page("/memory/transitions").select("a[rel=next]").attr("href");
        assertThat(next).startsWith("/memory/transitions?cursor=");
        assertThat(page(next).select("tbody tr")).hasSizeGreaterThan(10);
    }

    @Test
    void theTiersHaveAFormForTheNamespaceThatTheirLinksKeep() {
        for (int i = 0; i < 12; i++) {
            memory("crowd-" + i, "Crowd at gate " + i, "\"tier\":\"medium\",\"namespace\":\"crowd\"");
        }
        Document crowd = page("/memory?namespace=crowd");
        assertThat(crowd.select("form.filter input[name=namespace]").attr("value"))
                .isEqualTo("crowd");
        assertThat(column(crowd, "medium").select("a.button").attr("href"))
                .isEqualTo("/memory?tier=medium&namespace=crowd");
        assertThat(column(page("/memory?tier=medium&namespace=crowd"), "medium").select("li"))
                .hasSize(12);
        assertThat(page("/memory/recall?q=crowd&namespace=crowd")
                        .select("form.filter input[name=namespace]")
                        .attr("value"))
                .isEqualTo("crowd");
        for (int i = 0; i < 12; i++) {
            ok(server.post("memories/crowd-" + i + "/forget", "{}"));
        }
    }

    @Test
    void aMemoryShowsHowItFadesItsMovesAndWhatWasMadeFromIt() {
        Document till = page("/memory/till");
        assertThat(till.select("figcaption").text()).contains("What is left of it: from 0.45", "floor 0.02", "expires");
        assertThat(till.select("figure details tbody tr")).hasSizeGreaterThan(90);
        assertThat(till.text()).contains("its half-life is 24 h", "it was needed again");
        assertThat(till.select("section a[href=/memory/grandchild]")).hasSize(1);
        Document grandchild = page("/memory/grandchild");
        assertThat(grandchild.select("dd a[href=/memory/child]").text()).isEqualTo("child");
        assertThat(page(grandchild.select("dd a[href^=/memory/graph]").attr("href"))
                        .select("svg.chart-layers"))
                .hasSize(1);
    }

    @Test
    void aMemoryShowsOutcomesMovesAndArchivedGenerationsOnOneTimeLine() {
        memory("past", "The lift is out of order", "\"tier\":\"fast\"");
        for (int i = 0; i < 5; i++) {
            ok(server.post("memories/past/outcomes", "{\"success\":true,\"key\":\"debate-" + i + "\"}"));
        }
        ok(server.post("memories/past/forget", "{\"reason\":\"it <b>runs</b> again\"}"));
        ok(server.post("memories/past/restore", "{}"));
        ok(server.post("memories/past/outcomes", "{\"success\":false}"));
        Document past = page("/memory/past");
        Element line = past.selectFirst("section:has(h2:containsOwn(What happened to it))");
        assertThat(line.select("tbody tr").eachText()).hasSize(8).satisfies(rows -> {
            assertThat(rows.get(0)).contains("failed");
            assertThat(rows.get(1)).contains("archived");
            assertThat(rows.get(2)).contains("move", "fast", "medium", "high_stability");
            assertThat(rows.get(3)).contains("worked", "debate-4");
        });
        Element generations = past.selectFirst("section:has(h2:containsOwn(Archived generations))");
        assertThat(generations.select("tbody tr").text()).contains("The lift is out of order", "it <b>runs</b> again");
        assertThat(page("/memory/strong").select("h2").eachText()).doesNotContain("Archived generations");
        // The pages of all memories are looked at without it.
        ok(server.post("memories/past/forget", "{}"));
    }

    @Test
    void aMemorySaysWhyItWasRecalledWithTheSameTermsAsTheCommand() {
        Document recalled = page("/memory/recall?q=when+does+the+till+restart");
        List<?> hits = (List<?>) server.post(
                        "memories/recall",
                        "{\"query\":\"when does the till restart\",\"namespaces\":[\"shared\",\"lab\",\"gates\"]}")
                .body()
                .get("items");
        assertThat(hits).isNotEmpty();
        assertThat(recalled.select("article")).hasSize(hits.size());
        for (int i = 0; i < hits.size(); i++) {
            Map<?, ?> terms = (Map<?, ?>) ((Map<?, ?>) hits.get(i)).get("terms");
            for (String name : List.of("lexical", "semantic")) {
                Map<?, ?> term = (Map<?, ?>) terms.get(name);
                double value = ((Number) term.get("value")).doubleValue();
                double weight = ((Number) term.get("weight")).doubleValue();
                assertThat(recalled.select("article").get(i).text())
                        .contains(String.format(
                                Locale.ROOT, "%s %.3f × %.2f = %.3f", name, value, weight, value * weight));
            }
        }
        Element till = recalled.select("article:has(a[href=/memory/till])").first();
        assertThat(till.select("mark").eachText()).contains("till", "restarts").doesNotContain("noon", "gate");
        assertThat(recalled.select("svg.chart-bars a").eachAttr("href")).contains("/memory/till");
        Document bound = page("/memory/recall?q=till+restart&tier=slow&limit=1");
        assertThat(bound.select("article")).hasSize(1);
        assertThat(bound.select("#cut li:has(a[href=/memory/till])").text()).contains("its tier is medium");
        assertThat(bound.select("#cut li:has(a[href=/memory/weak])").text()).contains("not among the best 1");
        assertThat(page("/memory/recall?q=tills+explode&min_trust=agent")
                        .select("#cut li:has(a[href=/memory/rumour])")
                        .text())
                .contains("its trust is untrusted");
        assertThat(page("/memory/recall?q=zebra").select(".empty")).hasSize(1);
    }

    /** What the rows, entries and cards that lead to a memory say of its trust. */
    private static String made(String path, String body, String field) {
        Map<?, ?> answer = ok(server.post(path, body)).body();
        Object found = answer.get(field);
        for (Object inner : answer.values()) {
            found = found == null && inner instanceof Map<?, ?> fields ? fields.get(field) : found;
        }
        return String.valueOf(found);
    }

    /** The words for trust beside what was derived, wherever a page shows it. */
    private static List<String> besides(Document page) {
        return page.select("tr, li, article, section, #shown").stream()
                .filter(part -> part.text().contains("zephyr"))
                .filter(part -> part.select("tr, li, article, section").stream()
                        .noneMatch(inner -> !inner.equals(part) && inner.text().contains("zephyr")))
                .flatMap(part -> part.select(".badge").eachText().stream())
                .filter(Set.of("untrusted", "agent", "confirmed", "human")::contains)
                .toList();
    }

    /** Of each archive something that comes from outside, what was made of it with the most trust claimed, and its pages. */
    @Test
    @DisplayName("Nothing derived from an untrusted source is shown with more trust than it (all archives).")
    void nothingDerivedFromAnUntrustedSourceIsShownWithMoreTrustThanItOnPagesOfOtherArchives() {
        String outside = "\"trust\":\"untrusted\"";
        String most = "\"trust\":\"human\"";
        String heard = made("notes", "{\"message\":\"Heard of the zephyr\"," + outside + "}", "memory_id");
        String seen = made("notes", "{\"message\":\"Saw a breeze\"," + most + "}", "memory_id");
        String note = made(
                "notes/replace",
                "{\"olds\":[\"" + heard + "\",\"" + seen + "\"],\"message\":\"The zephyr is a breeze\"}",
                "memory_id");
        String fact = made(
                "knowledge",
                "{\"domain\":\"wind\",\"content\":\"A zephyr blows\"," + most + ",\"sources\":[\"note:" + note + "\"]}",
                "knowledge_id");
        String evidence =
                made("evidence", "{\"snippet\":\"The zephyr is warm\",\"source\":\"web\"," + outside + "}", "id");
        String conclusion = made(
                "consensus",
                "{\"id\":\"windy\",\"topic\":\"Is the zephyr warm?\",\"conclusion\":\"The zephyr is\","
                        + "\"confidence\":0.8,\"participants\":[\"ana\",\"bo\"],\"evidence\":[\"" + evidence + "\"],"
                        + outside + "}",
                "id");
        for (String source : List.of("evidence:" + evidence, "consensus:" + conclusion)) {
            String[] parts = source.split(":", 2);
            memory(
                    "zephyr-" + parts[0],
                    "By " + parts[0] + " a zephyr is warm",
                    most + ",\"sources\":[{\"kind\":\"" + parts[0] + "\",\"id\":\"" + parts[1] + "\"}]");
        }
        Set<String> shown = new TreeSet<>();
        List<String> pages = new ArrayList<>(Console.paths().stream()
                .filter(path -> path.indexOf('{') < 0 && !path.startsWith("ops"))
                .map(path -> "/" + path)
                .toList());
        pages.addAll(List.of(
                "/notes/" + note,
                "/notes/" + note + "?chain=1",
                "/knowledge?domain=wind",
                "/knowledge/" + fact,
                "/evidence/" + evidence,
                "/evidence?q=zephyr",
                "/consensus/" + conclusion,
                "/memory/zephyr-evidence",
                "/memory/zephyr-consensus",
                "/memory/recall?q=zephyr",
                "/memory/graph?root=memory:zephyr-evidence",
                "/context?q=zephyr",
                "/search?q=zephyr"));
        for (String path : pages) {
            List<String> said = besides(page(path));
            assertThat(said).as(path).allMatch("untrusted"::equals);
            if (!said.isEmpty()) {
                shown.add(path);
            }
        }
        assertThat(shown)
                .contains(
                        "/knowledge",
                        "/knowledge/" + fact,
                        "/evidence",
                        "/evidence/" + evidence,
                        "/evidence?q=zephyr",
                        "/consensus",
                        "/memory/newest",
                        "/memory/recall?q=zephyr",
                        "/context?q=zephyr",
                        "/search?q=zephyr");
        for (String id : List.of("zephyr-evidence", "zephyr-consensus")) {
            assertThat(page("/memory/" + id).select(".head .badge").text()).isEqualTo("untrusted");
        }
        for (String path : List.of("/notes/" + note, "/consensus/" + conclusion)) {
            assertThat(page(path)
                            .select("#shown dl.facts dt:contains(Trust) + dd")
                            .eachText())
                    .as(path)
                    .containsExactly("untrusted");
        }
    }

    private static List<String> trusts(Document page, String id) {
        return page.select("tr, li, article").stream()
                .filter(entry -> !entry.select("a[href=/memory/" + id + "]").isEmpty())
                .flatMap(entry -> entry.select("span").eachText().stream())
                .filter(Set.of("untrusted", "agent", "confirmed", "human")::contains)
                .toList();
    }

    @Test
    @DisplayName("Nothing derived from an untrusted source is shown with more trust than it.")
    void nothingDerivedFromAnUntrustedSourceIsShownWithMoreTrustThanIt() {
        for (String path :
                List.of("/memory/graph", "/memory/graph?root=memory:child", "/memory/graph?root=memory:rumour")) {
            Document graph = page(path);
            List<String> nodes =
                    graph.select("figure details tbody tr td:first-child").eachText();
            assertThat(nodes)
                    .as(path)
                    .contains("untrusted: Tills may explode", "untrusted: Keep away from tills")
                    .anyMatch(node -> node.startsWith("untrusted: <i>A stranger</i>"));
            assertThat(graph.select("svg .node.bad, svg .bad .node, svg .bad"))
                    .as(path)
                    .isNotEmpty();
            assertThat(graph.select("i")).as(path).isEmpty();
        }
        Element capped = page("/memory/graph").select("figure tbody tr").stream()
                .filter(row -> row.text().startsWith("untrusted: Keep away"))
                .findFirst()
                .orElseThrow();
        assertThat(capped.text()).contains("Tills may explode, decisive").doesNotContain("noon, decisive");
        for (String id : List.of("rumour", "child", "grandchild")) {
            assertThat(page("/memory/" + id).select(".head .badge").text()).isEqualTo("untrusted");
            assertThat(((Map<?, ?>) server.get("memories/" + id).body().get("memory")).get("trust"))
                    .isEqualTo("untrusted");
            for (String list : List.of("/memory", "/memory/newest", "/memory/recall?q=tills+explode+stranger+away")) {
                assertThat(trusts(page(list), id)).as(list + " " + id).containsOnly("untrusted");
            }
            for (String least : List.of("agent", "confirmed", "human")) {
                Document recalled = page("/memory/recall?q=tills+explode+stranger+away&min_trust=" + least);
                assertThat(recalled.select("article a[href=/memory/" + id + "]"))
                        .as(least + " " + id)
                        .isEmpty();
            }
        }
        assertThat(trusts(page("/memory/newest"), "till")).containsOnly("agent");
        assertThat(server.sendRaw("GET", "/memory/graph?root=nothing", null).status())
                .isEqualTo(422);
    }

    @Test
    void everyChartHasASentenceAndATableThatSayTheSame() {
        for (String path : List.of("/memory/till", "/memory/recall?q=till", "/memory/graph")) {
            Element figure = page(path).selectFirst("figure");
            assertThat(figure.selectFirst("svg").attr("aria-label"))
                    .as(path)
                    .isEqualTo(figure.selectFirst("figcaption").text())
                    .endsWith(".");
            assertThat(figure.select("details table tbody tr")).as(path).isNotEmpty();
        }
    }

    @Test
    void aRedLineIsSetAndLiftedOnlyWithAReasonAndUndoRestoresWhatWasBefore() {
        Visitor visitor = new Visitor(server);
        assertThat(visitor.act("/memory/drawn/red-line", "reason", "").status()).isNotEqualTo(303);
        assertThat(page("/memory/drawn").select(".head .badge").text()).doesNotContain("red line");
        assertThat(visitor.act("/memory/drawn/red-line", "reason", "decided").status())
                .isEqualTo(303);
        Reply told = visitor.get("/memory/drawn");
        assertThat(Jsoup.parse(told.raw().body()).select(".head .badge").text()).contains("red line");
        assertThat(visitor.act("/memory/drawn/lift", "reason", "").status()).isNotEqualTo(303);
        assertThat(visitor.post("/memory/drawn/lift", Visitor.form(told)).status())
                .isEqualTo(303);
        assertThat(page("/memory/drawn").select(".head .badge").text()).doesNotContain("red line");
    }
}
