package dev.stoa.learning.rating;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an agent expects of an event. Immutable.
 *
 * @param tournamentId the event
 * @param outcome whether it came true; null while the event is open, and if it was void
 * @param simulated whether chance had a seat, so that no calibration counts it
 */
public record Prediction(
        long id,
        String tournamentId,
        String predictorAgent,
        String predictedWinner,
        double confidence,
        @Nullable Instant createdAt,
        String domain,
        @Nullable Boolean outcome,
        boolean simulated) {
    /** The JSON object; the outcome is 1 or 0 as it is stored. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "tournament_id", tournamentId,
                "predictor_agent", predictorAgent,
                "predicted_winner", predictedWinner,
                "confidence", confidence,
                "created_at", createdAt == null ? null : Times.show(createdAt),
                "domain", domain,
                "outcome", outcome == null ? null : (Integer) (outcome ? 1 : 0),
                "simulated", simulated);
    }
}
