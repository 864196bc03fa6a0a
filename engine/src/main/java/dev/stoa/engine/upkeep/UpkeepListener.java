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
}
