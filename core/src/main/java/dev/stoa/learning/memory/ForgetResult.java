package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A memory that was forgotten. Immutable.
 *
 * @param generation under which it can be restored, null if nothing is left of it
 */
public record ForgetResult(String id, @Nullable Integer generation, boolean purged) {
    public Map<String, @Nullable Object> document() {
        return Json.object("id", id, "generation", generation, "purged", purged);
    }
}
