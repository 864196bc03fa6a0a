package dev.stoa.bench.scale;

import dev.stoa.Stoa;
import dev.stoa.storage.ArchiveSchema;
import java.sql.SQLException;

/**
 * A kind of unit of work, through Stoa and with bare JDBC. Immutable. Bare JDBC runs the statements that Stoa runs for
 * such a unit, with as many values, on rows of the same tables; it takes no locks of its own and computes nothing.
 */
interface Units {
    /** The archive that bare JDBC writes. */
    ArchiveSchema schema();

    /** What one caller does through Stoa, with aggregates of its own that are made now. */
    Unit stoa(Stoa stoa, String caller);

    /** What one caller does with bare JDBC, with aggregates of its own that are made now. */
    PlainUnit plain(Stoa stoa, String caller);

    /** One unit of work after another. Not thread-safe. */
    @FunctionalInterface
    interface Unit {
        void run(long number) throws Exception;

        /** Makes ready what is not to be measured. */
        default void prepare() {}
    }

    /** One transaction after another, without its commit. Not thread-safe. */
    @FunctionalInterface
    interface PlainUnit {
        void run(PlainConnection connection, long number) throws SQLException;

        /** Makes ready what is not to be measured. */
        default void prepare() {}
    }
}
