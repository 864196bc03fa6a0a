package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL ends connections and transactions for reasons of its own: callers do not notice, or hear the truth. */
@Timeout(180)
class LostConnectionTest {
    private static final String OTHERS = """
            FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND application_name = 'stoa'""";
    private static final String FLAKY = """
            CREATE SEQUENCE notebook.attempts;
            CREATE FUNCTION notebook.fail_first(times bigint, state text) RETURNS bigint LANGUAGE plpgsql AS $$
            DECLARE attempt bigint := nextval('notebook.attempts');
            BEGIN
                IF attempt <= times THEN
                    RAISE EXCEPTION 'made to fail' USING ERRCODE = state;
                END IF;
                RETURN attempt;
            END $$""";
    private static final int POOL = 6;

    private final String url = TestPostgres.freshDatabase();
    private Archive archive;
    private Connection raw;

    @BeforeEach
    void open() throws Exception {
        archive = archive(Duration.ofSeconds(30));
        raw = DriverManager.getConnection(url);
    }

    @AfterEach
    void close() throws Exception {
        archive.close();
        raw.close();
        TestPostgres.drop(url);
    }

    @Test
    void connectionsKilledBetweenUnitsAreNotNoticed() throws Exception {
        assertThat(Units.write(archive, "ana", "0")).isEqualTo(1);
        for (int i = 1; i <= 5; i++) {
            killAll();
            assertThat(Units.write(archive, "ana", Integer.toString(i))).isEqualTo(i + 1);
        }
        killAll();
        assertThat(count()).isEqualTo(6);
    }

    @Test
    void aWholePoolOfKilledConnectionsIsNotNoticedByAReader() throws Exception {
        for (int i = 0; i < 5; i++) {
            useEveryConnection();
            assertThat(killAll()).isEqualTo(POOL);
            assertThat(count()).isZero();
            useEveryConnection();
            assertThat(killAll()).isEqualTo(POOL);
            assertThat(archive.<Long>read(tx -> tx.number("SELECT count(*) FROM entry")))
                    .isZero();
        }
    }

    @Test
    void aWholePoolOfKilledConnectionsIsNotNoticedByAWriter() throws Exception {
        for (int i = 0; i < 5; i++) {
            useEveryConnection();
            assertThat(killAll()).isEqualTo(POOL);
            assertThat(Units.write(archive, "ana", Integer.toString(i))).isEqualTo(i + 1);
        }
    }

    @Test
    void aConnectionKilledInsideAUnitLetsItRunAgain() {
        AtomicInteger runs = new AtomicInteger();
        long seq = archive.write(tx -> {
            long number = tx.next(Units.SEQUENCE);
            tx.update("INSERT INTO entry (author, body, seq) VALUES ('ana', 'once', ?)", number);
            if (runs.incrementAndGet() == 1) {
                kill(tx.number("SELECT pg_backend_pid()"));
            }
            tx.update("INSERT INTO reply (entry_id) SELECT id FROM entry");
            return number;
        });
        assertThat(seq).isEqualTo(1);
        assertThat(runs.get()).isEqualTo(2);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void aConnectionKilledInsideAReadLetsItRunAgain() {
        Units.write(archive, "ana", "one");
        AtomicInteger runs = new AtomicInteger();
        long rows = archive.read(tx -> {
            if (runs.incrementAndGet() == 1) {
                kill(tx.number("SELECT pg_backend_pid()"));
            }
            return tx.number("SELECT count(*) FROM entry");
        });
        assertThat(rows).isEqualTo(1);
        assertThat(runs.get()).isEqualTo(2);
    }

    @Test
    void connectionsKilledWhileManyWriteLoseNothingThatWasAcknowledged() throws Exception {
        int callers = 16;
        int each = 25;
        ConcurrentLinkedQueue<String> stored = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int c = 0; c < callers; c++) {
                String author = "caller" + c;
                running.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        try {
                            stored.add("stored " + author + " " + i + " "
                                    + Units.write(archive, author, Integer.toString(i)));
                        } catch (StoaException e) {
                            refused.add(Refusal.line(e));
                        }
                    }
                }));
            }
            for (int kill = 1; kill <= 12; kill++) {
                while (stored.size() + refused.size() < kill * callers * each / 14) {
                    Thread.onSpinWait();
                }
                killAll();
            }
            for (Future<?> caller : running) {
                caller.get();
            }
        }
        archive.close();
        assertThat(refused).allSatisfy(line -> Refusal.check(line, "outcome_unknown"));
        raw.close();
        Audit audit = new Audit();
        audit.acknowledge(stored);
        audit.checkServer(url);
        assertThat(stored.size() + refused.size()).isEqualTo(callers * each);
    }

    @Test
    void aTransactionThatTheServerGivesUpIsRunAgainAndNotForever() throws Exception {
        execute(FLAKY);
        for (String state : List.of("40001", "40P01")) {
            execute("ALTER SEQUENCE notebook.attempts RESTART");
            AtomicInteger runs = new AtomicInteger();
            long answer = archive.write(tx -> {
                runs.incrementAndGet();
                tx.next("undone when it is given up");
                return tx.number("SELECT fail_first(3, ?)", state);
            });
            assertThat(answer).isEqualTo(4);
            assertThat(runs.get()).isEqualTo(4);

            runs.set(0);
            Refusal.of(
                    "busy",
                    () -> archive.write(tx -> {
                        runs.incrementAndGet();
                        return tx.number("SELECT fail_first(1000000, ?)", state);
                    }));
            assertThat(runs.get()).isBetween(3, 20);
        }
        assertThat(archive.<Long>write(tx -> tx.next("undone when it is given up")))
                .isEqualTo(3);
    }

    @Test
    void aDeadlockWithAnotherProgramIsResolvedInSilence() throws Exception {
        Units.write(archive, "ana", "one");
        long key = lockKey();
        execute("BEGIN; UPDATE notebook.entry SET score = 1");
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Integer> unit = CompletableFuture.supplyAsync(() -> archive.write(tx -> {
            runs.incrementAndGet();
            return tx.update("UPDATE entry SET score = score + 1");
        }));
        try (Connection observer = DriverManager.getConnection(url)) {
            while (Audit.texts(observer, "SELECT pid " + OTHERS + " AND wait_event_type = 'Lock'")
                    .isEmpty()) {
                Thread.onSpinWait();
            }
        }
        execute("SELECT pg_advisory_xact_lock(" + key + "); COMMIT");
        assertThat(unit.get()).isEqualTo(1);
        assertThat(runs.get()).isEqualTo(2);
        assertThat(archive.list("SELECT score FROM entry", row -> row.real(1))).containsExactly(2.0);
    }

    @Test
    void aLockThatAnotherProcessHoldsForTooLongIsOneClearError() throws Exception {
        long key = lockKey();
        execute("SELECT pg_advisory_lock(" + key + ")");
        for (Duration patience : List.of(Duration.ofMillis(300), Duration.ZERO)) {
            try (Archive impatient = archive(patience)) {
                Refusal.of("busy", () -> Units.write(impatient, "ana", "never"));
                assertThat(impatient.list("SELECT id FROM entry", row -> row.number(1)))
                        .isEmpty();
            }
        }
        CompletableFuture<Long> patient = CompletableFuture.supplyAsync(() -> Units.write(archive, "ana", "first"));
        execute("SELECT pg_advisory_unlock(" + key + ")");
        assertThat(patient.get()).isEqualTo(1);
    }

    @Test
    void aDatabaseThatIsSerializableByDefaultLosesNoUpdateAndShowsNoFailure() throws Exception {
        execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable',"
                + " current_database()); END $$");
        archive.close();
        try (Archive one = archive(Duration.ofSeconds(30));
                Archive two = archive(Duration.ofSeconds(30));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            AtomicInteger runs = new AtomicInteger();
            List<Future<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Archive target = i % 2 == 0 ? one : two;
                answers.add(threads.submit(() -> target.write(tx -> {
                    runs.incrementAndGet();
                    return tx.next(Units.SEQUENCE);
                })));
            }
            for (Future<Long> answer : answers) {
                assertThat(answer.get()).isBetween(1L, 100L);
            }
            assertThat(runs.get()).as("nobody lost against anybody").isEqualTo(100);
        }
        archive = archive(Duration.ofSeconds(30));
    }

    @Test
    void aWatchGoesOnWhenItsConnectionIsKilled() throws Exception {
        try (Archive other = archive(Duration.ofSeconds(30));
                CommitSignal.Watch watch = archive.commits().watch()) {
            assertThat(killAll()).isPositive();
            Units.write(other, "ana", "one");
            assertThat(watch.await(Duration.ofSeconds(60))).isTrue();
        }
    }

    /** Makes the pool open all its connections, by readers that wait for each other. */
    private void useEveryConnection() throws Exception {
        CyclicBarrier together = new CyclicBarrier(POOL);
        try (ExecutorService threads = Executors.newFixedThreadPool(POOL)) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < POOL; i++) {
                readers.add(threads.submit(() -> archive.read(tx -> {
                    tx.number("SELECT 1");
                    try {
                        return together.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })));
            }
            for (Future<Integer> reader : readers) {
                reader.get();
            }
        }
    }

    private int killAll() throws SQLException {
        return Audit.texts(raw, "SELECT pg_terminate_backend(pid, 10000) " + OTHERS)
                .size();
    }

    private void kill(long pid) {
        try {
            execute("SELECT pg_terminate_backend(" + pid + ", 10000)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The key of the lock that every writer of the archive takes, as the server reports it. */
    private long lockKey() throws SQLException {
        return archive.write(tx -> tx.number("SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks"
                + " WHERE locktype = 'advisory' AND pid = pg_backend_pid()"));
    }

    private long count() {
        return archive.one("SELECT count(*) FROM entry", row -> row.number(1)).orElseThrow();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = raw.createStatement()) {
            statement.execute(sql);
        }
    }

    private Archive archive(Duration busyTimeout) {
        return PostgresArchive.open(
                Units.SCHEMA,
                url,
                new PostgresSettings(POOL, Duration.ofSeconds(10)),
                new StorageSettings(Durability.NORMAL, busyTimeout, 8, 2),
                InstantSource.system());
    }
}
