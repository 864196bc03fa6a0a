package dev.stoa.learning.rating;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rating of an agent after one of its matches. Immutable. */
public record HistoryPoint(
        long id,
        double elo,
        @Nullable String debateId,
        @Nullable Instant createdAt) {
    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id",
                id,
                "elo",
                elo,
                "debate_id",
                debateId,
                "created_at",
                createdAt == null ? null : Times.show(createdAt));
    }
}
