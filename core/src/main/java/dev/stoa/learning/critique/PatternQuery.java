package dev.stoa.learning.critique;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * Which patterns to find. Immutable; made with {@link #all} or {@link #query} and refined.
 *
 * @param query words to find; null for the best of all
 * @param type only those of a type
 * @param minSuccess the least number of successes
 * @param limit most patterns, 1 to 100
 */
public record PatternQuery(@Nullable String query, @Nullable IssueType type, int minSuccess, int limit) {
    private static final int LONGEST_QUERY = 4_000;
    private static final int DEFAULT_LIMIT = 10;
    private static final int MOST = 100;

    public PatternQuery {
        query = Bounds.textOrNull("query", query, 1, LONGEST_QUERY);
        minSuccess = (int) Bounds.whole("min_success", minSuccess, 0, Integer.MAX_VALUE);
        limit = (int) Bounds.whole("limit", limit, 1, MOST);
    }

    public static PatternQuery all() {
        return new PatternQuery(null, null, 1, DEFAULT_LIMIT);
    }

    public static PatternQuery query(String words) {
        return new PatternQuery(words, null, 1, DEFAULT_LIMIT);
    }

    /** The query that an object of a request describes. */
    public static PatternQuery fromJson(JsonFields fields) {
        String type = fields.textOrNull("issue_type");
        PatternQuery query = new PatternQuery(
                fields.textOrNull("query"),
                type == null ? null : IssueType.named(type),
                (int) Bounds.whole("min_success", fields.whole("min_success", 1), 0, Integer.MAX_VALUE),
                (int) Bounds.whole("limit", fields.whole("limit", DEFAULT_LIMIT), 1, MOST));
        fields.end();
        return query;
    }

    public PatternQuery type(@Nullable IssueType only) {
        return new PatternQuery(query, only, minSuccess, limit);
    }

    public PatternQuery minSuccess(int least) {
        return new PatternQuery(query, type, least, limit);
    }

    public PatternQuery limit(int most) {
        return new PatternQuery(query, type, minSuccess, most);
    }
}
