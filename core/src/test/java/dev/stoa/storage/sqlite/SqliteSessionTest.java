package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
