package dev.stoa.storage.sqlite;

import dev.stoa.base.StoaException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.ExaminationListener;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Growth;
import dev.stoa.storage.Invariants;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.Notices;
import dev.stoa.storage.Tx;
import dev.stoa.storage.schema.SchemaReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/** Examines one SQLite archive. Not thread-safe. It changes nothing; what a check must write it undoes. */
public final class SqliteCheckup {
    private static final long LARGE_WAL = 256L << 20;

    private final SqliteFile file;
    private final ArchiveSchema schema;
    private final List<Checkup.Finding> findings = new ArrayList<>();
    private @Nullable Growth growth;

    public SqliteCheckup(SqliteFile file, ArchiveSchema schema) {
        this.file = file;
        this.schema = schema;
    }

    public Checkup run(boolean deep) {
        return run(deep, ExaminationListener.NONE);
    }

    /** The same; what proves many items tells how far it is. */
    public Checkup run(boolean deep, ExaminationListener listener) {
        OptionalInt version = OptionalInt.empty();
        if (Files.notExists(file.path())) {
            findings.add(Checkup.Finding.notice("file", "it does not exist; create the archives first"));
        } else {
            try {
                version = OptionalInt.of(file.version());
                examine(version.getAsInt(), deep, listener);
            } catch (StoaException e) {
                findings.add(Checkup.Finding.of(e.code().equals("newer_version") ? "version" : "file", "", e));
            } catch (SQLException e) {
                findings.add(Checkup.Finding.of("integrity", "", Fault.of(schema.name(), e)));
            }
        }
        long wal = size(Path.of(file.path() + "-wal"));
        if (wal > LARGE_WAL) {
            findings.add(Checkup.Finding.notice(
                    "size", "its write-ahead log has " + (wal >> 20) + " MiB; a reader may be holding it open"));
        }
        return new Checkup(schema, file.path().toString(), version, size(file.path()), wal, growth, findings);
    }

    private void examine(int version, boolean deep, ExaminationListener listener) throws SQLException {
        try (SqliteSession session = file.session(SqliteSession.Access.WRITE, file.path())) {
            Tx tx = new Tx(session);
            for (String line :
                    tx.list("PRAGMA " + (deep ? "integrity_check" : "quick_check") + "(20)", row -> row.text(1))) {
                if (!line.equals("ok")) {
                    findings.add(Checkup.Finding.damage("integrity", line));
                }
            }
            tx.each("SELECT \"table\", rowid, \"parent\" FROM pragma_foreign_key_check LIMIT 20", row -> {
                findings.add(Checkup.Finding.damage(
                        "foreign_keys",
                        "row " + row.textOrNull(2) + " of " + row.text(1) + " refers to a missing row of "
                                + row.text(3)));
            });
            if (version < schema.latest()) {
                findings.add(Checkup.Finding.notice(
                        "version",
                        "it has version " + version + "; migrate the archives to version " + schema.latest()));
            } else {
                compareSchema(session);
                textIndexes(session);
                Notices.tell(schema, tx, findings);
                growth = Growth.of(schema, tx, Instant.now());
            }
            if (deep && version == schema.latest()) {
                // One state of the archive: what others write meanwhile must not look like a contradiction.
                session.beginRead();
                try {
                    Invariants.check(schema, tx, findings, listener);
                } finally {
                    session.rollback();
                }
            }
        }
    }

    private void compareSchema(SqliteSession session) throws SQLException {
        try (SqliteSession scratch = SqliteSession.inMemory(schema.name())) {
            Migrations migrations = new Migrations(schema, InstantSource.system());
            migrations.upgrade(0, version -> migrations.runSql(scratch, version.number()));
            SchemaReport expected = SchemaReport.ofSqlite(scratch.connection());
            for (String difference : expected.missingFrom(SchemaReport.ofSqlite(session.connection()))) {
                findings.add(Checkup.Finding.damage("schema", difference));
            }
        }
    }

    private void textIndexes(SqliteSession session) throws SQLException {
        List<String> indexes = new Tx(session)
                .list(
                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'",
                        row -> row.text(1));
        for (String index : indexes) {
            session.beginWrite();
            try {
                session.execute("INSERT INTO " + index + "(" + index + ") VALUES ('integrity-check')");
            } catch (SQLException e) {
                // Only this code says that the check ran and did not hold.
                boolean damaged = (e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_CORRUPT.code;
                findings.add(
                        damaged
                                ? Checkup.Finding.damage("text_index", index + " does not agree with its content")
                                : Checkup.Finding.of(
                                        "text_index", index + " could not be checked: ", Fault.of(schema.name(), e)));
            } finally {
                session.rollback();
            }
        }
    }

    private static long size(Path path) {
        try {
            return Files.exists(path) ? Files.size(path) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
