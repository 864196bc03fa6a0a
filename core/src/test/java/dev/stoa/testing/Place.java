package dev.stoa.testing;

import dev.stoa.Stoa;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.site.Site;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * An empty place for archives on one backend: a directory for SQLite files, or a fresh PostgreSQL database. Not
 * thread-safe. Closing it closes the archives opened through it and drops the database.
 *
 * <p>With {@code -Dstoa.test.pooler=true} a PgBouncer stands between archives and server.
 */
public final class Place implements AutoCloseable {
    private final Dialect dialect;
    private final String where;
    private final Deque<Archive> open = new ArrayDeque<>();

    private Place(Dialect dialect, String where) {
        this.dialect = dialect;
        this.where = where;
    }

    public static Place on(Dialect dialect, Path directory) {
        return new Place(dialect, dialect == Dialect.SQLITE ? directory.toString() : TestPostgres.freshDatabase());
    }

    /** A place that holds an archive already, which is a copy because that is quicker than to make it. */
    public static Place on(Dialect dialect, Path directory, ArchiveSchema schema) {
        return on(dialect, directory, List.of(schema));
    }

    /** A place that holds every archive already. */
    public static Place full(Dialect dialect, Path directory) {
        return on(dialect, directory, Stoa.ARCHIVES);
    }

    private static Place on(Dialect dialect, Path directory, List<ArchiveSchema> schemas) {
        if (dialect == Dialect.POSTGRES) {
            return new Place(dialect, TestPostgres.freshDatabase(schemas));
        }
        EmptyArchives.into(directory, schemas);
        return on(dialect, directory);
    }

    /** The data directory or the JDBC URL, for another process or a command line. */
    public String where() {
        return where;
    }

    public Dialect dialect() {
        return dialect;
    }

    public Archive open(ArchiveSchema schema) {
        return open(schema, StorageSettings.defaults(), InstantSource.system());
    }

    public Archive open(ArchiveSchema schema, StorageSettings settings, InstantSource clock) {
        Archive archive = dialect == Dialect.SQLITE
                ? SqliteArchive.open(schema, Path.of(where), settings, clock)
                : postgres(schema, settings, clock);
        open.push(archive);
        return archive;
    }

    private Archive postgres(ArchiveSchema schema, StorageSettings settings, InstantSource clock) {
        PostgresSettings defaults = PostgresSettings.defaults();
        if (!Boolean.getBoolean("stoa.test.pooler")) {
            return PostgresArchive.open(schema, where, defaults, settings, clock);
        }
        PostgresSettings pooled = new PostgresSettings(defaults.poolSize(), defaults.connectTimeout(), Map.of(), where);
        return PostgresArchive.open(schema, PgBouncer.shared(where).url(where), pooled, settings, clock);
    }

    /** What an examination finds in an archive, whether it is open or not. */
    public Checkup examine(ArchiveSchema schema, boolean deep) {
        try (Site site = dialect == Dialect.SQLITE
                ? Site.directory(Path.of(where), StorageSettings.defaults(), InstantSource.system())
                : Site.postgres(
                        where, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system())) {
            return site.examine(schema, deep);
        }
    }

    /** Closes every archive, as the end of a process would; the place can be used again. */
    public void closeArchives() {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Override
    public void close() {
        closeArchives();
        if (dialect == Dialect.POSTGRES) {
            TestPostgres.drop(where);
        }
    }
}
