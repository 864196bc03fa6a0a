package dev.stoa.counsel.run;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of a specialist. Immutable.
 *
 * @param model the description of its model; null in files of another program
 * @param raw its reply; null if there was none or it was cleared
 * @param winner whether its answer won
 * @param corrections the ids of the corrections that stood in its prompt
 * @param outcome what came of its answer, from 0 to 1; null if nothing is known
 */
public record Run(
        String runId,
        @Nullable String queryId,
        String conversationId,
        String specialist,
        @Nullable String model,
        String round,
        RunStatus status,
        @Nullable String error,
        @Nullable String raw,
        @Nullable Double utility,
        @Nullable Double confidence,
        @Nullable Double welfare,
        @Nullable Double weight,
        @Nullable Double transfer,
        boolean winner,
        List<String> corrections,
        @Nullable Double latencyMs,
        @Nullable Double totalMs,
        long tokensIn,
        long tokensOut,
        @Nullable String domain,
        @Nullable String domainPath,
        @Nullable String context,
        @Nullable String verdict,
        boolean gold,
        @Nullable Double outcome,
        @Nullable Double outcomeWeight,
        @Nullable String outcomeSource,
        Instant createdAt) {
    /** Whether it was called for an answer. */
    public boolean isAnswer() {
        return round.equals(Round.ANSWER.text());
    }

    /** Whether it was called for a review. */
    public boolean isReview() {
        return round.equals(Round.PEER_REVIEW.text());
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "run_id",
                runId,
                "specialist",
                specialist,
                "model",
                model,
                "round",
                round,
                "status",
                status.text(),
                "utility_score",
                utility,
                "confidence_score",
                confidence,
                "vcg_welfare_score",
                welfare,
                "weight",
                weight,
                "clarke_transfer",
                transfer,
                "vcg_winner",
                winner,
                "corrections_applied",
                corrections,
                "latency_ms",
                latencyMs,
                "verdict",
                verdict);
    }
}
