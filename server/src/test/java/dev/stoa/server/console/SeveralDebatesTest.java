package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.console.view.Links;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is given out of a debate, two debates side by side, and where the verdict of a simulated one appears. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class SeveralDebatesTest {
    private static final String TOPIC = "Which <script>pwned()</script> quay suits the ferry, \u202enorth?";
    private static final List<String> OPTIONS = List.of("north </td><img src=x onerror=pwned()>", "south");
    private static final String DEBATE = "quay <1>";
    private static final int TURNS = 603;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static DebateEngine engine;
    private static String first;
    private static String second;
    private static String held;

    @BeforeAll
    static void start() throws InterruptedException {
        // The time of a receipt is a part of it.
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-17T10:00:00Z"));
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"), clock);
        engine = Engines.over(server.stoa(), Map.of(), clock, "test").debates();
        first = simulated(1, "0.9");
        second = simulated(2, "0.1");
        engine.learn();
        held = held(TURNS);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String simulated(long seed, String accuracy) throws InterruptedException {
        return engine.run(
                        DebateRequest.on(TOPIC)
                                .set("debate_id", DEBATE)
                                .seed(seed)
                                .agents(List.of(
                                        Seat.of("ada", "sim", "").params(Map.of("accuracy", accuracy)),
                                        Seat.of("bo", "sim", "").params(Map.of("accuracy", accuracy)),
                                        Seat.of("cy", "sim", "").params(Map.of("accuracy", accuracy))))
                                .options(OPTIONS)
                                .set("truth", OPTIONS.getFirst())
                                .set("domain", "harbour"),
                        "test",
                        DebateListener.NONE)
                .id();
    }

    private static String held(int turns) {
        List<Seat> seats = IntStream.range(0, 2)
                .mapToObj(i -> Seat.of("seat-" + i, "mine", "m"))
                .toList();
        ExternalSession session = engine.start(
                engine.create(
                                DebateRequest.on("A real one")
                                        .preset(Preset.EXTERNAL)
                                        .seed(1)
                                        .agents(seats),
                                "test")
                        .id(),
                "test");
        List<ExternalTurn> said = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            int step = i / 2;
            ExternalTurn turn = ExternalTurn.of(
                            step == 0 ? 1 : 2, step == 0 ? Phase.PROPOSAL : Phase.CRITIQUE, "seat-" + i % 2)
                    .content("</script> \u2028 step " + step)
                    .answer("north", 0.6);
            said.add(step == 0 ? turn : turn.at(0, step));
        }
        session.turns(said);
        return session.session();
    }

    private static Reply raw(String path) {
        Reply reply = server.sendRaw("GET", path, null, "Accept", "text/html");
        assertThat(reply.status()).as(path + reply.raw().body()).isEqualTo(200);
        return reply;
    }

    private static Document page(String path) {
        return Jsoup.parse(raw(path).raw().body());
    }

    private static String saved(String path, String type, String file) {
        Reply reply = raw(path);
        assertThat(reply.header("Content-Type")).startsWith(type);
        assertThat(reply.header("Content-Disposition")).isEqualTo("attachment; filename=\"" + file + "\"");
        assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
        return reply.raw().body();
    }

    private static String receipt(String type) {
        return server.get("debates/" + first + "/receipt", "Accept", type).raw().body();
    }

    @Test
    @DisplayName("A receipt downloaded from the page passes debate verify.")
    void aReceiptIsSavedInItsThreeFormsAsTheApiMakesThem() {
        String address = "/debates/" + first + "/receipt";
        for (String json : List.of(address, address + ".json")) {
            String receipt = saved(json, "application/json", "receipt.json");
            assertThat(receipt).isEqualTo(receipt("application/json"));
            assertThat(server.post("debates/verify", receipt).body().get("ok")).isEqualTo(true);
        }
        assertThat(saved(address + ".md", "text/markdown", "receipt.md")).isEqualTo(receipt("text/markdown"));
        String html = saved(address + ".html", "text/html", "receipt.html");
        assertThat(html).isEqualTo(receipt("text/html"));
        assertThat(raw(address + ".html").header("Content-Security-Policy")).contains("sandbox");
        Document receipt = Jsoup.parse(html);
        assertThat(receipt.select("script, img, [onerror]")).isEmpty();
        assertThat(receipt.text()).contains("<script>pwned()</script>");
        assertThat(page("/debates/" + first).select("a[download]").eachAttr("href"))
                .contains(address, address + ".html", address + ".md");
        for (String form : List.of("", ".json", ".html", ".md")) {
            assertThat(server.sendRaw("GET", "/debates/none/receipt" + form, null)
                            .status())
                    .as(form)
                    .isEqualTo(404);
        }
    }

    @Test
    void allTurnsAreSavedAsLinesWhateverTheWindow() {
        Element link = page("/debates/" + held + "?view=table&from=201").selectFirst("#stage a[download]");
        assertThat(link.attr("href")).isEqualTo("/debates/" + held + "/turns.jsonl");
        List<String> lines = saved(link.attr("href"), "application/x-ndjson", "turns.jsonl")
                .lines()
                .toList();
        assertThat(lines).hasSize(TURNS);
        List<Object> read = new ArrayList<>();
        String cursor = "";
        do {
            Map<?, ?> listed =
                    server.get("debates/" + held + "/turns?limit=300" + cursor).body();
            read.addAll((List<?>) listed.get("items"));
            cursor = listed.get("next") == null ? "" : "&cursor=" + Links.encoded((String) listed.get("next"));
        } while (!cursor.isEmpty());
        assertThat(lines.stream().<Object>map(Json::parse).toList()).isEqualTo(read);
        assertThat(server.sendRaw("GET", "/debates/none/turns.jsonl", null).status())
                .isEqualTo(404);
    }

    @Test
    void twoDebatesAreAlignedByRoundAndPhaseWithWhatChangedInEachAnswer() {
        Document page = page("/debates/compare?a=" + first + "&b=" + second);
        assertThat(page.select("section:has(h2:contains(Settings)) tbody th").eachText())
                .contains("seed")
                .doesNotContain("options");
        Element turns = page.selectFirst("section:has(h2:contains(Turn by turn))");
        List<Map<?, ?>> ofFirst = items("debates/" + first + "/turns");
        List<Map<?, ?>> ofSecond = items("debates/" + second + "/turns");
        assertThat(turns.select("tbody tr").size())
                .isBetween(Math.max(ofFirst.size(), ofSecond.size()), ofFirst.size() + ofSecond.size());
        Element draft = turns.selectFirst("tbody tr");
        assertThat(draft.text()).startsWith("round 1, ").contains("ada");
        String before = chosen(ofFirst.getFirst());
        String after = chosen(ofSecond.getFirst());
        assertThat(before).isNotEqualTo(after);
        assertThat(draft.select("del").text()).isEqualTo(before);
        assertThat(draft.select("ins").text()).isEqualTo(after);
        assertThat(page.select(".verdict").text()).contains("cost $0.0000");
        assertThat(page.select("main script, main img")).isEmpty();
        List<String> places =
                turns.select("tbody th").eachText().stream().distinct().toList();
        assertThat(turns.select("tbody th").eachText())
                .as("each place once")
                .isEqualTo(places.stream()
                        .flatMap(place ->
                                turns.select("tbody th").eachText().stream().filter(place::equals))
                        .toList());
    }

    private static String chosen(Map<?, ?> turn) {
        return OPTIONS.get(((String) turn.get("option")).charAt(0) - 'A');
    }

    private static List<Map<?, ?>> items(String address) {
        return ((List<?>) server.get(address).body().get("items"))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    @Test
    void sessionsOfOneDebateShowHowTheirOutcomesSpread() {
        Document page = page("/debates/compare?a=" + first + "&b=" + second);
        Element spread = page.selectFirst("#spread");
        assertThat(spread.select(".count").text()).isEqualTo("2");
        assertThat(spread.select("tbody tr").stream()
                        .mapToInt(row -> Integer.parseInt(row.child(1).text()))
                        .sum())
                .isEqualTo(2);
        assertThat(spread.select(".simulated")).hasSize(1);
        String all = spread.select("a[href^=/debates?]").attr("href");
        Document list = page(all);
        assertThat(list.select("tbody a[href^=/debates/]").eachAttr("href"))
                .containsExactlyInAnyOrder("/debates/" + first, "/debates/" + second);
        assertThat(list.select("form.filter [name=debate_id]").val()).isEqualTo(DEBATE);
        assertThat(page("/debates/compare?a=" + first + "&b=" + held).select("#spread"))
                .isEmpty();
        Map<?, ?> twin = (Map<?, ?>) server.sendRaw("GET", "/debates/compare.json?a=" + first + "&b=" + second, null)
                .body()
                .get("data");
        assertThat(twin.get("sessions"))
                .isEqualTo(server.get("debates?newest=true&limit=100&debate_id=" + Links.encoded(DEBATE))
                        .body());
    }

    /** What stands around a link to the debate or its conclusion: a row of a table or of a list. */
    private static void saysSo(String path, String around) {
        List<Element> shown = page(path).select(around);
        assertThat(shown).as(path).isNotEmpty();
        for (Element each : shown) {
            assertThat(each.select(".simulated").text())
                    .as(path + ": " + each.text())
                    .contains("simulated");
        }
    }

    @Test
    @DisplayName("A simulated outcome says so wherever its verdict appears.")
    void aSimulatedOutcomeSaysSoWhereverItsVerdictAppears() {
        String id = "/debates/" + first;
        String words = Links.encoded("quay suits the ferry");
        saysSo("/", "#lately li:has(a[href=" + id + "])");
        saysSo("/debates", "tr:has(a[href=" + id + "])");
        saysSo("/debates?words=ferry", "tr:has(a[href=" + id + "])");
        saysSo("/debates/compare?a=" + first + "&b=" + held, ".verdict:has(a[href=" + id + "])");
        saysSo("/search?q=" + words, "tr:has(a[href=" + id + "])");
        saysSo("/search?q=" + words, "tr:has(a[href=/consensus/" + first + "])");
        saysSo("/consensus?simulated=include", "tr:has(a[href=/consensus/" + first + "])");
        saysSo("/consensus/" + first, ".head");
        saysSo("/consensus/" + first, "#similar tr:has(a[href=/consensus/" + second + "])");
        assertThat(page(id + "?threshold=0.9").select(".verdict .badge").eachText())
                .contains("simulated");
        assertThat(page(id).select(".head .badge").eachText()).contains("simulated");
        for (String typed : List.of(words, first)) {
            assertThat(page("/palette?q=" + typed)
                            .select("a[href=" + id + "], a[href=/consensus/" + first + "]")
                            .eachText())
                    .as(typed)
                    .isNotEmpty()
                    .allMatch(hit -> hit.endsWith("simulated"));
        }
        assertThat(raw(id + "/receipt.html").raw().body()).containsIgnoringCase("simulated");
        assertThat(raw(id + "/receipt.md").raw().body()).containsIgnoringCase("simulated");
        // What it taught nobody: neither memories nor ratings are made of what is simulated.
        assertThat(page("/memory/newest").select("a").eachText()).noneMatch(text -> text.contains("quay"));
        assertThat(page("/ratings").select("tbody tr")).isEmpty();
        saysSo("/ratings?simulated=include", ".head");
        assertThat(page("/ratings/ada").select("a[href=" + id + "]")).isEmpty();
        assertThat(page("/consensus").select("a[href=/consensus/" + first + "]"))
                .as("left out by default")
                .isEmpty();
    }

    @Test
    void theSevenLawsAreDrawnAgainstTheirBoundsWithTheCommandThatMeasuresThemAgain() {
        Map<?, ?> known = server.get("tunnel/laws").body();
        List<?> laws = (List<?>) known.get("laws");
        assertThat(laws).hasSize(7);
        Document drawn = page("/tunnel");
        assertThat(drawn.select("section.card h2")).hasSize(7);
        assertThat(drawn.select(".head .simulated")).hasSize(1);
        Document listed = page("/tunnel/laws");
        int conditions = 0;
        for (Object each : laws) {
            Map<?, ?> law = (Map<?, ?>) each;
            Map<?, ?> measured = (Map<?, ?>) law.get("measured");
            conditions += measured.size();
            Element card = drawn.selectFirst("#law-" + law.get("law"));
            assertThat(card.select("header").text())
                    .contains((String) law.get("title"))
                    .endsWith("holds");
            assertThat(card.select("svg.chart-bars")).hasSize(1);
            assertThat(card.select("tbody tr")).hasSize(2 * measured.size());
            assertThat(card.select("tbody tr").eachText().getFirst())
                    .startsWith(measured.keySet().iterator().next().toString())
                    .endsWith("holds");
            assertThat(card.select("tbody tr").eachText().get(1))
                    .startsWith("bound (at ")
                    .endsWith("bound");
        }
        assertThat(listed.select("tbody tr")).hasSize(conditions);
        assertThat(listed.select("tbody tr").first().text()).matches(".* 0\\.\\d{3} at least 0\\.\\d{3} holds");
        for (Document page : List.of(drawn, listed)) {
            assertThat(page.select("main .command code").eachText())
                    .contains(
                            "stoa tunnel laws --questions " + known.get("questions") + " --seed " + known.get("seed"));
        }
        assertThat(page("/debates").select("nav.sub a").eachAttr("href")).contains("/tunnel");
        assertThat(server.sendRaw("GET", "/tunnel.json", null).body().get("data"))
                .isEqualTo(Map.of("laws", known));
    }
}
