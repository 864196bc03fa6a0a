package dev.stoa.storage.site;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.ExaminationListener;
import dev.stoa.storage.Intake;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import dev.stoa.storage.postgres.PostgresSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The place where a set of archives lives: a data directory of SQLite files, or a PostgreSQL database. Thread-safe.
 * While one of its archives is open, no backup can be restored over it.
 */
public abstract sealed class Site implements AutoCloseable permits SqliteSite, PostgresSite {
    Site() {}

    /** A data directory, created when its first archive is. */
    public static Site directory(Path directory, StorageSettings settings, InstantSource clock) {
        return new SqliteSite(directory, settings, clock);
    }

    /** The PostgreSQL database at a JDBC URL. */
    public static Site postgres(String url, PostgresSettings postgres, StorageSettings settings, InstantSource clock) {
        return new PostgresSite(url, postgres, settings, clock);
    }

    public abstract Dialect dialect();

    /** The data directory, or the address of the database without credentials and parameters. */
    public abstract String place();

    /** Refuses a place whose archives were moved away, or have not arrived yet. */
    public abstract void requireInUse();

    /** Where the archive is, in words a person can act on. */
    public abstract String locate(ArchiveSchema schema);

    /** Whether there is anything where the archive belongs, be it damaged. */
    public abstract boolean exists(ArchiveSchema schema);

    /** Whether there is anything where one of these archives belongs. */
    public boolean existsAny(List<ArchiveSchema> schemas) {
        return schemas.stream().anyMatch(this::exists);
    }

    /** The version an archive has now; empty if it does not exist. */
    public abstract OptionalInt version(ArchiveSchema schema);

    /** Opens an archive, creating or upgrading it first where needed. */
    public abstract Archive open(ArchiveSchema schema);

    /** Examines one archive without changing it; a deep examination reads all of it. */
    public final Checkup examine(ArchiveSchema schema, boolean deep) {
        return examine(schema, deep, ExaminationListener.NONE);
    }

    /** The same; what proves many items tells how far it is. */
    public abstract Checkup examine(ArchiveSchema schema, boolean deep, ExaminationListener listener);

    /** Rebuilds the text indexes of an archive from its rows; false if it has none. */
    public boolean reindex(ArchiveSchema schema) {
        Consumer<Tx> maker = schema.reindex();
        if (maker == null) {
            return false;
        }
        try (Archive archive = open(schema)) {
            archive.write(tx -> {
                maker.accept(tx);
                return null;
            });
        }
        return true;
    }

    /** How many rows an archive has in all its tables; 0 if it does not exist. */
    public abstract long rows(ArchiveSchema schema);

    /** Puts archives in place, all or none; refused where one of them has rows. */
    public abstract void takeIn(List<Intake> intakes) throws IOException;

    /** Copies the archives as they are now, each of them consistent in itself. */
    public abstract void copyTo(BackupWriter backup, List<ArchiveSchema> schemas) throws IOException;

    /** Puts the archives of a verified backup in place of what is there, all of them or none. */
    public abstract void replaceBy(BackupReader backup, List<ArchiveSchema> schemas) throws IOException;

    /**
     * The archives whose files may still hold deleted text, because a reader in another process prevents its removal;
     * it is removed at the next erasure, opening or closing that finds none.
     */
    public List<String> unfinishedErasures(List<ArchiveSchema> schemas) {
        return List.of();
    }

    /** Older copies of the archives that are kept beside them, which no deletion reaches. */
    public List<Path> olderCopies(List<ArchiveSchema> schemas) {
        return List.of();
    }

    @Override
    public abstract void close();
}
