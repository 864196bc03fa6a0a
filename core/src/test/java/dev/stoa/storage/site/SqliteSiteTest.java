package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Intake;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.move.MoveNote;
import dev.stoa.storage.sqlite.DirectoryLease;
import dev.stoa.storage.sqlite.SqliteMoveNotes;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory allows, where its archives are and what it keeps. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class SqliteSiteTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA);

    @TempDir
    private Path folder;

    private Path data;
    private SqliteSite site;

    @BeforeEach
    void open() {
        data = folder.resolve("data");
        site = new SqliteSite(data, StorageSettings.defaults(), CLOCK);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void fill() {
        try (Archive archive = site.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "kept");
        }
    }

    private Path backUp() {
        Path backup = folder.resolve("b.stoa-backup");
        Backup.write(site, ALL, backup, true, "test", CLOCK);
        return backup;
    }

    private void note(MoveNote.State state) {
        new SqliteMoveNotes(data).set(new MoveNote("m", state, "elsewhere", "today", null));
    }

    private static void refused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void itSaysWhereItAndItsArchivesAreAndWhatVersionTheyHave() {
        assertThat(site.dialect()).isEqualTo(Dialect.SQLITE);
        assertThat(site.directory()).isEqualTo(data);
        assertThat(site.settings()).isEqualTo(StorageSettings.defaults());
        assertThat(new SqliteSite(data.resolve("../data"), StorageSettings.defaults(), CLOCK).place())
                .isEqualTo(data.toString());
        assertThat(site.locate(Notebook.SCHEMA))
                .isEqualTo(data.resolve("notebook.db").toString());
        assertThat(site.exists(Notebook.SCHEMA)).isFalse();
        assertThat(site.existsAny(ALL)).isFalse();
        assertThat(site.version(Notebook.SCHEMA)).isEmpty();
        assertThat(site.rows(Notebook.SCHEMA)).isZero();
        site.open(Notebook.upTo(1)).close();
        assertThat(site.existsAny(ALL)).isTrue();
        assertThat(site.version(Notebook.SCHEMA)).hasValue(1);
        fill();
        assertThat(site.version(Notebook.SCHEMA)).hasValue(2);
        assertThat(site.rows(Notebook.SCHEMA)).isEqualTo(1);
    }

    @Test
    void textIndexesAreMadeAgainWhereThereAreAny() {
        assertThat(site.reindex(Notebook.SCHEMA)).isFalse();
        ArchiveSchema indexed = ArchiveSchema.named("notebook")
                .version(1, "entries")
                .version(2, "tags")
                .reindex(tx -> Notebook.add(tx, "index", "made"))
                .build();
        assertThat(site.reindex(indexed)).isTrue();
        try (Archive archive = site.open(indexed)) {
            assertThat(Notebook.bodies(archive)).containsExactly("made");
        }
    }

    @Test
    void whatWasMovedAwayIsNeitherOpenedNorCopiedNorReplaced() {
        fill();
        Path backup = backUp();
        site.requireInUse();
        site.close();
        note(MoveNote.State.MOVED);
        refused("moved", site::requireInUse);
        refused("moved", () -> site.open(Notebook.SCHEMA));
        refused("moved", () -> Backup.write(site, ALL, folder.resolve("other"), false, "test", CLOCK));
        refused("moved", () -> Backup.restore(backup, site, ALL, true));
        refused("moved", () -> site.takeIn(List.of(new Intake(Notebook.SCHEMA, backup))));
        try (DirectoryLease moving = DirectoryLease.exclusive(data)) {
            assertThat(moving).isNotNull();
            refused("moved", () -> site.open(Notebook.SCHEMA));
        }
        new SqliteMoveNotes(data).open();
        site.open(Notebook.SCHEMA).close();
    }

    @Test
    void whatIsBeingMovedAwayIsReadAndNothingIsMadeBesideIt() {
        fill();
        note(MoveNote.State.LEAVING);
        try (Archive archive = site.open(Notebook.SCHEMA)) {
            assertThat(Notebook.bodies(archive)).containsExactly("kept");
        }
        ArchiveSchema diary = ArchiveSchema.named("diary").version(1, "days").build();
        refused("moving", () -> site.open(diary));
        assertThat(site.exists(diary)).isFalse();
    }

    @Test
    void whoCopiesHoldsTheDirectoryUntilItIsClosed() {
        fill();
        site.close();
        backUp();
        refused("in_use", () -> DirectoryLease.exclusive(data));
        site.close();
        DirectoryLease.exclusive(data).close();
    }

    @Test
    void anArchiveInABackupNeedsNoLogToBeRead() throws Exception {
        fill();
        try (BackupReader reader = BackupReader.open(backUp());
                InputStream in =
                        reader.read(reader.archives().getFirst().parts().getFirst())) {
            byte[] header = in.readNBytes(100);
            assertThat(new byte[] {header[18], header[19]})
                    .as("the versions of who may write and read it")
                    .containsExactly(1, 1);
        }
    }

    @Test
    void aFileOfTheAuditThatNoRestoreWouldAcceptIsNotBackedUp() throws Exception {
        fill();
        Files.createDirectories(data.resolve("audit"));
        Files.writeString(data.resolve("audit/a name"), "text");
        refused("foreign_entry", this::backUp);
    }

    @Test
    void anArchiveThatHasRowsIsNotTakenIn() throws Exception {
        fill();
        site.close();
        Path other = folder.resolve("other");
        try (Site source = Site.directory(other, StorageSettings.defaults(), CLOCK)) {
            source.open(Notebook.SCHEMA).close();
        }
        Intake intake = new Intake(Notebook.SCHEMA, other.resolve("notebook.db"));
        refused("precondition", () -> site.takeIn(List.of(intake)));
        Files.delete(data.resolve("notebook.db"));
        site.takeIn(List.of(intake));
        assertThat(site.version(Notebook.SCHEMA)).hasValue(2);
        assertThat(site.rows(Notebook.SCHEMA)).isZero();
    }

    @Test
    void onlySnapshotsOfItsArchivesAreOlderCopiesOfThem() throws Exception {
        fill();
        Files.writeString(data.resolve("notes.sqlite"), "something else");
        Files.writeString(data.resolve("notebook.backup.x.json"), "{}");
        Path snapshot = Files.writeString(data.resolve("notebook.backup.x.sqlite"), "a snapshot");
        Path replaced = Files.createDirectory(data.resolve("replaced-x"));
        Files.createDirectories(data.resolve("below/replaced-y"));
        assertThat(site.olderCopies(ALL)).containsExactly(snapshot, replaced);
        assertThat(new SqliteSite(folder.resolve("absent"), StorageSettings.defaults(), CLOCK).olderCopies(ALL))
                .isEmpty();
    }
}
