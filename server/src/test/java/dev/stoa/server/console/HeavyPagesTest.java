package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The weight of lists whose texts are long and of a script with many characters, which pack badly. */
@SuppressWarnings({"NullAway", "NullAway.Init"}) // a field that an answer lacks fails the test that reads it
class HeavyPagesTest {
    private static final List<String> TIERS = List.of("fast", "medium", "slow", "glacial");

    /** The characters that most texts in Chinese and Japanese are written with, about as many as are common. */
    private static final int COMMON = 3_000;

    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
        Random random = new Random(11);
        ok(server.post(
                "memories",
                IntStream.range(0, 240)
                        .mapToObj(n -> Json.write(Json.object(
                                "content", said(random), "tier", TIERS.get(n % 4), "importance", (n / 4 + 1) / 60.0)))
                        .collect(Collectors.joining("\n")),
                "Content-Type",
                "application/x-ndjson"));
        ok(server.post("channels", "{\"name\":\"hall\"}"));
        for (int i = 0; i < 60; i++) {
            ok(server.post("channels/hall/messages", Json.write(Json.object("content", said(random)))));
            ok(server.post("notes", Json.write(Json.object("message", said(random)))));
            ok(server.post("tasks", Json.write(Json.object("input", said(random), "channel", "hall"))));
            ok(server.post(
                    "evidence",
                    Json.write(Json.object(
                            "snippet", said(random), "title", said(random).substring(0, 15), "source", "paper"))));
        }
    }

    /** A text of 300 characters: common ones more often than rare ones, with Japanese syllables and stops between. */
    private static String said(Random random) {
        StringBuilder said = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            int place = (int) (Math.pow(random.nextDouble(), 4) * COMMON);
            int word = 0x4E00 + place * 7 % 20_000;
            int syllable = 'ぁ' + random.nextInt(80);
            said.appendCodePoint(i % 15 == 14 ? '。' : i % 4 == 3 ? syllable : word);
        }
        return said.toString();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/memory",
                "/memory?tier=slow",
                "/memory/newest",
                "/notes",
                "/tasks",
                "/tasks?view=list",
                "/evidence"
            })
    void theFirstVisitOfAListOfLongTextsIsNotTooHeavy(String path) throws IOException {
        assertThat(FirstVisit.bytes(server, path)).isLessThanOrEqualTo(FirstVisit.MOST);
    }

    @Test
    void theLinesOfTheTiersBeginTheirTexts() {
        Document page = Jsoup.parse(server.sendRaw("GET", "/memory", null).raw().body());
        assertThat(page.select(".column .lines li a").eachText())
                .hasSize(180)
                .allMatch(line -> line.matches("[\\p{IsHan}\\p{IsHiragana}。ー・゛゜]{9,20}…"), "its first characters");
    }
}
