package dev.stoa.storage.sqlite;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.storage.Durability;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A claim on a data directory: any number of processes hold a shared one while they use its archives, and a restore
 * holds the only one. Thread-safe. It is a lock on an otherwise empty SQLite file, because SQLite keeps locks right
 * between threads, processes and instances in one process, and the system drops those of a process that dies.
 */
public final class DirectoryLease implements AutoCloseable {
    private static final String FILE = ".lock";

    private final SqliteSession session;

    private DirectoryLease(SqliteSession session) {
        this.session = session;
    }

    /** Uses the directory together with others; waits while a restore is putting it in order. */
    public static DirectoryLease shared(Path directory, Duration patience) {
        return take(directory, FILE, "BEGIN", patience);
    }

    /** Uses the directory exclusively; refused at once if another process uses it. */
    public static DirectoryLease exclusive(Path directory) {
        // Waiting would be pointless: other processes hold the directory as long as they run.
        return take(directory, FILE, "BEGIN EXCLUSIVE", Duration.ZERO);
    }

    /** Holds the lock of this file exclusively; waits for its present holder. */
    public static DirectoryLease alone(Path lock, Duration patience) {
        return take(
                Objects.requireNonNull(lock.getParent()),
                String.valueOf(lock.getFileName()),
                "BEGIN EXCLUSIVE",
                patience);
    }

    private static DirectoryLease take(Path directory, String file, String begin, Duration patience) {
        SqliteSession session = null;
        try {
            PrivateFiles.directories(directory);
            // The file never has content, so durability and cache do not matter.
            StorageSettings settings = new StorageSettings(Durability.NORMAL, patience, 1, 1);
            session = SqliteSession.open(
                    "lock", TimeForm.UTC_MILLIS, directory.resolve(file), SqliteSession.Access.CREATE, settings);
            session.execute(begin);
            // A deferred transaction takes its lock with the first read, and keeps it.
            new Tx(session).number("SELECT count(*) FROM sqlite_schema");
            return new DirectoryLease(session);
        } catch (SQLException e) {
            close(session);
            throw refusal(directory, e);
        } catch (StoaException e) {
            close(session);
            throw e.getCause() instanceof SQLException cause ? refusal(directory, cause) : e;
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_open",
                    "the data directory " + directory + " cannot be created (" + e.getMessage() + ")",
                    "choose another data directory, or allow writing there",
                    e);
        }
    }

    private static void close(@Nullable SqliteSession session) {
        if (session != null) {
            session.close();
        }
    }

    private static RuntimeException refusal(Path directory, SQLException e) {
        if (e instanceof SQLiteException sqlite
                // The low byte of an extended code is the primary one.
                && (sqlite.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code) {
            return new ConflictException(
                    "in_use",
                    "the data directory " + directory + " is in use by another process or restore",
                    "stop the other processes and try again",
                    e);
        }
        return new UnavailableException(
                "cannot_open",
                "the data directory " + directory + " cannot be used (" + e.getMessage() + ")",
                "check that it exists and allows writing, and that the disk has space",
                e);
    }

    @Override
    public void close() {
        session.close();
    }
}
