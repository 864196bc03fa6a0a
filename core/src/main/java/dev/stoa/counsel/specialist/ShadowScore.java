package dev.stoa.counsel.specialist;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * How the active model of a specialist and its shadow did on one query. Immutable.
 *
 * @param blueModel the active model
 * @param greenModel the shadow
 * @param greenU the score of the shadow; 0 if it failed or was blocked
 */
public record ShadowScore(
        String specialist,
        String queryId,
        String blueModel,
        String greenModel,
        double blueU,
        double greenU,
        boolean blueBlocked,
        boolean greenBlocked,
        @Nullable String domain) {
    /** The reliability that both models are given, so that only this answer counts. */
    private static final double PRIOR = .65;

    public ShadowScore {
        Bounds.given("specialist", specialist);
        Bounds.given("queryId", queryId);
        Bounds.given("blueModel", blueModel);
        Bounds.given("greenModel", greenModel);
        Bounds.real("blueU", blueU, -1, 2);
        Bounds.real("greenU", greenU, -1, 2);
    }

    /**
     * The score of one answer without what its author did before.
     *
     * @param we the weight of reliability
     * @param wc the weight of confidence
     * @param bonus what assertions gave it
     * @param c its confidence
     */
    public static double u0(double we, double wc, double bonus, double c) {
        return we * Math.clamp(PRIOR + bonus, 0, 1) + wc * c;
    }
}
