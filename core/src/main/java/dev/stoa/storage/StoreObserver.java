package dev.stoa.storage;

/** Is told how long the work of an archive took. Implementations are thread-safe, quick, and throw nothing. */
@FunctionalInterface
public interface StoreObserver {
    /** What was done. */
    enum Kind {
        READ,
        WRITE
    }

    /**
     * Is called by the thread that wanted the work, when it is over or has failed.
     *
     * @param nanos how long that thread waited for it
     */
    void done(String archive, Kind kind, long nanos);
}
