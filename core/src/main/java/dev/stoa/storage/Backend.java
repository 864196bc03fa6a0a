package dev.stoa.storage;

import java.sql.SQLException;

/** Where an archive's connections come from. Thread-safe. */
public interface Backend extends AutoCloseable {
    Dialect dialect();

    /** The session to write with. Only the holder of the writer's turn asks for it. */
    Session writer() throws SQLException;

    /** Gives the writer's session back. */
    void done(Session writer);

    /** A session of the caller's own to read with; closing it gives it back. */
    Session reader() throws SQLException;

    void giveBack(Session reader);

    /** Watches for commits of other processes until the returned watch is closed. */
    ForeignCommits.Watch watch(Runnable onCommit);

    @Override
    void close();
}
