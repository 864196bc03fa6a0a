package dev.stoa.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AddressBoundTest {
    private static final int MOST = 64;

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private List<Route> routes() {
        return List.of(
                Route.get("held", "test held", "Waits.", Scope.READ).handle(Example.get("held"), call -> {
                    held.countDown();
                    released.await();
                    return Answer.ok(Json.object());
                }),
                Route.get("stream", "test stream", "Goes on.", Scope.READ)
                        .handle(
                                Example.get("stream"),
                                call -> Answer.events(live ->
                                        live.write("data: {}\n\n".getBytes(StandardCharsets.US_ASCII), done -> {}))),
                Route.get("quick", "test quick", "Answers.", Scope.READ)
                        .handle(Example.get("quick"), call -> Answer.ok(Json.object())));
    }

    private Socket connected(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(60_000);
        open.add(socket);
        return socket;
    }

    private static void ask(Socket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET /api/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private Socket asked(int port, String path) throws IOException {
        Socket socket = connected(port);
        ask(socket, path);
        return socket;
    }

    /** Reads the answer to a request; whether there was one. */
    private static boolean answered(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            while (text.indexOf("{}") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return false;
                }
                text.append((char) next);
            }
        } catch (SocketException e) {
            return false;
        }
        return true;
    }

    @Test
    void overItsBoundTheConnectionOfAnAddressGoesThatWasIdleForLongestAndNotOneThatIsWorkedOn() throws Exception {
        try (BareServer server = new BareServer(routes(), 8, address -> true)) {
            Socket stream = asked(server.port(), "stream");
            assertThat(answered(stream)).isTrue();
            Socket working = asked(server.port(), "held");
            held.await();
            List<Socket> idle = new ArrayList<>();
            for (int i = 2; i < MOST; i++) {
                idle.add(asked(server.port(), "quick"));
                assertThat(answered(idle.getLast())).as("connection %d", i).isTrue();
            }
            // The oldest is not the one that was idle for longest any more.
            ask(idle.getFirst(), "quick");
            assertThat(answered(idle.getFirst())).isTrue();

            Socket over = asked(server.port(), "quick");

            assertThat(answered(over)).isTrue();
            assertThat(idle.remove(1).getInputStream().read()).isEqualTo(-1);
            for (Socket each : idle) {
                ask(each, "quick");
                assertThat(answered(each)).isTrue();
            }
            released.countDown();
            assertThat(answered(working)).isTrue();
            stream.setSoTimeout(1);
            assertThat(isOpen(stream)).isTrue();
        }
    }

    private static boolean isOpen(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                // What is left of the stream.
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    @Test
    void anAddressOfWhichEachConnectionIsWorkedOnGetsNoOther() throws Exception {
        try (BareServer server = new BareServer(routes(), 2 * MOST, address -> true)) {
            for (int i = 0; i < MOST; i++) {
                assertThat(answered(asked(server.port(), "stream"))).isTrue();
            }
            assertThat(answered(asked(server.port(), "quick"))).isFalse();
            open.getFirst().setSoTimeout(1);
            assertThat(isOpen(open.getFirst())).isTrue();
        }
    }

    @Test
    void anAddressThatIsNotBoundedHasMore() throws Exception {
        try (BareServer server = new BareServer(routes(), 8)) {
            for (int i = 0; i < MOST + 8; i++) {
                assertThat(answered(asked(server.port(), "quick"))).isTrue();
            }
            ask(open.getFirst(), "quick");
            assertThat(answered(open.getFirst())).isTrue();
        }
    }

    @Test
    void whatIsClosedIsCountedNoMore() throws Exception {
        AddressBound bound = new AddressBound(MOST, address -> true);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.addBean(bound);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.write(true, ByteBuffer.wrap("{}".getBytes(StandardCharsets.US_ASCII)), callback);
                return true;
            }
        });
        server.start();
        try {
            for (int i = 0; i < MOST + 8; i++) {
                assertThat(answered(asked(connector.getLocalPort(), ""))).isTrue();
            }
            assertThat(bound.size()).isEqualTo(MOST);
            close();
            while (bound.size() > 0) {
                assertThat(Thread.interrupted()).isFalse();
                Thread.onSpinWait();
            }
        } finally {
            server.stop();
        }
    }
}
