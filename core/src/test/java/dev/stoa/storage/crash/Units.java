package dev.stoa.storage.crash;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;

/**
 * Units of work that show it when they are stored by half: a row in one table, a row in another that refers to it, and
 * the next number of a sequence. Stateless.
 */
final class Units {
    static final ArchiveSchema SCHEMA = ArchiveSchema.named("notebook")
            .version(1, "entries")
            .version(2, "tags")
            .build();

    static final String SEQUENCE = "unit";

    private static final int SMALL = 120;
    // More than a page of the database, so that such a unit is spread over several frames of the log.
    private static final int LARGE = 6000;

    private Units() {}

    static Archive open(String where) {
        return open(where, SCHEMA, StorageSettings.defaults(), InstantSource.system());
    }

    /** Opens the archive in a directory or at a JDBC URL. */
    static Archive open(String where, ArchiveSchema schema, StorageSettings settings, InstantSource clock) {
        return onPostgres(where)
                ? PostgresArchive.open(schema, where, PostgresSettings.defaults(), settings, clock)
                : SqliteArchive.open(schema, Path.of(where), settings, clock);
    }

    static boolean onPostgres(String where) {
        return where.startsWith("jdbc:postgresql:");
    }

    /** Stores one unit and tells the number it got. */
    static long write(Archive archive, String author, String body) {
        return archive.write(tx -> {
            long seq = tx.next(SEQUENCE);
            long id = tx.one(
                            "INSERT INTO entry (author, body, seq, blob) VALUES (?, ?, ?, ?) RETURNING id",
                            row -> row.number(1),
                            author,
                            body,
                            seq,
                            payload(author, body))
                    .orElseThrow();
            tx.update("INSERT INTO reply (entry_id) VALUES (?)", id);
            return seq;
        });
    }

    /** The bytes that belong to a unit, the same whoever computes them. */
    static byte[] payload(String author, String body) {
        SplittableRandom random = new SplittableRandom(31L * author.hashCode() + body.hashCode());
        byte[] bytes = new byte[random.nextInt(16) == 0 ? LARGE : random.nextInt(SMALL)];
        random.nextBytes(bytes);
        return bytes;
    }
}
