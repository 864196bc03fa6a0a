package dev.stoa.bench.harness;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Durability;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A database server or folder that holds a filled continuum archive and hands out copies of it. Not thread-safe. */
public interface Arena extends AutoCloseable {
    /** How long anybody waits for another's lock; long enough that nobody ever gives up. */
    Duration PATIENCE = Duration.ofSeconds(60);

    Dialect dialect();

    /** The version of the database and what matters of its settings. */
    String describe();

    /** A copy of its own for one contender, so that all begin with the same rows. */
    Copy copy() throws Exception;

    @Override
    void close() throws Exception;

    /** One copy of the filled archive. */
    interface Copy extends AutoCloseable {
        Archive archive(Durability durability);

        /** A connection set up as the archive's own are, with nothing of ours between it and its user. */
        Connection connect(Durability durability) throws SQLException;

        /** A connection as the archive's readers use. */
        Connection connectToRead() throws SQLException;

        @Override
        void close() throws Exception;
    }
}
