package dev.stoa.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that waits to be called, and counts how often it is. Thread-safe. */
public final class Bait implements AutoCloseable {
    private final ServerSocket socket;
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch called = new CountDownLatch(1);

    public Bait() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                try (Socket caller = socket.accept()) {
                    assertThat(caller.isConnected()).isTrue();
                    calls.incrementAndGet();
                    called.countDown();
                }
            }
        } catch (SocketException over) {
            // The test is.
        } catch (IOException e) {
            calls.incrementAndGet();
        }
    }

    /** Its address in several forms: of a page, of a model and of a database. */
    public List<String> addresses() {
        String host = "127.0.0.1:" + socket.getLocalPort();
        return List.of("http://" + host + "/x", "openai:m@http://" + host + "/v1", "jdbc:postgresql://" + host + "/x");
    }

    /** Whether nobody called it, though it would have heard. */
    public void assertNeverCalled() throws IOException, InterruptedException {
        assertThat(calls.get()).isZero();
        try (Socket self = new Socket(InetAddress.getLoopbackAddress(), socket.getLocalPort())) {
            assertThat(self.isConnected()).isTrue();
            assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
