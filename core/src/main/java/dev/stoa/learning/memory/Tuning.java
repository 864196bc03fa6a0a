package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tuning led to. Immutable.
 *
 * @param changed whether a parameter has another value now
 * @param reason what was changed and why, or why nothing was
 * @param hyperparams every parameter in force after it
 * @param learningEfficiency one less the mean surprise of the outcomes looked at; null if none were
 * @param patternRetentionRate the part of the memories with outcomes that succeeded more often than they failed
 * @param forgettingRate the part of the forgotten memories that were missed: added again later
 */
public record Tuning(
        boolean changed,
        String reason,
        Map<String, @Nullable Object> hyperparams,
        @Nullable Double learningEfficiency,
        @Nullable Double patternRetentionRate,
        @Nullable Double forgettingRate,
        long cyclesEvaluated) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "changed", changed,
                "reason", reason,
                "hyperparams", hyperparams,
                "learning_efficiency", learningEfficiency,
                "pattern_retention_rate", patternRetentionRate,
                "forgetting_rate", forgettingRate,
                "cycles_evaluated", cyclesEvaluated);
    }
}
