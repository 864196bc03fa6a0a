package dev.stoa.learning.evidence;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hits in one document, or the one hit that stands in none. Immutable.
 *
 * @param document the document; null for evidence that stands alone
 * @param score that of its best hit
 * @param hits its best hits, best first
 */
public record FoundDocument(@Nullable Document document, double score, List<Found> hits) {
    public FoundDocument {
        hits = List.copyOf(hits);
    }

    /** The JSON object of it. */
    public Map<String, @Nullable Object> json() {
        return Json.object(
                "document",
                document == null ? null : document.document(),
                "score",
                score,
                "items",
                hits.stream().map(Found::document).toList());
    }
}
