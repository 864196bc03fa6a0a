package dev.stoa.storage;

import dev.stoa.StoaException;
import dev.stoa.UnavailableException;
import dev.stoa.VerificationException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * One SQLite archive on disk, before it is used: created whole or not at all, recognised, upgraded or refused.
 * Immutable. A file that is refused is left exactly as it was.
 */
final class SqliteFile {
    /** "Stoa" in the file header: what marks a file whose version number can be believed. */
    static final int APPLICATION_ID = 0x53746F61;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final ArchiveSchema schema;
    private final Path path;
    private final Path folder;
    private final StorageSettings settings;
    private final InstantSource clock;
    private final Migrations migrations;

    SqliteFile(ArchiveSchema schema, Path directory, StorageSettings settings, InstantSource clock) {
        this.schema = schema;
        this.path = directory.resolve(schema.file());
        this.folder = Objects.requireNonNull(path.getParent());
        this.settings = settings;
        this.clock = clock;
        this.migrations = new Migrations(schema, clock);
    }

    Path path() {
        return path;
    }

    /** The connection to write with, to a file that exists and has the latest version. */
    SqliteSession open() {
        try {
            if (Files.notExists(path)) {
                create();
            }
            refuseUnreadable();
            SqliteSession session = session(SqliteSession.Access.WRITE, path);
            try {
                upgrade(session);
                session.useWal();
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
    int version() {
        try {
            refuseUnreadable();
            try (SqliteSession session = session(SqliteSession.Access.READ, path)) {
                return present(session).version();
            }
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    SqliteSession session(SqliteSession.Access access, Path file) throws SQLException {
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
            throw new UnavailableException(
                    "cannot_open", "archive " + schema.name() + ": " + path + " is not a file", "move it away");
        }
        if (Files.size(path) == 0) {
            throw new VerificationException(
                    "damaged",
                    "archive " + schema.name() + ": " + path + " is empty, which an archive never is",
                    "restore it from a backup, or delete it to start anew");
        }
    }

    /** Builds the database under another name and links it into place, so that nobody ever sees half of it. */
    private void create() throws IOException, SQLException {
        Files.createDirectories(folder);
        Path fresh = path.resolveSibling("." + path.getFileName() + ".new-" + UUID.randomUUID());
        try {
            try (SqliteSession session = session(SqliteSession.Access.CREATE, fresh)) {
                session.script("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
                session.beginWrite();
                migrations.upgrade(0, version -> migrations.apply(session, version));
                session.script("PRAGMA application_id = " + APPLICATION_ID);
                session.commit();
                session.script("PRAGMA journal_mode = WAL");
            }
            force(fresh);
            Files.createLink(path, fresh);
            force(folder);
        } catch (FileAlreadyExistsException e) {
            // Another process was first; its file is as good as ours.
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    static void force(Path fileOrDirectory) throws IOException {
        try (FileChannel channel = FileChannel.open(fileOrDirectory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** What is in the file: its version, and whether this program's kind wrote it. */
    private record Present(int version, boolean ours) {}

    private Present present(SqliteSession session) throws SQLException {
        boolean ours = session.pragma("application_id").equals(Integer.toString(APPLICATION_ID));
        OptionalInt version = ours ? migrations.claimed(session) : migrations.recognise(session);
        if (version.isEmpty()) {
            throw new VerificationException(
                    "not_an_archive",
                    path + " is a database, but not a " + schema.name() + " archive of any known version",
                    "move it away and take it over with stoa import");
        }
        migrations.refuseNewer(path.toString(), version.getAsInt());
        return new Present(version.getAsInt(), ours);
    }

    private void upgrade(SqliteSession session) throws SQLException, IOException {
        Present before = present(session);
        if (before.ours() && before.version() == schema.latest()) {
            return;
        }
        snapshot(session);
        if (!before.ours()) {
            adopt(session, before.version());
        }
        migrations.upgrade(before.version(), version -> inTransaction(session, version));
    }

    private void inTransaction(SqliteSession session, ArchiveSchema.Version version) throws SQLException {
        session.beginWrite();
        try {
            // Another process may have been faster; its work is not repeated.
            if (migrations.claimed(session).orElse(0) < version.number()) {
                migrations.apply(session, version);
            }
            session.commit();
        } catch (SQLException | RuntimeException e) {
            session.rollback();
            throw e;
        }
    }

    /** Adds what a file of another program lacks of the version it has, and marks it as ours. */
    private void adopt(SqliteSession session, int version) throws SQLException {
        session.beginWrite();
        try {
            for (ArchiveSchema.Version known : schema.versions()) {
                if (known.number() <= version) {
                    migrations.runSql(session, known.number());
                }
            }
            migrations.adoptLedger(session, version);
            migrations.recordPresent(session, version);
            session.script("PRAGMA application_id = " + APPLICATION_ID);
            session.commit();
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
    private void snapshot(SqliteSession session) throws SQLException, IOException {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String base = dot > 0 ? name.substring(0, dot) : name;
        Path target = path.resolveSibling(base + ".backup." + stamp(clock.instant()) + ".sqlite");
        Path fresh = path.resolveSibling("." + target.getFileName() + ".new-" + UUID.randomUUID());
        try {
            session.copyTo(fresh);
            force(fresh);
            Files.createLink(target, fresh);
            force(folder);
        } catch (FileAlreadyExistsException e) {
            // Two processes upgrade in the same millisecond: one snapshot of the same state is enough.
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
