package dev.stoa.storage;

import java.sql.SQLException;
import java.util.List;

/** Where an archive's connections come from. Thread-safe. */
public interface Backend extends AutoCloseable {
    Dialect dialect();

    /** In how many lanes units can be written at the same time, if they name what they write; 0 if they cannot. */
    default int lanes() {
        return 0;
    }

    /** A session to write with. Only the holder of a lane's turn asks for it. */
    Session writer() throws SQLException;

    /** Gives the writer's session back. */
    void done(Session writer);

    /** A session of the caller's own to read with; closing it gives it back. */
    Session reader() throws SQLException;

    void giveBack(Session reader);

    /**
     * Notes, so that a crash cannot lose it, that text is about to be deleted which may then be left in free places of
     * the files. Nothing to do where deleted rows cannot be read any more.
     */
    default void expectErasure() {}

    /**
     * Removes what deletions left in free places of the files, if any is noted; the writer's turn is held. What other
     * processes prevent now stays noted and is tried again with the next erasure, opening and closing.
     *
     * @return whether nothing is left
     */
    default boolean finishErasure() {
        return true;
    }

    /**
     * Writes tables again, so that nothing of what their rows held before is left in them; the writer's turn is held. A
     * backend that does so with whole files takes that way.
     *
     * @return whether nothing is left
     */
    default boolean rewrite(List<String> tables) {
        expectErasure();
        return finishErasure();
    }

    /**
     * Tells the watches of other processes that something was committed, or may have been. Does not wait. Nothing to do
     * where they see it by themselves.
     */
    default void announce() {}

    /** Watches for commits of other processes until the returned watch is closed. */
    ForeignCommits.Watch watch(Runnable onCommit);

    @Override
    void close();
}
