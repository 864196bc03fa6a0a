package dev.stoa.engine.counsel;

import dev.stoa.counsel.run.Query;

/** An observer of an ask. Told after each commit, by the thread that asks; what it throws ends the ask. */
@FunctionalInterface
public interface AskListener {
    /** One that does nothing. */
    AskListener NONE = (step, query) -> {};

    /** What was stored last. */
    enum Step {
        /** The question. */
        RECEIVED,
        /** Who is asked. */
        ROUTED,
        /** An answer of a specialist, or that it gave none. */
        ANSWER,
        /** That there are answers to decide between. */
        DECIDING,
        /** That the winner is reviewed. */
        REVIEWING,
        /** A review. */
        REVIEW,
        /** That the authors debate. */
        DEBATING,
        /** The answer. */
        ANSWERED
    }

    /** A step is stored. */
    void stored(Step step, Query query);
}
