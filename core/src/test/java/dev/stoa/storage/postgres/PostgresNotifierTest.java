package dev.stoa.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What other processes hear of commits on PostgreSQL, and that no write transaction waits for it. */
@Timeout(120)
class PostgresNotifierTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String CHANNEL = "stoa_notebook";
    private static final String LAST = "the end of the test";

    private final String url = TestPostgres.freshDatabase();
    private Archive archive;
    private Connection ear;

    @BeforeEach
    void open() throws SQLException {
        archive = archive();
        ear = DriverManager.getConnection(url);
        execute("LISTEN " + CHANNEL);
    }

    @AfterEach
    void close() throws SQLException {
        archive.close();
        ear.close();
        TestPostgres.drop(url);
    }

    private Archive archive() {
        return PostgresArchive.open(
                Notebook.SCHEMA, url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system());
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = ear.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What was told until the archive was closed, without waiting for more. */
    private List<String> told() throws SQLException {
        execute("SELECT pg_notify('" + CHANNEL + "', '" + LAST + "')");
        List<String> told = new ArrayList<>();
        while (true) {
            PGNotification[] heard = ear.unwrap(PGConnection.class).getNotifications(0);
            for (PGNotification one : heard) {
                if (one.getParameter().equals(LAST)) {
                    return told;
                }
                told.add(one.getParameter());
            }
        }
    }

    @Test
    void aCommitIsToldOnAnotherConnectionThanItsTransaction() throws SQLException {
        long writer = archive.write(tx -> {
            Notebook.add(tx, "ana", "one");
            return tx.number("SELECT pg_backend_pid()");
        });
        archive.close();
        PGNotification[] heard = ear.unwrap(PGConnection.class).getNotifications(0);
        assertThat(heard).hasSize(1);
        assertThat((long) heard[0].getPID()).isNotEqualTo(writer);
    }

    @Test
    void aCommitIsToldBeforeTheArchiveIsClosed() throws SQLException {
        Notebook.add(archive, "ana", "one");
        archive.close();
        assertThat(told()).hasSize(1);
    }

    @Test
    void manyCommitsInAShortTimeAreToldTogether() throws SQLException {
        long start = System.nanoTime();
        int commits = 400;
        for (int i = 0; i < commits; i++) {
            Notebook.add(archive, "ana", "note " + i);
        }
        archive.close();
        long gaps = (System.nanoTime() - start) / 5_000_000;
        assertThat(told()).hasSizeBetween(1, (int) Math.min(commits, gaps + 2));
    }

    @Test
    void aUnitThatFailsTellsNothing() throws SQLException {
        archive.<Long>rehearse(tx -> Notebook.add(tx, "ana", "undone"));
        archive.close();
        assertThat(told()).isEmpty();
    }

    @Test
    void everyArchiveSignsWhatItTells() throws SQLException {
        try (Archive other = archive()) {
            Notebook.add(archive, "ana", "one");
            Notebook.add(other, "bo", "two");
        }
        archive.close();
        assertThat(told()).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void aCommitThatNobodyToldOfIsFoundByThoseWhoWait() throws Exception {
        try (CommitSignal.Watch watch = archive.commits().watch()) {
            // As by a process that was killed right after its commit.
            execute("INSERT INTO notebook.entry (author, body, seq) VALUES ('bo', 'untold', 1)");
            assertThat(watch.await(LONG)).isTrue();
        }
    }

    @Test
    void aTransactionThatWasRunningWhenTheyLookedIsFoundWhenItIsOver() throws Exception {
        try (Connection late = DriverManager.getConnection(url);
                Statement statement = late.createStatement()) {
            late.setAutoCommit(false);
            statement.execute("INSERT INTO notebook.entry (author, body, seq) VALUES ('bo', 'late', 1)");
            try (CommitSignal.Watch watch = archive.commits().watch()) {
                late.commit();
                assertThat(watch.await(LONG)).isTrue();
            }
        }
    }

    @Test
    void aKilledConnectionOfTheNotifierIsReplaced() throws Exception {
        try (Archive other = archive();
                CommitSignal.Watch watch = other.commits().watch()) {
            for (int i = 0; i < 3; i++) {
                Notebook.add(archive, "ana", "note " + i);
                assertThat(watch.await(LONG)).isTrue();
                execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                        + " WHERE application_name = 'stoa-notifier' AND datname = current_database()");
            }
        }
    }

    @Test
    void aNotifierThatCannotConnectSaysSoAndEnds() throws Exception {
        PostgresNotifier notifier =
                PostgresNotifier.join(PostgresAddress.of("jdbc:postgresql://localhost:1/none"), new Properties(), LONG);
        try (CapturedLog log = CapturedLog.of(PostgresNotifier.class)) {
            notifier.announce(CHANNEL, "me");
            notifier.leave(CHANNEL, "me");
            assertThat(log.awaitWarning()).startsWith("other processes are told late of commits: ");
        }
    }
}
