package dev.stoa.search.text;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which words of a query stand in most rows of a large index. BM25 gives such a word no weight, but a search for it
 * visits and scores nearly every row. Immutable, safe from any thread.
 *
 * <p>A word is common if it stands in at least half of a sample: blocks of rows, spread evenly over the index. Counting
 * the rows that hold it would cost what the search is to save. The sample is the same on both databases. In a very large
 * index a quarter is enough: such a word has little weight, and before SQLite scores one row by it, it counts all that
 * have it.
 */
final class CommonWords {
    /** In an index of fewer numbers than this, every row that matches is scored. */
    static final long LEAST_SPAN = 4_096;

    /** In an index of this many numbers a word of a quarter of the rows is common. */
    static final long VERY_LARGE = 40_000;

    private static final int BLOCKS = 8;

    private static final int BLOCK = 32;

    /** With fewer rows than this in the sample, because most were deleted, no word is called common. */
    private static final int LEAST_SAMPLE = 64;

    private final TextPlace place;

    CommonWords(TextPlace place) {
        this.place = place;
    }

    /** The numbers of an index from the first to the last. */
    record Span(long first, long last) {
        /** Whether it may hold too many rows to score all that match. */
        boolean isLarge() {
            return last - first >= LEAST_SPAN;
        }

        /** Whether a word is common, by the number of rows of a sample that have it. */
        private boolean isCommon(long holding, long sample) {
            int part = last - first >= VERY_LARGE ? 4 : 2;
            return sample >= LEAST_SAMPLE && part * holding >= sample;
        }
    }

    Span span(Tx tx) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        String rows = sqlite ? place.fts() + "_docsize" : place.table();
        String id = sqlite ? "id" : place.key();
        List<Long> ends = tx.list(
                "SELECT COALESCE((SELECT min(" + id + ") FROM " + rows + "), 0) UNION ALL SELECT COALESCE((SELECT max("
                        + id + ") FROM " + rows + "), 0)",
                row -> row.number(1));
        return new Span(Math.min(ends.get(0), ends.get(1)), Math.max(ends.get(0), ends.get(1)));
    }

    /** Those of these terms of a query that are common. */
    Set<String> among(Tx tx, TextQuery query, Collection<String> terms, Span span) {
        TextQuery asked = query.only(terms, false);
        if (asked.isEmpty()) {
            return Set.of();
        }
        List<Long> blocks = LongStream.range(0, BLOCKS)
                .mapToObj(i -> span.first() + (span.last() - span.first()) / BLOCKS * i)
                .toList();
        return tx.dialect() == Dialect.SQLITE ? inSqlite(tx, asked, span, blocks) : inPostgres(tx, asked, span, blocks);
    }

    private Set<String> inSqlite(Tx tx, TextQuery query, Span span, List<Long> blocks) {
        String fts = place.fts();
        String starts = blocks.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
        long sample = tx.one(
                        "SELECT count(*) FROM json_each(?) b CROSS JOIN " + fts
                                + "_docsize d WHERE d.id >= b.value AND d.id < b.value + " + BLOCK,
                        row -> row.number(1),
                        starts)
                .orElseThrow();
        Set<String> common = new TreeSet<>();
        if (sample >= LEAST_SAMPLE) {
            List<String> terms = query.fts5Terms();
            String held = "SELECT count(*) FROM json_each(?) b CROSS JOIN " + fts + " WHERE " + fts
                    + " MATCH ? AND " + fts + ".rowid >= b.value AND "
                    + fts + ".rowid < b.value + " + BLOCK;
            for (int i = 0; i < terms.size(); i++) {
                long holding =
                        tx.one(held, row -> row.number(1), starts, terms.get(i)).orElseThrow();
                if (span.isCommon(holding, sample)) {
                    common.add(query.terms().get(i));
                }
            }
        }
        return common;
    }

    private Set<String> inPostgres(Tx tx, TextQuery query, Span span, List<Long> blocks) {
        List<String> terms = query.tsqueries();
        String vector = place.vector();
        String counts = terms.stream()
                .map(term -> ", count(*) FILTER (WHERE d." + vector + " @@ (SELECT " + TextIndex.POSTGRES_QUERY + "))")
                .collect(Collectors.joining());
        String sampled = blocks.stream()
                .map(start -> "d." + place.key() + " BETWEEN ? AND ?")
                .collect(Collectors.joining(" OR "));
        List<@Nullable Object> params = new ArrayList<>(terms);
        blocks.forEach(start -> {
            params.add(start);
            params.add(start + BLOCK - 1);
        });
        List<Long> found = tx.one(
                        "SELECT count(*)" + counts + " FROM " + place.table() + " d WHERE d." + vector
                                + " IS NOT NULL AND (" + sampled + ")",
                        row -> {
                            List<Long> numbers = new ArrayList<>();
                            for (int i = 0; i <= terms.size(); i++) {
                                numbers.add(row.number(i + 1));
                            }
                            return numbers;
                        },
                        params.toArray())
                .orElseThrow();
        Set<String> common = new TreeSet<>();
        for (int i = 0; i < terms.size(); i++) {
            if (span.isCommon(found.get(i + 1), found.getFirst())) {
                common.add(query.terms().get(i));
            }
        }
        return common;
    }
}
