package dev.stoa.storage;

import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The current row of a result, its columns read by their position from 1 on. Not thread-safe, and valid only inside
 * the mapper it is handed to: copy what you need. A column that is null fails unless it is read by an
 * {@code …OrNull} method.
 */
public final class Row {
    private final Rows rows;
    private final Session session;

    Row(Rows rows, Session session) {
        this.rows = rows;
        this.session = session;
    }

    /** Makes a value of a row. */
    @FunctionalInterface
    public interface Mapper<T extends @Nullable Object> {
        T map(Row row);
    }

    public String text(int column) {
        return present(column, textOrNull(column));
    }

    public @Nullable String textOrNull(int column) {
        try {
            return rows.text(column);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    public long number(int column) {
        try {
            long value = rows.number(column);
            if (value == 0 && rows.isNull(column)) {
                throw isNull(column);
            }
            return value;
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    public @Nullable Long numberOrNull(int column) {
        try {
            long value = rows.number(column);
            return value == 0 && rows.isNull(column) ? null : (Long) value;
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    /** A number that must fit an int, as counters and ordinals do. */
    public int integer(int column) {
        return Math.toIntExact(number(column));
    }

    public double real(int column) {
        return present(column, realOrNull(column));
    }

    public @Nullable Double realOrNull(int column) {
        try {
            double value = rows.real(column);
            return value == 0 && rows.isNull(column) ? null : (Double) value;
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    /** A boolean column, or a flag kept as 0 and 1. */
    public boolean flag(int column) {
        try {
            boolean value = rows.flag(column);
            if (!value && rows.isNull(column)) {
                throw isNull(column);
            }
            return value;
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    public byte[] bytes(int column) {
        return present(column, bytesOrNull(column));
    }

    public byte @Nullable [] bytesOrNull(int column) {
        try {
            return rows.bytes(column);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    /**
     * The value as the database keeps it, for readers that must tell its kinds apart: text, bytes, a whole number as
     * {@code Integer} or {@code Long}, a {@code Double}, or null.
     */
    public @Nullable Object stored(int column) {
        try {
            return rows.stored(column);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    /** A time in the stored form of its archive, or in an older form of it. */
    public Instant instant(int column) {
        return present(column, instantOrNull(column));
    }

    public @Nullable Instant instantOrNull(int column) {
        try {
            if (session.storesInstants()) {
                OffsetDateTime time = rows.time(column);
                return time == null ? null : time.toInstant();
            }
            Object stored = rows.stored(column);
            return stored == null ? null : session.timeForm().parse(stored);
        } catch (SQLException e) {
            throw session.fault(e);
        }
    }

    private static <T> T present(int column, @Nullable T value) {
        if (value == null) {
            throw isNull(column);
        }
        return value;
    }

    private static IllegalStateException isNull(int column) {
        return new IllegalStateException("column " + column + " is null; read it with an OrNull method");
    }
}
