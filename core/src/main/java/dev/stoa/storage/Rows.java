package dev.stoa.storage;

import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an answer as a driver gives them, one after the other. Not thread-safe, and valid only inside the reading
 * it is handed to. Columns of the current row are read by their position from 1 on.
 */
public interface Rows {
    /** Goes to the next row; false if there is none. */
    boolean next() throws SQLException;

    boolean isNull(int column) throws SQLException;

    @Nullable
    String text(int column) throws SQLException;

    /** A whole number; 0 where there is none. */
    long number(int column) throws SQLException;

    /** A real; 0 where there is none. */
    double real(int column) throws SQLException;

    boolean flag(int column) throws SQLException;

    byte @Nullable [] bytes(int column) throws SQLException;

    /** The value as the database keeps it. */
    @Nullable
    Object stored(int column) throws SQLException;

    /** A time of a database that has a type for it. */
    @Nullable
    OffsetDateTime time(int column) throws SQLException;
}
