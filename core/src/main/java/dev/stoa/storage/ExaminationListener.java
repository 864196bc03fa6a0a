package dev.stoa.storage;

/** Is told how far a deep examination has come. Called by the thread that examines. */
@FunctionalInterface
public interface ExaminationListener {
    /** Ignores everything. */
    ExaminationListener NONE = (what, done, all) -> {};

    /**
     * Another item proved itself.
     *
     * @param what the items, such as {@code debates}
     * @param done how many of them did, this one included
     * @param all how many there are
     */
    void proved(String what, long done, long all);
}
