package dev.stoa.evolution.verdict;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * How a pending verdict is decided, with the figures that decided it. Immutable.
 *
 * @param n how many pairs were compared
 * @param sdDiff the standard deviation of the differences
 * @param lcb the lower bound of the difference
 * @param pHolm the p-value corrected for the family
 */
public record VerdictDecision(
        VerdictOutcome outcome,
        String reason,
        @Nullable Double cullMean,
        @Nullable Integer n,
        @Nullable Double meanCandidate,
        @Nullable Double meanIncumbent,
        @Nullable Double meanDiff,
        @Nullable Double sdDiff,
        @Nullable Double lcb,
        @Nullable Double pValue,
        @Nullable Double pHolm,
        int familySize) {
    public VerdictDecision {
        Bounds.given("outcome", outcome);
        Bounds.text("reason", reason, 0, VerdictDraft.LONGEST_WORD);
        Bounds.whole("family_size", familySize, 0, 1_000);
        if (outcome == VerdictOutcome.PENDING) {
            throw Bounds.invalid("outcome pending decides nothing", "give another outcome");
        }
        if (pValue != null) {
            Bounds.unit("p_value", pValue);
        }
        if (pHolm != null) {
            Bounds.unit("p_holm", pHolm);
        }
        finite("cull_mean", cullMean);
        finite("mean_candidate", meanCandidate);
        finite("mean_incumbent", meanIncumbent);
        finite("mean_diff", meanDiff);
        finite("sd_diff", sdDiff);
        finite("lcb", lcb);
    }

    private static void finite(String field, @Nullable Double value) {
        if (value != null) {
            Bounds.real(field, value, -Double.MAX_VALUE, Double.MAX_VALUE);
        }
    }

    /** A variant that did not survive the first selection. */
    public static VerdictDecision culled(double cullMean) {
        return new VerdictDecision(
                VerdictOutcome.CULLED, "culled", cullMean, null, null, null, null, null, null, null, null, 0);
    }
}
