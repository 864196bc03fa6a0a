package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.engine.provider.Pause;
import dev.stoa.server.RunningServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Clients that hold a connection without using it; a good client beside them notices nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowClientsTest {
    private static final int PATIENCE = 60_000;

    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(
                folder.toString(),
                folder,
                Map.of(
                        "STOA_SERVER_HEADER_SECONDS",
                        "1",
                        "STOA_SERVER_BODY_STALL_SECONDS",
                        "1",
                        "STOA_SERVER_IDLE_SECONDS",
                        "2"));
    }

    @AfterAll
    void close() {
        server.close();
    }

    /** Sends the beginning, then drips a byte after each byte that could be sent; whether the server ended it. */
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

    private boolean ends(String beginning, boolean drips) throws IOException {
        boolean over = ends(beginning, drips ? "a" : null);
        assertThat(server.get("memories").status()).isEqualTo(200);
        return over;
    }

    private boolean ends(String beginning, @Nullable String drop) throws IOException {
        boolean over = false;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(drop == null ? PATIENCE : 100);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
            for (int i = 0; i < PATIENCE / 100 && !over; i++) {
                try {
                    over = socket.getInputStream().read() < 0;
                } catch (java.net.SocketTimeoutException e) {
                    if (drop == null) {
                        return false;
                    }
                    try {
                        socket.getOutputStream().write(drop.getBytes(StandardCharsets.US_ASCII));
                    } catch (IOException closed) {
                        over = true;
                    }
                } catch (IOException closed) {
                    over = true;
                }
            }
        }
        return over;
    }

    @Test
    void aSilentConnectionIsClosed() throws IOException {
        assertThat(ends("", false)).isTrue();
    }

    @Test
    void aSlowHeadIsClosed() throws IOException {
        assertThat(ends("GET /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", true))
                .isTrue();
    }

    @Test
    void aBodyThatDoesNotGoOnIsClosed() throws IOException {
        assertThat(ends(
                        "POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"conten",
                        false))
                .isTrue();
    }

    @Test
    void aChunkThatDoesNotGoOnIsClosed() throws IOException {
        assertThat(ends("POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\n" + CHUNKED + "ff\r\n{", false))
                .isTrue();
    }

    /** How long the server leaves a connection open after its beginning; drips a byte now and then if it is to. */
    private Duration left(String beginning, @Nullable String drop) {
        long start = System.nanoTime();
        try {
            assertThat(ends(beginning, drop)).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    @DisplayName("A silent connection, a slow header, a slow body and a broken chunk must be closed in their times, and"
            + " a good client must not notice.")
    void aSilentConnectionASlowHeaderASlowBodyAndABrokenChunkMustBeClosedInTheirTimesAndAGoodClientMustNotNotice()
            throws Exception {
        String post = "POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
        Map<String, Duration> least = Map.of(
                "silent", Duration.ofSeconds(2),
                "head", Duration.ofSeconds(1),
                "body", Duration.ofSeconds(1),
                "chunk", Duration.ZERO);
        Map<String, CompletableFuture<Duration>> slow = Map.of(
                "silent", later(() -> left("", null)),
                "head", later(() -> left("GET /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "a")),
                "body", later(() -> left(post + "Content-Length: 100\r\n\r\n{\"conten", null)),
                "chunk", later(() -> left(post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{", null)));
        int good = 0;
        while (!slow.values().stream().allMatch(CompletableFuture::isDone) || good == 0) {
            assertThat(server.get("memories").status()).isEqualTo(200);
            assertThat(server.post("memories", "{\"content\":\"good " + good + "\"}")
                            .status())
                    .isEqualTo(201);
            good++;
        }
        for (Map.Entry<String, CompletableFuture<Duration>> each : slow.entrySet()) {
            assertThat(each.getValue().get())
                    .as(each.getKey())
                    // Its clock and ours may begin a little apart.
                    .isGreaterThan(
                            Objects.requireNonNull(least.get(each.getKey())).minusMillis(300))
                    // The usual times are 60, 10 and 20 seconds: what is closed in less was closed by the settings.
                    .isLessThan(Duration.ofMillis(PATIENCE));
        }
    }

    private static CompletableFuture<Duration> later(Supplier<Duration> work) {
        CompletableFuture<Duration> done = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                done.complete(work.get());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    @Test
    void aConnectionThatWaitsAfterALongBodyIsNoSlowHead(@TempDir Path other) throws IOException, InterruptedException {
        String piece = "word ".repeat(40);
        int pieces = 8;
        String begin = "{\"content\":\"";
        String end = "\"}";
        try (RunningServer patient =
                        RunningServer.at(other.toString(), other, Map.of("STOA_SERVER_HEADER_SECONDS", "1"));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), patient.port())) {
            socket.setSoTimeout(PATIENCE);
            OutputStream out = socket.getOutputStream();
            int length = begin.length() + pieces * piece.length() + end.length();
            out.write(("POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: " + length + "\r\n\r\n" + begin)
                    .getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < pieces; i++) {
                Pause.real().of(Duration.ofMillis(300));
                out.write(piece.getBytes(StandardCharsets.US_ASCII));
            }
            out.write(end.getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            // Longer than a head may take, and than it takes to look twice.
            Pause.real().of(Duration.ofSeconds(4));

            out.write("GET /api/v1/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("201 ")
                    .contains("{\"status\":\"ok\"}");
        }
    }

    @Test
    void anUploadHasATimeOfItsOwnAndSaysWhatItHasWritten() throws IOException {
        String line = "{\"content\":\"\"}\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(100);
            OutputStream out = socket.getOutputStream();
            // More than a request of one object may ask for.
            out.write(("POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nStoa-Timeout: 3600\r\n"
                            + "Content-Type: application/x-ndjson\r\nContent-Length: " + line.length() + "\r\n\r\n"
                            + line)
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(untilEnd(socket, "", "\"lines\":1,")).contains("200 OK");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(100);
            socket.getOutputStream()
                    .write(String.join(
                                    "\r\n",
                                    "POST /api/v1/memories HTTP/1.1",
                                    "Host: localhost",
                                    "Stoa-Timeout: 1",
                                    "Content-Type: application/x-ndjson",
                                    "Content-Length: 100000000",
                                    "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(untilEnd(socket, line, "committed_lines")).contains("\"timeout\"");
        }
    }

    /** Sends a line now and then until the answer has words. */
    private static String untilEnd(Socket socket, String line, String words) throws IOException {
        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < PATIENCE / 100 && answer.indexOf(words) < 0; i++) {
            try {
                for (int next = socket.getInputStream().read();
                        next >= 0;
                        next = socket.getInputStream().read()) {
                    answer.append((char) next);
                }
                break;
            } catch (java.net.SocketTimeoutException e) {
                socket.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return answer.toString();
    }

    @Test
    void anUploadThatIsAnsweredWhileItComesIsNoSlowHead(@TempDir Path folder) throws IOException, InterruptedException {
        String line = "{\"content\":\"\"}\n";
        int many = 600;
        int few = 12;
        // Only the head is hurried: on a busy machine a pause of this client may last longer than it means to.
        Map<String, String> settings = Map.of("STOA_SERVER_HEADER_SECONDS", "1");
        try (RunningServer patient = RunningServer.at(folder.toString(), folder, settings);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), patient.port())) {
            socket.setSoTimeout(PATIENCE);
            OutputStream out = socket.getOutputStream();
            out.write(("POST /api/v1/memories HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "Content-Type: application/x-ndjson\r\nContent-Length: " + (many + few) * line.length()
                            + "\r\n\r\n" + line.repeat(many))
                    .getBytes(StandardCharsets.US_ASCII));
            // The answer to the first portion has begun.
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            for (int i = 0; i < few; i++) {
                Pause.real().of(Duration.ofMillis(300));
                out.write(line.getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"lines\":612,");
        }
    }
}
