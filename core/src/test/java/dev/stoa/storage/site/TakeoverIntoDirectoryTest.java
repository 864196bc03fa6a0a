package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.VerificationException;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.OldFile;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.TakeoverReport;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a take-over into a data directory leaves of itself, and what it refuses before it begins. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class TakeoverIntoDirectoryTest {
    @TempDir
    private Path folder;

    private Path file;
    private Path aside;
    private Site site;

    @BeforeEach
    void open() {
        file = folder.resolve("theirs.db");
        aside = folder.resolve("aside");
        site = Site.directory(folder.resolve("data"), StorageSettings.defaults(), InstantSource.system());
    }

    @AfterEach
    void close() {
        site.close();
    }

    private TakeoverReport take(boolean dryRun) {
        return Takeover.run(file, site, Stoa.ARCHIVES, aside, dryRun, InstantSource.system());
    }

    @Test
    void whatWasSetAsideIsNotKeptWhereTheRestCannotBePutInPlace() throws Exception {
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONSENSUS_1);
            old.consensus(2);
            old.run("INSERT INTO dissent (id, debate_id, agent_id, dissent_type) VALUES ('y', 'gone', 'a', 'rage')");
        }
        try (Site user = Site.directory(folder.resolve("data"), StorageSettings.defaults(), InstantSource.system());
                Archive used = user.open(RatingArchive.SCHEMA)) {
            assertThat(used.schema()).isEqualTo(RatingArchive.SCHEMA);
            assertThatThrownBy(() -> take(false))
                    .isInstanceOfSatisfying(
                            ConflictException.class, e -> assertThat(e.code()).isEqualTo("in_use"));
        }
        assertThat(aside).isEmptyDirectory();
        TakeoverReport report = take(false);
        assertThat(report.setAside()).hasSize(1);
        assertThat(report.quarantine()).hasParent(aside).isNotEmptyFile();
    }

    @Test
    void aRehearsalIsRefusedWhereTheArchiveHasRowsToo() throws Exception {
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.TRACES_1);
            old.traces(3);
        }
        take(false);
        assertThatThrownBy(() -> take(true))
                .isInstanceOf(ConflictException.class)
                .hasMessageStartingWith("archive critique has ");
    }

    @Test
    void aNewerFileIsRefusedByItsOwnName() throws Exception {
        try (Site other = Site.directory(folder.resolve("other"), StorageSettings.defaults(), InstantSource.system())) {
            other.open(CritiqueArchive.SCHEMA).close();
            file = Path.of(other.locate(CritiqueArchive.SCHEMA));
        }
        try (OldFile old = OldFile.at(file)) {
            old.run("UPDATE _schema_versions SET version = 99");
        }
        assertThatThrownBy(() -> take(false))
                .isInstanceOf(ConflictException.class)
                .hasMessageStartingWith(file + " has version 99 of archive critique");
    }

    @Test
    void aNumberedFileOfSeveralArchivesIsSplit() throws Exception {
        String numbers = "CREATE TABLE archive_sequence (name TEXT PRIMARY KEY, value INTEGER NOT NULL)";
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONSENSUS_1, OldFile.ELO_1, numbers);
            old.consensus(2);
            old.ratings(2);
        }
        take(false);
        try (OldFile split = OldFile.at(Path.of(site.locate(ConsensusArchive.SCHEMA)))) {
            assertThat(split.texts("SELECT name FROM sqlite_schema WHERE name = 'ratings'"))
                    .isEmpty();
            assertThat(split.texts("SELECT count(*) FROM consensus")).containsExactly("2");
        }
    }

    @Test
    void numbersThatCountByThemselvesGoOnWhereTheyWere() throws Exception {
        try (OldFile old = OldFile.at(file)) {
            old.run(
                    """
                    CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, seq INTEGER, author TEXT NOT NULL, body TEXT,
                        score REAL, done BOOLEAN NOT NULL DEFAULT 0, blob BLOB, at TEXT, UNIQUE (author, body))""",
                    "CREATE TABLE reply (id INTEGER PRIMARY KEY AUTOINCREMENT, entry_id INTEGER NOT NULL)",
                    "INSERT INTO entry (id, author, body) VALUES (7, 'ana', 'kept'), (41, 'ana', 'deleted')",
                    "DELETE FROM entry WHERE id = 41",
                    "INSERT INTO reply (id, entry_id) VALUES (5, 7)",
                    "DELETE FROM reply");
        }
        Takeover.run(file, site, List.of(Notebook.SCHEMA), aside, false, InstantSource.system());

        try (Archive archive = site.open(Notebook.SCHEMA)) {
            long entry = archive.write(tx -> Notebook.add(tx, "ana", "new"));
            assertThat(entry).isEqualTo(42);
            long reply = archive.write(tx -> tx.number("INSERT INTO reply (entry_id) VALUES (42) RETURNING id"));
            assertThat(reply).isEqualTo(6);
        }
    }

    @Test
    void aCounterThatIsNoneIsLeftBehind() throws Exception {
        try (OldFile old = OldFile.at(file)) {
            old.run(
                    """
                    CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, seq INTEGER, author TEXT NOT NULL, body TEXT,
                        score REAL, done BOOLEAN NOT NULL DEFAULT 0, blob BLOB, at TEXT, UNIQUE (author, body))""",
                    "CREATE TABLE reply (id INTEGER PRIMARY KEY AUTOINCREMENT, entry_id INTEGER NOT NULL)",
                    "INSERT INTO sqlite_sequence (name, seq) VALUES ('entry', 9007199254740992), ('reply', -3)");
        }
        Takeover.run(file, site, List.of(Notebook.SCHEMA), aside, false, InstantSource.system());

        try (Archive archive = site.open(Notebook.SCHEMA)) {
            long entry = archive.write(tx -> Notebook.add(tx, "ana", "new"));
            assertThat(entry).isEqualTo(1);
            assertThat(archive.list("SELECT seq FROM sqlite_sequence WHERE name = 'reply'", row -> row.number(1)))
                    .isEmpty();
        }
    }

    @Test
    void aFileOfOursThatLacksAColumnIsDamagedAndNotUnknown() throws Exception {
        try (Site other = Site.directory(folder.resolve("other"), StorageSettings.defaults(), InstantSource.system())) {
            other.open(Notebook.SCHEMA).close();
            file = Path.of(other.locate(Notebook.SCHEMA));
        }
        try (OldFile old = OldFile.at(file)) {
            old.run("ALTER TABLE entry DROP COLUMN score");
        }
        assertThatThrownBy(
                        () -> Takeover.run(file, site, List.of(Notebook.SCHEMA), aside, false, InstantSource.system()))
                .isInstanceOfSatisfying(
                        VerificationException.class, e -> assertThat(e.code()).isEqualTo("damaged"))
                .hasMessageContaining("archive notebook would not be in order after the import");
        assertThat(site.exists(Notebook.SCHEMA)).isFalse();
    }
}
