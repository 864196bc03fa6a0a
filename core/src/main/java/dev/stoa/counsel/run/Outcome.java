package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;

/**
 * What came of an answer. Immutable.
 *
 * @param value from 0, wrong, to 1, right
 * @param weight how much it counts before it is known whether the answer turned a decision
 * @param source who says so
 */
public record Outcome(double value, double weight, String source) {
    public Outcome {
        Bounds.unit("outcome", value);
        Bounds.real("weight", weight, 0, 1);
    }

    /** A person took the answer, or did not. */
    public static Outcome feedback(boolean accepted) {
        return new Outcome(accepted ? 1 : 0, 1, "feedback");
    }

    /** A person said what would be right instead. */
    public static Outcome corrected() {
        return new Outcome(0, 1, "correction");
    }

    /** Other specialists looked at it. */
    public static Outcome reviewed(double value) {
        return new Outcome(value, .5, "review");
    }

    /** It did not pass a blocking check. */
    public static Outcome blocked() {
        return new Outcome(0, .5, "assertion");
    }
}
