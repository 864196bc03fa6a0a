package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.json.Json;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.rating.Result;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.BareServer;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class LinesTest {
    private static final String[] LINES = {"Content-Type", "application/x-ndjson"};

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SERVER_MAX_BODY_BYTES", "4096"));
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static List<Map<String, @Nullable Object>> lines(Reply reply) {
        return reply.raw().body().lines().map(Json::parseObject).toList();
    }

    private static String prediction(int n) {
        return "{\"tournament_id\":\"e-%d\",\"predictor_agent\":\"ana\",\"predicted_winner\":\"ben\",\"confidence\":%s}\n"
                .formatted(n, n % 100 == 7 ? "7" : "0.7");
    }

    private static String predictions(int count) {
        StringBuilder body = new StringBuilder();
        for (int n = 1; n <= count; n++) {
            body.append(prediction(n));
        }
        return body.toString();
    }

    @Test
    void aBulkUploadWithBadLinesStoresTheGoodOnesAndNamesTheBadInOrder() {
        Reply reply = server.post("predictions", predictions(1_207), LINES);
        List<Map<String, @Nullable Object>> lines = lines(reply);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(lines.getLast())
                .isEqualTo(Json.object("lines", 1_207L, "created", 1_194L, "known", 0L, "refused", 13L));
        assertThat(lines.subList(0, 13)).allSatisfy(line -> assertThat(line).containsEntry("status", "refused"));
        assertThat(lines.subList(0, 13).stream().map(line -> line.get("line")))
                .containsExactly(7L, 107L, 207L, 307L, 407L, 507L, 607L, 707L, 807L, 907L, 1_007L, 1_107L, 1_207L);
        assertThat(server.stoa()
                        .learning()
                        .predictions()
                        .resolve("e-1206", Result.winner("ben"))
                        .resolved())
                .isEqualTo(1);
    }

    @Test
    void everyKindOfLineIsAnsweredIfAllResultsAreWanted() {
        String memory = "{\"content\":\"WAL needs the -shm file\"}\n";
        Reply reply = server.post(
                "memories?results=all",
                memory + "\n" + memory
                        + "{\"content\":\"x\",\"importance\":7}\nno json\n{\"content\":\"x\",\"importnace\":1}",
                LINES);
        List<Map<String, @Nullable Object>> lines = lines(reply);
        assertThat(lines.stream().limit(5).map(line -> line.get("line") + " " + line.get("status")))
                .containsExactly("1 created", "3 known", "4 refused", "5 refused", "6 refused");
        assertThat(lines.get(0).get("id")).isEqualTo(lines.get(1).get("id"));
        assertThat(lines.get(2).get("error").toString()).contains("importance").contains("code=invalid");
        assertThat(lines.get(4).get("error").toString()).contains("did you mean importance?");
        assertThat(lines.getLast()).isEqualTo(Json.object("lines", 5L, "created", 1L, "known", 1L, "refused", 3L));
    }

    @Test
    void strictWritesAllLinesOrNone() {
        String good = "{\"content\":\"one\"}\n{\"content\":\"two\"}\n";
        Reply refused = server.post("memories?strict=true", good + "{\"content\":\"\"}\n", LINES);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.body().get("fields").toString()).contains("line 3").contains("content is blank");
        assertThat(server.get("memories").body().get("items")).isEqualTo(List.of());
        Reply written = server.post("memories?strict=true", good, LINES);
        assertThat(written.body()).isEqualTo(Json.object("lines", 2L, "created", 2L, "known", 0L, "refused", 0L));
        Reply large = server.post("memories?strict=true", good.repeat(200), LINES);
        assertThat(large.status()).as("more than the limit of a body").isEqualTo(413);
    }

    @Test
    void aLineOfMoreThanAMebibyteIsRefusedAloneAndNotKept() {
        String long1 = "{\"content\":\"" + "x".repeat(3 << 20) + "\"}\n";
        List<Map<String, @Nullable Object>> lines =
                lines(server.post("memories", long1 + "{\"content\":\"short\"}", LINES));
        assertThat(lines.getFirst().get("error").toString()).contains("more than 1,048,576 bytes");
        assertThat(lines.getLast()).containsEntry("created", 1L).containsEntry("refused", 1L);
    }

    @Test
    void everyQueryIsAnsweredByOneLineInOrder() {
        server.post("memories", "{\"content\":\"WAL needs the -shm file\"}");
        server.post("evidence", "{\"snippet\":\"WAL is a journal\",\"source\":\"docs\"}");
        Reply recalled = server.post(
                "memories/recall", "{\"query\":\"WAL\"}\n{\"query\":\"WAL\",\"limit\":0}\n{\"query\":\"file\"}", LINES);
        List<Map<String, @Nullable Object>> lines = lines(recalled);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).containsEntry("query", "WAL");
        assertThat(lines.get(1).get("error").toString()).contains("line=2").contains("limit");
        assertThat(lines.get(2)).containsEntry("query", "file");
        assertThat(lines(server.post("evidence/search", "{\"query\":\"WAL\",\"mode\":\"lexical\"}\n", LINES))
                        .getFirst()
                        .get("items")
                        .toString())
                .contains("WAL is a journal");
        assertThat(lines(server.post("consensus/find", "{\"topic\":\"WAL\"}\n{\"topic\":\"x\"}\n", LINES)))
                .hasSize(2);
    }

    @Test
    @DisplayName("A bulk upload cut at any byte must have stored whole portions and said how many.")
    void aBulkUploadThatIsCutHasStoredWholePortionsAndSaysHowMany() throws IOException {
        Random random = new Random(16);
        for (int upload = 0; upload < 4; upload++) {
            String namespace = "cut-" + upload;
            String body = memories(namespace, 1_200);
            String sent = body.substring(0, 1 + random.nextInt(body.length() - 2));
            String answer = cut(body, sent);
            long committed = answer.lines()
                    .filter(line -> line.contains("committed_lines"))
                    .map(line -> (Long) Json.parseObject(line).get("committed_lines"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(answer));
            long whole = sent.chars().filter(c -> c == '\n').count();
            assertThat(committed).isEqualTo(whole / 500 * 500);
            assertThat(stored(namespace)).isEqualTo(committed);
        }
    }

    private static String memories(String namespace, int count) {
        StringBuilder body = new StringBuilder();
        for (int n = 1; n <= count; n++) {
            body.append("{\"content\":\"memory %d of %s\",\"namespace\":\"%s\"}\n".formatted(n, namespace, namespace));
        }
        return body.toString();
    }

    private long stored(String namespace) {
        long count = 0;
        String cursor = null;
        do {
            Page<Memory> page =
                    server.stoa().learning().memories().list(namespace, null, new Page.Request(500, cursor));
            count += page.items().size();
            cursor = page.next();
        } while (cursor != null);
        return count;
    }

    /** Sends the beginning of a body, ends the connection of this side and reads what the server says. */
    private String cut(String body, String sent) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/v1/memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
                            + "Content-Length: " + body.length() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(sent.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void manyLinesCountAsARequestForEachFiveHundred() throws Exception {
        Backend backend = new Backend();
        backend.open(server.stoa());
        try (BareServer bare = new BareServer(new PredictionRoutes(backend).routes(), 4);
                HttpClient client = HttpClient.newHttpClient()) {
            for (int[] each : new int[][] {{500, 0}, {501, 1}, {1_500, 3}}) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(bare.url() + "predictions"))
                        .header("Content-Type", "application/x-ndjson")
                        .POST(BodyPublishers.ofString(predictions(each[0])))
                        .build();
                assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(200);
                assertThat(bare.counted()).isEqualTo(each[1]);
            }
        }
    }
}
