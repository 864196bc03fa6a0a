package dev.stoa.storage.sqlite;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.StorageSettings;
import java.nio.file.Path;
import java.time.InstantSource;

/** Opens archives that are SQLite files. Stateless. */
public final class SqliteArchive {
    private SqliteArchive() {}

    /** Opens the archive's file below the directory, creating or upgrading it first where needed. */
    public static Archive open(ArchiveSchema schema, Path directory, StorageSettings settings, InstantSource clock) {
        SqliteFile file = new SqliteFile(schema, directory, settings, clock);
        SqliteSession writer = file.open().guardedBy(new SqliteMoveNotes(directory)::refuseWriting);
        return Archive.over(
                schema, new SqliteBackend(schema, file.path(), settings, writer), settings, file.upgradedFrom());
    }
}
