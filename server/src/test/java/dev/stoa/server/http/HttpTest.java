package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every route has in common. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class HttpTest {
    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(folder.toString(), folder);
        for (int i = 0; i < 7; i++) {
            server.post("memories", "{\"content\":\"page number " + i + "\",\"namespace\":\"pages\"}");
        }
    }

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    void headEqualsGetWithoutBody() {
        for (String path : List.of("memories", "health/live", "memories/none", "nowhere")) {
            Reply get = server.get(path);
            Reply head = server.send("HEAD", path, null);
            assertThat(head.status()).isEqualTo(get.status());
            assertThat(head.raw().body()).isEmpty();
            assertThat(names(head)).isEqualTo(names(get));
            assertThat(head.header("content-length")).isEqualTo(get.header("content-length"));
        }
    }

    @Test
    @DisplayName("HEAD must equal GET without body; OPTIONS must list exactly the methods that do not answer 405.")
    void headEqualsGetWithoutBodyOnEveryRoute() {
        for (Route route : server.routes().all()) {
            if (!route.method().equals("GET")) {
                continue;
            }
            // A stream would not end; a parameter that no route has is refused before it begins.
            String path = address(route) + (route.is(Route.Mark.EVENTS) ? "?no_such=1" : "");
            Reply get = server.sendRaw("GET", path, null);
            Reply head = server.sendRaw("HEAD", path, null);
            assertThat(head.status()).as(path).isEqualTo(get.status());
            assertThat(head.raw().body()).as(path).isEmpty();
            assertThat(names(head)).as(path).isEqualTo(names(get));
        }
    }

    private static String address(Route route) {
        return OpenApi.address(route).replaceAll("\\{[^}]*}", "none");
    }

    private static List<String> names(Reply reply) {
        return reply.raw().headers().map().keySet().stream()
                .filter(name -> !name.equals("transfer-encoding"))
                .sorted()
                .toList();
    }

    @Test
    @DisplayName("OPTIONS must list exactly the methods that do not answer 405.")
    void optionsListsExactlyTheMethodsThatDoNotAnswer405OnEveryRoute() {
        Map<String, Set<String>> routed = new TreeMap<>();
        for (Route route : server.routes().all()) {
            routed.computeIfAbsent(address(route), path -> new TreeSet<>()).add(route.method());
        }
        routed.forEach((path, methods) -> {
            Reply options = server.sendRaw("OPTIONS", path, null);
            assertThat(options.status()).as(path).isEqualTo(204);
            List<String> allowed =
                    List.of(String.valueOf(options.header("Allow")).split(", "));
            assertThat(allowed).as(path).containsAll(methods);
            for (String method : List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")) {
                // Nothing is done: no route has such a parameter.
                boolean refused =
                        server.sendRaw(method, path + "?no_such=1", null).status() == 405;
                assertThat(refused).as(method + " " + path).isEqualTo(!allowed.contains(method));
            }
        });
    }

    @Test
    void pagesConcatenateToTheListAndACursorOfAnotherListIsRefused() {
        List<Object> walked = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        do {
            Reply page = server.get("memories?namespace=pages&limit=3" + cursor);
            assertThat(page.status()).isEqualTo(200);
            walked.addAll((List<?>) page.body().get("items"));
            Object next = page.body().get("next");
            cursor = next == null ? "" : "&cursor=" + next;
            if (next != null) {
                assertThat(page.header("Link")).contains("cursor=" + next).endsWith("; rel=\"next\"");
            }
            // A row that comes in between is on no page behind the first.
            server.post("memories", "{\"content\":\"came later " + pages + "\",\"namespace\":\"pages\"}");
            pages++;
        } while (!cursor.isEmpty());
        assertThat(walked.toString()).contains("page number 0", "page number 6").doesNotContain("came later");
        assertThat(walked).hasSize(7);
        Object next = server.get("memories?limit=1").body().get("next");
        Reply refused = server.get("memories?limit=1&namespace=pages&cursor=" + next);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().get("detail").toString()).contains("cursor");
        assertThat(server.get("memories?cursor=" + next + "x").status()).isEqualTo(422);
    }

    @Test
    void mediaTypesThatAreNotSpokenAreRefused() {
        assertThat(server.post("memories", "content=x", "Content-Type", "application/x-www-form-urlencoded")
                        .status())
                .isEqualTo(415);
        assertThat(server.post("memories", "{}", "Content-Type", "application/json; charset=latin1")
                        .status())
                .isEqualTo(415);
        for (String type : List.of("application/x-ndjsonx", "application/x-ndjson; charset=latin1", "text/plain")) {
            assertThat(server.post("memories", "{\"content\":\"x\"}", "Content-Type", type)
                            .status())
                    .as(type)
                    .isEqualTo(415);
            assertThat(server.post("debates/verify", "{}", "Content-Type", type).status())
                    .as(type)
                    .isEqualTo(415);
        }
        assertThat(server.post("memories", "", "Content-Type", "Application/X-NDJSON; charset=\"UTF-8\"")
                        .status())
                .isEqualTo(200);
        assertThat(server.get("memories", "Accept", "text/html").status()).isEqualTo(406);
        assertThat(server.get("memories", "Accept", "text/html, */*;q=0.1").status())
                .isEqualTo(200);
    }

    @Test
    void aFieldOrParameterThatIsTwiceThereIsRefused() {
        assertThat(server.post("memories", "{\"content\":\"x\",\"content\":\"y\"}")
                        .status())
                .isEqualTo(422);
        Reply twice = server.get("memories?limit=1&limit=2");
        assertThat(twice.status()).isEqualTo(422);
        assertThat(twice.body().get("detail")).isEqualTo("field \"limit\" is given 2 times");
        assertThat(server.get("memories?limt=1").body()).containsEntry("hint", "did you mean limit?");
        assertThat(server.get("memories?limit=0").status()).isEqualTo(422);
        assertThat(server.get("memories?limit=501").status()).isEqualTo(422);
        assertThat(server.get("memories?limit=many").status()).isEqualTo(422);
    }

    @Test
    void aRequestKeepsItsIdAndGetsOneIfItHasNone() {
        assertThat(server.get("memories", "X-Request-ID", "my.id:1").header("X-Request-ID"))
                .isEqualTo("my.id:1");
        assertThat(server.get("memories", "X-Request-ID", "no good").header("X-Request-ID"))
                .hasSize(36);
        Reply refused = server.get("memories/none", "X-Request-ID", "r7");
        assertThat(refused.body()).containsEntry("request_id", "r7").containsEntry("code", "not_found");
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void textsAndExportsAreCompressedToo() throws IOException, InterruptedException {
        server.post("channels", "{\"name\":\"hall\"}");
        String export = "/api/v1/channels/hall/export?format=md";
        Reply few = server.sendRaw("GET", export, null, "Accept-Encoding", "gzip");
        assertThat(few.header("Content-Encoding")).isNull();
        assertThat(few.header("Vary")).contains("Accept-Encoding");
        assertThat(few.raw().body()).startsWith("#");
        for (int i = 0; i < 20; i++) {
            server.post("channels/hall/messages", "{\"content\":\"This is number %d of many.\"}".formatted(i));
            server.post("corrections", "{\"subject\":\"port %d\",\"claim\":\"It is %d.\"}".formatted(i, i));
        }
        assertThat(unpacked(export))
                .isEqualTo(server.sendRaw("GET", export, null).raw().body());
        assertThat(unpacked("/docs/api"))
                .isEqualTo(server.sendRaw("GET", "/docs/api", null).raw().body());
        assertThat(unpacked("/api/v1/audit/export").lines()).hasSizeGreaterThan(20);
        assertThat(server.sendRaw("GET", export, null).header("Content-Encoding"))
                .isNull();
    }

    private String unpacked(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> packed = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + path))
                                .header("Accept-Encoding", "gzip")
                                .build(),
                        BodyHandlers.ofByteArray());
        assertThat(packed.headers().firstValue("Content-Encoding")).as(path).contains("gzip");
        try (GZIPInputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(packed.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void answersAreCompressedWhenThatIsAskedForAndPays() throws IOException, InterruptedException {
        assertThat(unpacked("/openapi.json")).contains("\"openapi\":\"3.1.1\"");
        assertThat(server.get("health/live", "Accept-Encoding", "gzip").header("Content-Encoding"))
                .isNull();
        for (String codings : List.of("gzip;q=0", "br, gzip; q=0.000", "identity", "x-gzip-like")) {
            assertThat(server.sendRaw("GET", "/openapi.json", null, "Accept-Encoding", codings)
                            .header("Content-Encoding"))
                    .as(codings)
                    .isNull();
        }
        for (String codings : List.of("br, GZIP", "br;q=0, gzip; q=0.5", "gzip;q=1.0")) {
            assertThat(server.sendRaw("GET", "/openapi.json", null, "Accept-Encoding", codings)
                            .header("Content-Encoding"))
                    .as(codings)
                    .isEqualTo("gzip");
        }
    }

    @Test
    void aGzipBombEightMebibytesOfBracketsAndALoneSurrogateAreRefused() throws IOException, InterruptedException {
        assertThat(packed(new byte[200 << 20]).statusCode()).isEqualTo(413);
        assertThat(packed("{\"content\":\"small\"}".getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(201);
        assertThat(server.post("memories", "[".repeat((8 << 20) - 1)).status()).isEqualTo(422);
        assertThat(server.post("memories", "[".repeat((8 << 20) + 1)).status()).isEqualTo(413);
        Reply lone = server.post("memories", "{\"content\":\"\\ud800\"}");
        assertThat(lone.status()).isEqualTo(422);
        HttpResponse<String> bytes = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/memories"))
                                .POST(BodyPublishers.ofByteArray(
                                        new byte[] {'{', '\n', '"', 'a', (byte) 0xff, '"', '}'}))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(bytes.statusCode()).isEqualTo(422);
        assertThat(bytes.body()).contains("line 2, column 3");
    }

    @Test
    void anObjectOfMoreThan10000FieldsIsRefused() {
        StringBuilder fields = new StringBuilder("{\"content\":\"x\",\"metadata\":{\"0\":0");
        for (int i = 1; i < 10_001; i++) {
            fields.append(",\"").append(i).append("\":0");
        }
        Reply many = server.post("memories", fields.append("}}").toString());

        assertThat(many.status()).isEqualTo(422);
        assertThat(many.raw().body()).contains("more than 10000 fields", "line 1, column ");
    }

    private interface Sent {
        int status() throws IOException, InterruptedException;
    }

    /** Sends it until it is refused in a second: a machine that is busy may be slow, but not each time. */
    private static void refusedInASecond(int status, Sent request) throws IOException, InterruptedException {
        Duration fastest = Duration.ofDays(1);
        for (int i = 0; i < 10 && fastest.compareTo(Duration.ofSeconds(1)) >= 0; i++) {
            long start = System.nanoTime();
            assertThat(request.status()).isEqualTo(status);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            fastest = took.compareTo(fastest) < 0 ? took : fastest;
        }
        assertThat(fastest).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    @DisplayName("A gzip bomb, 8 MiB of brackets and a lone surrogate must be refused in < 1 s each.")
    void aGzipBomb8MiBOfBracketsAndALoneSurrogateMustBeRefusedInLessThanASecondEach() throws Exception {
        byte[] bomb = gzip(new byte[256 << 20]);
        refusedInASecond(413, () -> sent(bomb).statusCode());
        String brackets = "[".repeat((8 << 20) - 1);
        refusedInASecond(422, () -> server.post("memories", brackets).status());
        String nested = "{\"metadata\":" + "{\"a\":".repeat(1 << 20);
        refusedInASecond(422, () -> server.post("memories", nested).status());
        refusedInASecond(
                422, () -> server.post("memories", "{\"content\":\"\\ud800\"}").status());
    }

    @Test
    void aBodyThatIsNotWholeGzipIsRefusedOnEveryRoute() throws Exception {
        byte[] whole = gzip("{\"receipt_version\":1}".getBytes(StandardCharsets.UTF_8));
        byte[] cut = Arrays.copyOf(whole, whole.length - 9);
        byte[] none = "{}".getBytes(StandardCharsets.UTF_8);
        for (String path : List.of("/api/v1/memories", "/api/v1/debates/verify", "/mcp")) {
            for (byte[] each : List.of(cut, none)) {
                HttpResponse<String> refused = sent(path, each);
                assertThat(refused.statusCode()).as(path).isEqualTo(422);
                assertThat(refused.body()).contains("\"code\":\"invalid\"", "not whole or not gzip");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "1d", "0x1p0", "Infinity", "%201", "1.", "1e9999", "+1", ""})
    void aParameterThatIsNoPlainNumberIsRefused(String number) {
        Reply refused = server.get("debates/none/replay?threshold=" + number);
        assertThat(refused.status()).as(refused.raw().body()).isEqualTo(422);
        assertThat(refused.raw().body()).contains("threshold");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0.75", ".5", "7.5E-1"})
    void aPlainNumberIsTaken(String number) {
        assertThat(server.get("debates/none/replay?threshold=" + number).status())
                .isEqualTo(404);
    }

    private HttpResponse<String> packed(byte[] plain) throws IOException, InterruptedException {
        return sent(gzip(plain));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    private HttpResponse<String> sent(byte[] packed) throws IOException, InterruptedException {
        return sent("/api/v1/memories", packed);
    }

    private HttpResponse<String> sent(String path, byte[] packed) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + path))
                                .header("Content-Type", "application/json")
                                .header("Content-Encoding", "gzip")
                                .POST(BodyPublishers.ofByteArray(packed))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void answersCarryTheHeadersThatKeepBrowsersHonest() {
        Map<String, List<String>> headers =
                server.get("memories").raw().headers().map();
        assertThat(headers)
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("referrer-policy", List.of("no-referrer"))
                .containsEntry("cross-origin-resource-policy", List.of("same-origin"))
                .containsEntry("cache-control", List.of("no-store"))
                .doesNotContainKey("server");
    }
}
