package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.view.Doc;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
class DebatePageTest {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String friday;
    private static List<Map<?, ?>> debates;

    @BeforeAll
    static void start() {
        server = RunningServer.demo(folder.toString(), folder);
        debates = items("debates?limit=20");
        friday = (String) debates.stream()
                .filter(debate -> "release-friday".equals(debate.get("debate_id")))
                .findFirst()
                .orElseThrow()
                .get("id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Map<?, ?>> items(String address) {
        return ((List<?>) server.get(address).body().get("items"))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    private static Document page(String path) {
        Reply reply = server.sendRaw("GET", path, null);
        assertThat(reply.status()).as(path).isEqualTo(200);
        return Jsoup.parse(reply.raw().body());
    }

    private static Document debate(String query) {
        return page("/debates/" + friday + query);
    }

    @Test
    void everyViewIsReadWithoutAScriptAndTheTwinIsWhatRestAnswers() {
        assertThat(debate("").select("nav.tabs a").eachText()).containsExactly("Lanes", "Story", "Events", "Table");
        assertThat(debate("?view=table").select("tbody tr")).hasSize(8);
        assertThat(debate("?view=events").select("tbody tr")).hasSize(25);
        assertThat(debate("?view=story").text()).contains("lex moved C having read doc");
        Map<?, ?> data = (Map<?, ?>) server.sendRaw("GET", "/debates/" + friday + ".json?view=table", null)
                .body()
                .get("data");
        assertThat(data.get("debate")).isEqualTo(server.get("debates/" + friday).body());
        assertThat(data.get("turns"))
                .isEqualTo(server.get("debates/" + friday + "/turns?outline=true&limit=200")
                        .body());
        assertThat(server.sendRaw("GET", "/debates/" + friday + "?view=none", null)
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aFlipNamesTheSeatsItHadSeenAndLeadsToTheirTurns() {
        Document lanes = debate("");
        Element moved = lanes.selectFirst("#turn-5");
        assertThat(moved.select("header").text()).contains("C").contains("moved");
        Element seen = moved.selectFirst(".flip a");
        assertThat(seen.text()).isEqualTo("doc");
        assertThat(page(seen.attr("href")).select("#turn .actor").text()).isEqualTo("doc");
        assertThat(lanes.selectFirst("#turn-6 header").text()).contains("stayed");
        assertThat(lanes.selectFirst("#turn-1 header").text()).contains("chose");
    }

    @Test
    void theLanesShowHowEachRoundWasCounted() {
        Document lanes = debate("");
        List<Doc> tallies =
                new Doc(server.get("debates/" + friday + "/replay?as_of=25").body()).docs("tallies");
        assertThat(tallies).hasSizeGreaterThan(1);
        assertThat(lanes.select(".lanes td.tally p")).hasSameSizeAs(tallies);
        List<Doc> ballots =
                new Doc(server.get("debates/" + friday + "/ballots?limit=200").body()).docs("items");
        for (int i = 0; i < tallies.size(); i++) {
            Doc tally = tallies.get(i);
            String shown = lanes.select(".lanes td.tally p").get(i).text();
            assertThat(shown).contains(" " + tally.raw("winner") + " " + tally.number("consensus", 3));
            Map<String, Long> stands = ballots.stream()
                    .filter(ballot -> ballot.raw("stage").equals(tally.raw("stage"))
                            && ballot.raw("round").equals(tally.raw("round"))
                            && ballot.has("choice"))
                    .collect(Collectors.groupingBy(ballot -> ballot.raw("choice"), Collectors.counting()));
            assertThat(stands).isNotEmpty();
            stands.forEach((option, seats) -> assertThat(shown).contains(option + " " + seats));
        }
        // Before anything is counted the column is empty.
        Elements uncounted = debate("?at=5").select(".lanes td.tally");
        assertThat(uncounted).isNotEmpty();
        assertThat(uncounted.text()).isBlank();
    }

    @Test
    void theSidesSayWhomASeatHadReadThatMoved() {
        Document lanes = debate("");
        assertThat(lanes.select(".chart-alluvial title").eachText())
                .anyMatch(title -> title.contains("having read doc"));
        assertThat(lanes.select("td").eachText()).contains("C, having read doc");
        assertThat(lanes.select(".chart-alluvial a").eachAttr("href")).contains("/debates/" + friday + "/turns/5");
    }

    @Test
    void aDissentLeadsToItsTurnAndToThePassagesThatItCites() {
        Document lanes = debate("");
        Element dissent = lanes.selectFirst(".verdict p:contains(Dissent)");
        String turn = dissent.selectFirst("a[href*=/turns/]").attr("href");
        Document said = page(turn);
        assertThat(dissent.text()).contains(said.select(".actor").text());
        assertThat(dissent.select("a[href^=/evidence/]").eachAttr("href"))
                .isEqualTo(said.select(".list a[href^=/evidence/]").eachAttr("href"))
                .isNotEmpty();
    }

    @Test
    void aCellSaysHowManyPassagesItsTurnCites() {
        Document lanes = debate("?view=lanes");
        Map<String, Integer> marked = new LinkedHashMap<>();
        lanes.select(".lanes .cell[id]")
                .forEach(cell -> marked.put(
                        cell.id().substring("turn-".length()),
                        cell.select("header [title$=cited] .num").stream()
                                .mapToInt(number -> Integer.parseInt(number.text()))
                                .sum()));
        Map<String, Integer> claimed = new LinkedHashMap<>();
        for (Doc turn :
                new Doc(server.get("debates/" + friday + "/turns?limit=200").body()).docs("items")) {
            Doc said = turn.doc("parsed");
            Doc position = said.has("position") ? said.doc("position") : said;
            claimed.put(
                    turn.raw("turn_seq"),
                    position.docs("claims").stream()
                            .mapToInt(claim -> claim.docs("evidence").size())
                            .sum());
        }
        assertThat(marked).isEqualTo(claimed);
        assertThat(marked.values()).as("somewhere something is cited").anyMatch(number -> number > 0);
    }

    @Test
    void aTurnShowsItsClaimsItsEvidenceAndWhoSawIt() {
        for (String path : List.of("?turn=4", "/turns/4")) {
            Document turn = debate(path);
            assertThat(turn.select(".said").text())
                    .contains("A release that cannot be rolled back waits until Monday.");
            assertThat(turn.select("dl.facts").text()).contains("Saw no turn", "lex (turn 5)");
            assertThat(turn.select("h3").eachText()).contains("Answer", "Reasoning", "Claims");
        }
        String content = new Doc(server.get("debates/" + friday + "/turns?limit=1&from=4")
                        .body())
                .docs("items")
                .getFirst()
                .raw("content");
        assertThat(debate("/turns/4").select("dl.facts code").eachText()).contains(Digest.sha256(content));
        assertThat(debate("/turns/5").text()).contains("severity 1.0", "contradicted: So ship");
        assertThat(server.sendRaw("GET", "/debates/" + friday + "/turns/99", null)
                        .status())
                .isEqualTo(422);
    }

    @Test
    void theVerdictStandsBesideWhatAPlainVoteAndTheBestAgentAloneWouldHaveSaid() {
        assertThat(debate("").select(".verdict").text())
                .contains("Plain vote said A; best alone (lex) A: the debate changed it.");
    }

    @Test
    void aSimulatedOutcomeSaysSoWhereverItsVerdictAppears() {
        String simulated = (String) debates.stream()
                .filter(debate -> Boolean.TRUE.equals(((Map<?, ?>) debate.get("outcome")).get("simulated")))
                .findFirst()
                .orElseThrow()
                .get("id");
        Document page = page("/debates/" + simulated + "?threshold=0.9");
        assertThat(page.select(".verdict .badge").eachText()).contains("simulated");
        assertThat(page.select(".hypothetical .badge").eachText()).contains("simulated", "hypothetical");
        assertThat(page("/debates/" + simulated + "?view=story")
                        .select(".verdict .badge")
                        .eachText())
                .contains("simulated");
        assertThat(page("/debates/compare?a=" + simulated + "&b=" + friday)
                        .select(".verdict")
                        .getFirst()
                        .text())
                .contains("simulated");
        assertThat(debate("").select(".badge").eachText()).doesNotContain("simulated");
    }

    @Test
    @DisplayName("Scrubbing to event n shows what debate replay --as-of n shows, and nothing stored later.")
    void scrubbingToAnEventShowsWhatReplayShowsAndNothingStoredLater() {
        for (int at = 1; at <= 25; at++) {
            Map<?, ?> state =
                    server.get("debates/" + friday + "/replay?as_of=" + at).body();
            Document page = debate("?at=" + at);
            assertThat(page.select(".lanes .cell[id]"))
                    .as("turns at " + at)
                    .hasSize(((Number) state.get("turns")).intValue());
            assertThat(page.select(".lanes .cell.asked")).hasSize(((List<?>) state.get("waiting")).size());
            assertThat(page.select(".lanes .cell")).as("no jump").hasSize(8);
            assertThat(page.select("#ballots thead th"))
                    .hasSize(
                            ((List<?>) state.get("tallies")).isEmpty()
                                    ? 0
                                    : 1 + ((List<?>) state.get("tallies")).size());
            if (at < 9) {
                assertThat(page.select("main").text()).doesNotContain("waits until Monday");
                assertThat(debate("?turn=4&at=" + at).select("#turn").text()).contains("was not stored yet");
            }
            assertThat(debate("?view=events&at=" + at).select("tbody tr")).hasSize(at);
        }
        assertThat(debate("?at=24").select("main").text())
                .doesNotContain("Plain vote said")
                .doesNotContain("completed");
    }

    @Test
    void theVerifyBadgeIsGreenOnlyAfterAReplayHereAndNamesTheFirstBadSequenceOfAnEditedRecord() throws Exception {
        assertThat(debate("").selectFirst("#proof").text()).startsWith("not checked here yet");
        Element green = debate("?verify=true").selectFirst("#proof");
        assertThat(page(debate("").selectFirst("#proof").attr("hx-get"))
                        .selectFirst("#proof")
                        .outerHtml())
                .as("what a script puts in its place")
                .isEqualTo(green.outerHtml());
        assertThat(green.text()).isEqualTo("verified 25/25");
        assertThat(green.className()).contains("good");
        String edited = (String) debates.getLast().get("id");
        try (Connection behind = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("debate.db"));
                Statement statement = behind.createStatement()) {
            statement.execute("DROP TRIGGER trg_debate_turns_update");
            assertThat(statement.executeUpdate(
                            "UPDATE debate_turns SET model = 'other' WHERE turn_seq = 2 AND session_id = '" + edited
                                    + "'"))
                    .isOne();
        }
        List<?> mismatches =
                (List<?>) server.get("debates/" + edited + "/replay").body().get("mismatches");
        Element red = page("/debates/" + edited + "?verify=true").selectFirst("#proof");
        assertThat(red.className()).contains("bad");
        assertThat(red.text()).startsWith("broken at event " + ((Map<?, ?>) mismatches.getFirst()).get("seq") + ":");
        assertThat(page("/debates/" + edited).selectFirst("#proof").className()).doesNotContain("good");
    }

    @Test
    void theEventsAreFilteredByKindAndTheAddressSaysSo() {
        Document all = debate("?view=events");
        assertThat(all.select("tbody tr")).hasSize(25);
        assertThat(all.select("#clear")).isEmpty();
        Element form = all.selectFirst("#stage form.filter");
        assertThat(form.attr("method")).isEqualTo("get");
        assertThat(form.select("input").eachAttr("name")).containsExactly("view");
        Document page = debate("?view=events&kind=turn_stored");
        assertThat(page.select("tbody tr")).hasSize(8);
        assertThat(page.select("tbody td:nth-child(2)").eachText()).containsOnly("turn stored");
        assertThat(page.select("#kind option[selected]").eachAttr("value")).containsExactly("turn_stored");
        assertThat(page.select("#stage").attr("hx-get")).contains("view=events").contains("kind=turn_stored");
        assertThat(page.select(".scrub [name=kind]").attr("value")).isEqualTo("turn_stored");
        assertThat(page.select("#hint").text()).contains("debate events " + friday + " --kind turn_stored");
        assertThat(page.select("#clear").attr("href")).isEqualTo("/debates/" + friday + "?view=events");
        assertThat(page.select(".tabs a, tbody th a").eachAttr("href")).noneMatch(link -> link.contains("kind"));
        Map<?, ?> twin =
                (Map<?, ?>) server.sendRaw("GET", "/debates/" + friday + ".json?view=events&kind=turn_stored", null)
                        .body()
                        .get("data");
        assertThat(twin.get("events"))
                .isEqualTo(server.get(
                                "debates/" + friday + "/events?limit=200&after=0&kind=turn_stored",
                                "Accept",
                                "application/json")
                        .body());

        Document past = debate("?view=events&kind=turn_stored&at=9");
        assertThat(past.select("tbody tr")).hasSizeBetween(1, 7);
        assertThat(past.select("form.filter input[name=at]").attr("value")).isEqualTo("9");
        Document none = debate("?view=events&kind=gate_opened");
        assertThat(none.select(".empty").text()).isEqualTo("Nothing fits the filters.");
        assertThat(none.select("#clear")).hasSize(1);
        assertThat(debate("?kind=turn_stored").select("#stage").attr("hx-get"))
                .as("the lanes have no kinds")
                .isEqualTo("/debates/" + friday);
        Reply wrong = server.sendRaw("GET", "/debates/" + friday + "?view=events&kind=x", null, "Accept", "text/html");
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(Jsoup.parse(wrong.raw().body()).select("main").text())
                .contains("kind")
                .contains("turn_stored");
    }

    @Test
    @DisplayName("A receipt downloaded from the page passes debate verify.")
    void aReceiptDownloadedFromThePagePassesDebateVerify() {
        Element link = debate("").selectFirst("a[download]");
        Reply receipt = server.sendRaw("GET", link.attr("href"), null, "Accept", "text/html");
        assertThat(receipt.header("Content-Disposition")).startsWith("attachment");
        assertThat(server.post("debates/verify", receipt.raw().body()).body().get("ok"))
                .isEqualTo(true);
    }

    @Test
    void otherRulesOfCountingAreShownAsHypothetical() {
        Document page = debate("?threshold=0.9");
        assertThat(page.select(".hypothetical").text())
                .contains("hypothetical", "leading", "Nothing of this is stored.");
        assertThat(page.select(".verdict").text()).contains("agreed");
        assertThat(debate("?threshold=2").select("#what-if .wrong").text()).isNotEmpty();
    }

    @Test
    void twoDebatesShowTheSettingsThatDiffer() {
        Object other = debates.getLast().get("id");
        Document page = page("/debates/compare?a=" + friday + "&b=" + other);
        assertThat(page.select("tbody th").eachText()).contains("seed", "topic", "round 1, proposal");
        assertThat(page("/debates/compare").select(".empty")).hasSize(1);
        assertThat(Json.write(server.sendRaw("GET", "/debates/compare.json?a=" + friday + "&b=" + other, null)
                        .body()
                        .get("data")))
                .contains("turns-a", "turns-b");
    }

    @Test
    void aLongDebateIsShownInPartsBesideAStripOfAllItsTurns() {
        Object id = server.post(
                        "debates",
                        "{\"topic\":\"Is 91 prime?\",\"preset\":\"external\",\"options\":[\"yes\",\"no\"],\"start\":false,"
                                + "\"agents\":[{\"name\":\"a\",\"provider\":\"x\"},{\"name\":\"b\",\"provider\":\"x\"}]}")
                .body()
                .get("id");
        Object epoch = server.post("debates/" + id + "/start", "").body().get("runner_epoch");
        List<Object> turns = new ArrayList<>();
        for (int turn = 0; turn < 230; turn++) {
            turns.add(Json.object(
                    "phase",
                    "proposal",
                    "step",
                    turn / 2 + 1,
                    "agent_id",
                    turn % 2 == 0 ? "a" : "b",
                    "content",
                    "I say so.",
                    "option",
                    turn == 225 ? null : turn == 220 ? "B" : "A",
                    "status",
                    turn == 225 ? "error" : "ok"));
        }
        Reply stored =
                server.post("debates/" + id + "/turns", Json.write(Json.object("runner_epoch", epoch, "turns", turns)));
        assertThat(stored.status()).as(stored.raw().body()).isEqualTo(200);
        Document first = page("/debates/" + id);
        assertThat(first.select(".lanes .cell")).hasSize(200);
        assertThat(first.select(".minimap figcaption").text()).contains("230 turns, 2 changes, 1 failure");
        Document second = page(first.selectFirst("a[rel=next]").attr("href"));
        assertThat(second.select(".lanes .cell")).hasSize(30);
        assertThat(second.selectFirst("#turn-201 header").text()).contains("stayed");
        assertThat(second.selectFirst("#turn-221 header").text()).contains("moved");
        assertThat(first.select("a[href$=#turn-223]").text()).contains("Last move");
        Element failed = first.selectFirst("a:contains(Last failure)");
        assertThat(failed.attr("href")).endsWith("?from=201#turn-226");
        assertThat(second.select("#to-turn [name=from]").attr("value")).isEqualTo("201");
        Document table = page("/debates/" + id + "?view=table&from=3");
        assertThat(table.select("#to-turn [type=hidden]").eachAttr("name")).containsExactly("view");
    }
}
