package dev.stoa.counsel.keyword;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a search found, the best first. Immutable.
 *
 * @param match {@code all} if every term of the query is in every message, {@code any} if no message has all
 * @param ignored words of the query that are too common to look for
 * @param pending how many messages wait for the index and were not looked at
 */
public record SearchResult(List<SearchHit> items, String match, List<String> ignored, long pending) {
    public SearchResult {
        items = List.copyOf(items);
        ignored = List.copyOf(ignored);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "items",
                items.stream().map(SearchHit::document).toList(),
                "next",
                null,
                "match",
                match,
                "ignored",
                ignored,
                "pending",
                pending);
    }
}
