package dev.stoa.storage.site;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.ExaminationListener;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Intake;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.backup.BackupReader;
import dev.stoa.storage.backup.BackupWriter;
import dev.stoa.storage.foreign.ForeignDatabase;
import dev.stoa.storage.postgres.PostgresAddress;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresCheckup;
import dev.stoa.storage.postgres.PostgresDump;
import dev.stoa.storage.postgres.PostgresIntake;
import dev.stoa.storage.postgres.PostgresMoveNotes;
import dev.stoa.storage.postgres.PostgresSchema;
import dev.stoa.storage.postgres.PostgresSession;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteSession;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;

/** A PostgreSQL database, in which each archive is a schema. Thread-safe. */
final class PostgresSite extends Site {
    /** How long a copy may rest between two statements: the other side of it is a disk, or another server. */
    private static final long STUCK_MILLIS = 3_600_000;

    private final String url;
    private final PostgresSettings postgres;
    private final StorageSettings settings;
    private final InstantSource clock;
    /** What holds for the server is told once, with the first archive. */
    private final AtomicBoolean serverExamined = new AtomicBoolean();

    PostgresSite(String url, PostgresSettings postgres, StorageSettings settings, InstantSource clock) {
        this.url = url;
        this.postgres = postgres;
        this.settings = settings;
        this.clock = clock;
    }

    PostgresSchema schema(ArchiveSchema schema) {
        return new PostgresSchema(schema, url, postgres, settings, clock);
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public String place() {
        return PostgresAddress.of(url).place();
    }

    @Override
    public void requireInUse() {
        try (Connection connection = connect()) {
            new PostgresMoveNotes(connection, place()).refuseOpening();
        } catch (SQLException e) {
            throw Fault.of("move", e);
        }
    }

    /** Refuses to replace archives that are being moved or were. */
    private void refuseReplacing(Connection connection) {
        new PostgresMoveNotes(connection, place()).refuseReplacing();
    }

    @Override
    public String locate(ArchiveSchema schema) {
        return "schema " + schema.postgresSchema();
    }

    @Override
    public boolean exists(ArchiveSchema schema) {
        try (PostgresSession session = schema(schema).session()) {
            return new Tx(session)
                            .number("SELECT count(*) FROM pg_tables WHERE schemaname = ?", schema.postgresSchema())
                    > 0;
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    @Override
    public OptionalInt version(ArchiveSchema schema) {
        return schema(schema).version();
    }

    @Override
    public Archive open(ArchiveSchema schema) {
        return PostgresArchive.open(schema, url, postgres, settings, clock);
    }

    @Override
    public Checkup examine(ArchiveSchema schema, boolean deep, ExaminationListener listener) {
        Checkup checkup = new PostgresCheckup(schema(schema), schema, !serverExamined.get()).run(deep, listener);
        if (checkup.version().isPresent()) {
            serverExamined.set(true);
        }
        return checkup;
    }

    @Override
    public void copyTo(BackupWriter backup, List<ArchiveSchema> schemas) throws IOException {
        try (Connection connection = connect()) {
            new PostgresMoveNotes(connection, place()).refuseOpening();
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            for (ArchiveSchema schema : schemas) {
                new PostgresDump(connection, schema, clock).write(backup);
            }
            connection.commit();
        } catch (SQLException e) {
            throw Fault.of("backup", e);
        }
    }

    @Override
    public void replaceBy(BackupReader backup, List<ArchiveSchema> schemas) throws IOException {
        try (Connection connection = connect()) {
            refuseReplacing(connection);
            connection.setAutoCommit(false);
            for (ArchiveSchema schema : schemas) {
                new PostgresDump(connection, schema, clock).read(backup);
            }
            connection.commit();
        } catch (SQLException e) {
            throw Fault.of("restore", e);
        }
    }

    @Override
    public long rows(ArchiveSchema schema) {
        if (!exists(schema)) {
            return 0;
        }
        try (Connection connection = connect()) {
            return new PostgresIntake(connection, schema, clock).rows();
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    @Override
    public void takeIn(List<Intake> intakes) {
        for (Intake intake : intakes) {
            schema(intake.schema()).prepare();
        }
        try (Connection connection = connect()) {
            refuseReplacing(connection);
            connection.setAutoCommit(false);
            for (Intake intake : intakes) {
                PostgresIntake target = new PostgresIntake(connection, intake.schema(), clock);
                target.begin();
                // Checked again: another process may have written since.
                Takeover.refuse(this, intake.schema(), target.rows());
                try (SqliteSession source = ForeignDatabase.open(intake.file(), SqliteSession.Access.WRITE)) {
                    target.fill(source);
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw Fault.of("import", e);
        }
    }

    Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "stoa");
        properties.setProperty("stringtype", "unspecified");
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty(
                "options",
                "-c TimeZone=UTC -c lock_timeout=" + settings.busyTimeout().toMillis()
                        + " -c idle_in_transaction_session_timeout=" + STUCK_MILLIS);
        PostgresAddress address = PostgresAddress.of(url);
        return address.connect(address.within(postgres.connectTimeout(), properties));
    }

    @Override
    public void close() {
        // Nothing is held between calls: every archive has its own pool.
    }
}
