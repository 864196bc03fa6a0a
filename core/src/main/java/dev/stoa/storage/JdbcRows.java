package dev.stoa.storage;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** The rows of a result of JDBC. Not thread-safe, and valid only as long as the result. */
public final class JdbcRows implements Rows {
    private final ResultSet result;

    public JdbcRows(ResultSet result) {
        this.result = result;
    }

    @Override
    public boolean next() throws SQLException {
        return result.next();
    }

    @Override
    public boolean isNull(int column) throws SQLException {
        return result.getObject(column) == null;
    }

    @Override
    public @Nullable String text(int column) throws SQLException {
        return result.getString(column);
    }

    @Override
    public long number(int column) throws SQLException {
        return result.getLong(column);
    }

    @Override
    public double real(int column) throws SQLException {
        return result.getDouble(column);
    }

    @Override
    public boolean flag(int column) throws SQLException {
        return result.getBoolean(column);
    }

    @Override
    public byte @Nullable [] bytes(int column) throws SQLException {
        return result.getBytes(column);
    }

    @Override
    public @Nullable Object stored(int column) throws SQLException {
        return result.getObject(column);
    }

    @Override
    public @Nullable OffsetDateTime time(int column) throws SQLException {
        return result.getObject(column, OffsetDateTime.class);
    }
}
