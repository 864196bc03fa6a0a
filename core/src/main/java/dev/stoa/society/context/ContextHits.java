package dev.stoa.society.context;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question. Immutable.
 *
 * @param terms the words that were searched for; if there are none, nothing can be found
 * @param dropped the words that were not
 */
public record ContextHits(String query, List<String> terms, List<String> dropped, List<ContextHit> items) {
    public ContextHits {
        terms = List.copyOf(terms);
        dropped = List.copyOf(dropped);
        items = List.copyOf(items);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "query",
                query,
                "terms",
                terms,
                "dropped",
                dropped,
                "items",
                items.stream().map(ContextHit::document).toList());
    }
}
