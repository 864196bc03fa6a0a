package dev.stoa.storage.postgres;

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
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Examines one archive in PostgreSQL. Not thread-safe. It changes nothing; what it builds to compare it rolls back. */
public final class PostgresCheckup {
    private static final String SCRATCH = "stoa_checkup";

    private final PostgresSchema database;
    private final ArchiveSchema schema;
    private final String location;
    private final boolean withServer;
    private final List<Checkup.Finding> findings = new ArrayList<>();
    private @Nullable Growth growth;

    /**
     * An examination of one archive.
     *
     * @param location where it is, in words
     * @param withServer whether to look at the server too, which is the same for all its archives
     */
    public PostgresCheckup(PostgresSchema database, ArchiveSchema schema, String location, boolean withServer) {
        this.database = database;
        this.schema = schema;
        this.location = location;
        this.withServer = withServer;
    }

    public Checkup run(boolean deep) {
        return run(deep, ExaminationListener.NONE);
    }

    /** The same; what proves many items tells how far it is. */
    public Checkup run(boolean deep, ExaminationListener listener) {
        OptionalInt version = OptionalInt.empty();
        long bytes = 0;
        try (PostgresSession session = database.session()) {
            version = database.version();
            if (version.isEmpty()) {
                findings.add(Checkup.Finding.notice("file", "it does not exist; create the archives first"));
            } else {
                bytes = size(session);
                if (withServer) {
                    PostgresServerNotices.tell(new Tx(session), PostgresServerNotices.LONG, findings);
                }
                examine(session, version.getAsInt(), deep, listener);
            }
        } catch (StoaException e) {
            findings.add(Checkup.Finding.of(e.code().equals("newer_version") ? "version" : "file", "", e));
        } catch (SQLException e) {
            findings.add(Checkup.Finding.of("file", "", Fault.of(schema.name(), e)));
        }
        return new Checkup(schema, location, version, bytes, 0, growth, findings);
    }

    private long size(PostgresSession session) {
        return new Tx(session).number("""
                        SELECT COALESCE(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
                        WHERE c.relkind = 'r' AND c.relnamespace = ?::regnamespace""", schema.postgresSchema());
    }

    private void examine(PostgresSession session, int version, boolean deep, ExaminationListener listener)
            throws SQLException {
        Tx tx = new Tx(session);
        tx.each(
                """
                SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                WHERE NOT (i.indisvalid AND i.indisready) AND c.relnamespace = ?::regnamespace""",
                row -> findings.add(Checkup.Finding.damage("integrity", "index " + row.text(1) + " is not valid")),
                schema.postgresSchema());
        tx.each(
                """
                SELECT conname::text, conrelid::regclass::text FROM pg_constraint
                WHERE contype = 'f' AND NOT convalidated AND connamespace = ?::regnamespace""",
                row -> findings.add(Checkup.Finding.damage(
                        "foreign_keys", row.text(1) + " of " + row.text(2) + " has not been checked for all rows")),
                schema.postgresSchema());
        if (version < schema.latest()) {
            findings.add(Checkup.Finding.notice(
                    "version", "it has version " + version + "; migrate the archives to version " + schema.latest()));
            return;
        }
        compareSchema(session);
        Notices.tell(schema, tx, findings);
        growth = Growth.of(schema, tx, Instant.now());
        if (deep) {
            readEveryRow(session);
            PostgresForeignKeys.check(tx, schema.postgresSchema(), findings);
            // One state of the archive: what others write meanwhile must not look like a contradiction.
            session.beginRead();
            try {
                Invariants.check(schema, tx, findings, listener);
            } finally {
                session.rollback();
                session.autocommit();
            }
        }
    }

    private void compareSchema(PostgresSession session) throws SQLException {
        SchemaReport actual = SchemaReport.ofPostgres(session.connection(), schema.postgresSchema());
        session.connection().setAutoCommit(false);
        try {
            session.execute("CREATE SCHEMA " + SCRATCH);
            session.execute("SET LOCAL search_path TO " + SCRATCH);
            Migrations migrations = new Migrations(schema, InstantSource.system());
            migrations.upgrade(0, version -> migrations.runSql(session, version.number()));
            SchemaReport expected = SchemaReport.ofPostgres(session.connection(), SCRATCH);
            for (String difference : expected.missingFrom(actual)) {
                findings.add(Checkup.Finding.damage("schema", difference));
            }
        } finally {
            session.rollback();
            session.autocommit();
        }
    }

    /** Reading every row makes the server check every page it keeps a checksum of. */
    private void readEveryRow(PostgresSession session) {
        Tx tx = new Tx(session);
        List<String> tables = tx.list(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = ?",
                row -> row.text(1),
                schema.postgresSchema());
        for (String table : tables) {
            try {
                new Tx(session).number("SELECT count(t.*) FROM \"" + table + "\" t");
            } catch (StoaException e) {
                findings.add(Checkup.Finding.of("integrity", "table " + table + ": ", e));
            }
        }
    }
}
