package dev.stoa.learning.critique;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An issue that critics raise again and again, with how often raising it helped. Immutable.
 *
 * @param issueText its first wording
 * @param suggestionText the newest suggestion that helped
 * @param surpriseScore how little its outcomes were to be expected of its type
 * @param baseRate the share of helpful outcomes of its type before its last one
 * @param exampleTask the first task it was raised in
 */
public record Pattern(
        String id,
        IssueType issueType,
        String issueText,
        @Nullable String suggestionText,
        long successCount,
        long failureCount,
        double avgSeverity,
        double surpriseScore,
        double baseRate,
        double avgPredictionError,
        long predictionCount,
        @Nullable String exampleTask,
        Instant createdAt,
        Instant updatedAt) {
    private static final double HALF_LIFE_SECONDS = 30 * 86_400.0;

    /** The row as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "issue_type", issueType.stored(),
                "issue_text", issueText,
                "suggestion_text", suggestionText,
                "success_count", successCount,
                "failure_count", failureCount,
                "avg_severity", avgSeverity,
                "surprise_score", surpriseScore,
                "base_rate", baseRate,
                "avg_prediction_error", avgPredictionError,
                "prediction_count", predictionCount,
                "example_task", exampleTask,
                "created_at", createdAt,
                "updated_at", updatedAt);
    }

    /** How much it is worth to know at the time of its last outcome. */
    double strength() {
        return (1 + successCount) * (successCount + 1.0) / (successCount + failureCount + 2) * (1 + surpriseScore);
    }

    /** What patterns are ordered by; halves in thirty days, and does not depend on when it is read. */
    double rankKey() {
        return Math.log(strength()) + updatedAt.toEpochMilli() / 1000.0 * Math.log(2) / HALF_LIFE_SECONDS;
    }
}
