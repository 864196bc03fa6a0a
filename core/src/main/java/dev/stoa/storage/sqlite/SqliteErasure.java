package dev.stoa.storage.sqlite;

import dev.stoa.base.UnavailableException;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The removal of deleted text from the bytes of one SQLite file and its log. Immutable; its caller holds the writer.
 *
 * <p>{@code secure_delete} overwrites the deleted row, but not older copies of it: those in the log, in gaps that the
 * splitting of a page left, and words in the segments of a text index without content. So the index is merged, the file
 * written again and the log cut to nothing. A file beside the archive notes that this is to be done, from before the
 * deletion until it is finished.
 */
public final class SqliteErasure {
    /** What the name of the note adds to that of the archive. */
    public static final String SUFFIX = "-erase";

    // Readers of this process end soon; those of others may take longer than a caller should wait.
    private static final int PATIENCE_MILLIS = 1_000;

    /** Above this size the copy that VACUUM makes is a file and does not take memory. */
    private static final long LARGE = 256L << 20;

    private final Path file;
    private final Path note;
    private final StorageSettings settings;

    SqliteErasure(Path file, StorageSettings settings) {
        this.file = file;
        this.note = note(file);
        this.settings = settings;
    }

    /** The file that exists while deleted text may still be in an archive's files. */
    public static Path note(Path archive) {
        return archive.resolveSibling(archive.getFileName() + SUFFIX);
    }

    void expect() {
        try {
            // One that is there is of an earlier erasure that is not finished; this one will finish both.
            PrivateFiles.touch(note);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    note + " cannot be written, and nothing was deleted (" + e.getMessage() + ")",
                    "check that the directory allows writing and the disk has space",
                    e);
        }
    }

    /** Does what is noted; true if nothing is left to do. */
    boolean finish(SqliteSession writer) {
        if (Files.notExists(note)) {
            return true;
        }
        boolean clean = rewrite(writer);
        if (clean) {
            try {
                Files.deleteIfExists(note);
            } catch (IOException e) {
                // The note stays and the work is done once more, which is harmless.
                return true;
            }
        } else if (Files.notExists(note)) {
            // Another process finished its own erasure meanwhile and took the note for its own.
            expect();
        }
        return clean;
    }

    private boolean rewrite(SqliteSession writer) {
        try {
            writer.script("PRAGMA busy_timeout = "
                    + Math.min(PATIENCE_MILLIS, settings.busyTimeout().toMillis()));
            boolean large = Files.size(file) > LARGE;
            try {
                for (String index : indexes(writer, "content = ''")) {
                    // Without its content an index cannot find the words of a deleted row; only a merge drops them.
                    writer.script("INSERT INTO " + index + " (" + index + ") VALUES ('optimize')");
                }
                if (large) {
                    writer.script("PRAGMA temp_store = FILE");
                }
                writer.script("VACUUM");
                return writer.pragma("wal_checkpoint(TRUNCATE)").equals("0");
            } finally {
                if (large) {
                    writer.script("PRAGMA temp_store = MEMORY");
                }
                writer.script("PRAGMA busy_timeout = " + settings.busyTimeout().toMillis());
            }
        } catch (SQLException | IOException | RuntimeException e) {
            // Busy, a full disk, a damaged index: the rows are gone, and the note says that the bytes are not.
            return false;
        }
    }

    /** Makes every text index of the file forget the words of deleted rows, now and from now on. */
    static void forgetDeletedWords(SqliteSession session) throws SQLException {
        for (String index : indexes(session, null)) {
            Tx tx = new Tx(session);
            boolean set = tx.one(
                            "SELECT v FROM " + index + "_config WHERE k = 'secure-delete'", row -> row.number(1) == 1)
                    .orElse(false);
            if (!set) {
                session.beginWrite();
                try {
                    session.script("INSERT INTO " + index + " (" + index + ", rank) VALUES ('secure-delete', 1)");
                    session.script("INSERT INTO " + index + " (" + index + ") VALUES ('optimize')");
                    session.commit();
                } catch (SQLException e) {
                    // A damaged index must not keep the archive closed; a busy one is done with the next opening.
                    session.rollback();
                }
            }
        }
    }

    private static List<String> indexes(SqliteSession session, @Nullable String having) {
        return new Tx(session)
                .list(
                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5(%'"
                                + " AND (? IS NULL OR instr(sql, ?) > 0) ORDER BY name",
                        row -> row.text(1), having, having);
    }
}
