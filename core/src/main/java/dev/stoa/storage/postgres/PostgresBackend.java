package dev.stoa.storage.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Backend;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Durability;
import dev.stoa.storage.Fault;
import dev.stoa.storage.ForeignCommits;
import dev.stoa.storage.Session;
import dev.stoa.storage.StorageSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one schema of a PostgreSQL database, pooled by HikariCP. Thread-safe. Each archive has a small
 * pool of its own that shrinks to nothing when idle, because a connection belongs to the schema it looks into.
 */
final class PostgresBackend implements Backend {
    /** How long one wait for notifications blocks. They arrive at once; this only bounds how long closing a watch takes. */
    private static final long WATCH_MILLIS = 200;

    /** How often a watch looks by itself. */
    private static final long LOOK_NANOS = 1_000_000_000;

    private static final long IDLE_MILLIS = 60_000;
    /** How long to wait for the pool before checking whether the server answers. */
    private static final long POOL_MILLIS = 1000;
    /** How long a connection that rested may take to show that it lives. */
    private static final long VALIDATION_MILLIS = 2000;
    /** How long the server bears a transaction that does nothing: its process is lost, or stuck. */
    private static final long STUCK_MILLIS = 60_000;

    private static final Logger LOG = LoggerFactory.getLogger(PostgresBackend.class);
    /** How long to wait before looking again whether old transactions are over. */
    private static final long PAUSE_NANOS = 50_000_000;

    private final ArchiveSchema schema;
    /** The server itself, for what needs a connection that stays the same. */
    private final PostgresAddress address;

    private final Properties properties;
    /** Where the pool gets its connections; not the server itself if a pooler is in between. */
    private final PostgresAddress pooled;

    private final Properties pooledProperties;
    /** What each transaction has to set for itself; null if connections keep it. */
    private final @Nullable String setup;

    private final Duration patience;
    private final Duration silence;
    private final HikariDataSource pool;
    /** Connections that are used once, while the pool recovers from a server that was away. */
    private final Set<Connection> spare = ConcurrentHashMap.newKeySet();

    private final AtomicInteger spares = new AtomicInteger();

    private final PostgresVigil vigil;
    private final PostgresNotifier notifier;
    private final String channel;
    /** How this archive signs what it tells, so that it does not hear itself. */
    private final String sender = UUID.randomUUID().toString();

    PostgresBackend(ArchiveSchema schema, String url, PostgresSettings postgres, StorageSettings storage) {
        this.schema = schema;
        this.address = PostgresAddress.of(postgres.serverOf(url));
        this.properties = properties(address, schema, postgres, storage);
        this.pooled = PostgresAddress.of(url);
        boolean direct = postgres.server() == null;
        this.pooledProperties = direct ? properties : withoutState(pooled, properties, postgres);
        this.setup = direct ? null : setup(schema, storage);
        this.silence = address.silence(postgres.connectTimeout());
        this.patience = storage.busyTimeout();
        HikariConfig config = new HikariConfig();
        config.setPoolName("stoa-" + schema.name());
        config.setDataSource(new Source());
        config.setExceptionOverride(new StandbyOverride());
        config.setMaximumPoolSize(postgres.poolSize());
        config.setMinimumIdle(0);
        config.setIdleTimeout(IDLE_MILLIS);
        config.setConnectionTimeout(POOL_MILLIS);
        config.setValidationTimeout(VALIDATION_MILLIS);
        config.setInitializationFailTimeout(-1);
        config.setAutoCommit(true);
        this.pool = new HikariDataSource(config);
        this.channel = PostgresSession.channel(schema.postgresSchema());
        this.notifier = PostgresNotifier.join(address, properties, silence);
        this.vigil = new PostgresVigil(
                pooled, pooledProperties, () -> pool.getHikariPoolMXBean().softEvictConnections());
        vigil.begin();
    }

    /** The options of every connection: its schema, its zone, and how long to wait for a lock or an idle client. */
    static Properties properties(
            PostgresAddress address, ArchiveSchema schema, PostgresSettings postgres, StorageSettings storage) {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "stoa");
        properties.setProperty("currentSchema", schema.postgresSchema());
        properties.setProperty("stringtype", "unspecified");
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("tcpKeepAlive", "true");
        // Else messages quote the values of rows, and messages are logged.
        properties.setProperty("logServerErrorDetail", "false");
        properties.setProperty(
                "options",
                // A unit must see what was committed while it waited for its turn, regardless of the database's
                // default.
                "-c TimeZone=UTC -c default_transaction_isolation=read\\ committed -c lock_timeout="
                        + lockMillis(storage) + " -c idle_in_transaction_session_timeout=" + idleMillis(storage)
                        + (storage.durability() == Durability.FULL ? " -c synchronous_commit=on" : ""));
        return address.within(postgres.connectTimeout(), properties);
    }

    /** PostgreSQL reads 0 as "no limit" in all of these. */
    private static long lockMillis(StorageSettings storage) {
        return Math.max(1, storage.busyTimeout().toMillis());
    }

    private static long idleMillis(StorageSettings storage) {
        return Math.max(STUCK_MILLIS, 2 * lockMillis(storage));
    }

    /** The options of a connection behind which the server may be another with each transaction. */
    private static Properties withoutState(PostgresAddress address, Properties given, PostgresSettings postgres) {
        Properties properties = new Properties();
        given.forEach(properties::put);
        properties.remove("currentSchema");
        properties.remove("options");
        properties.setProperty("prepareThreshold", "0");
        return address.within(postgres.connectTimeout(), properties);
    }

    /** What the options of a connection would set, for one transaction. */
    private static String setup(ArchiveSchema schema, StorageSettings storage) {
        return "SELECT set_config('search_path', '" + schema.postgresSchema() + "', true),"
                + " set_config('TimeZone', 'UTC', true),"
                + " set_config('lock_timeout', '" + lockMillis(storage) + "', true),"
                + " set_config('idle_in_transaction_session_timeout', '" + idleMillis(storage) + "', true)"
                + (storage.durability() == Durability.FULL ? ", set_config('synchronous_commit', 'on', true)" : "");
    }

    /** Where the pool gets its connections: as every other, so that none of them waits for a silent host. */
    @SuppressWarnings("serial") // never serialized
    private final class Source extends PGSimpleDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return pooled.connect(pooledProperties);
        }
    }

    /** A server that accepts no writes is a standby, or was made one: another host has to be asked. */
    private static final class StandbyOverride implements SQLExceptionOverride {
        @java.lang.Override // the interface has an enum of that name
        public SQLExceptionOverride.Override adjudicate(SQLException e) {
            return Fault.readOnly(e)
                    ? SQLExceptionOverride.Override.MUST_EVICT
                    : SQLExceptionOverride.Override.CONTINUE_EVICT;
        }
    }

    /** A connection outside the pool, for what needs one for itself. */
    Connection connect() throws SQLException {
        return address.connect(properties);
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    /** One connection is left for those who read, so that they need not wait for every lane. */
    @Override
    public int lanes() {
        return pool.getMaximumPoolSize() - 1;
    }

    private PostgresSession borrow() throws SQLException {
        long start = System.nanoTime();
        while (true) {
            try {
                return session(pool.getConnection());
            } catch (SQLTransientConnectionException e) {
                int left =
                        pool.getMaximumPoolSize() - pool.getHikariPoolMXBean().getTotalConnections();
                if (reserveSpare(left)) {
                    // Reports what the pool hides: why it gets no further connection. If it gets one, that is used,
                    // because a pool that has failed for some seconds pauses for seconds too.
                    return session(spare());
                }
                if (System.nanoTime() - start > patience.toNanos()) {
                    throw Fault.taken("every one of its " + pool.getMaximumPoolSize() + " connections is taken");
                }
            } catch (SQLException e) {
                throw e.getCause() instanceof InterruptedException ? Fault.interrupted(e) : e;
            }
        }
    }

    /** Takes the place of a connection beside the pool, if there are fewer than this. */
    private boolean reserveSpare(int most) {
        return spares.getAndUpdate(now -> now < most ? now + 1 : now) < most;
    }

    private Connection spare() throws SQLException {
        boolean connected = false;
        try {
            Connection own = pooled.connect(pooledProperties);
            spare.add(own);
            connected = true;
            return own;
        } finally {
            if (!connected) {
                spares.decrementAndGet();
            }
        }
    }

    private PostgresSession session(Connection connection) {
        vigil.over(connection);
        return new PostgresSession(schema.name(), schema.timeForm(), schema.postgresSchema(), connection, setup);
    }

    private void giveUp(Session session) {
        boolean broken = ((PostgresSession) session).broken();
        Connection lent = ((PostgresSession) session).lent();
        vigil.done(lent);
        session.close();
        if (spare.remove(lent)) {
            spares.decrementAndGet();
        }
        if (broken) {
            // One lost connection is seldom the only one; callers should not meet the others one by one.
            pool.getHikariPoolMXBean().softEvictConnections();
        }
    }

    @Override
    public Session writer() throws SQLException {
        return borrow();
    }

    @Override
    public void done(Session writer) {
        giveUp(writer);
    }

    @Override
    public Session reader() throws SQLException {
        return borrow();
    }

    @Override
    public void giveBack(Session reader) {
        giveUp(reader);
    }

    /**
     * Moves the rows to new files: a VACUUM that is not full leaves the bytes of old rows in the pages it frees. Old rows
     * that a transaction from before could still see would move too, so that such a one prevents it.
     */
    @Override
    public boolean rewrite(List<String> tables) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            vigil.over(connection);
            try {
                return rewrite(statement, tables);
            } finally {
                vigil.done(connection);
            }
        } catch (SQLException e) {
            // Readers hold a table, or the disk has no room for its copy. The caller keeps in mind that it is to be
            // done.
            LOG.warn("tables of archive {} could not be written again: {}", schema.name(), e.getMessage());
            return false;
        }
    }

    private boolean rewrite(Statement statement, List<String> tables) throws SQLException {
        long end = System.nanoTime() + patience.toNanos();
        long before = xid(statement);
        while (seenBefore(statement, before)) {
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
        for (String table : tables) {
            statement.execute("VACUUM (FULL) \"" + table + "\"");
        }
        return true;
    }

    private static long xid(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT txid_current() % 4294967296")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Whether a transaction is running that sees what was before another. */
    private static boolean seenBefore(Statement statement, long xid) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                + " AND age(backend_xmin) > age('" + xid + "'::xid)")) {
            return row.next() && row.getLong(1) > 0;
        }
    }

    @Override
    public void announce() {
        notifier.announce(channel, sender);
    }

    @Override
    public ForeignCommits.Watch watch(Runnable onCommit) {
        return ForeignCommits.start(schema.name(), WATCH_MILLIS, Listener::new, onCommit);
    }

    /**
     * Hears what the notifiers of other processes tell, and looks by itself from time to time: one that was killed after
     * a commit has told nothing.
     */
    private final class Listener implements ForeignCommits.Observer {
        private final Connection connection = connect();
        private String state;
        private long looked;

        Listener() throws SQLException {
            // What it asks is answered at once by any server that lives.
            connection.setNetworkTimeout(Runnable::run, (int) silence.toMillis());
            try (Statement statement = connection.createStatement()) {
                statement.execute("LISTEN " + channel);
                state = state();
            } catch (SQLException e) {
                close();
                throw e;
            }
            looked = System.nanoTime();
        }

        @Override
        public boolean observe(long millis) throws Exception {
            var heard = connection.unwrap(PGConnection.class).getNotifications((int) millis);
            boolean news = heard != null
                    && Arrays.stream(heard)
                            .anyMatch(
                                    notification -> !notification.getParameter().equals(sender));
            return news || (System.nanoTime() - looked >= LOOK_NANOS && changed());
        }

        private boolean changed() throws SQLException {
            String now = state();
            boolean changed = !now.equals(state);
            state = now;
            looked = System.nanoTime();
            return changed;
        }

        /** Which transactions of the cluster are over; it changes with the end of each that writes. */
        private String state() throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT pg_current_snapshot()::text")) {
                row.next();
                return row.getString(1);
            }
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException ignored) {
                // The server notices by itself that the listener is gone.
            }
        }
    }

    @Override
    public void close() {
        notifier.leave(channel, sender);
        vigil.end();
        pool.close();
    }
}
