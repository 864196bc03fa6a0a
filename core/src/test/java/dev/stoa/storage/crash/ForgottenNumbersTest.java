package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.Numbered;
import dev.stoa.storage.Scope;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.PostgresPair;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server without a standby that is killed forgets the numbers that it gave just before: who holds them gets others,
 * and no write is refused for a number that another has.
 */
@Tag("crash")
@Timeout(180)
class ForgottenNumbersTest {
    private static final Scope.Kind ENTRY = new Scope.Kind("entry", "entry");
    private static final String SEQUENCE = "numbered";

    @TempDir
    Path folder;

    private PostgresPair server;

    @BeforeEach
    void start() throws Exception {
        server = PostgresPair.lonely(folder);
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            // As long as it can be: else what was answered without a wait for the disk is soon there all the same.
            statement.execute("ALTER SYSTEM SET wal_writer_delay = '10s'");
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Archive open() {
        return PostgresArchive.open(
                Notebook.SCHEMA,
                server.primaryUrl("postgres"),
                PostgresSettings.defaults(),
                StorageSettings.defaults(),
                InstantSource.system());
    }

    /** Stores a number as one that no other row may have. */
    private static long put(Tx tx, long number, String author) {
        tx.update("INSERT INTO entry (id, author, body) OVERRIDING SYSTEM VALUE VALUES (?, ?, '')", number, author);
        return number;
    }

    private static long add(Archive archive, String author) {
        return Numbered.write(
                archive,
                ENTRY.of(author),
                List.of(new Numbered.Wanted(SEQUENCE, 1)),
                (tx, first) -> put(tx, first.getFirst(), author));
    }

    /** One that takes a number, and goes on with it when the server was killed and is there again. */
    private final class Interrupted implements AutoCloseable {
        private final Archive archive = open();
        private final CountDownLatch taken = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final AtomicInteger runs = new AtomicInteger();
        private final CompletableFuture<Long> number = CompletableFuture.supplyAsync(() ->
                Numbered.write(archive, ENTRY.of("ana"), List.of(new Numbered.Wanted(SEQUENCE, 1)), (tx, first) -> {
                    if (runs.getAndIncrement() == 0) {
                        taken.countDown();
                        await(goOn);
                    }
                    return put(tx, first.getFirst(), "ana");
                }));

        Interrupted() throws Exception {
            taken.await();
            server.killPrimary();
            server.restartPrimary();
        }

        long number() {
            goOn.countDown();
            return number.join();
        }

        @Override
        public void close() {
            goOn.countDown();
            archive.close();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aNumberThatWasGivenAgainMeanwhileIsReplaced() throws Exception {
        try (Archive before = open()) {
            add(before, "bo");
        }
        try (Interrupted ana = new Interrupted();
                Archive other = open()) {
            long again = add(other, "cy");
            assertThat(again).as("the server has forgotten that ana has it").isEqualTo(2);

            assertThat(ana.number()).isGreaterThan(again);
            assertThat(ana.runs).as("run again").hasValueGreaterThan(1);
            assertThat(Notebook.bodies(other)).hasSize(3);
        }
    }

    @Test
    void aNumberThatWasForgottenIsNotStoredBeforeItIsGivenAgain() throws Exception {
        try (Archive before = open()) {
            add(before, "bo");
        }
        try (Interrupted ana = new Interrupted();
                Archive other = open()) {
            long first = ana.number();

            // A unit that has the archive for itself takes the next number, and has no other to take.
            long next = other.write(tx -> put(tx, tx.next(SEQUENCE), "cy"));
            assertThat(next).isGreaterThan(first);
        }
    }
}
