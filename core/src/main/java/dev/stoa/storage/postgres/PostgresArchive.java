package dev.stoa.storage.postgres;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.StorageSettings;
import java.time.InstantSource;

/** Opens archives that are schemas of a PostgreSQL database. Stateless. */
public final class PostgresArchive {
    private PostgresArchive() {}

    /** Opens the archive's schema, creating or upgrading it first where needed. */
    public static Archive open(
            ArchiveSchema schema,
            String url,
            PostgresSettings postgres,
            StorageSettings settings,
            InstantSource clock) {
        String server = postgres.serverOf(url);
        int upgradedFrom = new PostgresSchema(schema, server, postgres, settings, clock).prepare();
        return Archive.over(schema, new PostgresBackend(schema, url, postgres, settings), settings, upgradedFrom);
    }
}
