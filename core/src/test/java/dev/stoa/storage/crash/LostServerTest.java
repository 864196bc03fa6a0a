package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.TestPostgres;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL servers that are not there, do not answer, or vanish: told in one line, soon, and truthfully. */
@Tag("crash")
@Timeout(120)
class LostServerTest {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration SOON = Duration.ofSeconds(20);

    private final String url = TestPostgres.freshDatabase();

    @AfterEach
    void drop() {
        TestPostgres.drop(url);
    }

    @Test
    void aServerThatIsNotThereIsToldSoon() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        soon(() -> Refusal.of("unreachable", () -> open("jdbc:postgresql://localhost:" + port + "/x?user=x")));
    }

    @Test
    void aServerThatAcceptsAndSaysNothingIsToldSoon() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String nowhere = "jdbc:postgresql://localhost:" + silent.getLocalPort() + "/x?user=x";
            soon(() -> Refusal.of("unreachable", () -> open(nowhere)));
        }
    }

    @Test
    void aSilentHostDoesNotHideTheOther() throws Exception {
        // By a port of its own: for ten seconds the driver leaves out a host at which any login of this process has
        // failed.
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Line line = new Line(url)) {
            String both = line.url().replace("://", "://" + "127.0.0.1:" + silent.getLocalPort() + ",");
            soon(() -> {
                try (Archive archive = open(both)) {
                    assertThat(Units.write(archive, "ana", "one")).isEqualTo(1);
                }
            });
        }
        audit(1);
    }

    @Test
    void aDatabaseThatDoesNotExistIsTold() {
        Refusal.of("unreachable", () -> open(url.replaceFirst("/stoa_test_", "/stoa_none_")));
    }

    @Test
    void aServerThatGoesAwayIsToldSoonAndUsedAgainWhenItIsBack() throws Exception {
        try (Line line = new Line(url);
                Archive archive = open(line.url())) {
            assertThat(Units.write(archive, "ana", "before")).isEqualTo(1);
            line.cut();
            soon(() -> Refusal.of("unreachable", () -> Units.write(archive, "ana", "lost")));
            soon(() -> Refusal.of("unreachable", () -> archive.list("SELECT id FROM entry", row -> row.number(1))));
            line.mend();
            assertThat(Units.write(archive, "ana", "after")).isEqualTo(2);
        }
        audit(2);
    }

    @Test
    void manyCallersOfAServerThatGoesAwayAreAllAnsweredSoon() throws Exception {
        try (Line line = new Line(url);
                Archive archive = open(line.url())) {
            Units.write(archive, "ana", "before");
            line.cut();
            soon(() -> {
                var callers = IntStream.range(0, 8)
                        .mapToObj(i -> CompletableFuture.runAsync(
                                () -> Units.write(archive, "ana", "lost " + i),
                                task -> Thread.ofVirtual().start(task)))
                        .toList();
                callers.forEach(
                        caller -> assertThat(catchThrowable(caller::join)).isInstanceOf(CompletionException.class));
            });
        }
        audit(1);
    }

    @Test
    void aConnectionLostBeforeTheCommitArrivedLeavesTheOutcomeOpen() throws Exception {
        try (Line line = new Line(url);
                Archive archive = open(line.url())) {
            AtomicInteger runs = new AtomicInteger();
            Refusal.of(
                    "outcome_unknown",
                    () -> archive.write(tx -> {
                        runs.incrementAndGet();
                        tx.update("INSERT INTO entry (author, body) VALUES ('ana', 'lost')");
                        line.cut();
                        return null;
                    }));
            assertThat(runs.get())
                    .as("what may have happened is not done again")
                    .isEqualTo(1);
        }
        assertThat(entries()).isZero();
    }

    @Test
    void aConnectionLostBeforeTheCommitWasAnsweredLeavesTheOutcomeOpen() throws Exception {
        try (Line line = new Line(url);
                Archive archive = open(line.url())) {
            AtomicInteger runs = new AtomicInteger();
            CountDownLatch muted = new CountDownLatch(1);
            CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
                awaitCommitted(muted);
                line.cut();
            });
            Refusal.of(
                    "outcome_unknown",
                    () -> archive.write(tx -> {
                        runs.incrementAndGet();
                        tx.update("INSERT INTO entry (author, body) VALUES ('ana', 'stored')");
                        line.mute();
                        muted.countDown();
                        return null;
                    }));
            server.get();
            assertThat(runs.get()).isEqualTo(1);
        }
        assertThat(entries()).isEqualTo(1);
    }

    @Test
    void aWatchThatCannotBeOpenedYetHoldsUpNoWriter() throws Exception {
        try (Line line = new Line(url);
                Archive archive = open(line.url(), Duration.ofSeconds(60))) {
            assertThat(Units.write(archive, "ana", "before")).isEqualTo(1);
            // Else it would be taken for the connection of the watch.
            awaitNotifier();
            line.silenceNewcomers();
            CompletableFuture<CommitSignal.Watch> opening = CompletableFuture.supplyAsync(
                    () -> archive.commits().watch(), task -> Thread.ofPlatform().start(task));
            while (line.unanswered() == 0) {
                Thread.onSpinWait();
            }
            assertThat(Units.write(archive, "ana", "meanwhile")).isEqualTo(2);
            assertThat(opening).isNotDone();
            line.cut();
            opening.get().close();
        }
        audit(2);
    }

    private void awaitNotifier() throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            while (Audit.texts(
                            connection,
                            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
                                    + " AND application_name = 'stoa-notifier'")
                    .isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    private void awaitCommitted(CountDownLatch muted) {
        try {
            muted.await();
            while (entries() == 0) {
                Thread.onSpinWait();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private long entries() throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            return Long.parseLong(Audit.texts(connection, "SELECT count(*) FROM notebook.entry")
                    .get(0));
        }
    }

    private void audit(int rows) throws Exception {
        Audit audit = new Audit();
        audit.checkServer(url);
        assertThat(entries()).isEqualTo(rows);
    }

    private static void soon(Runnable body) {
        long start = System.nanoTime();
        body.run();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }

    private static Archive open(String url) {
        return open(url, CONNECT);
    }

    private static Archive open(String url, Duration connect) {
        return PostgresArchive.open(
                Units.SCHEMA,
                url,
                new PostgresSettings(4, connect),
                new StorageSettings(Durability.NORMAL, Duration.ofSeconds(5), 8, 2),
                InstantSource.system());
    }
}
