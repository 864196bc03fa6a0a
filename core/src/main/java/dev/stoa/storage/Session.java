package dev.stoa.storage;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one archive, with its transaction control and its way of keeping statements prepared. Not
 * thread-safe: its holder uses it exclusively. It is the only place that a faster driver would have to replace.
 */
public abstract class Session implements AutoCloseable {
    /** Rows handed to the driver at once by a batch. */
    public static final int BATCH = 500;

    private final String archive;
    private final TimeForm timeForm;

    protected Session(String archive, TimeForm timeForm) {
        this.archive = archive;
        this.timeForm = timeForm;
    }

    /** A prepared statement in use; closing it gives it back or, if it was not kept, closes it. */
    public interface Use extends AutoCloseable {
        PreparedStatement statement();

        @Override
        void close() throws SQLException;
    }

    public abstract Dialect dialect();

    public abstract Use use(String sql) throws SQLException;

    /** What is done with the rows of a query. */
    @FunctionalInterface
    public interface Reading<T extends @Nullable Object> {
        T read(Rows rows) throws SQLException;
    }

    /** Runs a query. */
    public <T extends @Nullable Object> T query(String sql, @Nullable Object[] params, Reading<T> reading)
            throws SQLException {
        try (Use use = use(sql)) {
            bind(use.statement(), 1, params);
            try (ResultSet rows = use.statement().executeQuery()) {
                return reading.read(new JdbcRows(rows));
            }
        }
    }

    /** Runs a statement that returns no rows and tells how many it touched. */
    public int update(String sql, @Nullable Object[] params) throws SQLException {
        try (Use use = use(sql)) {
            bind(use.statement(), 1, params);
            return use.statement().executeUpdate();
        }
    }

    /**
     * Runs a statement whose answer is not needed: now, or together with the next one where that saves a message. What
     * it throws may then come from there.
     */
    public void later(String sql, @Nullable Object[] params) throws SQLException {
        update(sql, params);
    }

    /** An answer that is read later. */
    @FunctionalInterface
    public interface Asked<T> {
        T get() throws SQLException;
    }

    /** Asks for what is read later: then, or together with the next statement where that saves a message. */
    public <T> Asked<T> ask(String sql, @Nullable Object[] params, Reading<T> reading) throws SQLException {
        return () -> query(sql, params, reading);
    }

    /** Changes rows, now or together with the next statement; how many there were is read later. */
    public Asked<Integer> change(String sql, @Nullable Object[] params) throws SQLException {
        int rows = update(sql, params);
        return () -> rows;
    }

    /** Runs what {@link #later} has left to be run. */
    public void flush() throws SQLException {}

    /**
     * Runs a statement that gives out numbers in the order of commits: now, if no other transaction can write, else when
     * the transaction is concluded.
     */
    public void last(String sql, @Nullable Object[] params) throws SQLException {
        later(sql, params);
    }

    /** Asks for rows after what {@link #last} was given; where that is left for the end, they are read after the commit. */
    public <T> Asked<T> askLast(String sql, @Nullable Object[] params, Reading<T> reading) throws SQLException {
        T answer = query(sql, params, reading);
        return () -> answer;
    }

    /** Runs what was left for the end of the transaction; from here on its commit comes before that of others that do so. */
    public void conclude() throws SQLException {}

    /**
     * Takes numbers of a sequence in a transaction of its own, whatever becomes of those who give them to rows; where
     * several transactions can write at the same time.
     *
     * @return the first of them
     */
    public long reserve(String sequence, int count) throws SQLException {
        throw new UnsupportedOperationException("units take their numbers themselves here");
    }

    /** Starts a transaction in which every read sees the same state. */
    public abstract void beginRead() throws SQLException;

    /** Starts the one write transaction of the archive, waiting for that of another process. */
    public abstract void beginWrite() throws SQLException;

    /** Starts one of several write transactions, which holds these locks; where there can be one only, that one. */
    public void beginWrite(long[] locks) throws SQLException {
        beginWrite();
    }

    /** The tables that the transaction has written, as far as the database tells; for one that holds locks. */
    public Set<String> written() throws SQLException {
        return Set.of();
    }

    public abstract void commit() throws SQLException;

    /** Gives the transaction up, as far as there still is one. Never throws: the first error is the one to report. */
    public abstract void rollback();

    public abstract void execute(String sql) throws SQLException;

    /** Runs several statements, separated by semicolons. */
    public void script(String sql) throws SQLException {
        execute(sql);
    }

    @Override
    public abstract void close();

    public void savepoint(String name) throws SQLException {
        execute("SAVEPOINT " + name);
    }

    public void release(String name) throws SQLException {
        execute("RELEASE SAVEPOINT " + name);
    }

    /** Undoes what was done since the savepoint, which stays. */
    public void rollbackTo(String name) throws SQLException {
        execute("ROLLBACK TO SAVEPOINT " + name);
    }

    /** Releases a savepoint and sets it again here. */
    public void renew(String name) throws SQLException {
        release(name);
        savepoint(name);
    }

    public final String archive() {
        return archive;
    }

    public final TimeForm timeForm() {
        return timeForm;
    }

    /** Whether times are columns of the database's own time type. */
    public final boolean storesInstants() {
        return dialect() == Dialect.POSTGRES && timeForm != TimeForm.UNIX_SECONDS;
    }

    public final RuntimeException fault(SQLException e) {
        return Fault.of(archive, e);
    }

    public final void bind(PreparedStatement statement, @Nullable Object[] params) throws SQLException {
        bind(statement, 1, params);
    }

    /** Binds parameters from a place on and tells the place behind them. */
    protected final int bind(PreparedStatement statement, int first, @Nullable Object[] params) throws SQLException {
        int index = first;
        for (Object param : params) {
            bindOne(statement, index++, param);
        }
        return index;
    }

    private void bindOne(PreparedStatement statement, int index, @Nullable Object param) throws SQLException {
        Object value = value(param);
        if (value instanceof String s) {
            statement.setString(index, s);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Double real) {
            statement.setDouble(index, real);
        } else if (value instanceof Boolean b) {
            statement.setBoolean(index, b);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setNull(index, Types.NULL);
        }
    }

    /** A parameter as one of text, long, double, boolean, bytes and null. */
    protected final @Nullable Object value(@Nullable Object param) {
        return switch (param) {
            case null -> null;
            case String text -> text;
            case Long number -> number;
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case Double real -> real;
            case Float real -> real.doubleValue();
            case Boolean flag -> flag;
            case byte[] bytes -> bytes;
            case Instant instant -> storesInstants() ? TimeForm.UTC_MILLIS.stored(instant) : timeForm.stored(instant);
            default ->
                throw new IllegalArgumentException("a parameter of " + param.getClass()
                        + " cannot be stored; pass text, numbers, booleans, bytes or instants");
        };
    }
}
