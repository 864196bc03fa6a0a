package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.Remains;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
