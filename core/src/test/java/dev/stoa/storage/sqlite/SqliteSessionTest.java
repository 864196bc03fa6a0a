package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.storage.Durability;
import dev.stoa.storage.Rows;
import dev.stoa.storage.Session;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class SqliteSessionTest {
    private static final @Nullable Object[] NONE = {};

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

    @Test
    void everyValueIsReadAsTheDriversResultReadsIt() throws Exception {
        String sql = """
                SELECT 7, 5000000000, -0.25, 0, 0.0, '', 'words', 'Ünïcødé 🦉', 'a' || char(0) || 'b', '12', x'00ff', x'',
                    CAST(x'ff41' AS TEXT), 1e300, NULL""";
        try (SqliteSession session = plain()) {
            List<List<@Nullable Object>> expected = new ArrayList<>();
            try (Statement statement = session.connection().createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    expected.add(Arrays.asList(
                            result.getObject(column),
                            result.getString(column),
                            result.getLong(column),
                            result.getDouble(column),
                            result.getBoolean(column),
                            result.getBytes(column),
                            result.getObject(column) == null));
                }
            }
            assertThat(expected).hasSize(15);

            List<List<@Nullable Object>> read = session.query(sql, NONE, rows -> {
                List<List<@Nullable Object>> columns = new ArrayList<>();
                assertThat(rows.next()).isTrue();
                for (int column = 1; column <= expected.size(); column++) {
                    columns.add(Arrays.asList(
                            rows.stored(column),
                            rows.text(column),
                            rows.number(column),
                            rows.real(column),
                            rows.flag(column),
                            rows.bytes(column),
                            rows.isNull(column)));
                }
                assertThat(rows.next()).isFalse();
                assertThat(rows.next()).isFalse();
                return columns;
            });

            assertThat(read).usingRecursiveComparison().isEqualTo(expected);
        }
    }

    @Test
    void textIsReadFromAFileOfOthersThatHasItInUtf16() throws Exception {
        Path file = folder.resolve("utf16.db");
        try (Connection made = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = made.createStatement()) {
            statement.executeUpdate("PRAGMA encoding = 'UTF-16le'");
            statement.executeUpdate("CREATE TABLE entry (text TEXT)");
            statement.executeUpdate("INSERT INTO entry VALUES ('Ünïcødé 🦉')");
        }
        try (SqliteSession session = SqliteSession.open(
                "utf16", TimeForm.UTC_MILLIS, file, SqliteSession.Access.READ, StorageSettings.defaults())) {
            assertThat(session.<String>query(
                            "SELECT text FROM entry", NONE, rows -> rows.next() ? String.valueOf(rows.text(1)) : ""))
                    .isEqualTo("Ünïcødé 🦉");
        }
    }

    @Test
    void aQueryBeginsAnewAfterOneThatWasNotReadToItsEnd() throws Exception {
        String sql = "SELECT value FROM json_each(?) ORDER BY value";
        try (SqliteSession session = plain()) {
            Object[] three = {"[1, 2, 3]"};
            assertThat(session.<Long>query(sql, three, rows -> rows.next() ? rows.number(1) : -1))
                    .isEqualTo(1);
            assertThatThrownBy(() -> session.query(sql, three, rows -> {
                        rows.next();
                        throw new IllegalStateException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(session.<List<Long>>query(sql, three, rows -> {
                        List<Long> all = new ArrayList<>();
                        while (rows.next()) {
                            all.add(rows.number(1));
                        }
                        return all;
                    }))
                    .containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void parametersThatDoNotFitTheStatementAreRefusedAndTheStatementCanStillBeUsed() throws Exception {
        String insert = "INSERT INTO entry (id, done) VALUES (?, ?)";
        try (SqliteSession session = plain()) {
            session.script("CREATE TABLE entry (id INTEGER NOT NULL, done INTEGER)");
            assertThatThrownBy(() -> session.update(insert, new Object[] {1}))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("the statement has 2 parameters and 1 were given");
            assertThatThrownBy(() -> session.update(insert, new Object[] {1, true, 3}))
                    .hasMessageContaining("3 were given");
            assertThatThrownBy(() -> session.update(insert, new @Nullable Object[] {null, true}))
                    .hasMessageContaining("SQLITE_CONSTRAINT_NOTNULL");
            assertThat(session.update(insert, new Object[] {1, true})).isEqualTo(1);
            assertThatThrownBy(() -> session.update("SELECT id FROM entry", NONE))
                    .hasMessage("the statement returns rows");
            assertThatThrownBy(() -> session.query("DELETE FROM entry", NONE, rows -> true))
                    .hasMessage("the statement returns no rows");
            assertThat(session.<Long>query(
                            "SELECT id, done FROM entry", NONE, rows -> rows.next() ? rows.number(1) : -1))
                    .isEqualTo(1);
            assertThatThrownBy(() -> session.query("SELECT id FROM entry", NONE, rows -> rows.next() && rows.flag(2)))
                    .hasMessage("column 2 is not one of the 1 of the statement");
        }
    }

    @Test
    void everyConnectionHasTheSettingsOfTheArchive() throws Exception {
        Path file = folder.resolve("set.db");
        StorageSettings settings = new StorageSettings(Durability.FULL, Duration.ofMillis(1_234), 2, 1);
        try (SqliteSession writer =
                        SqliteSession.open("set", TimeForm.UTC_MILLIS, file, SqliteSession.Access.CREATE, settings);
                SqliteSession reader =
                        SqliteSession.open("set", TimeForm.UTC_MILLIS, file, SqliteSession.Access.READ, settings)) {
            for (SqliteSession session : List.of(writer, reader)) {
                assertThat(session.pragma("busy_timeout")).isEqualTo("1234");
                assertThat(session.pragma("foreign_keys")).isEqualTo("1");
                assertThat(session.pragma("temp_store")).as("in memory").isEqualTo("2");
                assertThat(session.pragma("cache_size")).isEqualTo("-2000");
                assertThat(session.pragma("synchronous")).as("full").isEqualTo("2");
                assertThat(session.pragma("wal_autocheckpoint")).isEqualTo("8000");
            }
            assertThat(writer.pragma("secure_delete")).isEqualTo("1");
            writer.script("CREATE TABLE entry (id INTEGER)");
            assertThatThrownBy(() -> reader.script("DELETE FROM entry")).hasMessageContaining("SQLITE_READONLY");
        }
    }

    @Test
    void onlyWhoMayCreateAFileMakesOneAndItIsPrivate() throws Exception {
        Path absent = folder.resolve("absent.db");
        for (SqliteSession.Access access : List.of(SqliteSession.Access.READ, SqliteSession.Access.WRITE)) {
            assertThatThrownBy(() -> SqliteSession.open(
                            "absent", TimeForm.UTC_MILLIS, absent, access, StorageSettings.defaults()))
                    .hasMessageContaining("SQLITE_CANTOPEN");
        }
        assertThat(absent).doesNotExist();
        Path copy = folder.resolve("copy.db");
        try (SqliteSession session = plain()) {
            session.script("CREATE TABLE entry (id INTEGER)");
            session.copyTo(copy);
        }
        for (Path made : List.of(folder.resolve("plain.db"), copy)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void statementsAreKeptAndTheLeastRecentlyUsedOfTooManyIsDropped() throws Exception {
        try (SqliteSession session = plain()) {
            PreparedStatement first;
            try (Session.Use use = session.use("SELECT 'first'")) {
                first = use.statement();
            }
            Session.Use held = session.use("SELECT 'held'");
            for (int i = 0; i < 253; i++) {
                session.use("SELECT " + i).close();
            }
            try (Session.Use again = session.use("SELECT 'first'")) {
                assertThat(again.statement()).isSameAs(first);
            }
            PreparedStatement oldest;
            try (Session.Use use = session.use("SELECT 0")) {
                oldest = use.statement();
            }
            for (int i = 1; i < 253; i++) {
                session.use("SELECT " + i).close();
            }
            session.use("SELECT 'first'").close();
            session.use("SELECT 'the 256th'").close();
            assertThat(oldest.isClosed()).isFalse();
            session.use("SELECT 'one too many'").close();
            assertThat(oldest.isClosed()).isTrue();
            assertThat(first.isClosed()).isFalse();
            assertThat(held.statement().isClosed()).as("it is in use").isFalse();
        }
    }

    @Test
    void aStatementInUseIsNotUsedAgainMeanwhile() throws Exception {
        try (SqliteSession session = plain()) {
            Session.Use outer = session.use("SELECT 1");
            Session.Use inner = session.use("SELECT 1");
            assertThat(inner.statement()).isNotSameAs(outer.statement());
            inner.close();
            assertThat(inner.statement().isClosed()).isTrue();
            outer.close();
            assertThat(outer.statement().isClosed()).as("it is kept").isFalse();
            assertThat(session.use("SELECT 1").statement()).isSameAs(outer.statement());
        }
    }

    @Test
    void aStatementThatWasEndedIsPreparedAgain() throws Exception {
        try (SqliteSession session = plain()) {
            try (Session.Use use = session.use("SELECT 1")) {
                use.statement().close();
            }
            assertThat(session.<Boolean>query("SELECT 1", NONE, Rows::next)).isTrue();
        }
    }

    @Test
    void aWriterThatIsRefusedByItsGuardLeavesTheFileToOthers() throws Exception {
        try (SqliteSession refused = plain().guardedBy(() -> {
                    throw new SQLException("moved");
                });
                SqliteSession other = plain()) {
            assertThatThrownBy(refused::beginWrite).hasMessage("moved");
            other.script("PRAGMA busy_timeout = 0");
            other.beginWrite();
            other.commit();
            refused.close();
            assertThat(refused.connection().isClosed()).isTrue();
        }
    }

    @Test
    void whoIsInterruptedWaitsNoLongerForTheOnlyUseOfAFile() throws Exception {
        Path file = folder.resolve("read.db");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement();
                SqliteSession session = SqliteSession.open(
                        "read", TimeForm.UTC_MILLIS, file, SqliteSession.Access.WRITE, StorageSettings.defaults())) {
            statement.executeUpdate("CREATE TABLE entry(id INTEGER)");
            session.script("PRAGMA busy_timeout = 0");
            statement.executeUpdate("BEGIN");
            statement.executeQuery("SELECT id FROM entry").close();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> session.useWal(Duration.ofMinutes(1))).hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aReadSeesOneStateUntilItsEndAndThenWhatWasCommitted() throws Exception {
        try (SqliteSession writer = plain();
                SqliteSession reader = plain()) {
            assertThat(writer.useWal(Duration.ZERO)).isTrue();
            writer.script("CREATE TABLE entry (id INTEGER)");
            reader.beginRead();
            assertThat(entries(reader)).isZero();
            writer.beginWrite();
            writer.execute("INSERT INTO entry VALUES (1)");
            writer.commit();
            assertThat(entries(reader)).isZero();
            reader.commit();
            assertThat(entries(reader)).isEqualTo(1);
        }
    }

    private static long entries(SqliteSession session) throws SQLException {
        return session.query("SELECT count(*) FROM entry", NONE, rows -> rows.next() ? rows.number(1) : -1);
    }

    @Test
    void aDatabaseInMemoryHasNoWriteAheadLog() throws Exception {
        try (SqliteSession session = SqliteSession.inMemory("none")) {
            assertThat(session.useWal(Duration.ZERO)).isFalse();
        }
    }

    private SqliteSession plain() throws SQLException {
        return SqliteSession.open(
                "plain",
                TimeForm.UTC_MILLIS,
                folder.resolve("plain.db"),
                SqliteSession.Access.CREATE,
                StorageSettings.defaults());
    }
}
