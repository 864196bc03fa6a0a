package dev.stoa.storage;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one archive, with its transaction control and its way of keeping statements prepared. Not
 * thread-safe: whoever holds it uses it alone. It is the only place that a faster driver would have to replace.
 */
abstract sealed class Session implements AutoCloseable permits SqliteSession, PostgresSession {
    /** Rows handed to the driver at once by a batch. */
    static final int BATCH = 500;

    private final String archive;
    private final TimeForm timeForm;

    Session(String archive, TimeForm timeForm) {
        this.archive = archive;
        this.timeForm = timeForm;
    }

    /** A prepared statement in use; closing it gives it back or, if it was not kept, closes it. */
    interface Use extends AutoCloseable {
        PreparedStatement statement();

        @Override
        void close() throws SQLException;
    }

    abstract Dialect dialect();

    abstract Use use(String sql) throws SQLException;

    /** Starts a transaction in which every read sees the same state. */
    abstract void beginRead() throws SQLException;

    /** Starts the one write transaction of the archive, waiting for that of another process. */
    abstract void beginWrite() throws SQLException;

    abstract void commit() throws SQLException;

    /** Gives the transaction up, as far as there still is one. Never throws: the first error is the one to report. */
    abstract void rollback();

    abstract void execute(String sql) throws SQLException;

    @Override
    public abstract void close();

    final void savepoint(String name) throws SQLException {
        execute("SAVEPOINT " + name);
    }

    final void release(String name) throws SQLException {
        execute("RELEASE SAVEPOINT " + name);
    }

    /** Undoes what was done since the savepoint, which stays. */
    final void rollbackTo(String name) throws SQLException {
        execute("ROLLBACK TO SAVEPOINT " + name);
    }

    /** Releases a savepoint and sets it again here. */
    void renew(String name) throws SQLException {
        release(name);
        savepoint(name);
    }

    final String archive() {
        return archive;
    }

    final TimeForm timeForm() {
        return timeForm;
    }

    /** Whether times are columns of the database's own time type. */
    final boolean storesInstants() {
        return dialect() == Dialect.POSTGRES && timeForm != TimeForm.UNIX_SECONDS;
    }

    final RuntimeException fault(SQLException e) {
        return Fault.of(archive, e);
    }

    final void bind(PreparedStatement statement, @Nullable Object[] params) throws SQLException {
        for (int i = 0; i < params.length; i++) {
            bind(statement, i + 1, params[i]);
        }
    }

    private void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value instanceof String s) {
            statement.setString(index, s);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Short) {
            statement.setLong(index, ((Number) value).longValue());
        } else if (value instanceof Double || value instanceof Float) {
            statement.setDouble(index, ((Number) value).doubleValue());
        } else if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof Boolean b) {
            statement.setBoolean(index, b);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof Instant instant) {
            bind(statement, index, storesInstants() ? TimeForm.UTC_MILLIS.stored(instant) : timeForm.stored(instant));
        } else {
            throw new IllegalArgumentException("a parameter of " + value.getClass()
                    + " cannot be stored; pass text, numbers, booleans, bytes or instants");
        }
    }
}
