package dev.stoa.evolution.verdict;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The decision about a candidate. Immutable.
 *
 * @param generation the number of the generation in its run
 */
public record Verdict(
        String id,
        String generationId,
        long generation,
        VerdictKind kind,
        @Nullable String actorId,
        @Nullable String candidateProfileId,
        @Nullable String incumbentProfileId,
        int variant,
        String operator,
        VerdictOutcome outcome,
        String reason,
        @Nullable Double cullMean,
        @Nullable Integer n,
        @Nullable Double meanCandidate,
        @Nullable Double meanIncumbent,
        @Nullable Double meanDiff,
        @Nullable Double sdDiff,
        @Nullable Double lcb,
        double margin,
        double lambda,
        String test,
        @Nullable Double pValue,
        @Nullable Double pHolm,
        int familySize,
        double alpha,
        @Nullable String baselineEpochId,
        @Nullable String trialEpochId,
        Instant createdAt,
        @Nullable Instant decidedAt) {
    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "generation", generation,
                "generation_id", generationId,
                "kind", kind.text(),
                "actor_id", actorId,
                "candidate_profile_id", candidateProfileId,
                "incumbent_profile_id", incumbentProfileId,
                "variant", variant,
                "operator", operator,
                "outcome", outcome.text(),
                "reason", reason,
                "cull_mean", cullMean,
                "n", n,
                "mean_candidate", meanCandidate,
                "mean_incumbent", meanIncumbent,
                "mean_diff", meanDiff,
                "sd_diff", sdDiff,
                "lcb", lcb,
                "margin", margin,
                "lambda", lambda,
                "test", test,
                "p_value", pValue,
                "p_holm", pHolm,
                "family_size", familySize,
                "alpha", alpha,
                "baseline_epoch_id", baselineEpochId,
                "trial_epoch_id", trialEpochId,
                "created_at", createdAt,
                "decided_at", decidedAt);
    }
}
