package dev.stoa.counsel.conversation;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run of queries that belong together, with what routing learnt from them. Immutable.
 *
 * @param domain the field that most of its queries were of; of several the newest
 * @param queryCount how many queries were received
 * @param metadata the last traces, the fields and modes with their numbers, and the last distribution of fields
 */
public record Session(
        String id,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String domain,
        long queryCount,
        Map<String, @Nullable Object> metadata) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id",
                id,
                "created_at",
                Times.showMicros(createdAt),
                "updated_at",
                Times.showMicros(updatedAt),
                "domain",
                domain,
                "query_count",
                queryCount,
                "metadata",
                metadata);
    }
}
