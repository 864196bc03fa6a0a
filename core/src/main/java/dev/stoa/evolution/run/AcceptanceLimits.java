package dev.stoa.evolution.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import java.util.Locale;

/**
 * What decides whether any candidate of a run can be accepted. Immutable.
 *
 * @param evolves whether some actor evolves; if none does, nothing need be accepted
 * @param variants how many variants are proposed for an actor
 * @param trials how many paired episodes a candidate plays
 * @param alpha the level of significance
 */
public record AcceptanceLimits(boolean evolves, int variants, int trials, double alpha) {
    private static final int MOST_TRIALS = 1_000;

    public AcceptanceLimits {
        Bounds.whole("mutation_variants", variants, 1, 16);
        Bounds.whole("shadow_trial_count", trials, 2, 100);
        Bounds.real("acceptance_p_value_threshold", alpha, Double.MIN_VALUE, .5);
    }

    /** Limits of a run in which nothing evolves. */
    public static AcceptanceLimits frozen() {
        return new AcceptanceLimits(false, 1, 2, .05);
    }

    private boolean canWin(int n) {
        return Math.ceil(variants / 2.0) * StrictMath.pow(2, -n) < alpha;
    }

    /** Refuses limits under which even the best possible trial is not significant. */
    void check() {
        if (!evolves || canWin(trials)) {
            return;
        }
        int sufficient = trials;
        while (!canWin(sufficient) && sufficient < MOST_TRIALS) {
            sufficient++;
        }
        throw new ConflictException(
                "unwinnable",
                String.format(
                        Locale.ROOT,
                        "no candidate could be accepted: with %d variants and %d trials the smallest p is %s, and alpha is %s",
                        variants,
                        trials,
                        Math.ceil(variants / 2.0) * StrictMath.pow(2, -trials),
                        alpha),
                "set shadow_trial_count to " + sufficient + " or more");
    }
}
