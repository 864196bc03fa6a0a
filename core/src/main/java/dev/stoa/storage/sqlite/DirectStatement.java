package dev.stoa.storage.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stoa.storage.Rows;
import dev.stoa.storage.Session;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;

/**
 * A prepared statement of SQLite that is run and read through the driver's own connection instead of JDBC. Not
 * thread-safe, and used by one query at a time. It has no state of its own between two uses: each ends with a reset.
 */
final class DirectStatement {
    private final CoreStatement statement;
    private final DB database;
    private final long handle;
    private final int parameters;
    private final Encoding encoding;

    /** How the text of a database is stored. */
    interface Encoding {
        boolean isUtf8() throws SQLException;
    }

    DirectStatement(PreparedStatement prepared, Encoding encoding) throws SQLException {
        this.encoding = encoding;
        this.statement = (CoreStatement) prepared;
        this.database = statement.getDatabase();
        this.handle = statement.pointer.safeRunLong((db, pointer) -> pointer);
        this.parameters = prepared.getParameterMetaData().getParameterCount();
    }

    /** Whether the driver has ended the statement for good. */
    boolean isClosed() {
        return statement.pointer.isClosed();
    }

    <T extends @Nullable Object> T query(@Nullable Object[] values, Session.Reading<T> reading) throws SQLException {
        check(values);
        int columns = columns();
        if (columns == 0) {
            throw new SQLException("the statement returns no rows");
        }
        try {
            return reading.read(new Read(columns, database.execute(statement, values)));
        } finally {
            reset();
        }
    }

    int update(@Nullable Object[] values) throws SQLException {
        check(values);
        if (columns() != 0) {
            throw new SQLException("the statement returns rows");
        }
        return (int) database.executeUpdate(statement, values);
    }

    private void check(@Nullable Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Boolean flag) {
                values[i] = flag ? 1 : 0;
            }
        }
        if (values.length != parameters) {
            throw new SQLException(
                    "the statement has " + parameters + " parameters and " + values.length + " were given");
        }
    }

    private int columns() throws SQLException {
        if (isClosed()) {
            throw new SQLException("the statement is closed");
        }
        return database.column_count(handle);
    }

    private void reset() throws SQLException {
        if (!isClosed()) {
            database.reset(handle);
        }
    }

    /** What one run of the statement answers. */
    private final class Read implements Rows {
        private final int columns;
        private boolean waiting;
        private boolean begun;

        /**
         * The answer of a statement that was run.
         *
         * @param waiting whether it stands on its first row already
         */
        Read(int columns, boolean waiting) {
            this.columns = columns;
            this.waiting = waiting;
        }

        @Override
        public boolean next() throws SQLException {
            if (begun && waiting) {
                waiting = step();
            }
            begun = true;
            return waiting;
        }

        private boolean step() throws SQLException {
            if (isClosed()) {
                throw new SQLException("the statement is closed");
            }
            int code = database.step(handle);
            if (code != Codes.SQLITE_ROW && code != Codes.SQLITE_DONE) {
                database.throwex(code);
            }
            return code == Codes.SQLITE_ROW;
        }

        private int place(int column) throws SQLException {
            if (column < 1 || column > columns) {
                throw new SQLException("column " + column + " is not one of the " + columns + " of the statement");
            }
            return column - 1;
        }

        @Override
        public boolean isNull(int column) throws SQLException {
            return database.column_type(handle, place(column)) == Codes.SQLITE_NULL;
        }

        /** By its bytes, which the driver copies at once; its text goes through a buffer outside of the heap. */
        @Override
        public @Nullable String text(int column) throws SQLException {
            if (!encoding.isUtf8()) {
                return database.column_text(handle, place(column));
            }
            byte[] bytes = bytes(column);
            return bytes == null ? null : new String(bytes, UTF_8);
        }

        @Override
        public long number(int column) throws SQLException {
            return database.column_long(handle, place(column));
        }

        @Override
        public double real(int column) throws SQLException {
            return database.column_double(handle, place(column));
        }

        @Override
        public boolean flag(int column) throws SQLException {
            return number(column) != 0;
        }

        @Override
        public byte @Nullable [] bytes(int column) throws SQLException {
            return database.column_blob(handle, place(column));
        }

        @Override
        public @Nullable Object stored(int column) throws SQLException {
            return switch (database.column_type(handle, place(column))) {
                case Codes.SQLITE_NULL -> null;
                case Codes.SQLITE_INTEGER -> whole(number(column));
                case Codes.SQLITE_FLOAT -> real(column);
                case Codes.SQLITE_BLOB -> bytes(column);
                default -> text(column);
            };
        }

        private static Object whole(long number) {
            if (number == (int) number) {
                return (int) number;
            }
            return number;
        }

        @Override
        public @Nullable OffsetDateTime time(int column) {
            throw new UnsupportedOperationException("SQLite has no type for times");
        }
    }
}
