package dev.stoa.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.PGConnection;

/**
 * The connections to one schema of a PostgreSQL database, pooled by HikariCP. Thread-safe. Each archive has a small
 * pool of its own that shrinks to nothing when idle, because a connection belongs to the schema it looks into.
 */
final class PostgresBackend implements Backend {
    private static final long WATCH_MILLIS = 200;
    private static final long IDLE_MILLIS = 60_000;

    private final ArchiveSchema schema;
    private final String url;
    private final Properties properties;
    private final HikariDataSource pool;

    PostgresBackend(ArchiveSchema schema, String url, PostgresSettings postgres, StorageSettings storage) {
        this.schema = schema;
        this.url = url;
        this.properties = properties(schema, postgres, storage);
        HikariConfig config = new HikariConfig();
        config.setPoolName("stoa-" + schema.name());
        config.setJdbcUrl(url);
        config.setDataSourceProperties(properties);
        config.setMaximumPoolSize(postgres.poolSize());
        config.setMinimumIdle(0);
        config.setIdleTimeout(IDLE_MILLIS);
        config.setConnectionTimeout(Math.max(
                postgres.connectTimeout().toMillis(), storage.busyTimeout().toMillis()));
        config.setInitializationFailTimeout(-1);
        config.setAutoCommit(true);
        this.pool = new HikariDataSource(config);
    }

    /** What every connection is told: its schema, its zone, and how long to wait for a lock or an idle client. */
    static Properties properties(ArchiveSchema schema, PostgresSettings postgres, StorageSettings storage) {
        long lockMillis = storage.busyTimeout().toMillis();
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "stoa");
        properties.setProperty("currentSchema", schema.postgresSchema());
        properties.setProperty("stringtype", "unspecified");
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty(
                "connectTimeout", Long.toString(postgres.connectTimeout().toSeconds()));
        properties.setProperty(
                "options",
                "-c TimeZone=UTC -c lock_timeout=" + lockMillis + " -c idle_in_transaction_session_timeout="
                        + 2 * lockMillis
                        + (storage.durability() == Durability.FULL ? " -c synchronous_commit=on" : ""));
        return properties;
    }

    /** A connection outside the pool, for what needs one for itself. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    private PostgresSession borrow() throws SQLException {
        try {
            Connection connection = pool.getConnection();
            return new PostgresSession(schema.name(), schema.timeForm(), schema.postgresSchema(), connection);
        } catch (HikariPool.PoolInitializationException e) {
            throw new SQLException(e.getMessage(), "08001", e);
        }
    }

    @Override
    public Session writer() throws SQLException {
        return borrow();
    }

    @Override
    public void done(Session writer) {
        // The pool has seen the errors of its connection and throws a broken one away.
        writer.close();
    }

    @Override
    public Session reader() throws SQLException {
        return borrow();
    }

    @Override
    public void giveBack(Session reader) {
        reader.close();
    }

    @Override
    public ForeignCommits.Watch watch(Runnable onCommit) {
        return ForeignCommits.start(schema.name(), WATCH_MILLIS, Listener::new, onCommit);
    }

    /** Hears the notification that every write transaction sends with its commit. */
    private final class Listener implements ForeignCommits.Observer {
        private final Connection connection = connect();

        Listener() throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("LISTEN " + PostgresSession.channel(schema.postgresSchema()));
            }
        }

        @Override
        public boolean observe(long millis) throws Exception {
            var heard = connection.unwrap(PGConnection.class).getNotifications((int) millis);
            return heard != null && heard.length > 0;
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException ignored) {
                // The server notices by itself that nobody listens any more.
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
