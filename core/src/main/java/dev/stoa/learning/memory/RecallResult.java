package dev.stoa.learning.memory;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one recall. Immutable.
 *
 * @param now the moment to which its scores belong
 * @param note what the asker should know, if anything
 */
public record RecallResult(
        @Nullable String query,
        Instant now,
        List<RecallHit> items,
        @Nullable String note) {
    public RecallResult {
        items = List.copyOf(items);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "query",
                query,
                "now",
                Times.show(now),
                "items",
                items.stream().map(RecallHit::document).toList(),
                "next",
                null,
                "note",
                note);
    }
}
