package dev.stoa.storage.site;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A PostgreSQL database, in which each archive is a schema; archives may have databases of their own, on other servers.
 * Thread-safe. Nothing that is asked of one archive asks the server of another.
 */
final class PostgresSite extends Site {
    /** How long a copy may rest between two statements: the other side of it is a disk, or another server. */
    private static final long STUCK_MILLIS = 3_600_000;

    private final String url;
    private final PostgresSettings postgres;
    private final StorageSettings settings;
    private final InstantSource clock;
    /** What holds for a server is told once, with its first archive. */
    private final Set<String> examinedServers = ConcurrentHashMap.newKeySet();

    PostgresSite(String url, PostgresSettings postgres, StorageSettings settings, InstantSource clock) {
        this.url = url;
        this.postgres = postgres;
        this.settings = settings;
        this.clock = clock;
    }

    /** The archives of one database, in the order in which they were asked for. */
    record Share(String url, List<ArchiveSchema> schemas) {
        String place() {
            return PostgresAddress.of(url).place();
        }
    }

    /** The databases of some archives, in the order of their first archives. */
    List<Share> shares(List<ArchiveSchema> schemas) {
        Map<String, List<ArchiveSchema>> byUrl = new LinkedHashMap<>();
        for (ArchiveSchema schema : schemas) {
            byUrl.computeIfAbsent(url(schema), at -> new ArrayList<>()).add(schema);
        }
        return byUrl.entrySet().stream()
                .map(share -> new Share(share.getKey(), List.copyOf(share.getValue())))
                .toList();
    }

    /** The address of the server of an archive, without a pooler in between. */
    private String url(ArchiveSchema schema) {
        return postgres.elsewhere().getOrDefault(schema.name(), server());
    }

    private String server() {
        return postgres.serverOf(url);
    }

    PostgresSchema schema(ArchiveSchema schema) {
        return new PostgresSchema(schema, url(schema), postgres, settings, clock);
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public String place() {
        return PostgresAddress.of(url).place();
    }

    /** A server that does not answer refuses nothing here as long as another does: its archives say so themselves. */
    @Override
    public void requireInUse() {
        Set<String> urls = new LinkedHashSet<>();
        urls.add(server());
        urls.addAll(postgres.elsewhere().values());
        SQLException failure = null;
        int answers = 0;
        for (String at : urls) {
            try (Connection connection = connect(at)) {
                new PostgresMoveNotes(connection, PostgresAddress.of(at).place()).refuseOpening();
                answers++;
            } catch (SQLException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (answers == 0 && failure != null) {
            throw Fault.of("move", failure);
        }
    }

    @Override
    public String locate(ArchiveSchema schema) {
        String name = "schema " + schema.postgresSchema();
        String own = postgres.elsewhere().get(schema.name());
        return own == null ? name : name + " of " + PostgresAddress.of(own).place();
    }

    @Override
    public boolean exists(ArchiveSchema schema) {
        return exists(schema, schema(schema));
    }

    private static boolean exists(ArchiveSchema schema, PostgresSchema at) {
        try (PostgresSession session = at.session()) {
            return new Tx(session)
                            .number("SELECT count(*) FROM pg_tables WHERE schemaname = ?", schema.postgresSchema())
                    > 0;
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    /** Asks each server once. One that does not answer is not known to have nothing, so another may answer for it. */
    @Override
    public boolean existsAny(List<ArchiveSchema> schemas) {
        SQLException silent = null;
        for (Share share : shares(schemas)) {
            try (Connection connection = connect(share.url())) {
                if (holdsAny(connection, share.schemas())) {
                    return true;
                }
            } catch (SQLException e) {
                silent = e;
            }
        }
        if (silent != null) {
            throw Fault.of(schemas.getFirst().name(), silent);
        }
        return false;
    }

    private static boolean holdsAny(Connection connection, List<ArchiveSchema> schemas) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM pg_tables WHERE schemaname = ANY (?) LIMIT 1")) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text",
                            schemas.stream().map(ArchiveSchema::postgresSchema).toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Override
    public OptionalInt version(ArchiveSchema schema) {
        return schema(schema).version();
    }

    @Override
    public Archive open(ArchiveSchema schema) {
        String own = postgres.elsewhere().get(schema.name());
        if (own == null) {
            return PostgresArchive.open(schema, url, postgres, settings, clock);
        }
        refuseLeavingBehind(schema);
        return PostgresArchive.open(schema, own, postgres.withoutPooler(), settings, clock);
    }

    /** Refuses to begin an archive where it is to be while it is still in the common database. */
    private void refuseLeavingBehind(ArchiveSchema schema) {
        if (!exists(schema) && isInCommon(schema)) {
            throw new ConflictException(
                    "exists",
                    "archive " + schema.name() + " is in " + place() + ", and is to be in " + locate(schema)
                            + ", where there is none",
                    "move the archives first, or take back postgres.archive." + schema.name());
        }
    }

    private boolean isInCommon(ArchiveSchema schema) {
        return exists(schema, new PostgresSchema(schema, server(), postgres, settings, clock));
    }

    /** Tells of an archive that is in two places: processes that disagree about its address write to both. */
    private Checkup withTwin(ArchiveSchema schema, Checkup checkup) {
        if (!postgres.elsewhere().containsKey(schema.name()) || checkup.unexamined()) {
            return checkup;
        }
        List<Checkup.Finding> findings = new ArrayList<>(checkup.findings());
        try {
            if (isInCommon(schema)) {
                findings.add(Checkup.Finding.notice(
                        "place",
                        "it is in " + place() + " too; see that every process has the same address of it, and drop the"
                                + " schema that is not in use"));
            }
        } catch (UnavailableException e) {
            // The archives of that database say that it does not answer.
            return checkup;
        }
        return new Checkup(
                schema,
                checkup.location(),
                checkup.version(),
                checkup.bytes(),
                checkup.walBytes(),
                checkup.growth(),
                findings);
    }

    @Override
    public Checkup examine(ArchiveSchema schema, boolean deep, ExaminationListener listener) {
        boolean first = !examinedServers.contains(url(schema));
        Checkup checkup = new PostgresCheckup(schema(schema), schema, locate(schema), first).run(deep, listener);
        if (checkup.version().isPresent()) {
            examinedServers.add(url(schema));
        }
        return withTwin(schema, checkup);
    }

    /** The archives of one database are one state of it; the first database is read first. */
    @Override
    public void copyTo(BackupWriter backup, List<ArchiveSchema> schemas) throws IOException {
        for (Share share : shares(schemas)) {
            try (Connection connection = connect(share.url())) {
                new PostgresMoveNotes(connection, share.place()).refuseOpening();
                connection.setAutoCommit(false);
                connection.setReadOnly(true);
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                for (ArchiveSchema schema : share.schemas()) {
                    new PostgresDump(connection, schema, clock).write(backup);
                }
                connection.commit();
            } catch (SQLException e) {
                throw Fault.of("backup", e);
            }
        }
    }

    /** Fills the archives of one database within its transaction. */
    private interface Filling {
        void fill(Connection connection, Share share) throws SQLException, IOException;
    }

    /**
     * Fills archives, all of them or none. Of several databases each commits when all of them are filled, so that only
     * a server that is lost in that moment leaves some of them filled and others not.
     */
    private void fill(String what, List<ArchiveSchema> schemas, Filling filling) throws IOException {
        List<Share> filled = shares(schemas);
        List<Connection> open = new ArrayList<>();
        int committed = 0;
        try {
            for (Share share : filled) {
                Connection connection = connect(share.url());
                open.add(connection);
                new PostgresMoveNotes(connection, share.place()).refuseReplacing();
                connection.setAutoCommit(false);
                filling.fill(connection, share);
            }
            for (Connection connection : open) {
                connection.commit();
                committed++;
            }
        } catch (SQLException e) {
            throw committed == 0 ? Fault.of(what, e) : torn(what, filled, committed, e);
        } finally {
            open.forEach(PostgresSite::drop);
        }
    }

    private static UnavailableException torn(String what, List<Share> shares, int committed, SQLException e) {
        return new UnavailableException(
                "half_done",
                what + ": the archives of " + places(shares.subList(0, committed)) + " have what was to come, those of "
                        + places(shares.subList(committed, shares.size())) + " may not (" + e.getMessage() + ")",
                "repeat it, replacing what is there, when every server answers",
                e);
    }

    private static String places(List<Share> shares) {
        return String.join(", ", shares.stream().map(Share::place).toList());
    }

    private static void drop(Connection connection) {
        try {
            connection.close();
        } catch (SQLException ignored) {
            // The server rolls back what was not committed when it notices.
        }
    }

    @Override
    public void replaceBy(BackupReader backup, List<ArchiveSchema> schemas) throws IOException {
        fill("restore", schemas, (connection, share) -> {
            for (ArchiveSchema schema : share.schemas()) {
                new PostgresDump(connection, schema, clock).read(backup);
            }
        });
    }

    @Override
    public long rows(ArchiveSchema schema) {
        if (!exists(schema)) {
            return 0;
        }
        try (Connection connection = connect(schema)) {
            return new PostgresIntake(connection, schema, clock).rows();
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
    }

    @Override
    public void takeIn(List<Intake> intakes) throws IOException {
        for (Intake intake : intakes) {
            schema(intake.schema()).prepare();
        }
        List<ArchiveSchema> schemas = intakes.stream().map(Intake::schema).toList();
        fill("import", schemas, (connection, share) -> {
            for (Intake intake : intakes) {
                if (!share.schemas().contains(intake.schema())) {
                    continue;
                }
                PostgresIntake target = new PostgresIntake(connection, intake.schema(), clock);
                target.begin();
                // Checked again: another process may have written since.
                Takeover.refuse(this, intake.schema(), target.rows());
                try (SqliteSession source = ForeignDatabase.open(intake.file(), SqliteSession.Access.WRITE)) {
                    target.fill(source);
                }
            }
        });
    }

    Connection connect(ArchiveSchema schema) throws SQLException {
        return connect(url(schema));
    }

    Connection connect(String at) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "stoa");
        properties.setProperty("stringtype", "unspecified");
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty(
                "options",
                "-c TimeZone=UTC -c lock_timeout=" + settings.busyTimeout().toMillis()
                        + " -c idle_in_transaction_session_timeout=" + STUCK_MILLIS);
        PostgresAddress address = PostgresAddress.of(at);
        return address.connect(address.within(postgres.connectTimeout(), properties));
    }

    @Override
    public void close() {
        // Nothing is held between calls: every archive has its own pool.
    }
}
