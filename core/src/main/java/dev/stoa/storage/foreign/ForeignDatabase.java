package dev.stoa.storage.foreign;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.Durability;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A SQLite file given for import, and a copy of it to work on. Stateless. The file itself and what lies beside it
 * stay as they are, byte for byte; what its log holds is in the copy.
 */
public final class ForeignDatabase {
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    // Of the SQLite file format: the length of the header, the byte with the read version, and its value in WAL mode.
    private static final int HEADER = 100;
    private static final int READ_VERSION = 19;
    private static final int WAL_VERSION = 2;

    // A user waits for the answer and can stop the other program.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private ForeignDatabase() {}

    /** Copies the database with its log into a new file, and makes sure that it is whole. */
    public static void copy(Path source, Path target) {
        try {
            boolean walMode = readHeader(source)[READ_VERSION] == WAL_VERSION;
            boolean idle = walMode && !Files.exists(beside(source, "-shm"));
            // A reader of a write-ahead log makes files beside it. If no process has it open, its files can be copied.
            if (idle || !copyThroughSqlite(source, target)) {
                copyFiles(source, target);
            }
            verify(source, target);
        } catch (SQLException e) {
            throw isLocked(e)
                    ? new UnavailableException(
                            "busy", source + " is locked by another program", "stop that program, then try again", e)
                    : damaged(source, e.getMessage());
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_read",
                    source + " cannot be copied (" + e.getMessage() + ")",
                    "check that it can be read, and that there is space for a copy in the temporary folder",
                    e);
        }
    }

    private static boolean isLocked(SQLException e) {
        return e instanceof SQLiteException sqlite
                && (sqlite.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code;
    }

    private static byte[] readHeader(Path source) throws IOException {
        if (Files.notExists(source)) {
            throw new NotFoundException("not_found", "there is no file " + source, "check the path");
        }
        if (!Files.isRegularFile(source)) {
            throw new VerificationException("not_a_database", source + " is not a file", "name the database file");
        }
        byte[] header;
        try (InputStream in = Files.newInputStream(source)) {
            header = in.readNBytes(HEADER);
        }
        if (header.length == 0) {
            throw new VerificationException("not_a_database", source + " is empty", "look for the file with the rows");
        }
        if (header.length < HEADER || !Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new VerificationException(
                    "not_a_database",
                    source + " is not a SQLite database, or it is encrypted",
                    "name a SQLite file, decrypted if need be");
        }
        return header;
    }

    /** False if the file cannot be read where it lies, because a reader would have to put it in order first. */
    private static boolean copyThroughSqlite(Path source, Path target) throws SQLException, IOException {
        try (SqliteSession session = open(source, SqliteSession.Access.READ)) {
            new Tx(session).number("SELECT count(*) FROM sqlite_schema");
            session.copyTo(target);
            return true;
        } catch (SQLiteException e) {
            return refuseUnlessUnfinished(e, target);
        } catch (StoaException e) {
            if (e.getCause() instanceof SQLiteException cause) {
                return refuseUnlessUnfinished(cause, target);
            }
            throw e;
        }
    }

    private static boolean refuseUnlessUnfinished(SQLiteException e, Path target) throws SQLException, IOException {
        int code = e.getResultCode().code & 0xff;
        if (code != SQLiteErrorCode.SQLITE_READONLY.code && code != SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            throw e;
        }
        Files.deleteIfExists(target);
        return false;
    }

    private static void copyFiles(Path source, Path target) throws IOException {
        for (String suffix : List.of("", "-wal", "-journal")) {
            if (Files.exists(beside(source, suffix))) {
                Files.copy(beside(source, suffix), beside(target, suffix));
            }
        }
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static void verify(Path source, Path copy) throws SQLException {
        try (SqliteSession session = open(copy, SqliteSession.Access.WRITE)) {
            // What is in the log of the copy goes into the copy, which can then be copied as one file.
            session.pragma("journal_mode = DELETE");
            String result = new Tx(session)
                    .one("PRAGMA integrity_check(1)", row -> row.text(1))
                    .orElse("");
            if (!result.equals("ok")) {
                throw damaged(source, result);
            }
        } catch (StoaException e) {
            throw e.getCause() instanceof SQLException ? damaged(source, e.getMessage()) : e;
        }
    }

    public static SqliteSession open(Path file, SqliteSession.Access access) throws SQLException {
        StorageSettings settings = new StorageSettings(Durability.NORMAL, PATIENCE, 64, 1);
        return SqliteSession.open("import", TimeForm.UTC_MILLIS, file, access, settings);
    }

    private static VerificationException damaged(Path source, @Nullable String what) {
        return new VerificationException(
                "damaged", source + " is damaged (" + what + ")", "repair it with sqlite3 .recover, or take a backup");
    }
}
