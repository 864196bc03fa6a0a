package dev.stoa.learning.lesson;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import dev.stoa.json.JsonFields;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A search for lessons. Immutable; made with {@link #of} and refined.
 *
 * @param query words to find, such as the topic of a debate
 * @param limit most lessons, 1 to 100
 */
public record LessonQuery(String query, LessonFilter filter, int limit) {
    private static final int LONGEST_QUERY = 4_000;
    private static final int DEFAULT_LIMIT = 10;
    private static final int MOST = 100;

    public LessonQuery {
        query = Bounds.text("query", query, 1, LONGEST_QUERY);
        limit = (int) Bounds.whole("limit", limit, 1, MOST);
    }

    public static LessonQuery of(String query) {
        return new LessonQuery(query, LessonFilter.all(), DEFAULT_LIMIT);
    }

    /** The query that an object of a request describes. */
    public static LessonQuery fromJson(JsonFields fields) {
        Set<LessonCategory> categories = EnumSet.noneOf(LessonCategory.class);
        fields.texts("categories").forEach(category -> categories.add(LessonCategory.of(category)));
        LessonFilter filter = new LessonFilter(
                categories,
                fields.textOrNull("domain"),
                LessonTier.of(fields.text("min_tier", LessonTier.BRONZE.text())),
                fields.textOrNull("session_id"),
                fields.flag("include_expired", false),
                Simulated.of(fields.text("simulated", Simulated.EXCLUDE.text())));
        LessonQuery query = new LessonQuery(fields.text("query"), filter, (int)
                Bounds.whole("limit", fields.whole("limit", DEFAULT_LIMIT), 1, MOST));
        fields.end();
        return query;
    }

    /** The same search among other lessons. */
    public LessonQuery among(UnaryOperator<LessonFilter> refinement) {
        return new LessonQuery(query, refinement.apply(filter), limit);
    }

    public LessonQuery limit(int most) {
        return new LessonQuery(query, filter, most);
    }
}
