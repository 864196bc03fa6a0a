package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * How the use of a memory ended. Immutable.
 *
 * @param predictionError the error of the agent's prediction, 0 to 1, if it is known
 * @param key what makes this outcome count once for a memory, such as the id of a debate
 */
public record Outcome(
        boolean success,
        @Nullable Double predictionError,
        @Nullable String key) {
    public Outcome {
        if (predictionError != null) {
            predictionError = Bounds.unit("prediction_error", predictionError);
        }
        if (key != null) {
            Bounds.id("key", key);
        }
    }

    public static Outcome succeeded() {
        return new Outcome(true, null, null);
    }

    public static Outcome failed() {
        return new Outcome(false, null, null);
    }

    public static Outcome fromJson(JsonFields fields) {
        Outcome outcome =
                new Outcome(fields.flag("success"), fields.realOrNull("prediction_error"), fields.textOrNull("key"));
        fields.end();
        return outcome;
    }

    public Outcome error(double value) {
        return new Outcome(success, value, key);
    }

    public Outcome key(String value) {
        return new Outcome(success, predictionError, value);
    }

    /** An outcome with the id of its memory, as one of many. */
    public record Report(String memoryId, Outcome outcome) {
        public static Report fromJson(JsonFields fields) {
            return new Report(fields.text("id"), Outcome.fromJson(fields));
        }
    }
}
