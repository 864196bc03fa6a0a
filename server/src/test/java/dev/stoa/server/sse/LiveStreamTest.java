package dev.stoa.server.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.server.http.BareServer;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.LiveAnswer;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
class LiveStreamTest {
    private static final Principal READER = Principal.local();
    private static final int LARGE = 128 << 10;
    private static final int MORE_THAN_BUFFERS = 16 << 20;

    @TempDir
    Path folder;

    private final AtomicLong time = new AtomicLong();
    private final Streams streams = new Streams(2_000, 2, time::get);
    private final Map<String, Long> heads = new ConcurrentHashMap<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private Place place;
    private Archive archive;
    private Hub hub;

    @BeforeEach
    void open() {
        place = Place.full(Dialect.SQLITE, folder);
        archive = place.open(SocietyArchive.SCHEMA);
        hub = streams.hub(
                "test",
                () -> new Hub("test", archive.commits()::watch, keys -> {
                    looks.incrementAndGet();
                    Map<String, Long> now = new HashMap<>();
                    keys.forEach(key -> now.put(key, heads.getOrDefault(key, 0L)));
                    return now;
                }));
    }

    @AfterEach
    void close() {
        streams.close();
        place.close();
    }

    /** A source that counts up to its head. */
    private final class Counter implements Source {
        private final String key;
        private final String text;

        Counter(String key) {
            this(key, "");
        }

        Counter(String key, String text) {
            this.key = key;
            this.text = text;
        }

        @Override
        public long newest(Principal by) {
            return heads.getOrDefault(key, 0L);
        }

        @Override
        public boolean isOver(Principal by, long position) {
            return false;
        }

        @Override
        public Batch after(Principal by, long position) {
            reads.incrementAndGet();
            List<Event> events = new ArrayList<>();
            for (long id = position + 1; id <= newest(by); id++) {
                events.add(Event.of(id, "count", Json.object("to", id, "text", text)));
            }
            return new Batch(null, events, Math.max(position, newest(by)), false, null);
        }
    }

    /** A client in this process. */
    private static final class Client implements LiveAnswer {
        private final LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile boolean reading = true;
        private volatile boolean revoked;
        private @Nullable String token;

        @Override
        public void write(byte[] bytes, Consumer<@Nullable Throwable> done) {
            if (reading) {
                done.accept(null);
            }
            // After it: who waits for the text must find the stream at rest.
            got.add(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void end() {
            over.countDown();
        }

        @Override
        public void abort() {
            got.add("aborted");
            over.countDown();
        }

        @Override
        public Principal again() {
            if (revoked) {
                throw new ForbiddenException("unauthorized", "the token is revoked", null);
            }
            return READER;
        }

        @Override
        public @Nullable String token() {
            return token;
        }

        String next() throws InterruptedException {
            String text = got.poll(30, TimeUnit.SECONDS);
            return text == null ? "nothing" : text;
        }
    }

    private Client follow(String key) {
        Client client = new Client();
        streams.begin(client, new Streams.Opening(new Counter(key), hub, key, true), 0, "retry: 2000\n\n");
        return client;
    }

    private void happens(String key) {
        heads.merge(key, 1L, Long::sum);
        archive.write(tx -> tx.update("UPDATE agents SET identity = identity"));
    }

    @Test
    @DisplayName("Revoking a token must end its streams within 15 s.")
    void aRevokedTokenEndsASilentStreamWithin15Seconds() throws InterruptedException {
        Client client = follow("a");
        assertThat(client.next()).isEqualTo("retry: 2000\n\n");
        time.addAndGet(Duration.ofSeconds(13).toNanos());
        streams.tick();
        time.addAndGet(Duration.ofSeconds(1).toNanos());
        streams.tick();
        assertThat(client.next()).isEqualTo(":\n\n");
        client.revoked = true;
        time.addAndGet(Duration.ofSeconds(15).toNanos());
        streams.tick();
        assertThat(client.next()).isEqualTo("event: bye\ndata: {\"code\":\"unauthorized\"}\n\n");
        client.over.await();
        assertThat(streams.size()).isZero();
    }

    @Test
    void aClientThatNeverReadsSlowsNoOtherAndIsGoneAfter30Seconds() throws InterruptedException {
        Client stuck = new Client();
        stuck.reading = false;
        streams.begin(stuck, new Streams.Opening(new Counter("a"), hub, "a", true), 0, "retry: 2000\n\n");
        Client other = follow("a");
        assertThat(other.next()).startsWith("retry");
        for (int i = 1; i <= 100; i++) {
            happens("a");
            assertThat(other.next()).contains("id: " + i + "\n");
        }
        // One write is under way to it, and nothing is kept for it.
        assertThat(stuck.got).hasSize(1);
        time.addAndGet(Duration.ofSeconds(29).toNanos());
        streams.tick();
        assertThat(stuck.got).hasSize(1);
        time.addAndGet(Duration.ofSeconds(2).toNanos());
        streams.tick();
        stuck.over.await();
        assertThat(stuck.got).contains("aborted");
        assertThat(streams.size()).isEqualTo(1);
    }

    @Test
    @DisplayName("A client that never reads must not slow the others, and must be gone after 30 s.")
    void aClientThatNeverReadsItsSocketSlowsNoOtherAndIsGoneAfter30Seconds() throws Exception {
        String large = "x".repeat(LARGE);
        Route route = Route.get("events", "test events", "Counts.", Scope.READ)
                .events(List.of("count"))
                .handle(
                        Example.get("events"),
                        call -> streams.open(call, new Streams.Opening(new Counter("a", large), hub, "a", true)));
        try (BareServer server = new BareServer(List.of(route), 8);
                Socket stuck = new Socket();
                EventClient other = EventClient.open(server.url() + "events")) {
            stuck.setReceiveBufferSize(4_096);
            stuck.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            stuck.getOutputStream()
                    .write("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(other.next().name()).isEqualTo("hello");
            while (streams.size() < 2) {
                Thread.onSpinWait();
            }
            // More than the system keeps for a connection; the other has each before the next happens.
            for (int i = 1; i <= MORE_THAN_BUFFERS / LARGE; i++) {
                happens("a");
                assertThat(other.next().id()).isEqualTo(Integer.toString(i));
            }
            // The last that the system took from it may have been written late, after which 30 seconds begin again.
            for (int i = 0; streams.size() == 2; i++) {
                assertThat(i).as("looks").isLessThan(MORE_THAN_BUFFERS / LARGE);
                time.addAndGet(Duration.ofSeconds(29).toNanos());
                streams.tick();
                happens("a");
                assertThat(other.next().name()).isEqualTo("count");
                time.addAndGet(Duration.ofSeconds(2).toNanos());
                streams.tick();
            }
            assertThat(streams.size()).isEqualTo(1);
            assertThat(readable(stuck)).as("what was still on its way").isLessThan(MORE_THAN_BUFFERS);
            happens("a");
            assertThat(other.next().name()).isEqualTo("count");
        }
    }

    /** How many bytes a connection holds up to its end. */
    private static long readable(Socket socket) throws IOException {
        long bytes = 0;
        byte[] piece = new byte[1 << 16];
        try {
            for (int read = socket.getInputStream().read(piece);
                    read >= 0;
                    read = socket.getInputStream().read(piece)) {
                bytes += read;
            }
        } catch (SocketException e) {
            // It was broken off with something unsent.
            return bytes;
        }
        return bytes;
    }

    @Test
    @DisplayName("1,000 streams must cost one query a commit.")
    void aThousandStreamsCostOneLookACommitAndOnlyThoseBehindRead() throws InterruptedException {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            clients.add(follow("debate " + i));
        }
        for (Client client : clients) {
            assertThat(client.next()).startsWith("retry");
        }
        looks.set(0);
        reads.set(0);
        int commits = 20;
        for (int i = 0; i < commits; i++) {
            happens("debate 500");
            assertThat(clients.get(500).next()).contains("id: " + (i + 1) + "\n");
        }
        // A signal may come twice for one commit: from the writer, and from the observer of other processes.
        assertThat(looks.get()).isBetween(commits, 2 * commits);
        assertThat(reads.get()).isBetween(commits, 2 * commits);
    }

    @Test
    void whenTheServerStopsEveryStreamIsToldGoodbye() throws InterruptedException {
        Client client = follow("a");
        assertThat(client.next()).startsWith("retry");
        streams.drain(Duration.ofSeconds(30));
        assertThat(client.next()).isEqualTo("event: bye\ndata: {\"code\":\"draining\"}\n\n");
        assertThat(streams.size()).isZero();
        Client late = follow("a");
        late.over.await();
        assertThat(late.got).containsExactly("aborted");
    }

    @Test
    void ofThoseThatComeAtOnceATokenGetsNoMoreThanItMayHave() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Client client = new Client();
            client.token = "t";
            streams.begin(client, new Streams.Opening(new Counter("a"), hub, "a", true), 0, "retry: 2000\n\n");
            assertThat(client.next()).isEqualTo(i < 2 ? "retry: 2000\n\n" : "aborted");
        }
        assertThat(streams.size()).isEqualTo(2);
        assertThat(follow("a").next()).isEqualTo("retry: 2000\n\n");
    }

    @Test
    void aStreamThatCannotBeLookedAtIsEndedAndDoesNotStopTheClock() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean();
        try (Streams some = new Streams(10, 10, () -> {
            if (broken.get()) {
                throw new IllegalStateException("no time");
            }
            return 0;
        })) {
            Client client = new Client();
            some.begin(client, new Streams.Opening(new Counter("a"), hub, "a", true), 0, "retry: 2000\n\n");
            assertThat(client.next()).startsWith("retry");
            broken.set(true);
            some.tick();
            client.over.await();
            assertThat(some.size()).isZero();
        }
    }
}
