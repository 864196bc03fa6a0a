package dev.stoa.storage.postgres;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.JdbcRows;
import dev.stoa.storage.Session;
import dev.stoa.storage.TimeForm;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection to PostgreSQL while it is borrowed from its pool. Not thread-safe. The driver keeps statements prepared
 * on the server by itself, so nothing is kept here.
 *
 * <p>A write transaction begins by taking the archive's advisory lock: as on SQLite there is one writer at a time, so
 * a unit that reads and then writes needs no locks of its own and numbers follow commits. One that names what it writes
 * shares that lock, and takes another before its last statements: so numbers that are given there follow commits too.
 */
public final class PostgresSession extends Session {
    private static final String LOCK = "SELECT pg_advisory_xact_lock(?)";
    private static final String BEGIN_SHARED = """
            SELECT pg_advisory_xact_lock_shared(?), (SELECT count(pg_advisory_xact_lock(?::int, lock))
                FROM unnest(?::int[]) AS lock)""";
    private static final String WRITTEN = """
            SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables
            WHERE schemaname = current_schema() AND n_tup_ins + n_tup_upd + n_tup_del > 0""";
    /**
     * Its commit does not wait for the disk: that of the unit which stores the numbers comes later in the log, so that
     * they are never stored without this. A server that crashes in between has forgotten it, which {@link
     * dev.stoa.storage.Numbered} finds out. It does wait for a standby that others wait for.
     */
    private static final String RESERVE = """
            INSERT INTO archive_sequence (name, value)
            SELECT ?, ? WHERE pg_advisory_xact_lock_shared(?) IS NOT NULL
                AND set_config('synchronous_commit', CASE current_setting('synchronous_standby_names') WHEN '' THEN 'off'
                    ELSE current_setting('synchronous_commit') END, true) IS NOT NULL
            ON CONFLICT (name) DO UPDATE SET value = archive_sequence.value + excluded.value
            RETURNING value""";

    private static final @Nullable Object[] NONE = {};
    /** What makes the key of the lock at the end of a transaction out of that of the archive. */
    private static final long ENDING = 1L << 62;

    private static final String VALUES = "VALUES ";

    /** Of a statement whose answer nobody waits for. */
    private static final Answer<Integer> UNASKED = statement -> 0;

    /** The driver keeps what it has parsed, by its whole text. */
    private static final int MOST_WAITING = 24;

    /** What the database's default may be is not known to a connection without options. */
    private static final String BEGIN_WRITE = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private static final String BEGIN_READ = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

    private final Connection connection;
    private final String schema;
    private final @Nullable String setup;
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<Waiting> ending = new ArrayList<>();
    private final Map<String, Integer> endingAt = new HashMap<>();
    private boolean shared;
    private Map<String, Long> before = Map.of();

    /** A statement that goes with the next one, and what takes its answer. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Waiting(String sql, @Nullable Object[] params, Answer<?> answer) {
        /** Whether another row for the same table can go with this one, since nobody asks how many there were. */
        @SuppressWarnings("ReferenceEquality") // the one object that stands for no answer
        boolean joins(Waiting next) {
            return answer == UNASKED && next.answer == UNASKED && sql.equals(next.sql) && row(sql) != null;
        }

        /** One statement for the rows of several: what the server does for a statement takes longer than for a row. */
        static Waiting joined(List<Waiting> some) {
            Waiting first = some.getFirst();
            if (some.size() == 1) {
                return first;
            }
            return new Waiting(
                    first.sql + (", " + row(first.sql)).repeat(some.size() - 1),
                    some.stream().flatMap(one -> Arrays.stream(one.params)).toArray(),
                    UNASKED);
        }

        /** The row of parameters that an insert ends with; null if it ends with anything else. */
        private static @Nullable String row(String sql) {
            int values = sql.lastIndexOf(VALUES) + VALUES.length();
            boolean plain = values > VALUES.length()
                    && sql.startsWith("INSERT INTO")
                    && sql.endsWith("?)")
                    && sql.chars().skip(values).allMatch(c -> "(?, )".indexOf(c) >= 0);
            return plain ? sql.substring(values) : null;
        }
    }

    PostgresSession(String archive, TimeForm timeForm, String schema, Connection connection) {
        this(archive, timeForm, schema, connection, null);
    }

    /**
     * A session over a connection that may keep nothing from one transaction to the next.
     *
     * @param setup the query that each transaction begins with; null if the connection is set up already
     */
    PostgresSession(String archive, TimeForm timeForm, String schema, Connection connection, @Nullable String setup) {
        super(archive, timeForm);
        this.connection = connection;
        this.schema = schema;
        this.setup = setup;
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

    /** The connection as its pool has lent it. */
    Connection lent() {
        return connection;
    }

    /** The connection itself; what waits is sent before it is used. */
    Connection connection() throws SQLException {
        flush();
        return connection;
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    /** Begins the transaction of one statement, if the connection has to be set up for it; whether it did. */
    private boolean beginAlone() throws SQLException {
        if (setup == null || !connection.getAutoCommit()) {
            return false;
        }
        connection.setAutoCommit(false);
        later(setup, NONE);
        return true;
    }

    private void endAlone() throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    private interface Lone<T extends @Nullable Object> {
        T run() throws SQLException;
    }

    /** Runs one statement within the transaction that was begun for it. */
    private <T extends @Nullable Object> T alone(Lone<T> statement) throws SQLException {
        try {
            T result = statement.run();
            endAlone();
            return result;
        } catch (SQLException | RuntimeException e) {
            rollback();
            try {
                connection.setAutoCommit(true);
            } catch (SQLException lost) {
                e.addSuppressed(lost);
            }
            throw e;
        }
    }

    @Override
    public Use use(String sql) throws SQLException {
        boolean alone = beginAlone();
        if (alone) {
            flush();
        }
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
                if (alone) {
                    endAlone();
                }
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
        later(BEGIN_READ, NONE);
        setUp();
    }

    /** Sets what the connection does not keep, together with the first statement. */
    private void setUp() throws SQLException {
        if (setup != null) {
            later(setup, NONE);
        }
    }

    private void setUpWriter() throws SQLException {
        if (setup != null) {
            later(BEGIN_WRITE, NONE);
            setUp();
        }
    }

    @Override
    public void beginWrite() throws SQLException {
        connection.setAutoCommit(false);
        shared = false;
        setUpWriter();
        later(LOCK, new Object[] {lockKey(schema)});
    }

    /**
     * The archive's lock is shared with others that name what they write, and keeps away those that do not. All locks are
     * taken in ascending order.
     */
    @Override
    public void beginWrite(long[] locks) throws SQLException {
        connection.setAutoCommit(false);
        shared = true;
        setUpWriter();
        later(BEGIN_SHARED, new Object[] {
            lockKey(schema),
            (int) (lockKey(schema) >>> 32) ^ schema.hashCode(),
            Arrays.stream(locks).mapToObj(Long::toString).collect(Collectors.joining(",", "{", "}"))
        });
        assert remember();
    }

    /** It waits for the next one: each message to the server and back takes longer than what most of them ask for. */
    @Override
    public void later(String sql, @Nullable Object[] params) throws SQLException {
        enqueue(sql, params, UNASKED);
    }

    private void enqueue(String sql, @Nullable Object[] params, Answer<?> answer) throws SQLException {
        if (waiting.size() == MOST_WAITING) {
            flush();
        }
        waiting.add(new Waiting(sql, params, answer));
    }

    @Override
    public <T> Asked<T> ask(String sql, @Nullable Object[] params, Reading<T> reading) throws SQLException {
        return asked(sql, params, statement -> read(statement, reading));
    }

    @Override
    public Asked<Integer> change(String sql, @Nullable Object[] params) throws SQLException {
        return asked(sql, params, PreparedStatement::getUpdateCount);
    }

    private <T> Asked<T> asked(String sql, @Nullable Object[] params, Answer<T> answer) throws SQLException {
        List<T> come = new ArrayList<>(1);
        enqueue(sql, params, statement -> come.add(answer.of(statement)));
        return () -> {
            if (come.isEmpty()) {
                flush();
            }
            return come.getFirst();
        };
    }

    @Override
    public void flush() throws SQLException {
        if (!waiting.isEmpty()) {
            List<Waiting> all = taken();
            Waiting last = all.removeLast();
            send(all, last.sql(), last.params(), last.answer());
        }
    }

    /** What waits, which waits no longer: also if it fails, for the transaction is over then or goes back before it. */
    private List<Waiting> taken() {
        List<Waiting> all = new ArrayList<>();
        int from = 0;
        while (from < waiting.size()) {
            int to = from + 1;
            while (to < waiting.size() && waiting.get(from).joins(waiting.get(to))) {
                to++;
            }
            all.add(Waiting.joined(waiting.subList(from, to)));
            from = to;
        }
        waiting.clear();
        return all;
    }

    @Override
    public void last(String sql, @Nullable Object[] params) throws SQLException {
        if (shared) {
            ending.add(new Waiting(sql, params, UNASKED));
        } else {
            later(sql, params);
        }
    }

    @Override
    public <T> Asked<T> askLast(String sql, @Nullable Object[] params, Reading<T> reading) throws SQLException {
        if (!shared) {
            return super.askLast(sql, params, reading);
        }
        List<T> come = new ArrayList<>(1);
        ending.add(new Waiting(sql, params, statement -> come.add(read(statement, reading))));
        return () -> {
            if (come.isEmpty()) {
                throw new IllegalStateException("the answer comes with the end of the transaction");
            }
            return come.getFirst();
        };
    }

    /** Those that have the archive's lock for themselves need no other. */
    @Override
    public void conclude() throws SQLException {
        if (!ending.isEmpty()) {
            later(LOCK, new Object[] {lockKey(schema) ^ ENDING});
            for (Waiting one : ending) {
                enqueue(one.sql(), one.params(), one.answer());
            }
            ending.clear();
        }
        flush();
    }

    /** Units without a scope keep others away from the row of a sequence, and may set it: so it waits for them. */
    @Override
    public long reserve(String sequence, int count) throws SQLException {
        return query(RESERVE, new Object[] {sequence, count, lockKey(schema)}, row -> {
            row.next();
            return row.number(1) - count + 1;
        });
    }

    @Override
    public int update(String sql, @Nullable Object[] params) throws SQLException {
        if (beginAlone()) {
            return alone(() -> together(sql, params, PreparedStatement::getUpdateCount));
        }
        return waiting.isEmpty() ? super.update(sql, params) : together(sql, params, PreparedStatement::getUpdateCount);
    }

    @Override
    public <T extends @Nullable Object> T query(String sql, @Nullable Object[] params, Reading<T> reading)
            throws SQLException {
        if (beginAlone()) {
            return alone(() -> together(sql, params, statement -> read(statement, reading)));
        }
        return waiting.isEmpty()
                ? super.query(sql, params, reading)
                : together(sql, params, statement -> read(statement, reading));
    }

    private static <T extends @Nullable Object> T read(PreparedStatement statement, Reading<T> reading)
            throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            return reading.read(new JdbcRows(rows));
        }
    }

    private interface Answer<T extends @Nullable Object> {
        T of(PreparedStatement statement) throws SQLException;
    }

    /** Sends a statement together with those that wait, one after the other in one message; the answer is its own. */
    private <T extends @Nullable Object> T together(String sql, @Nullable Object[] params, Answer<T> answer)
            throws SQLException {
        return send(taken(), sql, params, answer);
    }

    private <T extends @Nullable Object> T send(
            List<Waiting> before, String sql, @Nullable Object[] params, Answer<T> answer) throws SQLException {
        StringBuilder all = new StringBuilder();
        before.forEach(one -> all.append(one.sql()).append(";\n"));
        try (PreparedStatement statement =
                connection.prepareStatement(all.append(sql).toString())) {
            int place = 1;
            for (Waiting one : before) {
                place = bind(statement, place, one.params());
            }
            bind(statement, place, params);
            statement.execute();
            for (Waiting one : before) {
                one.answer().of(statement);
                statement.getMoreResults();
            }
            return answer.of(statement);
        }
    }

    @Override
    public void savepoint(String name) throws SQLException {
        later(savepointSql(name), NONE);
        endingAt.put(name, ending.size());
    }

    @Override
    public void release(String name) throws SQLException {
        later("RELEASE SAVEPOINT " + name, NONE);
    }

    /** What waits to be sent since then need not be sent; if the savepoint itself waits, there is nothing to undo. */
    @Override
    public void rollbackTo(String name) throws SQLException {
        ending.subList(endingAt.getOrDefault(name, 0), ending.size()).clear();
        int set = waiting.size() - 1;
        while (set >= 0 && !waiting.get(set).sql().equals(savepointSql(name))) {
            set--;
        }
        if (set >= 0) {
            waiting.subList(set + 1, waiting.size()).clear();
        } else {
            waiting.clear();
            execute("ROLLBACK TO SAVEPOINT " + name);
        }
    }

    private static String savepointSql(String name) {
        return "SAVEPOINT " + name;
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
        if (setup != null) {
            // Tables are looked for in the schema that is set up.
            flush();
        }
        before = rowsWritten();
        return true;
    }

    @Override
    public void commit() throws SQLException {
        flush();
        connection.commit();
    }

    @Override
    public void rollback() {
        waiting.clear();
        ending.clear();
        try {
            connection.rollback();
        } catch (SQLException ignored) {
            // The server gives up what a lost connection had begun.
        }
    }

    @Override
    public void execute(String sql) throws SQLException {
        if (beginAlone()) {
            alone(() -> {
                execute(sql);
                return 0;
            });
            return;
        }
        flush();
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
