package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Notebook;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backup may hold, whoever wrote it. */
@Tag("quick")
class BackupPartsTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final ArchiveSchema DIARY =
            ArchiveSchema.named("diary").version(1, "days").build();
    private static final List<ArchiveSchema> ALL = List.of(Notebook.SCHEMA, DIARY);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    /** Fills a backup. */
    private interface Filling {
        void fill(BackupWriter writer) throws IOException;
    }

    private Path made(String backend, Filling filling) throws IOException {
        Path target = folder.resolve("made.stoa-backup");
        try (BackupWriter writer = BackupWriter.to(target, true)) {
            filling.fill(writer);
            writer.finish(Json.object("format", "stoa-backup", "format_version", 1L, "backend", backend), null);
        }
        return target;
    }

    private static Map<String, @Nullable Object> part(BackupWriter writer, String entry) throws IOException {
        return writer.part(entry, out -> out.write("content".getBytes(StandardCharsets.UTF_8)));
    }

    private void refused(String what, Filling filling) throws IOException {
        Path file = made("sqlite", filling);
        assertThatThrownBy(() -> Backup.verify(file, ALL, null))
                .isInstanceOfSatisfying(
                        VerificationException.class, e -> assertThat(e.code()).isEqualTo("foreign_entry"))
                .hasMessageStartingWith("the backup " + file + " names " + what);
    }

    @Test
    void archivesUnderTheirOwnNamesAndFilesOfTheAuditMayBeInIt() throws IOException {
        Path file = made("sqlite", writer -> {
            writer.archive(DIARY, 1, List.of(part(writer, "diary.db")));
            writer.archive(Notebook.SCHEMA, 2, List.of(part(writer, "notebook.db")));
            writer.file(part(writer, "audit/2026/note.txt"));
        });
        Backup.Verified verified = Backup.verify(file, ALL, null);
        assertThat(verified.origin()).isEqualTo(BackupReader.Origin.UNSIGNED);
        assertThat(verified.manifest()).containsEntry("backend", "sqlite");
        assertThat(Backup.verify(file, ALL.reversed(), null).manifest()).isEqualTo(verified.manifest());
    }

    @Test
    void tablesOfPostgresHaveNamesOfTheirOwn() throws IOException {
        Filling tables = writer -> {
            Map<String, @Nullable Object> part = part(writer, "postgres/notebook/entry.copy");
            part.put("table", "entry");
            writer.archive(Notebook.SCHEMA, 2, List.of(part));
        };
        assertThat(Backup.verify(made("postgres", tables), ALL, null).manifest())
                .containsEntry("backend", "postgres");
        refused("postgres/notebook/entry.copy as a part of archive notebook", tables);
    }

    @Test
    void whatIsNeitherAnArchiveNorOfTheAuditIsRefused() throws IOException {
        refused("settings.toml; ", writer -> writer.file(part(writer, "settings.toml")));
        refused("audit/../keys; ", writer -> writer.file(part(writer, "audit/../keys")));
        refused(
                "other.db as a part of archive notebook",
                writer -> writer.archive(Notebook.SCHEMA, 2, List.of(part(writer, "other.db"))));
    }

    @Test
    void anArchiveIsThereOnceWithOneFile() throws IOException {
        refused("archive notebook more than once, or without its file", writer -> {
            writer.archive(Notebook.SCHEMA, 2, List.of(part(writer, "notebook.db")));
            writer.archive(Notebook.SCHEMA, 2, List.of(part(writer, "diary.db")));
        });
        refused(
                "archive notebook more than once, or without its file",
                writer -> writer.archive(Notebook.SCHEMA, 2, List.of()));
        refused(
                "archive notebook more than once, or without its file",
                writer -> writer.archive(
                        Notebook.SCHEMA, 2, List.of(part(writer, "notebook.db"), part(writer, "more.db"))));
    }

    @Test
    void anArchiveThatNobodyKnowsIsOfANewerProgram() throws IOException {
        Path file = made("sqlite", writer -> writer.archive(DIARY, 1, List.of(part(writer, "diary.db"))));
        assertThatThrownBy(() -> Backup.verify(file, List.of(Notebook.SCHEMA), null))
                .isInstanceOf(ConflictException.class)
                .hasMessage("the backup holds version 1 of archive diary, which this program does not know");
    }

    @Test
    void aBackupOfAnotherKindOfArchivesIsNotRestored() throws IOException {
        Path file = made("postgres", writer -> {});
        try (Site site = Site.directory(folder.resolve("data"), StorageSettings.defaults(), CLOCK)) {
            assertThatThrownBy(() -> Backup.restore(file, site, ALL, false))
                    .isInstanceOf(ConflictException.class)
                    .hasMessage(file + " is a backup of postgres archives, and sqlite is in use");
        }
    }

    @Test
    void everyPartIsReadAgainstItsChecksum() throws IOException {
        Path file = folder.resolve("real.stoa-backup");
        try (Site site = Site.directory(folder.resolve("data"), StorageSettings.defaults(), CLOCK);
                Archive archive = site.open(Notebook.SCHEMA)) {
            Notebook.add(archive, "ana", "kept");
            Backup.write(site, ALL, file, false, "test", CLOCK);
        }
        byte[] good = Files.readAllBytes(file);
        List<String> refusals = new ArrayList<>();
        for (int position = good.length / 8; position < good.length / 2; position += good.length / 40) {
            byte[] bad = good.clone();
            bad[position] ^= 0x40;
            Path damaged = Files.write(folder.resolve("damaged"), bad);
            try {
                Backup.verify(damaged, ALL, null);
            } catch (StoaException e) {
                refusals.add(e.getMessage());
            }
        }
        // Some bits of a compressed part mean nothing.
        assertThat(refusals).hasSizeGreaterThan(10).allMatch(each -> each.contains("cannot be used: notebook.db"));
    }

    @Test
    void whoRestoresIsToldWhatTheBackupSaysOfItself() {
        Path file = folder.resolve("real.stoa-backup");
        try (Site source = Site.directory(folder.resolve("data"), StorageSettings.defaults(), CLOCK);
                Site target = Site.directory(folder.resolve("other"), StorageSettings.defaults(), CLOCK)) {
            source.open(Notebook.SCHEMA).close();
            Backup.write(source, ALL, file, false, "test 7", CLOCK);
            Backup.Verified restored = Backup.restore(file, target, ALL, false);
            assertThat(restored.manifest()).containsEntry("program", "test 7");
            assertThat(restored.origin()).isEqualTo(BackupReader.Origin.UNSIGNED);
            assertThat(target.version(Notebook.SCHEMA)).hasValue(2);
        }
    }
}
