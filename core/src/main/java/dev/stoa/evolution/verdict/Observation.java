package dev.stoa.evolution.verdict;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.issue.Rounding;

/** What one answer of a profile with a known truth is worth. Stateless, safe from any thread. */
public final class Observation {
    private Observation() {}

    /**
     * The score of an answer, -5 to 5: half for being right, half for a confidence that fits.
     *
     * @param correct whether it was right
     * @param confidence how sure it was, 0 to 1
     */
    public static int score(boolean correct, double confidence) {
        double right = correct ? 1 : 0;
        double off = Bounds.unit("confidence", confidence) - right;
        return (int) Rounding.whole(10 * (.5 * right + .5 * (1 - off * off)) - 5);
    }
}
