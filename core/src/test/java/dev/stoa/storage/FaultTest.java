package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

@Tag("quick")
class FaultTest {
    private static SQLiteException sqlite(SQLiteErrorCode code) {
        return new SQLiteException("[" + code.name() + "] In general (in detail)", code);
    }

    static Stream<Arguments> ofSqlite() {
        String busy = "archive society is busy: another process has held its write lock for longer than"
                + " storage.busy_timeout_seconds";
        String damaged = "archive society: the file is damaged or not a database (in detail)";
        String readOnly = "archive society: the file or its directory is read-only";
        String wait = "try again when the other writer is done";
        String allow = "allow writing to both, or use another data directory";
        return Stream.of(
                row(SQLiteErrorCode.SQLITE_BUSY, UnavailableException.class, "busy", busy, wait),
                row(SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT, UnavailableException.class, "busy", busy, wait),
                row(SQLiteErrorCode.SQLITE_LOCKED, UnavailableException.class, "busy", busy, wait),
                row(
                        SQLiteErrorCode.SQLITE_FULL,
                        UnavailableException.class,
                        "disk_full",
                        "archive society: the disk is full; nothing of this was stored",
                        "free some space"),
                row(
                        SQLiteErrorCode.SQLITE_IOERR_WRITE,
                        UnavailableException.class,
                        "io_error",
                        "archive society: reading or writing the file failed (in detail); nothing of this was stored",
                        "check the disk and its free space"),
                row(SQLiteErrorCode.SQLITE_READONLY, UnavailableException.class, "read_only", readOnly, allow),
                row(SQLiteErrorCode.SQLITE_PERM, UnavailableException.class, "read_only", readOnly, allow),
                row(
                        SQLiteErrorCode.SQLITE_CANTOPEN,
                        UnavailableException.class,
                        "cannot_open",
                        "archive society: the file cannot be opened or created",
                        "check that its directory exists and allows writing"),
                row(
                        SQLiteErrorCode.SQLITE_CORRUPT,
                        VerificationException.class,
                        "damaged",
                        damaged,
                        "restore it from a backup"),
                row(
                        SQLiteErrorCode.SQLITE_NOTADB,
                        VerificationException.class,
                        "damaged",
                        damaged,
                        "restore it from a backup"),
                row(
                        SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE,
                        ConflictException.class,
                        "constraint",
                        "archive society: in detail",
                        null),
                row(
                        SQLiteErrorCode.SQLITE_TOOBIG,
                        InvalidException.class,
                        "invalid",
                        "archive society: a value is too large to be stored",
                        null),
                row(
                        SQLiteErrorCode.SQLITE_ERROR,
                        UnavailableException.class,
                        "storage",
                        "archive society: in detail",
                        null));
    }

    private static Arguments row(
            Object error, Class<? extends StoaException> type, String code, String message, @Nullable String hint) {
        return Arguments.of(error, type, code, message, hint);
    }

    @ParameterizedTest
    @MethodSource("ofSqlite")
    void anErrorOfSqliteSaysWhatItMeansAndWhatToDo(
            SQLiteErrorCode error,
            Class<? extends StoaException> type,
            String code,
            String message,
            @Nullable String hint) {
        SQLException cause = sqlite(error);
        assertFault(Fault.of("society", cause), cause, type, code, message, hint);
    }

    private static void assertFault(
            StoaException fault,
            SQLException cause,
            Class<? extends StoaException> type,
            String code,
            String message,
            @Nullable String hint) {
        assertThat(fault).isExactlyInstanceOf(type).hasMessage(message).hasCause(cause);
        assertThat(fault.code()).isEqualTo(code);
        assertThat(fault.hint()).isEqualTo(Optional.ofNullable(hint));
    }

    @Test
    void aMessageOfSqliteWithoutDetailIsKeptWhole() {
        SQLException bare = new SQLiteException("no such table: t", SQLiteErrorCode.SQLITE_ERROR);
        assertThat(Fault.of("society", bare)).hasMessage("archive society: no such table: t");
    }

    static Stream<Arguments> ofPostgres() {
        String silent = "archive society: the PostgreSQL server does not answer (in detail)";
        String address = "check the address, the login and that the server runs";
        String busy =
                "archive society is busy: other writers have kept it for longer than" + " storage.busy_timeout_seconds";
        String wait = "try again when the other writer is done";
        String plain = "archive society: in detail";
        return Stream.of(
                row("23505", ConflictException.class, "constraint", plain, null),
                row("P0001", ConflictException.class, "constraint", plain, null),
                row("08006", UnavailableException.class, "unreachable", silent, address),
                row("57P01", UnavailableException.class, "unreachable", silent, address),
                row(
                        "28P01",
                        UnavailableException.class,
                        "unreachable",
                        "archive society: the PostgreSQL server refuses the login (in detail)",
                        "check user and password in STOA_DB, STOA_DB_PASSWORD or PGPASSFILE"),
                row(
                        "3D000",
                        UnavailableException.class,
                        "unreachable",
                        "archive society: the PostgreSQL server has no such database (in detail)",
                        "check the name at the end of the address, or create it"),
                row("55P03", UnavailableException.class, "busy", busy, wait),
                row("25P03", UnavailableException.class, "busy", busy, wait),
                row("40001", UnavailableException.class, "busy", busy, wait),
                row("40P01", UnavailableException.class, "busy", busy, wait),
                row(
                        "53100",
                        UnavailableException.class,
                        "disk_full",
                        "archive society: the server's disk is full",
                        "free some space there"),
                row(
                        "53300",
                        UnavailableException.class,
                        "too_many_connections",
                        "archive society: the server has no connection left",
                        "lower postgres.pool_size, or raise max_connections on the server"),
                row(
                        "25006",
                        UnavailableException.class,
                        "unreachable",
                        "archive society: the PostgreSQL server accepts no writes (in detail)",
                        "it is a standby, or its login may only read: name the primary, or all hosts of which one is"
                                + " the primary"),
                row("42501", UnavailableException.class, "read_only", plain, "give the login the right to write"),
                row("XX001", VerificationException.class, "damaged", plain, "restore it from a backup"),
                row("XX002", VerificationException.class, "damaged", plain, "restore it from a backup"),
                row("42P01", UnavailableException.class, "storage", plain, null));
    }

    @ParameterizedTest
    @MethodSource("ofPostgres")
    void anErrorOfPostgresSaysWhatItMeansInItsFirstLine(
            String state, Class<? extends StoaException> type, String code, String message, @Nullable String hint) {
        SQLException cause = new SQLException("ERROR: in detail\n  Position: 8", state);
        assertFault(Fault.of("society", cause), cause, type, code, message, hint);
    }

    @Test
    void anErrorWithoutAStateOrAMessageIsStillOne() {
        SQLException bare = new SQLException();
        assertFault(
                Fault.of("society", bare), bare, UnavailableException.class, "storage", "archive society: null", null);
    }

    @Test
    void whoWaitedTooLongForAConnectionIsToldThatTheArchiveIsBusy() {
        SQLException taken = Fault.taken("all 4 connections are in use");
        assertFault(
                Fault.of("society", taken),
                taken,
                UnavailableException.class,
                "busy",
                "archive society is busy: all 4 connections are in use",
                "try again when the other writer is done");
    }

    @Test
    void anInterruptionIsToldApartFromAnotherUnexpectedError() {
        SQLException waiting = Fault.interrupted(new InterruptedException());
        assertThat(Fault.of("society", waiting).code()).isEqualTo("interrupted");
        assertThat(waiting.getCause()).isInstanceOf(InterruptedException.class);
        SQLException unexpected = new SQLException("something unusual", "99999");
        assertThat(Fault.of("society", unexpected).code()).isEqualTo("storage");
        Thread.currentThread().interrupt();
        try {
            StoaException fault = Fault.of("society", unexpected);
            assertThat(fault.code()).isEqualTo("interrupted");
            assertThat(fault).hasMessage("archive society: something unusual");
            assertThat(fault.hint()).hasValue("ask again if it is still wanted");
            assertThat(Fault.of("society", new SQLException("x", "42P01")).code())
                    .as("an interrupted thread may meet other errors")
                    .isEqualTo("storage");
        } finally {
            assertThat(Thread.interrupted())
                    .as("the interruption is left to the caller")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "08001", "57P03"})
    void aUnitThatLostAgainstOthersOrLostItsConnectionCanBeRunAgain(String state) {
        SQLException lost = new SQLException("lost", state);
        assertThat(Fault.passing(lost)).isTrue();
        assertThat(Fault.passing(Fault.of("society", lost)))
                .as("also when it has been explained")
                .isTrue();
    }

    @Test
    void everyOtherFailureWouldComeAgain() {
        for (Throwable other : List.of(
                new SQLException("x", "23505"),
                new SQLException("no state"),
                sqlite(SQLiteErrorCode.SQLITE_BUSY),
                new IllegalStateException(new IOException()),
                new IllegalStateException("no cause"))) {
            assertThat(Fault.passing(other)).as(other.toString()).isFalse();
        }
        assertThat(Fault.unreachable(sqlite(SQLiteErrorCode.SQLITE_IOERR))).isFalse();
        assertThat(Fault.unreachable(new SQLException("x", "08006"))).isTrue();
        assertThat(Fault.unreachable(new SQLException("x", "40001"))).isFalse();
    }
}
