package dev.stoa.storage.sqlite;

import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Fault;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.PrivateFiles;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.Work;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * One SQLite archive on disk, before it is used: created completely or not, recognised, upgraded or refused.
 * Not thread-safe. A file that is refused is left exactly as it was.
 */
public final class SqliteFile {
    /** "Stoa" in the file header: what marks a file whose version number can be believed. */
    public static final int APPLICATION_ID = 0x53746F61;

    // The smallest page that a database can have.
    private static final int SMALLEST = 512;

    /** A temporary file untouched for this long was left by a process that died. */
    private static final Duration DEAD = Duration.ofMinutes(15);

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final ArchiveSchema schema;
    private final Path path;
    private final Path folder;
    private final StorageSettings settings;
    private final InstantSource clock;
    private final Migrations migrations;
    private final @Nullable SqliteConversion conversion;
    private int upgradedFrom;

    public SqliteFile(ArchiveSchema schema, Path directory, StorageSettings settings, InstantSource clock) {
        this.schema = schema;
        this.path = directory.resolve(schema.file());
        this.folder = Objects.requireNonNull(path.getParent());
        this.settings = settings;
        this.clock = clock;
        this.migrations = new Migrations(schema, clock);
        ArchiveSchema.Conversion known = schema.conversion();
        this.conversion = known == null ? null : new SqliteConversion(this, known, settings);
    }

    public Path path() {
        return path;
    }

    public String name() {
        return schema.name();
    }

    /** The version from which {@link #open} has upgraded the file to the latest; 0 if it did not, or another did. */
    int upgradedFrom() {
        return upgradedFrom;
    }

    /** The connection to write with, to a file that exists and has the latest version. */
    public SqliteSession open() {
        try {
            // Looked for before the file is, because a file that is just being made comes before its log.
            boolean log = hasLog();
            if (Files.notExists(path)) {
                refuseOrphan(log);
                create();
            }
            refuseUnreadable();
            if (inspect()) {
                Objects.requireNonNull(conversion).run(clock.instant());
            }
            SqliteSession session = session(SqliteSession.Access.WRITE, path);
            try {
                upgrade(session);
                if (!session.useWal(settings.busyTimeout())) {
                    throw new UnavailableException(
                            "cannot_open",
                            "archive " + schema.name() + ": the file system of " + path + " allows no write-ahead log",
                            "use a data directory on a local disk");
                }
                SqliteErasure.forgetDeletedWords(session);
                new SqliteErasure(path, settings).finish(session);
                return session;
            } catch (SQLException | RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** The version of the file as its own program sees it, without changing anything. */
    public int version() {
        try {
            refuseUnreadable();
            try (SqliteSession session = session(SqliteSession.Access.READ, path)) {
                return conversion != null && conversion.applies(session)
                        ? schema.versions().getFirst().number()
                        : present(session).version();
            }
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    public SqliteSession session(SqliteSession.Access access, Path file) throws SQLException {
        return SqliteSession.open(schema.name(), schema.timeForm(), file, access, settings);
    }

    private StoaException unusable(IOException e) {
        return new UnavailableException(
                "cannot_open",
                "archive " + schema.name() + ": " + path + " cannot be created or read (" + e.getMessage() + ")",
                "check that the directory exists and allows writing, and that the disk has space",
                e);
    }

    private void refuseUnreadable() throws IOException {
        if (!Files.isRegularFile(path)) {
            throw Files.exists(path)
                    ? new UnavailableException(
                            "cannot_open", "archive " + schema.name() + ": " + path + " is not a file", "move it away")
                    : new UnavailableException(
                            "cannot_open",
                            "archive " + schema.name() + ": " + path + " cannot be reached",
                            "check the permissions of its directory");
        }
        if (Files.size(path) < SMALLEST) {
            throw damaged("is shorter than any database", "restore it from a backup, or delete it to start empty");
        }
    }

    /** A new file would take over what the log of another holds, page by page, and be neither. */
    private void refuseOrphan(boolean log) {
        if (log) {
            throw damaged("is gone, but the log that belongs to it is there", "restore the file, or move its log away");
        }
    }

    // In one call each: other processes delete their log when they are done with it.
    private boolean hasLog() {
        return Stream.of("-wal", "-journal")
                .map(suffix -> path.resolveSibling(path.getFileName() + suffix))
                .anyMatch(log -> log.toFile().length() > 0);
    }

    private VerificationException damaged(String what, String hint) {
        return new VerificationException("damaged", "archive " + schema.name() + ": " + path + " " + what, hint);
    }

    /**
     * Refuses what must be refused while nothing can be changed: a connection that could write would move the
     * write-ahead log into the file when it is closed, even if it was opened only to read. Returns whether it is
     * another program's file, to be converted.
     */
    private boolean inspect() throws IOException, SQLException {
        try (SqliteSession session = session(SqliteSession.Access.READ, path)) {
            long size = Files.size(path);
            if (size % Integer.parseInt(session.pragma("page_size")) != 0 && !hasLog()) {
                throw damaged("ends within a page, so a part of it is missing", "restore it from a backup");
            }
            if (conversion != null && conversion.applies(session)) {
                return true;
            }
            present(session);
            return false;
        } catch (SQLiteException e) {
            refuseUnlessUnfinished(e);
        } catch (StoaException e) {
            if (!(e.getCause() instanceof SQLiteException cause)) {
                throw e;
            }
            refuseUnlessUnfinished(cause);
        }
        // A session that may write looks again and recovers what was left.
        return conversion != null;
    }

    /** Lets an unfinished transaction of another program pass: only a session that may write can roll it back. */
    private static void refuseUnlessUnfinished(SQLiteException e) throws SQLiteException {
        int code = e.getResultCode().code & 0xff;
        if (code != SQLiteErrorCode.SQLITE_READONLY.code && code != SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            throw e;
        }
    }

    /** Builds the database under another name and links it into place, so that no process sees a partial file. */
    private void create() throws IOException, SQLException {
        PrivateFiles.directories(folder);
        Path fresh = fresh(path.getFileName().toString(), clock.instant());
        try {
            make(fresh, tx -> "");
            // A link, not a move: it fails if the name exists, so it cannot replace the file of a faster process.
            Files.createLink(path, fresh);
            FileSync.force(folder);
        } catch (FileAlreadyExistsException e) {
            // Another process was first; its file is as good as ours.
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Makes a database of the latest version with what the unit writes into it, and answers what the unit does. */
    public <T> T make(Path fresh, Work<T> rows) throws IOException, SQLException {
        return make(fresh, true, (session, tx) -> rows.run(tx));
    }

    /** Fills a new database. */
    public interface Filling<T> {
        T run(SqliteSession session, Tx tx) throws SQLException;
    }

    /** The same for a unit that needs the connection itself; without checks, it must look for lost references. */
    public <T> T make(Path fresh, boolean checked, Filling<T> rows) throws IOException, SQLException {
        T answer;
        try (SqliteSession session = session(SqliteSession.Access.CREATE, fresh)) {
            // A crash leaves only a hidden file that is never opened, so one sync at the end is enough.
            session.script("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
            if (!checked) {
                session.script("PRAGMA foreign_keys = OFF");
            }
            session.beginWrite();
            migrations.upgrade(0, version -> migrations.apply(session, version));
            session.script("PRAGMA application_id = " + APPLICATION_ID);
            Tx tx = new Tx(session);
            answer = rows.run(session, tx);
            if (tx.failure() != null) {
                throw tx.failure();
            }
            tx.end();
            session.commit();
            session.script("PRAGMA journal_mode = WAL");
        }
        FileSync.force(fresh);
        return answer;
    }

    /** A hidden name to make a file under; what others left under such names when they died is taken away. */
    public Path fresh(String base, Instant now) throws IOException {
        String prefix = "." + base + ".new-";
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, prefix + "*")) {
            for (Path file : left) {
                // A live process writes to its file constantly until the file has its name.
                if (file.toFile().lastModified() < now.minus(DEAD).toEpochMilli()) {
                    Files.deleteIfExists(file);
                }
            }
        }
        return folder.resolve(prefix + UUID.randomUUID());
    }

    /** What is in the file: its version, and whether this program's kind wrote it. */
    private record Present(int version, boolean ours) {}

    private Present present(SqliteSession session) throws SQLException {
        boolean ours = session.pragma("application_id").equals(Integer.toString(APPLICATION_ID));
        OptionalInt version = ours ? migrations.claimed(session) : session.recognise(migrations);
        if (version.isEmpty()) {
            throw new VerificationException(
                    "not_an_archive",
                    path + " is a database, but not a " + schema.name() + " archive of any known version",
                    "move the file away and import it");
        }
        migrations.refuseNewer(path.toString(), version.getAsInt());
        return new Present(version.getAsInt(), ours);
    }

    private void upgrade(SqliteSession session) throws SQLException, IOException {
        Present before = present(session);
        if (before.ours() && before.version() == schema.latest()) {
            return;
        }
        Path snapshot = snapshot(session);
        try {
            int from = before.ours() ? before.version() : adopt(session);
            AtomicBoolean last = new AtomicBoolean();
            migrations.upgrade(from, version -> last.set(inTransaction(session, version)));
            upgradedFrom = last.get() ? from : 0;
        } catch (SQLException | RuntimeException e) {
            // A program that is started again and again, and fails, must not fill the disk with equal copies.
            if (isStill(before, session)) {
                Files.deleteIfExists(snapshot);
            }
            throw e;
        }
    }

    private boolean isStill(Present before, SqliteSession session) {
        try {
            return present(session).equals(before);
        } catch (SQLException | RuntimeException unknown) {
            return false;
        }
    }

    /** Applies one version; whether it did. */
    private boolean inTransaction(SqliteSession session, ArchiveSchema.Version version) throws SQLException {
        session.beginWrite();
        try {
            // Another process may have been faster; its work is not repeated.
            boolean due = migrations.claimed(session).orElse(0) < version.number();
            if (due) {
                migrations.apply(session, version);
            }
            session.commit();
            return due;
        } catch (SQLException | RuntimeException e) {
            session.rollback();
            throw e;
        }
    }

    /**
     * Adds what a file of another program lacks of the version it has, marks it as an archive of this program, and
     * returns that version.
     */
    private int adopt(SqliteSession session) throws SQLException {
        session.beginWrite();
        try {
            Present now = present(session);
            // Another process may have been faster, and have gone on to later versions.
            if (!now.ours()) {
                for (ArchiveSchema.Version known : schema.versions()) {
                    if (known.number() <= now.version()) {
                        migrations.complete(session, known.number());
                    }
                }
                migrations.adoptLedger(session, now.version());
                migrations.recordPresent(session, now.version());
                session.script("PRAGMA application_id = " + APPLICATION_ID);
            }
            session.commit();
            return now.version();
        } catch (SQLException | RuntimeException e) {
            session.rollback();
            throw e;
        }
    }

    /** A time as it stands in file names. */
    static String stamp(Instant instant) {
        return STAMP.format(instant);
    }

    /** Keeps the file as it is before an upgrade, write-ahead log included, under {@code NAME.backup.TIME.sqlite}. */
    private Path snapshot(SqliteSession session) throws SQLException, IOException {
        String base = backupBase();
        Instant now = clock.instant();
        Path fresh = fresh(base, now);
        try {
            session.copyTo(fresh);
            FileSync.force(fresh);
            Path snapshot = link(fresh, base, now);
            FileSync.force(folder);
            return snapshot;
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** How the names of its backups begin. */
    public String backupBase() {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return (dot > 0 ? name.substring(0, dot) : name) + ".backup";
    }

    /** Gives the snapshot the first name that no other has from this millisecond on. */
    public Path link(Path fresh, String base, Instant from) throws IOException {
        for (Instant at = from; ; at = at.plusMillis(1)) {
            try {
                return Files.createLink(path.resolveSibling(base + "." + stamp(at) + ".sqlite"), fresh);
            } catch (FileAlreadyExistsException e) {
                // That of another process that upgrades at the same time.
            }
        }
    }
}
