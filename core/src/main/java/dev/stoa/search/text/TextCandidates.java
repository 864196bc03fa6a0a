package dev.stoa.search.text;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which rows are scored for a query, so that a search costs the same however many rows have its words. Immutable, safe
 * from any thread. The choice is the same on both databases.
 *
 * <p>As long as few rows match, all of them are scored. Otherwise those are that have one of the rarest words of the
 * query, as many words as have together no more rows than the bound, and the newest of those that have several of the
 * other words, then of those that have the rarest of these. Each is scored by all words. What is left out has only
 * words of many rows. A row that is chosen may be hidden from the caller or not fit its filter, so a caller that finds
 * too few has to ask for {@link Choice#wider} ones: a bound that is spent on such rows must not cost a hit.
 */
public final class TextCandidates {
    /** How many rows are scored for the rarest words, and again for the others. */
    static final int BOUND = 1_000;

    private static final int WIDER = 4;

    /** The words of many rows whose combinations are looked for. */
    private static final int COMBINED = 3;

    /** Fewer rows than this part of the bound are few. */
    private static final int FEW = 4;

    private final TextPlace place;
    private final PostgresRank rank;
    private final CommonWords commonWords;

    /** The candidates in a place whose rows {@code rank} scores in PostgreSQL. */
    public TextCandidates(TextPlace place, PostgresRank rank) {
        this.place = place;
        this.rank = rank;
        this.commonWords = new CommonWords(place);
    }

    /** A term with the number of its rows, counted to one more than the bound, and the oldest row that was counted. */
    private record Term(String word, int position, long rows, long reach) {}

    /** The rows that match a query, of numbers from one on and before another. */
    private record Part(
            TextQuery query, @Nullable Long from, @Nullable Long before) {
        String range(String column) {
            return (from == null ? "" : " AND " + column + " >= ?") + (before == null ? "" : " AND " + column + " < ?");
        }

        List<Long> ends() {
            return Stream.of(from, before).flatMap(Stream::ofNullable).toList();
        }
    }

    /** What finds the candidates of a choice and scores them: a source with the columns {@code id} and {@code score}. */
    public record Source(String sql, List<@Nullable Object> params) {}

    /** The candidates for a query, which must not be empty. */
    public Choice choose(Tx tx, TextQuery query) {
        CommonWords.Span span = commonWords.span(tx);
        if (!span.isLarge()) {
            return new Choice(query, query, false, BOUND, List.of(), true);
        }
        if (query.needsAll()) {
            Set<String> common = commonWords.among(tx, query, query.terms(), span);
            // The other words keep the number of rows small.
            boolean walked = common.size() == query.terms().size();
            return chosen(tx, query, walked ? null : query, walked, BOUND);
        }
        List<Term> terms = terms(tx, query, BOUND);
        Set<String> common = commonWords.among(
                tx,
                query,
                terms.stream()
                        .filter(term -> term.rows() > BOUND)
                        .map(Term::word)
                        .toList(),
                span);
        List<String> kept =
                query.terms().stream().filter(term -> !common.contains(term)).toList();
        TextQuery scored = kept.isEmpty() ? null : common.isEmpty() ? query : query.only(kept, false);
        terms.removeIf(term -> common.contains(term.word()));
        return chosen(tx, query, scored, !common.isEmpty(), BOUND, terms);
    }

    /** The candidates for a query with a bound. */
    public final class Choice {
        private final TextQuery query;
        private final @Nullable TextQuery scored;
        private final boolean walked;
        private final int bound;
        private final List<Part> parts;
        private final boolean complete;

        private Choice(
                TextQuery query,
                @Nullable TextQuery scored,
                boolean walked,
                int bound,
                List<Part> parts,
                boolean complete) {
            this.query = query;
            this.scored = scored;
            this.walked = walked;
            this.bound = bound;
            this.parts = parts;
            this.complete = complete;
        }

        /** The query whose matches are scored, null if the query has nothing but words of most rows. */
        public @Nullable TextQuery scored() {
            return scored;
        }

        /** Whether every row that has a word worth scoring is a candidate. */
        public boolean isComplete() {
            return complete;
        }

        /** How many rows are wanted of each kind. */
        int bound() {
            return bound;
        }

        /** Whether rows that match the query but are not scored are still to be read, newest first. */
        public boolean isWalked() {
            return walked;
        }

        /** More candidates, if not all are. */
        public Choice wider(Tx tx) {
            return chosen(tx, query, scored, walked, bound * WIDER);
        }

        /** The candidates with their scores; null if nothing is worth scoring. */
        @Nullable
        Source source(Tx tx) {
            if (scored == null) {
                return null;
            }
            if (tx.dialect() == Dialect.SQLITE) {
                return inSqlite(scored);
            }
            PostgresRank.Statement ranked = inPostgres(tx, scored);
            return new Source(
                    "SELECT d." + place.key() + " AS id, " + ranked.score() + " AS score FROM " + ranked.from()
                            + " WHERE " + ranked.matches(),
                    ranked.params());
        }

        /** The candidates with their scores in SQLite. */
        public Source inSqlite(TextQuery words) {
            List<String> sql = new ArrayList<>();
            List<@Nullable Object> params = new ArrayList<>();
            for (Part part : complete ? List.of(new Part(words, null, null)) : parts) {
                add(part.query().fts5(), part, sql, params);
                List<String> others = words.terms().stream()
                        .filter(term -> !part.query().terms().contains(term))
                        .toList();
                if (!others.isEmpty()) {
                    // The score is a sum over the words. So that of a row that has more of them is the greater one.
                    String more = words.only(others, false).fts5();
                    add("(" + part.query().fts5() + ") AND (" + more + ")", part, sql, params);
                }
            }
            return new Source(
                    sql.size() == 1
                            ? sql.getFirst()
                            : "SELECT id, max(score) AS score FROM (" + String.join(" UNION ALL ", sql)
                                    + ") GROUP BY id",
                    params);
        }

        private void add(String match, Part part, List<String> sql, List<@Nullable Object> params) {
            String weights = place.columns().stream()
                    .map(column -> Double.toString(column.weight()))
                    .collect(Collectors.joining(", "));
            sql.add("SELECT rowid AS id, " + TextIndex.fts5Score("bm25(" + place.fts() + ", " + weights + ")")
                    + " AS score FROM " + place.fts() + " WHERE " + place.fts() + " MATCH ?"
                    + part.range("rowid"));
            params.add(inColumns(match));
            params.addAll(part.ends());
        }

        /** What finds and scores the candidates in PostgreSQL, beside other conditions. */
        public PostgresRank.Statement inPostgres(Tx tx, TextQuery words) {
            PostgresRank.Statement ranked = rank.statement(tx, words);
            if (complete) {
                return ranked;
            }
            List<@Nullable Object> params = new ArrayList<>(ranked.params());
            List<String> sources = new ArrayList<>();
            for (Part part : parts) {
                sources.add("SELECT c." + place.key() + " FROM " + place.table() + " c WHERE c." + place.vector()
                        + " @@ " + TextIndex.POSTGRES_QUERY
                        + part.range("c." + place.key()));
                params.add(part.query().tsquery());
                params.addAll(part.ends());
            }
            return new PostgresRank.Statement(
                    ranked.from(),
                    "d." + place.key() + " IN (" + String.join(" UNION ", sources) + ")",
                    ranked.score(),
                    params);
        }
    }

    private Choice chosen(Tx tx, TextQuery query, @Nullable TextQuery scored, boolean walked, int bound) {
        if (scored == null) {
            return new Choice(query, null, walked, bound, List.of(), true);
        }
        if (scored.needsAll()) {
            Term rows = newest(tx, scored, 0, bound);
            boolean complete = rows.rows() <= bound;
            return new Choice(
                    query,
                    scored,
                    walked,
                    bound,
                    List.of(new Part(scored, complete ? null : (Long) rows.reach(), null)),
                    complete);
        }
        return chosen(tx, query, scored, walked, bound, terms(tx, scored, bound));
    }

    private Choice chosen(
            Tx tx, TextQuery query, @Nullable TextQuery scored, boolean walked, int bound, List<Term> terms) {
        if (scored == null) {
            return new Choice(query, null, walked, bound, List.of(), true);
        }
        terms.sort(Comparator.comparingLong(Term::rows)
                .thenComparingLong(Term::reach)
                .thenComparingInt(Term::position));
        int rare = 0;
        long sum = 0;
        while (rare < terms.size() && sum + terms.get(rare).rows() <= bound) {
            sum += terms.get(rare).rows();
            rare++;
        }
        if (rare == terms.size()) {
            return new Choice(query, scored, walked, bound, List.of(), true);
        }
        List<String> words = terms.stream().map(Term::word).toList();
        List<Part> parts = new ArrayList<>();
        if (sum > 0) {
            parts.add(new Part(scored.only(words.subList(0, rare), false), null, null));
        }
        List<String> many = words.subList(rare, Math.min(words.size(), rare + COMBINED));
        // Rows that have one of these words and none of the rare ones are behind most of the others.
        int least = sum < bound / FEW ? 1 : 2;
        for (int together = many.size(); together >= least; together--) {
            TextQuery all = scored.only(many.subList(0, together), true);
            Term newest = together == 1 ? terms.get(rare) : newest(tx, all, 0, bound);
            if (newest.rows() > 0) {
                // Who has more of the words is found again among those who have fewer, but for those who are older.
                boolean filled = newest.rows() > bound;
                if (!filled && together > least) {
                    continue;
                }
                if (filled && together < many.size()) {
                    parts.add(new Part(scored.only(many.subList(0, together + 1), true), null, newest.reach()));
                }
                parts.add(new Part(all, filled ? newest.reach() : null, null));
                if (filled) {
                    break;
                }
            }
        }
        return new Choice(query, scored, walked, bound, List.copyOf(parts), false);
    }

    /**
     * How much each term of a query tells, in their order: most if no row has it, little if all have. Above the bound
     * the number of rows is estimated from how far back the newest of them reach.
     */
    List<Double> rarities(Tx tx, TextQuery query) {
        CommonWords.Span span = commonWords.span(tx);
        double all = span.last() - span.first() + 1.0;
        return terms(tx, query, BOUND).stream()
                .map(term -> {
                    double rows =
                            term.rows() <= BOUND ? term.rows() : term.rows() * all / (span.last() - term.reach() + 1);
                    return Math.log((all + 1) / (Math.min(rows, all) + 0.5));
                })
                .toList();
    }

    private List<Term> terms(Tx tx, TextQuery query, int bound) {
        List<Term> terms = new ArrayList<>();
        for (String word : query.terms()) {
            terms.add(newest(tx, query.only(List.of(word), false), terms.size(), bound));
        }
        return terms;
    }

    /** How many rows match, up to one more than the bound, and the number of the oldest of these. */
    private Term newest(Tx tx, TextQuery query, int position, int bound) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        String rows = sqlite
                ? "SELECT rowid AS id FROM " + place.fts() + " WHERE " + place.fts()
                        + " MATCH ? ORDER BY rowid DESC LIMIT ?"
                : "SELECT " + place.key() + " AS id FROM " + place.table() + " WHERE " + place.vector() + " @@ "
                        + TextIndex.POSTGRES_QUERY + " ORDER BY " + place.key() + " DESC LIMIT ?";
        return tx.one(
                        "SELECT count(*), COALESCE(min(id), 0) FROM (" + rows + ") AS newest",
                        row -> new Term(query.terms().getFirst(), position, row.number(1), row.number(2)),
                        sqlite ? inColumns(query.fts5()) : query.tsquery(),
                        bound + 1)
                .orElseThrow();
    }

    /** A search in the columns that are searched. */
    private String inColumns(String match) {
        List<TextTable.Column> searched = place.searched();
        return searched.size() == place.columns().size()
                ? match
                : "{" + searched.stream().map(TextTable.Column::name).collect(Collectors.joining(" ")) + "} : (" + match
                        + ")";
    }

    /** The rows that match, newest first, as a source with the column {@code id}: reading may end with any. */
    Source newest(Tx tx, TextQuery query) {
        return tx.dialect() == Dialect.SQLITE
                ? new Source(
                        "SELECT rowid AS id FROM " + place.fts() + " WHERE " + place.fts()
                                + " MATCH ? ORDER BY rowid DESC",
                        List.of(inColumns(query.fts5())))
                : new Source(
                        "SELECT " + place.key() + " AS id FROM " + place.table() + " WHERE " + place.vector() + " @@ "
                                + TextIndex.POSTGRES_QUERY + " ORDER BY " + place.key() + " DESC",
                        List.of(query.tsquery()));
    }
}
