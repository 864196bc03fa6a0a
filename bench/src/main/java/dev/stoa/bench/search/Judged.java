package dev.stoa.bench.search;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A collection with queries and judgements of what answers them. Immutable.
 *
 * @param name what it is called in the report
 */
public record Judged(String name, List<Passage> corpus, List<Query> queries) {
    /**
     * One text of the corpus.
     *
     * @param document the document it is a part of, null if it stands alone
     * @param position its place in that document
     */
    record Passage(
            String id,
            @Nullable String title,
            String text,
            @Nullable String document,
            long position) {}

    /**
     * One query.
     *
     * @param relevant the grades of the passages that answer it, each above 0
     */
    record Query(String id, String text, Map<String, Integer> relevant) {}

    public Judged {
        corpus = List.copyOf(corpus);
        queries = List.copyOf(queries);
    }
}
