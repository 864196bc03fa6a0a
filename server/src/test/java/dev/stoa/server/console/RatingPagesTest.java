package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class RatingPagesTest {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
        // Two that are equal and far above a third; one of them met a fourth only once.
        for (int i = 0; i < 40; i++) {
            match("ab-" + i, "ana", "ben", i % 2, 1 - i % 2);
            match("ac-" + i, "ana", "cleo", i % 20 == 0 ? 0 : 1, i % 20 == 0 ? 1 : 0);
            match("bc-" + i, "ben", "cleo", i % 20 == 1 ? 0 : 1, i % 20 == 1 ? 1 : 0);
        }
        match("ad-1", "ana", "<b>dee</b>", 1, 1);
        ok(server.post(
                "matches",
                "{\"debate_id\":\"j-1\",\"scores\":{\"ana\":1,\"ben\":0},\"judge\":\"cleo\",\"ordered\":true}"));
        for (int i = 0; i < 10; i++) {
            ok(server.post(
                    "predictions",
                    "{\"tournament_id\":\"e-" + i
                            + "\",\"predictor_agent\":\"ana\",\"predicted_winner\":\"ben\",\"confidence\":0.7}"));
            ok(server.post("predictions/e-" + i + "/resolve", "{\"winner\":\"" + (i < 6 ? "ben" : "cleo") + "\"}"));
        }
    }

    private static void match(String id, String a, String b, int scoreA, int scoreB) {
        ok(server.post(
                "matches",
                "{\"debate_id\":\"" + id + "\",\"scores\":{\"" + a + "\":" + scoreA + ",\"" + b + "\":" + scoreB
                        + "}}"));
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

    private static Element row(Document board, String agent) {
        return board.select("tbody[data-rows] tr").stream()
                .filter(row -> row.select("td[data-label=Agent]").text().equals(agent))
                .findFirst()
                .orElseThrow();
    }

    /** Every two agents: those whose intervals overlap have a rank in common, and of others the better begins higher. */
    private static void ranksFollowIntervals(Document board) {
        List<Map<?, ?>> known = ((List<?>) server.get("ratings").body().get("items"))
                .stream().<Map<?, ?>>map(item -> (Map<?, ?>) item).toList();
        assertThat(known).hasSize(4);
        for (Map<?, ?> a : known) {
            for (Map<?, ?> b : known) {
                int[] of = ranks(board, a);
                int[] against = ranks(board, b);
                boolean worse = number(a, "bt_high") < number(b, "bt_low");
                if (worse) {
                    assertThat(of[0]).as(a + " below " + b).isGreaterThan(against[0]);
                    assertThat(of[1]).as(a + " below " + b).isGreaterThan(against[1]);
                } else if (number(a, "bt_low") <= number(b, "bt_high")) {
                    assertThat(of[0]).as(a + " beside " + b).isLessThanOrEqualTo(against[1]);
                }
            }
        }
    }

    private static double number(Map<?, ?> standing, String field) {
        return ((Number) standing.get(field)).doubleValue();
    }

    /** The first and the last rank that an agent may have. */
    private static int[] ranks(Document board, Map<?, ?> standing) {
        String[] range = row(board, String.valueOf(standing.get("agent_name")))
                .select("td[data-label=Rank]")
                .text()
                .split("-", 2);
        return new int[] {Integer.parseInt(range[0]), Integer.parseInt(range[range.length - 1])};
    }

    @Test
    @DisplayName("Agents whose intervals overlap share a range of ranks, and every number leads to its debates.")
    void agentsWhoseIntervalsOverlapShareARangeOfRanksAndEveryNumberLeadsToItsDebates() {
        Document board = page("/ratings");
        String ana = row(board, "ana").select("td[data-label=Rank]").text();
        assertThat(ana)
                .isEqualTo(row(board, "ben").select("td[data-label=Rank]").text())
                .startsWith("1-");
        assertThat(row(board, "cleo").select("td[data-label=Rank]").text()).doesNotStartWith("1");
        assertThat(board.select("svg.chart-intervals").text()).contains("rank " + ana, "Elo", "Bradley-Terry");
        for (Element number : row(board, "ana").select("td.num")) {
            Document agent = page(number.select("a").attr("href"));
            assertThat(agent.select("#matches a[href^=/debates/]").eachAttr("href"))
                    .as(number.attr("data-label"))
                    .hasSize(82)
                    .contains("/debates/ab-0");
            assertThat(agent.select("svg.chart-lines a[href^=/debates/]")).isNotEmpty();
        }
        assertThat(board.select("tbody[data-rows] td.num"))
                .hasSizeGreaterThan(20)
                .allSatisfy(number -> assertThat(number.select("a").text())
                        .as(number.attr("data-label"))
                        .isEqualTo(number.text()));
        ranksFollowIntervals(board);
        assertThat(row(board, "<b>dee</b>").select("td[data-label=Sure]").text())
                .isEqualTo("provisional");
        assertThat(board.select("h1 ~ * b")).isEmpty();
        assertThat(page("/ratings?domain=nothing").select(".empty").text()).contains("Nobody has a rating");
        Document simulated = page("/ratings?simulated=include");
        assertThat(simulated.select(".head .simulated")).hasSize(1);
        assertThat(row(simulated, "ana").select("td[data-label=Rank]").text())
                .as("of real matches")
                .isEqualTo(ana);
    }

    @Test
    void aCellHasTheShareTheGamesAndTheirIntervalAndIsGreyWhenTheyAreFew() {
        Document matrix = page("/ratings/matrix");
        List<String> titles = matrix.select("svg.chart-matrix title").eachText();
        assertThat(titles)
                .anyMatch(
                        title -> title.contains("ana against cleo 0.95 of 40 games") && title.contains("[0.83, 0.99]"));
        assertThat(matrix.select("svg a[href=/ratings/ana/versus/cleo] .grey")).isEmpty();
        assertThat(matrix.select("svg a[href=/ratings/ana/versus/%3Cb%3Edee%3C%2Fb%3E] .grey"))
                .hasSize(1);
        Document two = page("/ratings/matrix?agents=ana,+cleo");
        assertThat(two.select("form.filter input[name=agents]").attr("value")).isEqualTo("ana, cleo");
        assertThat(two.select("svg a").eachAttr("href"))
                .contains("/ratings/ana/versus/cleo")
                .noneMatch(href -> href.contains("ben"));
        assertThat(two.select("form.filter input[name=domain]")).hasSize(1);
        assertThat(server.sendRaw("GET", "/ratings/matrix?agents=,", null).status())
                .isEqualTo(422);
        Document versus = page("/ratings/ana/versus/cleo");
        assertThat(versus.select("#where-they-met a").eachAttr("href"))
                .hasSize(40)
                .contains("/debates/ac-0");
        assertThat(versus.select("dl.facts").text()).contains("Games 40");
        assertThat(page("/ratings/ana?tab=pairs").select("svg a").eachAttr("href"))
                .contains("/ratings/ana/versus/ben", "/ratings/ana/versus/cleo");
    }

    @Test
    void relationshipsAreAMatrixAndAPartOfTheAgent() {
        Document matrix = page("/ratings/matrix");
        assertThat(matrix.select("#relationships tbody tr")).hasSize(4);
        List<String> columns = matrix.select("#relationships thead th").stream()
                .map(Element::text)
                .toList();
        Element cleo = matrix.select("#relationships tbody tr").stream()
                .filter(row -> row.select("th").text().equals("cleo"))
                .findFirst()
                .orElseThrow();
        Element ofAna = cleo.child(columns.indexOf("ana"));
        Map<?, ?> known =
                (Map<?, ?>) ok(server.get("ratings/ana/versus/cleo")).body().get("relationship");
        assertThat(ofAna.text()).isEqualTo(known.get("label") + " 0.00, n 40");
        assertThat(ofAna.select("a").attr("href")).isEqualTo("/ratings/cleo/versus/ana");
        assertThat(cleo.child(columns.indexOf("cleo")).text()).isEqualTo("–");
        Element part = page("/ratings/ana?tab=pairs").selectFirst("#relationships");
        assertThat(part.select("td[data-label=Agent] a").eachText()).containsExactly("<b>dee</b>", "ben", "cleo");
        assertThat(part.select("td[data-label=Debates]").eachText()).containsExactly("1", "41", "40");
        assertThat(page("/ratings/matrix?agents=ana").select("#relationships")).isEmpty();
    }

    @Test
    void calibrationIsDrawnWithItsNumbersAndWithoutPredictionsSaidInASentence() {
        Document said = page("/ratings/ana?tab=calibration");
        assertThat(said.select("svg.chart-scatter title").text()).contains("0.6", "10 predictions");
        assertThat(said.select("#scores td[data-label=Predictions]").text()).isEqualTo("10");
        assertThat(page("/ratings/ben?tab=calibration").text())
                .contains("None of its predictions has been decided yet.");
        Document judge = page("/ratings/cleo?tab=judge");
        assertThat(judge.select("#as-a-judge td[data-label=Verdicts]").text()).isEqualTo("1");
        assertThat(judge.select("#as-a-judge td[data-label=Of verdicts in a known order]")
                        .text())
                .isEqualTo("1");
        assertThat(judge.select("#as-a-judge td[data-label=Of its own verdicts on itself]")
                        .text())
                .isEqualTo("0");
        assertThat(judge.select("svg.chart-intervals").text()).contains("1 verdicts in a known order");
        assertThat(server.sendRaw("GET", "/ratings/ana?tab=none", null).status())
                .isEqualTo(422);
    }

    @Test
    void everyChartHasASentenceAndATableThatSayTheSame() {
        for (String path : List.of(
                "/ratings",
                "/ratings/matrix",
                "/ratings/ana",
                "/ratings/ana?tab=calibration",
                "/ratings/ana?tab=pairs",
                "/ratings/ana/versus/cleo")) {
            Element figure = page(path).selectFirst("figure");
            assertThat(figure.selectFirst("figcaption").text()).as(path).endsWith(".");
            assertThat(figure.selectFirst("svg").attr("aria-label"))
                    .as(path)
                    .isEqualTo(figure.selectFirst("figcaption").text());
            Elements rows = figure.select("details table tbody tr");
            assertThat(rows).as(path).isNotEmpty();
            assertThat(figure.select("svg title").text())
                    .as(path)
                    .contains(rows.first().select("td").first().text());
        }
    }

    @Test
    void theTwinOfABoardIsWhatRestAnswers() {
        Map<?, ?> data =
                (Map<?, ?>) server.sendRaw("GET", "/ratings.json", null).body().get("data");
        assertThat(data.get("ratings"))
                .isEqualTo(server.get("ratings?limit=100&by=bt").body());
    }
}
