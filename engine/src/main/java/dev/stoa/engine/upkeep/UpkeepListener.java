package dev.stoa.engine.upkeep;

/** Is told how far a long operation has come. Called by the thread that runs the operation. */
@FunctionalInterface
public interface UpkeepListener {
    /** Ignores everything. */
    UpkeepListener NONE = (step, done) -> {};

    /**
     * Something is done.
     *
     * @param step what was worked on, such as the name of an archive or of a file
     * @param done how many items of the whole operation are done, this one included
     */
    void progressed(String step, long done);

    /**
     * Another item of an archive proved itself in a deep examination.
     *
     * @param what the items, such as {@code debates}
     * @param done how many of them did, this one included
     * @param all how many there are
     */
    default void proved(String what, long done, long all) {}
}
