package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Another process holds the write lock of the file: waited out in silence, or told in one line. */
class LockedFileTest {
    @TempDir
    Path directory;

    private Child holder;

    @BeforeEach
    void letAnotherProcessHoldTheLock() {
        Units.open(directory.toString()).close();
        holder = Child.start(Holder.class, directory.resolve("notebook.db"));
        holder.expect("held");
    }

    @AfterEach
    void end() {
        holder.close();
    }

    @Test
    void aLockHeldForLessThanTheTimeoutIsWaitedOutInSilence() throws Exception {
        try (Archive archive = open(Duration.ofSeconds(60))) {
            AtomicInteger runs = new AtomicInteger();
            CompletableFuture<Long> write = CompletableFuture.supplyAsync(() -> archive.write(tx -> {
                runs.incrementAndGet();
                return tx.next("unit");
            }));
            assertThat(archive.list("SELECT id FROM entry", row -> row.number(1)))
                    .as("readers do not wait")
                    .isEmpty();
            refuseRaw(300);
            assertThat(runs.get()).as("the unit waits for its turn").isZero();
            holder.say("let go");
            assertThat(write.get()).isEqualTo(1);
            assertThat(runs.get()).isEqualTo(1);
        }
    }

    @Test
    void aLockHeldForLongerIsOneClearErrorForEachCallerAndTheArchiveGoesOn() throws Exception {
        try (Archive archive = open(Duration.ofMillis(200))) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String body = Integer.toString(i);
                answers.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return "stored " + Units.write(archive, "ana", body);
                    } catch (StoaException e) {
                        return Refusal.line(e);
                    }
                }));
            }
            for (CompletableFuture<String> answer : answers) {
                Refusal.check(answer.get(), "busy");
            }
            holder.say("let go");
            holder.expect("let go");
            assertThat(Units.write(archive, "ana", "after")).isEqualTo(1);
        }
        new Audit().checkFile(directory.resolve("notebook.db"));
    }

    @Test
    void aHolderThatIsKilledHoldsNothingAnyMore() throws Exception {
        try (Archive archive = open(Duration.ofSeconds(60))) {
            CompletableFuture<Long> write =
                    CompletableFuture.supplyAsync(() -> Units.write(archive, "ana", "after its death"));
            refuseRaw(100);
            holder.kill();
            assertThat(write.get()).isEqualTo(1);
        }
        new Audit().checkFile(directory.resolve("notebook.db"));
    }

    @Test
    void anUpgradeWaitsForTheLockOrSaysSoAndLeavesNothing() {
        var before = Refusal.fingerprint(directory);
        Refusal.of(
                "busy",
                () -> SqliteArchive.open(
                        Upgrade.upTo(3), directory, settings(Duration.ofMillis(100)), InstantSource.system()));
        assertThat(Refusal.fingerprint(directory)).isEqualTo(before);
        CompletableFuture<Archive> upgrade = CompletableFuture.supplyAsync(() -> SqliteArchive.open(
                Upgrade.upTo(3), directory, settings(Duration.ofSeconds(60)), InstantSource.system()));
        holder.say("let go");
        upgrade.join().close();
    }

    /** Shows that the lock is held for a while longer, by asking for it. */
    private void refuseRaw(int millis) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("notebook.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + millis);
            try {
                statement.execute("BEGIN IMMEDIATE");
            } catch (SQLiteException e) {
                assertThat(e.getResultCode()).isEqualTo(SQLiteErrorCode.SQLITE_BUSY);
                return;
            }
        }
        throw new AssertionError("the lock was to be held by the other process");
    }

    private Archive open(Duration busyTimeout) {
        return Units.open(directory.toString(), Units.SCHEMA, settings(busyTimeout), InstantSource.system());
    }

    private static StorageSettings settings(Duration busyTimeout) {
        return new StorageSettings(Durability.NORMAL, busyTimeout, 8, 2);
    }
}
