package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.UnavailableException;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.Remains;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

class SqliteErasureTest {
    @TempDir
    Path folder;

    private Archive archive;

    @BeforeEach
    void open() {
        archive = SqliteArchive.open(SocietyArchive.SCHEMA, folder, StorageSettings.defaults(), InstantSource.system());
    }

    @AfterEach
    void close() {
        archive.close();
    }

    private void keep(String hash, String text) {
        archive.write(tx -> tx.update(
                "INSERT INTO constitutions (hash, text, created_at) VALUES (?, ?, ?)", hash, text, "2026-01-01"));
    }

    private List<String> unfinished() {
        try (Site site = Site.directory(folder, StorageSettings.defaults(), InstantSource.system())) {
            return site.unfinishedErasures(List.of(SocietyArchive.SCHEMA));
        }
    }

    @Test
    void copiesThatSplitPagesLeaveBehindAreErasedToo() {
        // Rows in no order, that grow: pages are split, and the halves that moved away stay in their gaps.
        Random random = new Random(1);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        for (int i : order) {
            String text = String.format("marker%05d ", i) + "x".repeat(random.nextInt(900));
            archive.write(tx -> tx.update(
                    "INSERT INTO constitutions (rowid, hash, text, created_at) VALUES (?, ?, ?, '2026-01-01')",
                    random.nextInt(1_000_000_000),
                    "h" + i,
                    text));
        }
        Collections.shuffle(order, random);
        for (int i : order.subList(0, 150)) {
            archive.write(tx -> tx.update(
                    "UPDATE constitutions SET text = text || ? WHERE hash = ?",
                    "y".repeat(random.nextInt(500)),
                    "h" + i));
        }
        List<Integer> gone = order.subList(0, 60);
        archive.erase(tx -> {
            gone.forEach(i -> tx.update("DELETE FROM constitutions WHERE hash = ?", "h" + i));
            return true;
        });

        assertThat(gone)
                .allSatisfy(i -> assertThat(Remains.inFiles(String.format("marker%05d", i), folder))
                        .isEmpty());
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void aReaderElsewhereDelaysTheErasureWhichIsDoneAtTheNextOpening() throws Exception {
        keep("h", "the text hunter2zyx");
        try (Connection reader = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"));
                Statement statement = reader.createStatement()) {
            statement.execute("BEGIN");
            statement.executeQuery("SELECT count(*) FROM constitutions").close();
            archive.erase(tx -> tx.update("DELETE FROM constitutions WHERE hash = ?", "h"));
            assertThat(unfinished()).containsExactly("society");
            assertThat(archive.one("SELECT count(*) FROM constitutions", row -> row.number(1)))
                    .contains(0L);
            statement.execute("COMMIT");
        }
        archive.close();
        open();

        assertThat(unfinished()).isEmpty();
        assertThat(Remains.inFiles("hunter2zyx", folder)).isEmpty();
    }

    @Test
    void anErasureThatACrashInterruptedIsDoneAtTheNextOpening() throws Exception {
        keep("h", "the text hunter2zyx");
        archive.write(tx -> tx.update("DELETE FROM constitutions WHERE hash = ?", "h"));
        Files.createFile(SqliteErasure.note(folder.resolve("space.db")));
        try (Archive other =
                SqliteArchive.open(SocietyArchive.SCHEMA, folder, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(Remains.inFiles("hunter2zyx", folder)).isEmpty();
            assertThat(unfinished()).isEmpty();
        }
    }

    @Test
    void everyTextIndexForgetsDeletedWordsAlsoOneThatWasMadeWithoutTheOption() {
        archive.write(tx -> {
            tx.update("DROP TABLE search_text");
            return tx.update("CREATE VIRTUAL TABLE search_text USING fts5(body, content = '', contentless_delete = 1,"
                    + " tokenize = 'porter unicode61')");
        });
        archive.close();
        open();

        assertThat(archive.one("SELECT v FROM search_text_config WHERE k = 'secure-delete'", row -> row.number(1)))
                .contains(1L);
    }

    private long secureDelete() {
        return archive.one("SELECT v FROM search_text_config WHERE k = 'secure-delete'", row -> row.number(1))
                .orElseThrow();
    }

    @Test
    void aTextIndexThatWasToldToKeepDeletedWordsIsToldToForgetThem() {
        assertThat(secureDelete()).isEqualTo(1);
        archive.write(tx -> tx.update("INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 0)"));
        assertThat(secureDelete()).isZero();
        archive.close();
        open();
        assertThat(secureDelete()).isEqualTo(1);
    }

    @Test
    void anOpeningWithNothingToDoWritesNothing() throws Exception {
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("space.db"));
                Statement statement = other.createStatement()) {
            long before = dataVersion(statement);
            archive.close();
            open();
            assertThat(dataVersion(statement)).isEqualTo(before);
        }
    }

    private static long dataVersion(Statement statement) throws SQLException {
        try (ResultSet result = statement.executeQuery("PRAGMA data_version")) {
            return result.getLong(1);
        }
    }

    @Test
    void wordsThatAnIndexKeptOfDeletedRowsGoWithTheNextOpening() {
        archive.write(tx -> {
            tx.update("INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 0)");
            return tx.update("INSERT INTO search_text (rowid, body) VALUES (7, 'hunter2zyx')");
        });
        archive.write(tx -> tx.update("DELETE FROM search_text WHERE rowid = 7"));
        archive.close();
        assertThat(Remains.inFiles("hunter2zyx", folder)).isNotEmpty();
        open();
        archive.close();
        assertThat(Remains.inFiles("hunter2zyx", folder)).isEmpty();
    }

    @Test
    void anErasureAlsoMergesAnIndexThatKeepsWords() {
        archive.write(tx -> {
            tx.update("INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 0)");
            return tx.update("INSERT INTO search_text (rowid, body) VALUES (7, 'hunter2zyx')");
        });
        archive.erase(tx -> tx.update("DELETE FROM search_text WHERE rowid = 7"));
        assertThat(unfinished()).isEmpty();
        assertThat(Remains.inFiles("hunter2zyx", folder)).isEmpty();
    }

    @Test
    void aDamagedTextIndexKeepsNoArchiveClosed() {
        archive.write(tx -> {
            tx.update("INSERT INTO search_text (search_text, rank) VALUES ('secure-delete', 0)");
            return tx.update("UPDATE search_text_data SET block = x'ffffffffffff' WHERE id = 10");
        });
        archive.close();
        open();
        assertThat(secureDelete()).as("the next opening tries again").isZero();
        keep("h", "goes on");
        assertThat(archive.one("SELECT count(*) FROM constitutions", row -> row.number(1)))
                .contains(1L);
    }

    @Test
    void anErasureLeavesItsConnectionAsItWas() throws Exception {
        StorageSettings settings = new StorageSettings(Durability.NORMAL, Duration.ofSeconds(7), 8, 2);
        Path file = folder.resolve("space.db");
        archive.close();
        SqliteErasure erasure = new SqliteErasure(file, settings);
        try (SqliteSession session = session(settings)) {
            assertThat(erasure.finish(session)).as("nothing is noted").isTrue();
            erasure.expect();
            assertThat(erasure.finish(session)).isTrue();
            assertThat(session.pragma("busy_timeout")).isEqualTo("7000");
            assertThat(session.pragma("temp_store")).isEqualTo("2");
            assertThat(SqliteErasure.note(file)).doesNotExist();
        }
    }

    @Test
    void theErasureOfALargeFileLeavesItsConnectionAsItWasToo() throws Exception {
        Path file = folder.resolve("space.db");
        archive.close();
        long small = Files.size(file);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            // Pages that the header does not count, and that the disk does not keep.
            bytes.setLength(300L << 20);
        }
        SqliteErasure erasure = new SqliteErasure(file, StorageSettings.defaults());
        try (SqliteSession session = session(StorageSettings.defaults())) {
            erasure.expect();
            assertThat(erasure.finish(session)).isTrue();
            assertThat(session.pragma("temp_store")).isEqualTo("2");
        }
        assertThat(file).hasSize(small);
    }

    @Test
    void anErasureThatIsNotDoneIsNotedAgainWhenAnotherTookTheNoteAway() throws Exception {
        archive.close();
        Path note = SqliteErasure.note(folder.resolve("space.db"));
        SqliteErasure erasure = new SqliteErasure(folder.resolve("space.db"), StorageSettings.defaults());
        try (SqliteSession session = session(StorageSettings.defaults())) {
            erasure.expect();
            ProgressHandler.setHandler(session.connection(), 1, new ProgressHandler() {
                @Override
                protected int progress() throws SQLException {
                    try {
                        Files.deleteIfExists(note);
                    } catch (IOException e) {
                        throw new SQLException(e);
                    }
                    return 1;
                }
            });
            assertThat(erasure.finish(session)).isFalse();
            assertThat(note).exists();
            ProgressHandler.clearHandler(session.connection());
            assertThat(erasure.finish(session)).isTrue();
            assertThat(note).doesNotExist();
        }
    }

    private SqliteSession session(StorageSettings settings) {
        return new SqliteFile(SocietyArchive.SCHEMA, folder, settings, InstantSource.system()).open();
    }

    @Test
    void anErasureThatAnotherWriterPreventsStaysNoted() throws Exception {
        StorageSettings settings = new StorageSettings(Durability.NORMAL, Duration.ZERO, 8, 2);
        Path file = folder.resolve("space.db");
        archive.close();
        SqliteErasure erasure = new SqliteErasure(file, settings);
        try (SqliteSession session = session(settings);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            erasure.expect();
            statement.execute("BEGIN IMMEDIATE");
            assertThat(erasure.finish(session)).isFalse();
            assertThat(SqliteErasure.note(file)).exists();
            statement.execute("ROLLBACK");
            assertThat(erasure.finish(session)).isTrue();
        }
    }

    @Test
    void aNoteThatCannotBeTakenAwayIsDoneAllTheSame() throws Exception {
        archive.close();
        Path note = Files.createDirectory(SqliteErasure.note(folder.resolve("space.db")));
        Files.createFile(note.resolve("inside"));
        try (SqliteSession session = session(StorageSettings.defaults())) {
            assertThat(new SqliteErasure(folder.resolve("space.db"), StorageSettings.defaults()).finish(session))
                    .isTrue();
        }
        assertThat(note).exists();
    }

    @Test
    void whereNothingCanBeNotedNothingIsDeleted() {
        SqliteErasure erasure = new SqliteErasure(folder.resolve("absent/space.db"), StorageSettings.defaults());
        assertThatThrownBy(erasure::expect)
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("nothing was deleted");
    }

    @Test
    void theReplyNamesSnapshotsReplacedArchivesAndBackups() throws Exception {
        Files.createFile(folder.resolve("space.backup.20260101T000000000Z.sqlite"));
        Files.createDirectory(folder.resolve("replaced-1"));
        Files.createFile(folder.resolve("notes.txt"));
        try (Site site = Site.directory(folder, StorageSettings.defaults(), InstantSource.system())) {
            Path backup = folder.resolve("b.zip");
            dev.stoa.storage.site.Backup.write(
                    site, List.of(SocietyArchive.SCHEMA), backup, false, "test", InstantSource.system());
            assertThat(site.olderCopies(List.of(SocietyArchive.SCHEMA)))
                    .containsExactly(
                            backup,
                            folder.resolve("replaced-1"),
                            folder.resolve("space.backup.20260101T000000000Z.sqlite"));
        }
    }

    @Test
    void theNoteOfAnErasureIsItsOwnersAlone() throws Exception {
        archive.erase(tx -> {
            Path note = SqliteErasure.note(folder.resolve(SocietyArchive.SCHEMA.file()));
            try {
                return assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(note)))
                        .isEqualTo("rw-------");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
