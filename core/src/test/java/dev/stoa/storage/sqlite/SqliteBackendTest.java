package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Durability;
import dev.stoa.storage.ForeignCommits;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.Session;
import dev.stoa.storage.StorageSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the connections to a SQLite file are lent, watched over and closed. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class SqliteBackendTest {
    private static final StorageSettings ONE_READER = new StorageSettings(Durability.NORMAL, Duration.ZERO, 8, 1);

    @TempDir
    private Path folder;

    private Path file;
    private SqliteSession writer;
    private SqliteBackend backend;

    @BeforeEach
    void open() {
        file = folder.resolve("notebook.db");
        backend = over(folder);
    }

    @AfterEach
    void close() {
        backend.close();
    }

    private SqliteBackend over(Path directory) {
        SqliteFile archive = new SqliteFile(Notebook.SCHEMA, directory, ONE_READER, InstantSource.system());
        writer = archive.open();
        return new SqliteBackend(Notebook.SCHEMA, archive.path(), ONE_READER, writer);
    }

    private static void write(Session session, String body) throws SQLException {
        session.execute("INSERT INTO entry (author, body) VALUES ('ana', '" + body + "')");
    }

    @Test
    void itWritesByTheConnectionThatItWasGiven() {
        assertThat(backend.dialect()).isEqualTo(Dialect.SQLITE);
        assertThat(backend.writer()).isSameAs(writer);
    }

    @Test
    void aReaderThatWasGivenBackIsLentAgainAndThereAreNoMoreThanThat() throws SQLException {
        Session first = backend.reader();
        assertThatThrownBy(backend::reader).hasMessage("every one of its 1 readers is taken");
        backend.giveBack(first);
        assertThat(backend.reader()).isSameAs(first);
        assertThatThrownBy(backend::reader).isInstanceOf(SQLException.class);
        backend.giveBack(first);
        assertThatThrownBy(() -> write(backend.reader(), "by a reader")).hasMessageContaining("readonly");
    }

    @Test
    void aReaderThatCannotBeOpenedTakesNoPlace() throws Exception {
        Path away = folder.resolve("away");
        Files.move(file, away);
        assertThatThrownBy(backend::reader).hasMessageContaining("SQLITE_CANTOPEN");
        Files.move(away, file);
        backend.giveBack(backend.reader());
    }

    @Test
    void whoIsInterruptedWhileItWaitsForAReaderStaysInterrupted() throws SQLException {
        Session only = backend.reader();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(backend::reader).hasMessageContaining("interrupted while waiting");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        backend.giveBack(only);
    }

    @Test
    void whatIsClosedLeavesNoConnectionOpen() throws SQLException {
        Path log = folder.resolve("notebook.db-wal");
        write(writer, "logged");
        Session reader = backend.reader();
        backend.giveBack(reader);
        assertThat(log).isNotEmptyFile();
        backend.close();
        // The last connection takes the log with it.
        assertThat(log).doesNotExist();
        assertThatThrownBy(() -> reader.execute("BEGIN")).isInstanceOf(SQLException.class);
    }

    @Test
    void aReaderThatComesBackAfterTheEndIsClosed() throws SQLException {
        Session late = backend.reader();
        backend.close();
        late.execute("BEGIN");
        late.execute("ROLLBACK");
        backend.giveBack(late);
        assertThatThrownBy(() -> late.execute("BEGIN")).isInstanceOf(SQLException.class);
    }

    @Test
    void anErasureIsUnfinishedWhileOthersReadWhatItErases() throws SQLException {
        write(writer, "hunter2zyx");
        assertThat(backend.finishErasure()).as("nothing is noted").isTrue();
        backend.expectErasure();
        Path note = SqliteErasure.note(file);
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN");
            statement.executeQuery("SELECT body FROM entry").close();
            assertThat(backend.finishErasure()).isFalse();
            assertThat(note).exists();
        }
        assertThat(backend.finishErasure()).isTrue();
        assertThat(note).doesNotExist();
        backend.expectErasure();
        backend.close();
        assertThat(note).as("what is noted is done at the end at the latest").doesNotExist();
    }

    @Test
    @Timeout(60)
    void commitsOfOthersAreToldAndNothingElseIs() throws Exception {
        Semaphore here = new Semaphore(0);
        Semaphore elsewhere = new Semaphore(0);
        Path other = Files.createDirectory(folder.resolve("other"));
        SqliteSession mine = writer;
        SqliteBackend quiet = over(other);
        SqliteSession theirs = writer;
        try (ForeignCommits.Watch still = quiet.watch(elsewhere::release);
                ForeignCommits.Watch watch = backend.watch(here::release)) {
            assertThat(still).isNotSameAs(watch);
            for (int i = 0; i < 3; i++) {
                write(mine, "commit " + i);
                here.acquire();
            }
            assertThat(elsewhere.availablePermits())
                    .as("of a file nobody wrote to")
                    .isZero();
            write(theirs, "now");
            elsewhere.acquire();
        }
        quiet.close();
        assertThat(other.resolve("notebook.db-wal"))
                .as("a watch that is closed keeps no connection")
                .doesNotExist();
    }
}
