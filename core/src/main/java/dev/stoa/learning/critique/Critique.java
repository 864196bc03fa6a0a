package dev.stoa.learning.critique;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one agent found fault with in a debate, and whether saying so helped. Immutable.
 *
 * @param id its number, in the order of arrival
 * @param ledToImprovement false also while it is not resolved
 * @param actualUsefulness null while it is not resolved, like the prediction error
 * @param simulated whether chance had a seat in the debate, so that no pattern or reputation counts it
 */
public record Critique(
        long id,
        String key,
        String debateId,
        String agent,
        @Nullable String targetAgent,
        List<String> issues,
        List<String> suggestions,
        @Nullable Double severity,
        @Nullable String reasoning,
        boolean ledToImprovement,
        @Nullable Double expectedUsefulness,
        @Nullable Double actualUsefulness,
        @Nullable Double predictionError,
        @Nullable Instant resolvedAt,
        Instant createdAt,
        boolean simulated) {
    public Critique {
        issues = List.copyOf(issues);
        suggestions = List.copyOf(suggestions);
    }

    /** The row as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "critique_key", key,
                "id", id,
                "debate_id", debateId,
                "agent", agent,
                "target_agent", targetAgent,
                "issues", issues,
                "suggestions", suggestions,
                "severity", severity,
                "reasoning", reasoning,
                "led_to_improvement", ledToImprovement,
                "expected_usefulness", expectedUsefulness,
                "actual_usefulness", actualUsefulness,
                "prediction_error", predictionError,
                "created_at", createdAt,
                "simulated", simulated);
    }
}
