package dev.stoa.counsel.audit;

/** Is told how far a verification has come. Called by the thread that verifies; what it throws ends the verification. */
@FunctionalInterface
public interface VerifyProgress {
    /** Ignores everything. */
    VerifyProgress NONE = (rows, all) -> {};

    /**
     * Rows were read.
     *
     * @param rows how many so far
     * @param all how many the log says that it has; there may be others
     */
    void read(long rows, long all);
}
