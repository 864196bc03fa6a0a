package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The flow of requests over routes of the test's own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class FrontTest {
    private static final int PLACES = 2;

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger streamed = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(PLACES);
    private BareServer server;

    @BeforeAll
    void open() {
        server = new BareServer(
                List.of(
                        route("early", FrontTest::early),
                        route("late", FrontTest::late),
                        route("counted", out -> streamed.incrementAndGet()),
                        Route.get("held", "test held", "Waits.", Scope.READ).handle(Example.get("held"), call -> {
                            held.countDown();
                            released.await();
                            return Answer.ok(Json.object());
                        }),
                        Route.get("always", "test always", "Answers.", Scope.READ)
                                .mark(Route.Mark.ALWAYS)
                                .handle(Example.get("always"), call -> Answer.ok(Json.object()))),
                PLACES);
    }

    @AfterAll
    void close() {
        client.shutdownNow();
        server.close();
    }

    private static Route route(String path, Answer.Body body) {
        return Route.get(path, "test " + path, "Streams.", Scope.READ)
                .handle(Example.get(path), call -> Answer.stream("text/plain", body));
    }

    private static void early(OutputStream out) {
        throw new UnavailableException("unavailable", "the archive is away", "try again");
    }

    private static void late(OutputStream out) throws IOException {
        out.write("half of it".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        throw new UnavailableException("unavailable", "the archive is away", "try again");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path));
    }

    @Test
    void aStreamThatFailsBeforeItsFirstByteIsAProblem() throws Exception {
        HttpResponse<String> answer = get("early");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"unavailable\"");
    }

    @Test
    void aStreamThatFailsInTheMiddleBreaksTheConnectionOff() {
        assertThatThrownBy(() -> get("late")).isInstanceOf(IOException.class);
    }

    @Test
    void headOfAStreamMakesNoneOfIt() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("HEAD /api/v1/counted HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("Content-Type: text/plain")
                    .doesNotContain("Content-Length")
                    .endsWith("\r\n\r\n");
        }
        assertThat(streamed).hasValue(0);
        assertThat(get("counted").statusCode()).isEqualTo(200);
        assertThat(streamed).hasValue(1);
    }

    @Test
    void aFullHouseStillSaysThatItLives() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> waiting = List.of(waiting(), waiting());
        held.await();
        try {
            assertThat(get("counted").statusCode()).isEqualTo(503);
            assertThat(get("always").statusCode()).isEqualTo(200);
        } finally {
            released.countDown();
        }
        for (var each : waiting) {
            assertThat(each.get().statusCode()).isEqualTo(200);
        }
    }

    private CompletableFuture<HttpResponse<String>> waiting() {
        return client.sendAsync(request("held").build(), BodyHandlers.ofString());
    }

    @Test
    void whatWasAcceptedBeforeTheServerStopsIsAnsweredAsTheLastOfItsConnection() throws Exception {
        CountDownLatch accepted = new CountDownLatch(1);
        CountDownLatch stopping = new CountDownLatch(1);
        Route slow = Route.get("slow", "test slow", "Waits.", Scope.READ).handle(Example.get("slow"), call -> {
            accepted.countDown();
            stopping.await();
            return Answer.ok(Json.object());
        });
        try (BareServer own = new BareServer(List.of(slow), 1);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), own.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            accepted.await();
            own.drain();
            stopping.countDown();

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Connection: close")
                    .endsWith("{}");
        }
    }
}
