package dev.stoa.learning.evidence;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document whose passages are evidence. Immutable.
 *
 * @param contentHash the hash of all its passages; null if they came one by one
 * @param passages how many it has
 */
public record Document(
        String id,
        long seq,
        String source,
        @Nullable String title,
        @Nullable String url,
        @Nullable String contentHash,
        long passages,
        Instant createdAt,
        Instant updatedAt) {
    /** The JSON object of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "source", source,
                "title", title,
                "url", url,
                "content_hash", contentHash,
                "passages", passages,
                "created_at", Times.show(createdAt),
                "updated_at", Times.show(updatedAt));
    }
}
