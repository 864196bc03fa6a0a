package dev.stoa.search.text;

import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Computes in PostgreSQL the score that {@code bm25()} of FTS5 gives to the same row, so that both databases answer in
 * the same order. Immutable, safe from any thread.
 *
 * <p>PostgreSQL keeps none of the statistics that BM25 needs. The length of a row is stored in its column
 * {@code search_words}; the number of rows and the sum of their lengths are kept by triggers in the table
 * {@code text_sizes}, which also notice rows that leave by a cascade. How many rows hold a word is counted by each
 * query, which visits these rows anyway.
 */
public final class PostgresRank {
    /** The parameters that FTS5 has built in. */
    private static final double K1 = 1.2;

    private static final double B = 0.75;

    /** What FTS5 takes for a word that is in half of the rows or more, instead of a weight of 0 or less. */
    private static final double COMMON = 1e-6;

    /** PostgreSQL has four labels for the weights of a vector's words. */
    static final int MOST_COLUMNS = 4;

    /** The rows of one index in text_sizes: concurrent writers rarely update the same one of 16. */
    private static final int SHARDS = 16;

    private final String table;
    private final String vector;
    private final double greatest;
    private final String weights;

    /**
     * A score for the rows of a table.
     *
     * @param vector the column that holds the words of a row
     * @param weights how much a match counts, for the words labelled A, B, C and D in this order
     */
    public PostgresRank(String table, String vector, List<Double> weights) {
        this.table = table;
        this.vector = vector;
        this.greatest = Collections.max(weights);
        // PostgreSQL takes weights from 0 to 1, for the labels D, C, B and A in this order.
        List<String> shares = new ArrayList<>(Collections.nCopies(MOST_COLUMNS, "0"));
        for (int i = 0; i < weights.size(); i++) {
            shares.set(MOST_COLUMNS - 1 - i, String.format(Locale.ROOT, "%.6f", weights.get(i) / greatest));
        }
        this.weights = "{" + String.join(",", shares) + "}";
    }

    /** Installs the stemmer, the column {@code search_words} and the statistics; may run again. */
    public void setUp(Tx tx) {
        tx.update(TextIndex.postgresSetup());
        tx.update("ALTER TABLE " + table + " ADD COLUMN IF NOT EXISTS search_words bigint");
        tx.update("""
                CREATE TABLE IF NOT EXISTS text_sizes (
                    name text NOT NULL,
                    shard bigint NOT NULL,
                    row_count bigint NOT NULL,
                    word_count bigint NOT NULL,
                    PRIMARY KEY (name, shard)
                )""");
        // Its own search path: a row may be deleted by a session that has another.
        tx.update("""
                CREATE OR REPLACE FUNCTION count_text() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $stoa$
                DECLARE
                    more_rows bigint := 0;
                    more_words bigint := 0;
                BEGIN
                    IF TG_OP = 'TRUNCATE' THEN
                        DELETE FROM text_sizes WHERE name = TG_TABLE_NAME;
                        RETURN NULL;
                    END IF;
                    IF TG_OP <> 'INSERT' AND OLD.search_words IS NOT NULL THEN
                        more_rows := -1;
                        more_words := -OLD.search_words;
                    END IF;
                    IF TG_OP <> 'DELETE' AND NEW.search_words IS NOT NULL THEN
                        more_rows := more_rows + 1;
                        more_words := more_words + NEW.search_words;
                    END IF;
                    IF more_rows <> 0 OR more_words <> 0 THEN
                        INSERT INTO text_sizes AS s (name, shard, row_count, word_count)
                            VALUES (TG_TABLE_NAME, pg_backend_pid() %% %d, more_rows, more_words)
                            ON CONFLICT (name, shard) DO UPDATE SET row_count = s.row_count + excluded.row_count,
                                word_count = s.word_count + excluded.word_count;
                    END IF;
                    RETURN NULL;
                END
                $stoa$""".formatted(SHARDS));
        trigger(tx, "count_text", "INSERT OR DELETE OR UPDATE OF search_words", "FOR EACH ROW");
        trigger(tx, "count_no_text", "TRUNCATE", "FOR EACH STATEMENT");
    }

    /** Stops counting, for a unit that writes many rows; {@link #recount} must follow in it. */
    public void suspend(Tx tx) {
        tx.update("ALTER TABLE " + table + " DISABLE TRIGGER count_text");
    }

    /** Counts all rows at once and goes on counting with each. */
    public void recount(Tx tx) {
        tx.update("ALTER TABLE " + table + " ENABLE TRIGGER count_text");
        tx.update("DELETE FROM text_sizes WHERE name = ?", table);
        tx.update(
                "INSERT INTO text_sizes (name, shard, row_count, word_count)"
                        + " SELECT ?, 0, count(*), COALESCE(sum(search_words), 0) FROM " + table
                        + " WHERE search_words IS NOT NULL",
                table);
    }

    private void trigger(Tx tx, String name, String events, String each) {
        tx.update("DROP TRIGGER IF EXISTS " + name + " ON " + table);
        tx.update("CREATE TRIGGER " + name + " AFTER " + events + " ON " + table + " " + each
                + " EXECUTE FUNCTION count_text()");
    }

    /**
     * The parts of a statement that finds and scores rows.
     *
     * @param from the sources to put first into its FROM, with all parameters; the table has the alias {@code d}
     * @param matches the condition that a row is to be scored
     * @param score the score of a row, more is better
     * @param params the parameters of {@code from} and then of {@code matches}
     */
    public record Statement(String from, String matches, String score, List<@Nullable Object> params) {}

    /** The statement for a query, which must not be empty, with the statistics of this moment. */
    public Statement statement(Tx tx, TextQuery query) {
        List<String> terms = query.tsqueries();
        List<@Nullable Object> asked = new ArrayList<>(terms);
        asked.add(table);
        String counts = terms.stream()
                .map(term -> ", (SELECT count(*) FROM " + table + " d, " + TextIndex.POSTGRES_QUERY + " q WHERE d."
                        + vector + " @@ q)")
                .collect(Collectors.joining());
        List<Double> sizes = tx.one(
                        "SELECT COALESCE(sum(s.row_count), 0)::float8, COALESCE(sum(s.word_count), 0)::float8" + counts
                                + " FROM text_sizes s WHERE s.name = ?",
                        row -> {
                            List<Double> numbers = new ArrayList<>(List.of(row.real(1), row.real(2)));
                            for (int i = 0; i < terms.size(); i++) {
                                numbers.add((double) row.number(i + 3));
                            }
                            return numbers;
                        },
                        asked.toArray())
                .orElseThrow();
        return statement(query, terms, sizes.get(0), sizes.get(1), sizes.subList(2, sizes.size()));
    }

    private Statement statement(TextQuery query, List<String> terms, double rows, double words, List<Double> holding) {
        List<@Nullable Object> params = new ArrayList<>();
        params.add(query.tsquery());
        params.add(words > 0 ? words / rows : 1.0);
        StringBuilder asked =
                new StringBuilder("(SELECT " + TextIndex.POSTGRES_QUERY + " AS words, ?::float8 AS mean_length");
        List<String> counts = new ArrayList<>();
        List<String> score = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            asked.append(", ")
                    .append(TextIndex.POSTGRES_QUERY)
                    .append(" AS word")
                    .append(i);
            asked.append(", ?::float8 AS rarity").append(i);
            params.add(terms.get(i));
            params.add(rarity(rows, holding.get(i)));
            // For one word this adds up the weights of its places, in single precision: rounded to what a sum of
            // weights can be, so that equal sums are equal here too.
            counts.add("round(ts_rank_cd('" + weights + "', d." + vector + ", q.word" + i + ")::float8 * " + greatest
                    + " * 10000) / 10000 AS times" + i);
            score.add("q.rarity" + i + " * ((f.times" + i + " * " + (K1 + 1) + "::float8) / (f.times" + i + " + " + K1
                    + "::float8 * (1 - " + B + "::float8 + " + B + "::float8 * d.search_words / q.mean_length)))");
        }
        // OFFSET 0 keeps each value from being computed again wherever it is used.
        String from = asked + " OFFSET 0) q CROSS JOIN " + table + " d CROSS JOIN LATERAL (SELECT "
                + String.join(", ", counts) + " OFFSET 0) f";
        return new Statement(from, "d." + vector + " @@ q.words", rounded(String.join(" + ", score)), params);
    }

    /** As {@link TextIndex#fts5Score} rounds. */
    private static String rounded(String score) {
        return "floor(1e9::float8 * (" + score + ") + 0.5) / 1e9::float8";
    }

    private static double rarity(double rows, double holding) {
        double rarity = Math.log((rows - holding + 0.5) / (holding + 0.5));
        return rarity <= 0 ? COMMON : rarity;
    }
}
