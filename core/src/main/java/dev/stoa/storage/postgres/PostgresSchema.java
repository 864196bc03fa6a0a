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

    /** Makes sure that the schema exists in its latest version. */
    public void prepare() {
        try (PostgresSession session = session()) {
            if (present(session).orElse(0) == schema.latest()) {
                return;
            }
            migrations.upgrade(0, version -> inTransaction(session, version));
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
        Connection connection = address.connect(PostgresBackend.properties(schema, postgres, storage));
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

    private void inTransaction(PostgresSession session, ArchiveSchema.Version version) throws SQLException {
        try {
            session.beginWrite();
            apply(session, version);
            session.commit();
        } catch (SQLException | RuntimeException e) {
            session.rollback();
            throw e;
        } finally {
            session.autocommit();
        }
    }

    /** Applies one version within the session's transaction unless another process has done so. */
    void apply(PostgresSession session, ArchiveSchema.Version version) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("CREATE SCHEMA IF NOT EXISTS " + schema.postgresSchema());
        }
        if (migrations.claimed(session).orElse(0) < version.number()) {
            migrations.apply(session, version);
        }
    }
}
