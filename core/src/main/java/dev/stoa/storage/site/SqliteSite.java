package dev.stoa.storage.site;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.ExaminationListener;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Intake;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import dev.stoa.storage.foreign.ForeignArchive;
import dev.stoa.storage.sqlite.DirectoryLease;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.storage.sqlite.SqliteCheckup;
import dev.stoa.storage.sqlite.SqliteErasure;
import dev.stoa.storage.sqlite.SqliteFile;
import dev.stoa.storage.sqlite.SqliteMoveNotes;
import dev.stoa.storage.sqlite.SqliteRestore;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A data directory. Thread-safe. Its lease is taken with the first archive that is opened. */
final class SqliteSite extends Site {
    /** Archives lie at most one folder deep, and so do their copies. */
    private static final int COPIES_DEPTH = 2;

    private final Path directory;
    private final StorageSettings settings;
    private final InstantSource clock;
    private @Nullable DirectoryLease lease;

    SqliteSite(Path directory, StorageSettings settings, InstantSource clock) {
        this.directory = directory;
        this.settings = settings;
        this.clock = clock;
    }

    SqliteFile file(ArchiveSchema schema) {
        return new SqliteFile(schema, directory, settings, clock);
    }

    Path directory() {
        return directory;
    }

    StorageSettings settings() {
        return settings;
    }

    SqliteMoveNotes moveNotes() {
        return new SqliteMoveNotes(directory);
    }

    @Override
    public String place() {
        return directory.toAbsolutePath().normalize().toString();
    }

    private synchronized void lease() {
        if (lease == null) {
            SqliteRestore.finishInterrupted(directory);
            lease = DirectoryLease.shared(directory, settings.busyTimeout());
        }
    }

    @Override
    public void requireInUse() {
        moveNotes().refuseOpening();
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public String locate(ArchiveSchema schema) {
        return file(schema).path().toString();
    }

    @Override
    public boolean exists(ArchiveSchema schema) {
        // What cannot be reached counts as there, so that no message advises to create it again.
        return !Files.notExists(file(schema).path());
    }

    @Override
    public OptionalInt version(ArchiveSchema schema) {
        return exists(schema) ? OptionalInt.of(file(schema).version()) : OptionalInt.empty();
    }

    @Override
    public Archive open(ArchiveSchema schema) {
        // Before the lease too: a move to here holds the directory alone.
        moveNotes().refuseOpening();
        lease();
        moveNotes().refuseOpening();
        if (!exists(schema)) {
            moveNotes().refuseReplacing();
        }
        return SqliteArchive.open(schema, directory, settings, clock);
    }

    @Override
    public Checkup examine(ArchiveSchema schema, boolean deep, ExaminationListener listener) {
        return new SqliteCheckup(file(schema), schema).run(deep, listener);
    }

    @Override
    public void copyTo(BackupWriter backup, List<ArchiveSchema> schemas) throws IOException {
        moveNotes().refuseOpening();
        lease();
        for (ArchiveSchema schema : schemas) {
            if (exists(schema)) {
                copy(backup, schema);
            }
        }
        Path audit = directory.resolve(Backup.AUDIT);
        if (Files.isDirectory(audit)) {
            try (Stream<Path> files = Files.walk(audit)) {
                for (Path file : files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                        .sorted()
                        .toList()) {
                    Backup.refuseName(entry(file));
                    backup.file(backup.part(entry(file), out -> Files.copy(file, out)));
                }
            }
        }
    }

    private String entry(Path file) {
        return directory.relativize(file).toString().replace('\\', '/');
    }

    private void copy(BackupWriter backup, ArchiveSchema schema) throws IOException {
        SqliteFile file = file(schema);
        file.version();
        Path scratch = backup.scratch(schema.name());
        try {
            try (SqliteSession session = file.session(SqliteSession.Access.READ, file.path())) {
                session.copyTo(scratch);
            }
            int version;
            try (SqliteSession copy = file.session(SqliteSession.Access.WRITE, scratch)) {
                version = new Migrations(schema, clock).claimed(copy).orElse(0);
                // A backup is a single file: its log is empty and none may be needed to read it.
                copy.script("PRAGMA journal_mode = DELETE");
            }
            backup.archive(schema, version, List.of(backup.part(entry(file.path()), out -> Files.copy(scratch, out))));
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    @Override
    public void replaceBy(BackupReader backup, List<ArchiveSchema> schemas) throws IOException {
        moveNotes().refuseReplacing();
        new SqliteRestore(directory, settings, clock).run(backup, schemas);
    }

    @Override
    public long rows(ArchiveSchema schema) {
        if (!exists(schema)) {
            return 0;
        }
        SqliteFile file = file(schema);
        file.version();
        try (SqliteSession session = file.session(SqliteSession.Access.READ, file.path())) {
            return ForeignArchive.rows(session).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    @Override
    public void takeIn(List<Intake> intakes) throws IOException {
        moveNotes().refuseReplacing();
        List<ArchiveSchema> schemas = intakes.stream().map(Intake::schema).toList();
        new SqliteRestore(directory, settings, clock).replace(schemas, stage -> {
            for (Intake intake : intakes) {
                // Checked again: now that the directory is held exclusively, no other process can write.
                Takeover.refuseFilled(this, intake.schema());
                Path file = stage.resolve(intake.schema().file());
                PrivateFiles.directories(Objects.requireNonNull(file.getParent()));
                PrivateFiles.copy(intake.file(), file);
            }
        });
    }

    @Override
    public List<String> unfinishedErasures(List<ArchiveSchema> schemas) {
        return schemas.stream()
                .filter(schema -> Files.exists(SqliteErasure.note(file(schema).path())))
                .map(ArchiveSchema::name)
                .toList();
    }

    @Override
    public List<Path> olderCopies(List<ArchiveSchema> schemas) {
        List<String> snapshots =
                schemas.stream().map(schema -> file(schema).backupBase() + ".").toList();
        try (Stream<Path> files = Files.walk(directory, COPIES_DEPTH)) {
            return files.filter(file -> isCopy(file, snapshots)).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            // A folder that cannot be read is not a reason to fail a deletion that has happened.
            return List.of();
        }
    }

    /** A snapshot from before an upgrade, what a restore moved away, or a backup. */
    private boolean isCopy(Path file, List<String> snapshots) {
        String name = file.getFileName().toString();
        if (Files.isDirectory(file)) {
            return name.startsWith(SqliteRestore.REPLACED) && directory.equals(file.getParent());
        }
        return snapshots.stream().anyMatch(base -> name.startsWith(base) && name.endsWith(".sqlite"))
                || BackupReader.isBackup(file);
    }

    @Override
    public synchronized void close() {
        if (lease != null) {
            lease.close();
            lease = null;
        }
    }
}
