package dev.stoa.storage.sqlite;

import dev.stoa.base.VerificationException;
import dev.stoa.json.Digest;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Fault;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Puts a new archive in the place of another program's file and keeps that file as a backup. Not thread-safe.
 *
 * <p>The new archive is made under another name. The old file gets a second name, and then the new one takes its place,
 * which is the moment at which it has happened: a process killed at any point leaves the one or the other, whole.
 * Hazard: the other program must not be running, for what it wrote afterwards would go into the backup.
 */
final class SqliteConversion {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteConversion.class);
    // A change of the journal mode fails at once while another connection is open, so it is tried until the busy
    // timeout.
    private static final long PAUSE_NANOS = 20_000_000;

    private final SqliteFile file;
    private final Path path;
    private final ArchiveSchema.Conversion conversion;
    private final StorageSettings settings;

    public SqliteConversion(SqliteFile file, ArchiveSchema.Conversion conversion, StorageSettings settings) {
        this.file = file;
        this.path = file.path();
        this.conversion = conversion;
        this.settings = settings;
    }

    /** Whether this is the file of a program whose rows can be taken over. */
    public boolean applies(SqliteSession session) {
        SqliteTables foreign = new SqliteTables(session);
        return !foreign.isOurs() && conversion.knows(foreign.tables());
    }

    /** Converts the file, unless another process has done so meanwhile. */
    public void run(Instant now) throws IOException, SQLException {
        // It stays: others may be waiting for it.
        Path lock = path.resolveSibling("." + path.getFileName() + ".lock");
        try (DirectoryLease alone = DirectoryLease.alone(lock, settings.busyTimeout())) {
            Object key = key();
            try (SqliteSession old = file.session(SqliteSession.Access.WRITE, path)) {
                if (applies(old)) {
                    leaveLog(old);
                    // Before the lock: a file that is closed takes all locks of the process on it with it.
                    String version = old.pragma("data_version");
                    String sha256 = sha256();
                    old.beginWrite();
                    try {
                        // A process that waited for the lock of a file that was renamed meanwhile looks at the wrong
                        // file.
                        if (Objects.equals(key, key()) && applies(old)) {
                            needUnchanged(old, version);
                            replace(old, sha256, now);
                        }
                    } finally {
                        old.rollback();
                    }
                }
            }
        }
    }

    private String sha256() throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return Digest.sha256(in);
        }
    }

    /** Refuses a file that another program has written to since it was hashed. */
    private void needUnchanged(SqliteSession old, String version) throws SQLException {
        if (!old.pragma("data_version").equals(version)) {
            throw Fault.busy(file.name(), "another program writes to " + path, null);
        }
    }

    private @Nullable Object key() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Moves the log of the old file into it: left beside the new one it would be taken for its own. */
    private void leaveLog(SqliteSession old) throws SQLException {
        long end = System.nanoTime() + settings.busyTimeout().toNanos();
        while (true) {
            try {
                if (old.pragma("journal_mode = DELETE").equals("delete")) {
                    return;
                }
            } catch (SQLiteException e) {
                if ((e.getResultCode().code & 0xff) != SQLiteErrorCode.SQLITE_BUSY.code) {
                    throw e;
                }
            }
            if (System.nanoTime() > end) {
                throw Fault.busy(file.name(), "another program has " + path + " open", null);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                throw Fault.interrupted(new InterruptedException());
            }
        }
    }

    private void replace(SqliteSession old, String sha256, Instant now) throws IOException, SQLException {
        String result =
                new Tx(old).one("PRAGMA integrity_check(1)", row -> row.text(1)).orElse("");
        if (!result.equals("ok")) {
            throw new VerificationException(
                    "damaged",
                    path + " is damaged (" + result + ")",
                    "repair it with sqlite3 .recover, or take a backup");
        }
        Path fresh = file.fresh(path.getFileName().toString(), now);
        try {
            String report = file.make(fresh, tx -> conversion.convert(new SqliteTables(old), sha256, tx, now));
            Path backup = keep(now);
            // Beside the backup, because output at program start is seldom read.
            PrivateFiles.writeString(Path.of(backup.toString().replaceFirst("\\.sqlite$", ".json")), report + "\n");
            FileSync.force(Objects.requireNonNull(path.getParent()));
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
            FileSync.force(Objects.requireNonNull(path.getParent()));
            LOG.info("{} of another program was taken over; it is kept as {}: {}", path, backup, report);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Gives the old file a second name, or finds that which a process that was killed gave it. */
    private Path keep(Instant now) throws IOException {
        String base = file.backupBase();
        Path folder = Objects.requireNonNull(path.getParent());
        try (DirectoryStream<Path> backups = Files.newDirectoryStream(folder, base + ".*.sqlite")) {
            for (Path backup : backups) {
                if (Files.isSameFile(backup, path)) {
                    return backup;
                }
            }
        }
        return file.link(path, base, now);
    }
}
