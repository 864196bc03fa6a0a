package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteRestore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restore into a data directory promises beyond the contract of both backends. */
@Tag("quick")
class SqliteRestoreTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T08:30:00.123Z"));
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA);

    @TempDir
    Path folder;

    private Path data;
    private Path backup;

    @BeforeEach
    void backUpOneRow() {
        data = folder.resolve("data");
        backup = folder.resolve("backup");
        try (Site site = site();
                Archive archive = site.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "saved");
            Backup.write(site, ALL, backup, false, "test", CLOCK);
            Notebook.add(archive, "ana", "later");
        }
    }

    private Site site() {
        return Site.directory(data, StorageSettings.defaults(), CLOCK);
    }

    private List<String> bodies() {
        try (Site site = site();
                Archive archive = site.open(Notebook.SCHEMA)) {
            return Notebook.bodies(archive);
        }
    }

    @Test
    void whatWasReplacedIsKeptBesideIt() {
        try (Site site = site()) {
            Backup.restore(backup, site, ALL, true);
        }
        assertThat(bodies()).containsExactly("saved");
        assertThat(data.resolve("replaced-20261115T083000123Z").resolve("notebook.db"))
                .isRegularFile();
    }

    @Test
    void aDirectoryInUseIsNotRestoredOver() {
        try (Site user = site();
                Archive archive = user.open(Notebook.SCHEMA);
                Site site = site()) {
            assertThatThrownBy(() -> Backup.restore(backup, site, ALL, true))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("is in use");
            Notebook.add(archive, "ana", "goes on");
        }
        assertThat(bodies()).containsExactly("saved", "later", "goes on");
    }

    @Test
    void twoUsersInOneProcessKeepTheirClaimWhenTheFirstLeaves() {
        Site first = site();
        first.open(Notebook.SCHEMA).close();
        try (Site second = site();
                Archive archive = second.open(Notebook.SCHEMA)) {
            first.close();
            try (Site site = site()) {
                assertThatThrownBy(() -> Backup.restore(backup, site, ALL, true))
                        .hasMessageContaining("is in use");
            }
            assertThat(Notebook.bodies(archive)).hasSize(2);
        }
    }

    @Test
    void aRestoreCutOffBeforeItsDecisiveMomentChangesNothing() throws IOException {
        Path stage = Files.createDirectory(data.resolve(".restore-half"));
        Files.writeString(stage.resolve("notebook.db"), "half a file");
        assertThat(bodies()).containsExactly("saved", "later");
    }

    @Test
    void aRestoreCutOffAfterItsDecisiveMomentIsFinishedByWhoeverOpensNext() throws IOException {
        // The state a killed process leaves: the new files complete under the final name, the moves not begun.
        Path other = folder.resolve("other");
        try (Site site = Site.directory(other, StorageSettings.defaults(), CLOCK)) {
            Backup.restore(backup, site, ALL, false);
        }
        Path ready = Files.createDirectory(data.resolve(".restore-ready-20261115T083000123Z"));
        Files.copy(other.resolve("notebook.db"), ready.resolve("notebook.db"));
        Files.writeString(ready.resolve("away.txt"), "notebook.db\n");

        assertThat(bodies()).containsExactly("saved");
        assertThat(ready).doesNotExist();
    }

    @Test
    void aRestoreCutOffBetweenItsMovesIsFinishedToo() throws IOException {
        Path other = folder.resolve("other");
        try (Site site = Site.directory(other, StorageSettings.defaults(), CLOCK)) {
            Backup.restore(backup, site, ALL, false);
        }
        Path ready = Files.createDirectory(data.resolve(".restore-ready-20261115T083000123Z"));
        Files.copy(other.resolve("notebook.db"), ready.resolve("notebook.db"));
        // The old file has been moved away and the list of what to move is gone: only the new one is missing.
        Path replaced = Files.createDirectory(data.resolve("replaced-20261115T083000123Z"));
        Files.move(data.resolve("notebook.db"), replaced.resolve("notebook.db"));

        assertThat(bodies()).containsExactly("saved");
    }

    @Test
    void filesOfTheAuditTravelWithTheBackupAndKeysDoNot() throws IOException {
        Files.createDirectories(data.resolve("audit/2026"));
        Files.writeString(data.resolve("audit/2026/note.txt"), "checkpoint");
        Files.createDirectories(data.resolve("keys"));
        Files.writeString(data.resolve("keys/seal.json"), "secret");
        try (Site site = site()) {
            Backup.write(site, ALL, backup, true, "test", CLOCK);
        }
        Path elsewhere = folder.resolve("elsewhere");
        try (Site site = Site.directory(elsewhere, StorageSettings.defaults(), CLOCK)) {
            Backup.restore(backup, site, ALL, false);
        }
        assertThat(elsewhere.resolve("audit/2026/note.txt")).hasContent("checkpoint");
        assertThat(elsewhere.resolve("keys")).doesNotExist();
        try (Stream<Path> left = Files.list(elsewhere)) {
            assertThat(left.map(path -> String.valueOf(path.getFileName())))
                    .noneMatch(name -> name.startsWith(".restore"));
        }
    }

    private SqliteRestore restore() {
        return new SqliteRestore(data, StorageSettings.defaults(), CLOCK);
    }

    private List<String> names(Path where) throws IOException {
        try (Stream<Path> files = Files.list(where)) {
            return files.map(path -> String.valueOf(path.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void anEarlierRestoreThatWasCutOffIsFinishedBeforeTheNextIsLaidOut() throws IOException {
        Path ready = Files.createDirectory(data.resolve(".restore-ready-20260101T000000000Z"));
        Files.writeString(ready.resolve("note.txt"), "earlier");
        restore().replace(ALL, stage -> {
            assertThat(ready).doesNotExist();
            assertThat(data.resolve("note.txt")).hasContent("earlier");
            Files.writeString(stage.resolve("note.txt"), "later");
        });
        assertThat(data.resolve("note.txt")).hasContent("later");
    }

    @Test
    void archivesThatAreNotLaidOutGoAwayWithTheirLogsAndEveryReplacedFileIsKept() throws IOException {
        Files.writeString(data.resolve("notebook.db-journal"), "a journal");
        Files.createDirectories(data.resolve("audit"));
        Files.writeString(data.resolve("audit/note.txt"), "old");
        Files.writeString(data.resolve("audit/other.txt"), "untouched");
        restore().replace(ALL, stage -> {
            Files.createDirectories(stage.resolve("audit"));
            Files.writeString(stage.resolve("audit/note.txt"), "new");
        });
        Path replaced = data.resolve("replaced-20261115T083000123Z");
        assertThat(names(data)).containsExactly(".lock", "audit", "replaced-20261115T083000123Z");
        assertThat(data.resolve("audit/note.txt")).hasContent("new");
        assertThat(data.resolve("audit/other.txt")).hasContent("untouched");
        assertThat(names(replaced)).containsExactly("audit", "notebook.db", "notebook.db-journal");
        assertThat(replaced.resolve("audit/note.txt")).hasContent("old");
    }

    @Test
    void whatCannotBeLaidOutReplacesNothingAndLeavesNothing() throws IOException {
        List<String> before = names(data);
        assertThatThrownBy(() -> restore().replace(ALL, stage -> {
                    Files.writeString(stage.resolve("notebook.db"), "half");
                    throw new IOException("the disk is full");
                }))
                .hasMessage("the disk is full");
        assertThat(names(data)).isEqualTo(before);
        assertThat(bodies()).containsExactly("saved", "later");
    }
}
