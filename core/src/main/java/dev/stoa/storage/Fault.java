package dev.stoa.storage;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Says in one clear line what a database error means for a user of the archive. Stateless. */
public final class Fault {
    // "[SQLITE_CONSTRAINT_UNIQUE] A UNIQUE constraint failed (UNIQUE constraint failed: t.c)": the last part is the
    // fact.
    private static final Pattern SQLITE_DETAIL =
            Pattern.compile("^\\[SQLITE_[A-Z_]+]\\s+.*?\\((.*)\\)$", Pattern.DOTALL);

    // States of our own, of the class that the standard leaves to programs.
    private static final String TAKEN = "ST001";
    private static final String INTERRUPTED = "ST002";

    /** The state of a write that is refused because the archives are being moved or were. */
    public static final String MOVED = "ST003";

    // Among others what the PostgreSQL driver makes of an interruption while it connects.
    private static final String UNEXPECTED = "99999";

    private static final String READ_ONLY = "25006";

    private Fault() {}

    /** The error of a caller whose wait for a connection timed out. */
    public static SQLException taken(String what) {
        return new SQLException(what, TAKEN);
    }

    /** The error of a caller that was interrupted while it waited for a connection. */
    public static SQLException interrupted(Throwable cause) {
        return new SQLException("interrupted while waiting for a connection", INTERRUPTED, cause);
    }

    /** The error of a writer whose archives are being moved or were. */
    public static SQLException moved(ConflictException refusal) {
        return new SQLException(refusal.getMessage(), MOVED, refusal);
    }

    public static StoaException of(String archive, SQLException e) {
        if (state(e).equals(MOVED)) {
            return e.getCause() instanceof ConflictException refusal ? refusal : movedFromPostgres(e);
        }
        if (state(e).equals(TAKEN)) {
            return busy(archive, String.valueOf(e.getMessage()), e);
        }
        if (state(e).equals(INTERRUPTED)
                || (state(e).equals(UNEXPECTED) && Thread.currentThread().isInterrupted())) {
            return new UnavailableException(
                    "interrupted", "archive " + archive + ": " + e.getMessage(), "ask again if it is still wanted", e);
        }
        return e instanceof SQLiteException sqlite ? ofSqlite(archive, sqlite) : ofPostgres(archive, e);
    }

    /** Whether the same unit can be run again with hope of success: it lost against others, or its connection. */
    static boolean passing(Throwable t) {
        SQLException e = t instanceof SQLException direct ? direct : t.getCause() instanceof SQLException c ? c : null;
        // 40001 and 40P01: the server chose this transaction to fail so that another could go on.
        return e != null && (state(e).equals("40001") || state(e).equals("40P01") || unreachable(e) || readOnly(e));
    }

    /** Whether a server accepts no writes: it is a standby, or was the primary and is one now. */
    public static boolean readOnly(SQLException e) {
        return state(e).equals(READ_ONLY);
    }

    static boolean unreachable(SQLException e) {
        // 08: the connection failed; 57P: the server shuts down or ended the session.
        return !(e instanceof SQLiteException) && (state(e).startsWith("08") || state(e).startsWith("57P"));
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    /** Whether an error shows that an archive is broken, as opposed to that it could not be looked at. */
    static boolean meansDamage(StoaException e) {
        if (e instanceof VerificationException) {
            return true;
        }
        return switch (e.getCause()) {
            // An error in a statement of ours means that what it names is not there.
            case SQLiteException sqlite -> (sqlite.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_ERROR.code;
            // Class 42 says the same, except for a missing right.
            case SQLException other ->
                state(other).startsWith("42") && !state(other).equals("42501");
            case null, default -> false;
        };
    }

    public static StoaException busy(String archive, String why, @Nullable Throwable cause) {
        return new UnavailableException(
                "busy", "archive " + archive + " is busy: " + why, "try again when the other writer is done", cause);
    }

    private static StoaException ofSqlite(String archive, SQLiteException e) {
        SQLiteErrorCode code = e.getResultCode();
        String detail = detail(e);
        String subject = "archive " + archive + ": ";
        // Extended codes are finer than what a caller can react to; the low byte is the primary code.
        return switch (SQLiteErrorCode.getErrorCode(code.code & 0xff)) {
            case SQLITE_BUSY, SQLITE_LOCKED ->
                busy(
                        archive,
                        "another process has held its write lock for longer than storage.busy_timeout_seconds",
                        e);
            case SQLITE_FULL ->
                new UnavailableException(
                        "disk_full", subject + "the disk is full; nothing of this was stored", "free some space", e);
            case SQLITE_IOERR ->
                new UnavailableException(
                        "io_error",
                        subject + "reading or writing the file failed (" + detail + "); nothing of this was stored",
                        "check the disk and its free space",
                        e);
            case SQLITE_READONLY, SQLITE_PERM ->
                new UnavailableException(
                        "read_only",
                        subject + "the file or its directory is read-only",
                        "allow writing to both, or use another data directory",
                        e);
            case SQLITE_CANTOPEN ->
                new UnavailableException(
                        "cannot_open",
                        subject + "the file cannot be opened or created",
                        "check that its directory exists and allows writing",
                        e);
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                new VerificationException(
                        "damaged",
                        subject + "the file is damaged or not a database (" + detail + ")",
                        "restore it from a backup",
                        e);
            case SQLITE_CONSTRAINT -> new ConflictException("constraint", subject + detail, null, e);
            case SQLITE_TOOBIG ->
                new InvalidException("invalid", subject + "a value is too large to be stored", null, e);
            default -> new UnavailableException("storage", subject + detail, null, e);
        };
    }

    private static String detail(SQLiteException e) {
        String message = String.valueOf(e.getMessage());
        Matcher matcher = SQLITE_DETAIL.matcher(message);
        return matcher.matches() ? matcher.group(1) : message;
    }

    private static String plain(String detail) {
        return detail.replaceFirst("^FATAL: ", "");
    }

    /** What the trigger of a database says whose archives are being moved or were. */
    private static StoaException movedFromPostgres(SQLException e) {
        ServerErrorMessage said = e instanceof PSQLException error ? error.getServerErrorMessage() : null;
        return new ConflictException(
                "moved",
                said == null || said.getMessage() == null ? "the archives were moved" : said.getMessage(),
                said == null ? null : said.getHint(),
                e);
    }

    private static StoaException ofPostgres(String archive, SQLException e) {
        String state = state(e);
        String subject = "archive " + archive + ": ";
        // The server's message has its context and position on further lines, which are for its log.
        String detail =
                String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceFirst("^ERROR: ", "");
        // Class 23 is a violated constraint; P0001 is raised by the triggers of the schema.
        if (state.startsWith("23") || state.equals("P0001")) {
            return new ConflictException("constraint", subject + detail, null, e);
        }
        if (state.startsWith("28")) {
            return new UnavailableException(
                    "unreachable",
                    subject + "the PostgreSQL server refuses the login (" + plain(detail) + ")",
                    "check user and password in STOA_DB, STOA_DB_PASSWORD or PGPASSFILE",
                    e);
        }
        if (state.equals("3D000")) {
            return new UnavailableException(
                    "unreachable",
                    subject + "the PostgreSQL server has no such database (" + plain(detail) + ")",
                    "check the name at the end of the address, or create it",
                    e);
        }
        if (unreachable(e)) {
            return new UnavailableException(
                    "unreachable",
                    subject + "the PostgreSQL server does not answer (" + detail + ")",
                    "check the address, the login and that the server runs",
                    e);
        }
        return switch (state) {
            // A lock timeout, an idle transaction that was ended, a serialization failure, a deadlock.
            case "55P03", "25P03", "40001", "40P01" ->
                busy(archive, "other writers have kept it for longer than storage.busy_timeout_seconds", e);
            case "53100" ->
                new UnavailableException(
                        "disk_full", subject + "the server's disk is full", "free some space there", e);
            case "53300" ->
                new UnavailableException(
                        "too_many_connections",
                        subject + "the server has no connection left",
                        "lower postgres.pool_size, or raise max_connections on the server",
                        e);
            case READ_ONLY ->
                new UnavailableException(
                        "unreachable",
                        subject + "the PostgreSQL server accepts no writes (" + detail + ")",
                        "it is a standby, or its login may only read: name the primary, or all hosts of which one is"
                                + " the primary",
                        e);
            case "42501" ->
                new UnavailableException("read_only", subject + detail, "give the login the right to write", e);
            case "XX001", "XX002" ->
                new VerificationException("damaged", subject + detail, "restore it from a backup", e);
            default -> new UnavailableException("storage", subject + detail, null, e);
        };
    }
}
