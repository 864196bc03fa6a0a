package dev.stoa.search.text;

import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text index of one table, kept in the transaction that writes the row. Immutable, safe from any thread.
 *
 * <p>On SQLite it is an FTS5 table with {@code rowid = seq}, which may store its texts or keep their words alone; on
 * PostgreSQL a column {@code search tsvector} with a GIN index, of the table itself or of one that is the index alone.
 * The table has a unique {@code seq}, and a row whose text changes takes a new one. Both backends find every row that
 * has a searched word and give it the same score, that of {@code bm25()}; words of most rows alone have no score in a
 * large index.
 */
public final class TextTable {
    /** The labels of a vector's words in PostgreSQL, one for each searched column. */
    private static final String LABELS = "ABCD";

    /** A rebuild reads this number of rows at a time, so that its memory does not grow with the table. */
    private static final int PORTION = 1_000;

    /** What a portion of long texts is cut at: PostgreSQL is given several times as much. */
    private static final int PORTION_LETTERS = 4_000_000;

    /** How many candidates must pass the filters before no more are looked at. */
    private static final int LEAST_VISIBLE = TextCandidates.BOUND / 4;

    private final String table;
    private final String fts;
    private final List<Column> columns;
    private final boolean apart;
    private final boolean storing;
    private final String insert;
    private final String vector;
    private final PostgresRank rank;
    private final TextCandidates candidates;

    /**
     * One text of a row.
     *
     * @param name its column in the FTS5 table
     * @param weight how much a match in it counts; a column of weight 0 is stored by SQLite and never searched
     */
    public record Column(String name, double weight) {}

    /** A row that matches, with the backend's own score: more is better, 0 if it has only words of most rows. */
    public record Match<T>(T row, double score) {
        /** Whether its words tell it from other rows. */
        public boolean scored() {
            return score > 0;
        }
    }

    private record Hit(long seq, double score) {}

    private TextTable(String table, String fts, boolean apart, boolean storing, List<Column> columns) {
        List<Column> searched =
                columns.stream().filter(column -> column.weight() > 0).toList();
        if (searched.isEmpty() || searched.size() > LABELS.length()) {
            throw new IllegalArgumentException(
                    "a text index searches 1 to " + LABELS.length() + " columns: " + columns);
        }
        if (!storing && searched.size() < columns.size()) {
            throw new IllegalArgumentException("an index of words alone cannot store a text: " + columns);
        }
        this.storing = storing;
        this.table = table;
        this.fts = fts;
        this.apart = apart;
        this.columns = List.copyOf(columns);
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        this.insert = "INSERT INTO " + fts + " (rowid, " + names + ") VALUES (?" + ", ?".repeat(columns.size()) + ")";
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < searched.size(); i++) {
            parts.add("setweight(" + TextIndex.POSTGRES_VECTOR + ", '" + LABELS.charAt(i) + "')");
        }
        this.vector = String.join(" || ", parts);
        this.rank = new PostgresRank(
                table, "search", searched.stream().map(Column::weight).toList());
        this.candidates = new TextCandidates(new TextPlace(fts, table, "seq", "search", columns), rank);
    }

    /** Installs what the index needs in PostgreSQL besides its column {@code search}; may run again. */
    public void setUp(Tx tx) {
        if (tx.dialect() == Dialect.POSTGRES) {
            rank.setUp(tx);
        }
    }

    /** The index {@code fts} of a table; at most four columns. */
    public static TextTable of(String table, String fts, Column... columns) {
        return new TextTable(table, fts, false, true, List.of(columns));
    }

    /**
     * The same without a copy of the texts, which spares each row a page of writing. Words of rows that were removed
     * leave the file with {@link dev.stoa.storage.Archive#erase}, or when the index merges what it wrote.
     */
    public static TextTable ofWords(String table, String fts, Column... columns) {
        return new TextTable(table, fts, false, false, List.of(columns));
    }

    /**
     * An index that is a table by itself on PostgreSQL too, with the columns of the FTS5 table, {@code seq} and
     * {@code search}: for rows that are in the index more than once, or missing from it.
     */
    public static TextTable apart(String fts, Column... columns) {
        return new TextTable(fts, fts, true, true, List.of(columns));
    }

    /** Indexes the texts of a row that is already in the table, one for each column in order; null for none. */
    public void put(Tx tx, long seq, @Nullable String... texts) {
        if (tx.dialect() == Dialect.POSTGRES) {
            if (apart) {
                putApart(tx, seq, texts);
            } else {
                tx.later(update(), values(new Texts(seq, Arrays.asList(texts))));
            }
            return;
        }
        List<@Nullable Object> params = new ArrayList<>();
        params.add(seq);
        for (int i = 0; i < columns.size(); i++) {
            String text = texts[i] == null ? "" : texts[i];
            params.add(columns.get(i).weight() == 0 ? text : TextIndex.fts5Document(text));
        }
        tx.later(insert, params.toArray());
    }

    private void putApart(Tx tx, long seq, @Nullable String... texts) {
        List<@Nullable Object> params = new ArrayList<>();
        params.add(seq);
        Collections.addAll(params, (Object[]) texts);
        List<String> documents = documents(new Texts(seq, Arrays.asList(texts)));
        params.addAll(documents);
        params.add(words(documents));
        tx.later(insertApart(vector), params.toArray());
    }

    private String insertApart(String search) {
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        return "INSERT INTO " + fts + " (seq, " + names + ", search, search_words) VALUES (?"
                + ", ?".repeat(columns.size()) + ", " + search + ", ?)";
    }

    private List<String> documents(Texts row) {
        List<String> documents = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).weight() > 0) {
                String text = row.texts().get(i);
                documents.add(TextIndex.postgresDocument(text == null ? "" : text));
            }
        }
        return documents;
    }

    private static long words(List<String> documents) {
        return documents.stream().mapToLong(TextIndex::words).sum();
    }

    /**
     * Indexes rows that are in the table and not in the index, as a rebuild does.
     *
     * @param vectors what is known of the words of rows before; of PostgreSQL alone
     */
    public void putAll(Tx tx, PostgresVectors vectors, List<Texts> rows) {
        if (tx.dialect() == Dialect.SQLITE) {
            // What comes in the order of its numbers goes into one part of the index, anything else into many.
            rows.stream()
                    .sorted(Comparator.comparingLong(Texts::seq))
                    .forEach(row -> put(tx, row.seq(), row.texts().toArray(new @Nullable String[0])));
            return;
        }
        int from = 0;
        long letters = 0;
        for (int i = 0; i < rows.size(); i++) {
            letters += rows.get(i).letters();
            if (letters > PORTION_LETTERS || i == rows.size() - 1) {
                putPortion(tx, vectors, rows.subList(from, i + 1));
                from = i + 1;
                letters = 0;
            }
        }
    }

    private void putPortion(Tx tx, PostgresVectors vectors, List<Texts> rows) {
        List<List<String>> documents = rows.stream().map(this::documents).toList();
        vectors.learn(tx, documents);
        List<Made> made = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String text = vectors.of(documents.get(i), LABELS);
            if (text == null) {
                put(tx, rows.get(i).seq(), rows.get(i).texts().toArray(new @Nullable String[0]));
            } else {
                made.add(new Made(rows.get(i), text, words(documents.get(i))));
            }
        }
        if (apart) {
            tx.batch(insertApart("?::tsvector"), made, Made::row);
        } else if (!made.isEmpty()) {
            // One statement for all of them: what the server does for each by itself is more than the change.
            tx.update(
                    "UPDATE " + table + " t SET search = CAST(m.search AS tsvector), search_words = m.words"
                            + " FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS m (seq, search, words)"
                            + " WHERE t.seq = m.seq",
                    numbers(made.stream().map(row -> row.texts().seq()).toList()),
                    PostgresVectors.array(made.stream().map(Made::vector).toList()),
                    numbers(made.stream().map(Made::words).toList()));
        }
    }

    private static String numbers(List<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    /** A row with its vector. */
    private record Made(Texts texts, String vector, long words) {
        @Nullable
        Object[] row() {
            List<@Nullable Object> params = new ArrayList<>();
            params.add(texts.seq());
            params.addAll(texts.texts());
            params.add(vector);
            params.add(words);
            return params.toArray();
        }
    }

    /**
     * Rebuilds the index from the rows of the table.
     *
     * @param rows a query for the column {@code seq} and then one text for each column of the index, in order
     */
    public void rebuild(Tx tx, String rows) {
        if (tx.dialect() == Dialect.SQLITE) {
            // What is damaged cannot be emptied, but it can be dropped.
            tx.update("DROP TABLE IF EXISTS " + fts);
            tx.update("CREATE VIRTUAL TABLE " + fts + " USING fts5("
                    + columns.stream()
                            .map(column -> column.name() + (column.weight() > 0 ? "" : " UNINDEXED"))
                            .collect(Collectors.joining(", "))
                    + (storing ? "" : ", content = '', contentless_delete = 1")
                    + ", tokenize = '"
                    + TextIndex.FTS5_TOKENIZE + "')");
            tx.update("INSERT INTO " + fts + " (" + fts + ", rank) VALUES ('secure-delete', 1)");
        } else {
            setUp(tx);
            // Counting each row of a long transaction would take longer with every one.
            rank.suspend(tx);
        }
        String portion = "SELECT * FROM (" + rows + ") AS texts WHERE seq > ? ORDER BY seq LIMIT " + PORTION;
        long after = Long.MIN_VALUE;
        PostgresVectors vectors = new PostgresVectors();
        List<Texts> read;
        do {
            read = tx.list(portion, this::texts, after);
            putAll(tx, vectors, read);
            after = read.isEmpty() ? after : read.getLast().seq();
        } while (read.size() == PORTION);
        if (tx.dialect() == Dialect.POSTGRES) {
            rank.recount(tx);
        }
    }

    /** Lets many rows be put into the index, as a rebuild does; what is counted of them is counted once, at the end. */
    public void fill(Tx tx, Runnable rows) {
        boolean counts = tx.dialect() == Dialect.POSTGRES;
        if (counts) {
            setUp(tx);
            // Counting each row of a long transaction would take longer with every one.
            rank.suspend(tx);
        }
        rows.run();
        if (counts) {
            rank.recount(tx);
        }
    }

    private String update() {
        return "UPDATE " + table + " SET search = " + vector + ", search_words = ? WHERE seq = ?";
    }

    /** The parameters of {@link #update} for the texts of a row. */
    private @Nullable Object[] values(Texts row) {
        List<String> documents = documents(row);
        List<@Nullable Object> params = new ArrayList<>(documents);
        params.add(words(documents));
        params.add(row.seq());
        return params.toArray();
    }

    /** The texts of a row, one for each column of the index in order; null for none. */
    public record Texts(long seq, List<@Nullable String> texts) {
        private long letters() {
            return texts.stream()
                    .mapToLong(text -> text == null ? 0 : text.length())
                    .sum();
        }
    }

    private Texts texts(Row row) {
        List<@Nullable String> texts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            texts.add(row.textOrNull(i + 2));
        }
        return new Texts(row.number(1), texts);
    }

    /** Takes a row out of the index, before or after it leaves the table. */
    public void remove(Tx tx, long seq) {
        if (tx.dialect() == Dialect.SQLITE) {
            tx.update("DELETE FROM " + fts + " WHERE rowid = ?", seq);
        } else if (apart) {
            tx.update("DELETE FROM " + fts + " WHERE seq = ?", seq);
        }
        // Otherwise the index is a column of the row itself and goes with it.
    }

    /**
     * The k best rows that match: higher score first, then higher seq. Of a query for words of many rows only
     * {@link TextCandidates} are scored, more of them the fewer pass the filters.
     *
     * @param live reads those of the given rows that pass every filter, by their seq
     */
    public <T> List<Match<T>> best(Tx tx, TextQuery query, int k, Function<List<Long>, Map<Long, T>> live) {
        return best(tx, query, k, k, live, matches -> false);
    }

    /**
     * The best rows that match, in the same order, until there are enough of them.
     *
     * @param most the maximum number of rows
     * @param portion how many rows are looked at between two questions whether there are enough
     * @param enough whether the matches so far, of which there is at least a portion, are all that is wanted
     */
    public <T> List<Match<T>> best(
            Tx tx,
            TextQuery query,
            int most,
            int portion,
            Function<List<Long>, Map<Long, T>> live,
            Predicate<List<Match<T>>> enough) {
        if (query.isEmpty()) {
            return List.of();
        }
        Portions<T> portions = new Portions<>(most, portion, live, enough);
        TextCandidates.Choice choice = candidates.choose(tx, query);
        while (true) {
            Look<T> look = look(tx, choice, query, portions);
            if (choice.isComplete() || (look.done() && look.visible(choice.bound()) >= LEAST_VISIBLE)) {
                return look.matches();
            }
            choice = choice.wider(tx);
        }
    }

    /** How the rows that match are looked at. */
    private record Portions<T>(
            int most, int size, Function<List<Long>, Map<Long, T>> live, Predicate<List<Match<T>>> enough) {
        List<Match<T>> matches(List<Hit> hits, Map<Long, T> rows) {
            List<Match<T>> matches = new ArrayList<>();
            for (Hit hit : hits) {
                T row = rows.get(hit.seq());
                if (row != null && matches.size() < most) {
                    matches.add(new Match<>(row, hit.score()));
                }
            }
            return matches;
        }

        boolean isEnough(List<Match<T>> matches) {
            return matches.size() >= most || (matches.size() >= size && enough.test(matches));
        }
    }

    /**
     * What was found among candidates.
     *
     * @param looked how many of them were looked at
     * @param done whether that was enough
     */
    private record Look<T>(List<Match<T>> matches, int looked, boolean done) {
        /** How many of these candidates pass the filters, if they are like those that were looked at. */
        double visible(int candidates) {
            return (double) candidates * matches.size() / Math.max(1, looked);
        }
    }

    private <T> Look<T> look(Tx tx, TextCandidates.Choice choice, TextQuery query, Portions<T> portions) {
        Hits found = hits(tx, choice, query);
        Map<Long, T> rows = new HashMap<>();
        List<Match<T>> matches = List.of();
        int looked = 0;
        // Rows that are filtered out make room for those behind them. Joining the filters to the index instead would
        // read the table for every row that matches, however badly.
        for (int wide = portions.most() + portions.size(); ; wide *= 4) {
            List<Hit> hits = found.best(tx, wide);
            // No more rows are read than are needed: that costs as much as the search itself.
            while (looked < hits.size()) {
                int to = Math.min(hits.size(), looked + portions.size());
                rows.putAll(portions.live()
                        .apply(hits.subList(looked, to).stream().map(Hit::seq).toList()));
                looked = to;
                matches = portions.matches(hits.subList(0, looked), rows);
                if (portions.isEnough(matches)) {
                    return new Look<>(matches, looked, true);
                }
            }
            if (hits.size() < wide) {
                return new Look<>(matches, looked, false);
            }
        }
    }

    /**
     * The part of the searched words of a query that the row of this number holds. A word counts by its rarity, so that
     * to hold a word that many rows have is little, and a word that no row has is missed most.
     */
    public double share(Tx tx, TextQuery query, long seq) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        List<String> terms = sqlite ? query.fts5Terms() : query.tsqueries();
        if (terms.isEmpty()) {
            return 0;
        }
        // The index is asked, so that a word is in the row exactly if the row is found by it.
        String within = columns.stream()
                .filter(column -> column.weight() > 0)
                .map(Column::name)
                .collect(Collectors.joining(" ", "{", "} : "));
        String sql = sqlite
                ? "SELECT t.key FROM json_each(?) t WHERE EXISTS (SELECT 1 FROM " + fts + " WHERE " + fts + " MATCH '"
                        + within + "' || t.value AND rowid = ?)"
                : "SELECT t.number - 1 FROM jsonb_array_elements_text(?::jsonb) WITH ORDINALITY t(word, number) JOIN "
                        + table + " d ON d.seq = ? AND d.search @@ to_tsquery('stoa', t.word)";
        List<Integer> held = tx.list(sql, row -> row.integer(1), Json.write(terms), seq);
        if (held.isEmpty()) {
            return 0;
        }
        List<Double> rarities = candidates.rarities(tx, query);
        double all = rarities.stream().mapToDouble(Double::doubleValue).sum();
        return Math.min(1, held.stream().mapToDouble(rarities::get).sum() / all);
    }

    /** The best rows of one query; asked again for more of them when too many are filtered out. */
    private interface Hits {
        List<Hit> best(Tx tx, int most);
    }

    private Hits hits(Tx tx, TextCandidates.Choice choice, TextQuery query) {
        TextCandidates.Source scored = choice.source(tx);
        Hits best = scored == null
                ? (unit, most) -> List.of()
                : read(
                        "SELECT id, score FROM (" + scored.sql() + ") AS scored ORDER BY score DESC, id DESC LIMIT ?",
                        scored.params());
        // Before what has no score, everything must have been looked at that has one.
        return choice.isWalked() && choice.isComplete() ? followed(best, newest(tx, query)) : best;
    }

    private static Hits read(String sql, List<@Nullable Object> given) {
        return (tx, most) -> {
            List<@Nullable Object> params = new ArrayList<>(given);
            params.add(most);
            return tx.list(sql, row -> new Hit(row.number(1), row.real(2)), params.toArray());
        };
    }

    /** Hits with those behind them that are not among them. */
    private static Hits followed(Hits first, Hits then) {
        return (tx, most) -> {
            List<Hit> hits = new ArrayList<>(first.best(tx, most));
            if (hits.size() < most) {
                Set<Long> known = hits.stream().map(Hit::seq).collect(Collectors.toSet());
                then.best(tx, most).stream()
                        .filter(hit -> !known.contains(hit.seq()))
                        .limit(most - hits.size())
                        .forEach(hits::add);
            }
            return hits;
        };
    }

    /** The rows that match, newest first, without a score: reading them ends with the last one that is wanted. */
    private Hits newest(Tx tx, TextQuery query) {
        TextCandidates.Source newest = candidates.newest(tx, query);
        return read("SELECT id, 0.0 FROM (" + newest.sql() + " LIMIT ?) AS newest ORDER BY id DESC", newest.params());
    }
}
