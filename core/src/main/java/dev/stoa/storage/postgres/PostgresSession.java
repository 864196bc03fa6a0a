package dev.stoa.storage.postgres;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Session;
import dev.stoa.storage.TimeForm;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A connection to PostgreSQL while it is borrowed from its pool. Not thread-safe. The driver keeps statements prepared
 * on the server by itself, so nothing is kept here.
 *
 * <p>A write transaction begins by taking the archive's advisory lock: as on SQLite there is one writer at a time, so
 * a unit that reads and then writes needs no locks of its own and numbers follow commits.
 */
public final class PostgresSession extends Session {
    private static final String BEGIN_WRITE = "SELECT pg_advisory_xact_lock(?)";
    private static final String BEGIN_SHARED = """
            SELECT pg_advisory_xact_lock_shared(?), (SELECT count(pg_advisory_xact_lock(?, lock))
                FROM unnest(?::int[]) AS lock)""";
    private static final String WRITTEN = """
            SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables
            WHERE schemaname = current_schema() AND n_tup_ins + n_tup_upd + n_tup_del > 0""";
    private static final String BEGIN_READ = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

    private final Connection connection;
    private final String schema;
    private Map<String, Long> before = Map.of();

    PostgresSession(String archive, TimeForm timeForm, String schema, Connection connection) {
        super(archive, timeForm);
        this.connection = connection;
        this.schema = schema;
    }

    /**
     * The key of the archive's advisory lock: the same in every process, and unlikely to be used by another program.
     */
    static long lockKey(String schema) {
        return 0x53544F41_00000000L | Integer.toUnsignedLong(schema.hashCode());
    }

    static String channel(String schema) {
        return "stoa_" + schema;
    }

    Connection connection() {
        return connection;
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public Use use(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setFetchSize(BATCH);
        return new Use() {
            @Override
            public PreparedStatement statement() {
                return statement;
            }

            @Override
            public void close() throws SQLException {
                statement.close();
            }
        };
    }

    /** Lets every statement be a transaction of its own, which saves a lone read a round trip. */
    void autocommit() throws SQLException {
        connection.setAutoCommit(true);
    }

    @Override
    public void beginRead() throws SQLException {
        connection.setAutoCommit(false);
        execute(BEGIN_READ);
    }

    @Override
    public void beginWrite() throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement begin = connection.prepareStatement(BEGIN_WRITE)) {
            begin.setLong(1, lockKey(schema));
            begin.executeQuery().close();
        }
    }

    /**
     * The archive's lock is shared with others that name what they write, and keeps away those that do not. All locks are
     * taken in ascending order and by one message.
     */
    @Override
    public void beginWrite(long[] locks) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement begin = connection.prepareStatement(BEGIN_SHARED)) {
            begin.setLong(1, lockKey(schema));
            begin.setInt(2, (int) (lockKey(schema) >>> 32) ^ schema.hashCode());
            begin.setArray(3, connection.createArrayOf("int4", Arrays.stream(locks).boxed().toArray()));
            begin.executeQuery().close();
        }
        assert remember();
    }

    @Override
    public Set<String> written() throws SQLException {
        Map<String, Long> now = rowsWritten();
        now.entrySet().removeAll(before.entrySet());
        return now.keySet();
    }

    /** The rows that this connection has written, by table; those of its last transactions may still be among them. */
    private Map<String, Long> rowsWritten() throws SQLException {
        Map<String, Long> rows = new HashMap<>();
        try (PreparedStatement written = connection.prepareStatement(WRITTEN);
                ResultSet result = written.executeQuery()) {
            while (result.next()) {
                rows.put(result.getString(1), result.getLong(2));
            }
        }
        return rows;
    }

    private boolean remember() throws SQLException {
        before = rowsWritten();
        return true;
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void rollback() {
        try {
            connection.rollback();
        } catch (SQLException ignored) {
            // The server gives up what a lost connection had begun.
        }
    }

    /** Both in one message, because each message to the server and back takes longer than what it asks for. */
    @Override
    public void renew(String name) throws SQLException {
        execute("RELEASE SAVEPOINT " + name + "; SAVEPOINT " + name);
    }

    @Override
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Whether the pool has seen the connection fail. */
    boolean broken() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException ignored) {
            // The pool throws a connection away that cannot be given back.
        }
    }
}
