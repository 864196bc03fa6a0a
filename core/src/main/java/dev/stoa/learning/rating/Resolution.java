package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What resolving an event led to. Immutable.
 *
 * @param winner null if it was void
 * @param resolved predictions that the event closed
 * @param duplicate whether it was resolved before, with this result, so that nothing changed
 */
public record Resolution(String event, @Nullable String winner, boolean isVoid, long resolved, boolean duplicate) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "event", event, "winner", winner, "void", isVoid, "resolved", resolved, "duplicate", duplicate);
    }
}
