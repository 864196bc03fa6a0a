package dev.stoa.storage.postgres;

import dev.stoa.base.VerificationException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One archive's schema in a PostgreSQL database, before it is used: created, upgraded or refused. Immutable. Versions
 * are applied under the archive's advisory lock, so that processes that start together do not meet.
 */
public final class PostgresSchema {
    private final ArchiveSchema schema;
    private final PostgresAddress address;
    private final PostgresSettings postgres;
    private final StorageSettings storage;
    private final Migrations migrations;

    public PostgresSchema(
            ArchiveSchema schema, String url, PostgresSettings postgres, StorageSettings storage, InstantSource clock) {
        this.schema = schema;
        this.address = PostgresAddress.of(url);
        this.postgres = postgres;
        this.storage = storage;
        this.migrations = new Migrations(schema, clock);
    }

    /**
     * Makes sure that the schema exists in its latest version. Of several that do so at once, one says that it upgraded
     * it: the one that applied the last version.
     *
     * @return the version that it had before; 0 if it was created, was of the latest version, or was upgraded by others
     */
    public int prepare() {
        try (PostgresSession session = session()) {
            PostgresMoveNotes notes = new PostgresMoveNotes(session.connection(), address.place());
            notes.refuseOpening();
            int before = present(session).orElse(0);
            if (before == schema.latest()) {
                return 0;
            }
            notes.refuseReplacing();
            AtomicBoolean last = new AtomicBoolean();
            if (before == 0) {
                // At once, so that no process takes what another creates for an older version.
                inTransaction(session, () -> migrations.upgrade(0, version -> apply(session, version)));
            } else {
                migrations.upgrade(before, version -> inTransaction(session, () -> last.set(apply(session, version))));
            }
            return last.get() ? before : 0;
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    /** The version of the schema, empty if there is none. */
    public OptionalInt version() {
        try (PostgresSession session = session()) {
            return present(session);
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    /** A session outside any pool. */
    public PostgresSession session() throws SQLException {
        Connection connection = address.connect(PostgresBackend.properties(address, schema, postgres, storage));
        return new PostgresSession(schema.name(), schema.timeForm(), schema.postgresSchema(), connection);
    }

    private OptionalInt present(PostgresSession session) throws SQLException {
        // Counted before the ledger is read: tables come with their ledger, so a process that creates them in between
        // cannot make them look like those of another program.
        long tables =
                new Tx(session).number("SELECT count(*) FROM pg_tables WHERE schemaname = ?", schema.postgresSchema());
        OptionalInt version = migrations.claimed(session);
        if (version.isPresent()) {
            migrations.refuseNewer("the database", version.getAsInt());
        } else if (tables > 0) {
            throw new VerificationException(
                    "not_an_archive",
                    "schema " + schema.postgresSchema() + " has tables, but is not a " + schema.name() + " archive",
                    "use another database, or rename that schema");
        }
        return version;
    }

    private interface Change {
        void run() throws SQLException;
    }

    private static void inTransaction(PostgresSession session, Change change) throws SQLException {
        try {
            session.beginWrite();
            change.run();
            session.commit();
        } catch (SQLException | RuntimeException e) {
            session.rollback();
            throw e;
        } finally {
            session.autocommit();
        }
    }

    /** Applies one version within the session's transaction unless another process has done so; whether it did. */
    boolean apply(PostgresSession session, ArchiveSchema.Version version) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS " + schema.postgresSchema());
        }
        boolean due = migrations.claimed(session).orElse(0) < version.number();
        if (due) {
            migrations.apply(session, version);
        }
        return due;
    }
}
