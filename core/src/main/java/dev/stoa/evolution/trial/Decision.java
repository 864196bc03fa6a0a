package dev.stoa.evolution.trial;

import dev.stoa.base.TextEnum;

/**
 * What a trial says about one candidate. Immutable.
 *
 * @param outcome accepted, rejected or insufficient
 * @param reason why; {@code accepted} for the accepted one
 * @param n how many pairs were played
 * @param meanCandidate the mean score of the candidate
 * @param meanIncumbent the mean score of the incumbent on the same seeds
 * @param meanDiff the mean difference
 * @param sdDiff the deviation of the differences
 * @param lcb the lower bound of the difference
 * @param p the exact value of the test
 * @param pHolm the value corrected for the family
 * @param family how many candidates were tried together
 */
public record Decision(
        Outcome outcome,
        String reason,
        int n,
        double meanCandidate,
        double meanIncumbent,
        double meanDiff,
        double sdDiff,
        double lcb,
        double p,
        double pHolm,
        int family) {
    /** What a verdict can be; the first two are those of candidates that never come to a trial. */
    public enum Outcome implements TextEnum {
        PENDING,
        CULLED,
        ACCEPTED,
        REJECTED,
        INSUFFICIENT,
        SKIPPED
    }

    public boolean accepted() {
        return outcome == Outcome.ACCEPTED;
    }
}
