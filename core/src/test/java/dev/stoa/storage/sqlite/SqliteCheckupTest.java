package dev.stoa.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.ExaminationListener;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an examination of one SQLite file looks at. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class SqliteCheckupTest {
    private static final long LARGE = 256L << 20;

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void create() {
        path = folder.resolve("notebook.db");
        file(Notebook.SCHEMA).open().close();
    }

    private SqliteFile file(ArchiveSchema schema) {
        return new SqliteFile(schema, folder, StorageSettings.defaults(), InstantSource.system());
    }

    private Checkup run(ArchiveSchema schema, boolean deep) {
        return new SqliteCheckup(file(schema), schema).run(deep);
    }

    private List<String> found(boolean deep) {
        return told(run(Notebook.SCHEMA, deep));
    }

    private static List<String> told(Checkup checkup) {
        return checkup.findings().stream()
                .map(finding -> finding.kind() + " " + finding.check() + ": " + finding.message())
                .toList();
    }

    private void alter(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    private static ArchiveSchema.Builder notebook() {
        return ArchiveSchema.named("notebook").version(1, "entries").version(2, "tags");
    }

    @Test
    void ofASoundFileItsVersionAndItsSizeAreTold() throws IOException {
        for (boolean deep : new boolean[] {false, true}) {
            Checkup checkup = run(Notebook.SCHEMA, deep);
            assertThat(checkup.findings()).isEmpty();
            assertThat(checkup.version()).hasValue(2);
            assertThat(checkup.bytes()).isEqualTo(Files.size(path));
            assertThat(checkup.location()).isEqualTo(path.toString());
        }
    }

    @Test
    void aFileThatIsNotThereIsNoDamage() throws IOException {
        Files.delete(path);
        Checkup checkup = run(Notebook.SCHEMA, true);
        assertThat(told(checkup)).containsExactly("NOTICE file: it does not exist; create the archives first");
        assertThat(checkup.version()).isEmpty();
        assertThat(checkup.bytes()).isZero();
        assertThat(checkup.walBytes()).isZero();
    }

    @Test
    void aLogThatGrewLargeIsTold() throws IOException {
        Files.delete(path);
        try (RandomAccessFile log = new RandomAccessFile(path + "-wal", "rw")) {
            log.setLength(LARGE);
            assertThat(found(false)).hasSize(1);
            log.setLength(LARGE + (1 << 20));
        }
        assertThat(found(false))
                .hasSize(2)
                .endsWith("NOTICE size: its write-ahead log has 257 MiB; a reader may be holding it open");
        assertThat(run(Notebook.SCHEMA, false).walBytes()).isEqualTo(LARGE + (1 << 20));
    }

    @Test
    void anIndexThatHasWhatARowHadIsFoundByADeepExaminationAlone() throws SQLException {
        alter(
                "INSERT INTO entry (author, body, tag) VALUES ('ana', 'body', 'before')",
                "CREATE TABLE kept (type, name, tbl_name, rootpage, sql)",
                "INSERT INTO kept SELECT * FROM sqlite_schema WHERE name = 'entry_tag'",
                "PRAGMA writable_schema = ON",
                "DELETE FROM sqlite_schema WHERE name = 'entry_tag'",
                "PRAGMA writable_schema = RESET",
                "UPDATE entry SET tag = 'after'",
                "PRAGMA writable_schema = ON",
                "INSERT INTO sqlite_schema SELECT * FROM kept",
                "PRAGMA writable_schema = RESET");
        assertThat(found(false)).isEmpty();
        assertThat(found(true)).contains("DAMAGE integrity: row 1 missing from index entry_tag");
    }

    @Test
    void whatTheSchemaHasAndTheFileLacksIsDamage() throws SQLException {
        alter("DROP INDEX entry_tag");
        assertThat(found(false))
                .singleElement()
                .asString()
                .startsWith("DAMAGE schema: ")
                .contains("entry_tag");
    }

    @Test
    void noticesOfTheArchiveAreTold() {
        ArchiveSchema telling = notebook()
                .notice("entries", (tx, most) -> List.of("there are " + tx.number("SELECT count(*) FROM entry")))
                .build();
        assertThat(told(run(telling, false))).containsExactly("NOTICE entries: there are 0");
    }

    @Test
    void aDeepExaminationChecksWhatAlwaysHoldsInOneStateOfTheFile() {
        List<Long> seen = new ArrayList<>();
        ArchiveSchema.Finder counting = (tx, most) -> {
            seen.add(tx.number("SELECT count(*) FROM entry"));
            try {
                alter("INSERT INTO entry (author, body) VALUES ('others', 'meanwhile')");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return List.of();
        };
        ArchiveSchema.Finder again = (tx, most) -> {
            seen.add(tx.number("SELECT count(*) FROM entry"));
            return List.of("the last");
        };
        ArchiveSchema holding = notebook()
                .invariant("N1", "never", counting)
                .invariant("N2", "something is wrong", again)
                .build();
        assertThat(told(run(holding, false))).isEmpty();
        assertThat(seen).isEmpty();
        assertThat(told(run(holding, true))).containsExactly("DAMAGE invariant: N2: something is wrong (the last)");
        assertThat(seen).containsExactly(0L, 0L);
    }

    @Test
    void whoListensIsToldHowFarProofsAre() {
        List<String> told = new ArrayList<>();
        ArchiveSchema proving = notebook()
                .invariant("N1", "never", new ArchiveSchema.Finder() {
                    @Override
                    public List<String> violations(Tx tx, int most) {
                        return violations(tx, most, ExaminationListener.NONE);
                    }

                    @Override
                    public List<String> violations(Tx tx, int most, ExaminationListener listener) {
                        listener.proved("entries", 1, 1);
                        return List.of();
                    }
                })
                .build();
        new SqliteCheckup(file(proving), proving).run(true, (what, done, all) -> told.add(done + "/" + all + what));
        assertThat(told).containsExactly("1/1entries");
    }

    @Test
    void everyTextIndexIsCheckedAndNothingIsChanged() throws Exception {
        alter(
                "CREATE VIRTUAL TABLE first USING fts5(body)",
                "CREATE VIRTUAL TABLE second USING fts5(body)",
                "INSERT INTO first VALUES ('some words')",
                "INSERT INTO second VALUES ('other words')");
        byte[] before = Files.readAllBytes(path);
        assertThat(found(true)).isEmpty();
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
        alter("UPDATE second_content SET c0 = 'what nobody wrote'");
        assertThat(found(false)).contains("DAMAGE text_index: second does not agree with its content");
    }
}
