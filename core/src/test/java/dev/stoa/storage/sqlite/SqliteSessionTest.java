package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class SqliteSessionTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    @Timeout(60)
    void aFileThatAnotherProcessReadsTurnsToWriteAheadLoggingWhenThatOneIsDone() throws Exception {
        Path file = folder.resolve("new.db");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement();
                SqliteSession session = SqliteSession.open(
                        "new", TimeForm.UTC_MILLIS, file, SqliteSession.Access.WRITE, StorageSettings.defaults())) {
            statement.executeUpdate("CREATE TABLE entry(id INTEGER)");
            session.script("PRAGMA busy_timeout = 0");
            statement.executeUpdate("BEGIN");
            statement.executeQuery("SELECT id FROM entry").close();
            assertThatThrownBy(() -> session.useWal(Duration.ZERO)).hasMessageContaining("SQLITE_BUSY");

            FutureTask<Boolean> turning = new FutureTask<>(() -> session.useWal(Duration.ofMinutes(1)));
            Thread waiting = new Thread(turning);
            waiting.start();
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                assertThat(turning.isDone()).isFalse();
                Thread.onSpinWait();
            }
            statement.executeUpdate("COMMIT");

            assertThat(turning.get()).isTrue();
        }
    }

    @Test
    void aReaderKeepsWhatIsSetAndAWriterLittleButForALargeTransaction() throws Exception {
        Path file = folder.resolve("kept.db");
        StorageSettings settings = new StorageSettings(Durability.NORMAL, Duration.ofSeconds(1), 32, 1);
        try (SqliteSession writer =
                        SqliteSession.open("kept", TimeForm.UTC_MILLIS, file, SqliteSession.Access.CREATE, settings);
                SqliteSession reader =
                        SqliteSession.open("kept", TimeForm.UTC_MILLIS, file, SqliteSession.Access.READ, settings)) {
            assertThat(reader.pragma("cache_size")).isEqualTo("-32000");
            assertThat(writer.pragma("cache_size")).isEqualTo("-4000");
            // SQLite answers in pages of 4 KiB and what it needs to keep each.
            assertThat(Integer.parseInt(writer.pragma("cache_spill"))).isBetween(6_000, 8_000);
        }
    }
}
