package dev.stoa.search.text;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which words of a query stand in most rows of a large index. BM25 gives such a word no weight, but a search for it
 * visits and scores nearly every row. So rows are scored by the other words alone, and those that have nothing but
 * common words are read newest first, no more than are wanted. Immutable, safe from any thread.
 *
 * <p>A word is common if it stands in at least half of a sample: blocks of rows, spread evenly over the index. Counting
 * the rows that hold it would cost what the search is to save. The sample is the same on both databases.
 */
public final class CommonWords {
    /** In an index of fewer numbers than this, every row that matches is scored. */
    static final long LEAST_SPAN = 4_096;

    private static final int BLOCKS = 8;

    private static final int BLOCK = 32;

    /** With fewer rows than this in the sample, because most were deleted, no word is called common. */
    private static final int LEAST_SAMPLE = 64;

    private final String fts;
    private final String table;
    private final String key;
    private final String vector;

    /**
     * The common words of one index.
     *
     * @param fts its FTS5 table in SQLite
     * @param table its table in PostgreSQL
     * @param key the column of that table that has the values of {@code rowid} in the FTS5 table
     * @param vector the column of that table that holds the words
     */
    public CommonWords(String fts, String table, String key, String vector) {
        this.fts = fts;
        this.table = table;
        this.key = key;
        this.vector = vector;
    }

    /**
     * A query taken apart.
     *
     * @param scored the query whose matches are scored, null if the query has nothing but common words
     * @param walked whether rows that match the query but not {@code scored} are still to be read, newest first
     */
    public record Split(@Nullable TextQuery scored, boolean walked) {}

    /** Takes a query apart that must not be empty. */
    public Split split(Tx tx, TextQuery query) {
        Set<String> common = in(tx, query);
        if (common.isEmpty()) {
            return new Split(query, false);
        }
        if (common.size() == query.terms().size()) {
            return new Split(null, true);
        }
        // A row must hold the common words of such a query too. The others keep the number of rows small.
        return query.needsAll() ? new Split(query, false) : new Split(query.without(common), true);
    }

    /** The terms of a query that are common. */
    private Set<String> in(Tx tx, TextQuery query) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        String rows = sqlite ? fts + "_docsize" : table;
        String id = sqlite ? "id" : key;
        List<Long> ends = tx.list(
                "SELECT COALESCE((SELECT min(" + id + ") FROM " + rows + "), 0) UNION ALL SELECT COALESCE((SELECT max("
                        + id + ") FROM " + rows + "), 0)",
                row -> row.number(1));
        long span = Math.abs(ends.get(1) - ends.get(0));
        if (span < LEAST_SPAN) {
            return Set.of();
        }
        long first = Math.min(ends.get(0), ends.get(1));
        List<Long> blocks = LongStream.range(0, BLOCKS)
                .mapToObj(i -> first + span / BLOCKS * i)
                .toList();
        return sqlite ? inSqlite(tx, query, blocks) : inPostgres(tx, query, blocks);
    }

    private Set<String> inSqlite(Tx tx, TextQuery query, List<Long> blocks) {
        String starts = blocks.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
        long sample = tx.one(
                        "SELECT count(*) FROM json_each(?) b CROSS JOIN " + fts
                                + "_docsize d WHERE d.id >= b.value AND d.id < b.value + " + BLOCK,
                        row -> row.number(1),
                        starts)
                .orElseThrow();
        Set<String> common = new HashSet<>();
        if (sample >= LEAST_SAMPLE) {
            List<String> terms = query.fts5Terms();
            String held = "SELECT count(*) FROM json_each(?) b CROSS JOIN " + fts + " WHERE " + fts
                    + " MATCH ? AND " + fts + ".rowid >= b.value AND "
                    + fts + ".rowid < b.value + " + BLOCK;
            for (int i = 0; i < terms.size(); i++) {
                long holding =
                        tx.one(held, row -> row.number(1), starts, terms.get(i)).orElseThrow();
                if (2 * holding >= sample) {
                    common.add(query.terms().get(i));
                }
            }
        }
        return common;
    }

    private Set<String> inPostgres(Tx tx, TextQuery query, List<Long> blocks) {
        List<String> terms = query.tsqueries();
        String counts = terms.stream()
                .map(term -> ", count(*) FILTER (WHERE d." + vector + " @@ (SELECT " + TextIndex.POSTGRES_QUERY + "))")
                .collect(Collectors.joining());
        String sampled =
                blocks.stream().map(start -> "d." + key + " BETWEEN ? AND ?").collect(Collectors.joining(" OR "));
        List<@Nullable Object> params = new ArrayList<>(terms);
        blocks.forEach(start -> {
            params.add(start);
            params.add(start + BLOCK - 1);
        });
        List<Long> found = tx.one(
                        "SELECT count(*)" + counts + " FROM " + table + " d WHERE d." + vector + " IS NOT NULL AND ("
                                + sampled + ")",
                        row -> {
                            List<Long> numbers = new ArrayList<>();
                            for (int i = 0; i <= terms.size(); i++) {
                                numbers.add(row.number(i + 1));
                            }
                            return numbers;
                        },
                        params.toArray())
                .orElseThrow();
        Set<String> common = new HashSet<>();
        for (int i = 0; i < terms.size(); i++) {
            if (found.getFirst() >= LEAST_SAMPLE && 2 * found.get(i + 1) >= found.getFirst()) {
                common.add(query.terms().get(i));
            }
        }
        return common;
    }
}
