package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A move of a memory between tiers, as it is on record. Immutable. */
public record Transition(
        long id,
        String memoryId,
        String fromTier,
        String toTier,
        @Nullable String reason,
        @Nullable Double surpriseScore,
        @Nullable Instant createdAt) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "memory_id", memoryId,
                "from_tier", fromTier,
                "to_tier", toTier,
                "reason", reason,
                "surprise_score", surpriseScore,
                "created_at", Memory.time(createdAt));
    }
}
