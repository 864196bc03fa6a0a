package dev.stoa.counsel.run;

import dev.stoa.base.TextEnum;
import org.jspecify.annotations.Nullable;

/** What a reviewer says of an answer. */
public enum Verdict implements TextEnum {
    CORRECT(1, 1, 0),
    PARTIALLY_CORRECT(.5, .5, .3),
    INCORRECT(0, 0, .8),
    /** What it said could not be read. */
    UNKNOWN(Double.NaN, Double.NaN, 0);

    private final double share;
    private final double outcome;
    private final double severity;

    Verdict(double share, double outcome, double severity) {
        this.share = share;
        this.outcome = outcome;
        this.severity = severity;
    }

    /** The verdict of a word; one that is none of them is unknown. */
    public static Verdict read(@Nullable String word) {
        for (Verdict verdict : values()) {
            if (verdict.text().equals(word)) {
                return verdict;
            }
        }
        return UNKNOWN;
    }

    /** Whether something was said. */
    public boolean isKnown() {
        return this != UNKNOWN;
    }

    /** Whether the reviewer stands behind the answer. */
    public boolean agrees() {
        return this == CORRECT || this == PARTIALLY_CORRECT;
    }

    /** Which part of its own confidence the answer is worth to the reviewer. */
    double share() {
        return share;
    }

    /** What it says about the author. */
    public double outcome() {
        return outcome;
    }

    /** How grave the fault is. */
    public double severity() {
        return severity;
    }
}
