package dev.stoa.search.text;

import dev.stoa.base.InvalidException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A search for the words of any text, as a legal query for FTS5 and for PostgreSQL. Immutable. A text may have no words
 * worth searching: such a query {@link #isEmpty} and matches no row on either, which a caller must not take for
 * "nothing was found".
 */
public final class TextQuery {
    /** No more terms than this are searched for; the rest is {@link #dropped}. */
    public static final int MOST_TERMS = 32;

    private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private enum Prefix {
        NONE,
        LAST,
        EACH
    }

    private final List<String> terms;
    private final List<String> dropped;
    private final boolean all;
    private final Prefix prefix;

    private TextQuery(List<String> terms, List<String> dropped, boolean all, Prefix prefix) {
        this.terms = terms;
        this.dropped = dropped;
        this.all = all;
        this.prefix = prefix;
    }

    /** A query for the rows that hold at least one term of the text. */
    public static TextQuery any(String text) {
        return of(text, false);
    }

    /** A query for the rows that hold every term of the text. */
    public static TextQuery all(String text) {
        return of(text, true);
    }

    private static TextQuery of(String text, boolean all) {
        Map<String, String> kept = new LinkedHashMap<>();
        Set<String> dropped = new LinkedHashSet<>();
        for (String word : Tokenizer.words(text)) {
            boolean searched = TextIndex.isSearchable(word) && !Tokenizer.isStopWord(word);
            String folded = IndexWord.folded(word);
            if (searched && (kept.size() < MOST_TERMS || kept.containsKey(folded))) {
                kept.putIfAbsent(folded, word);
            } else {
                dropped.add(word);
            }
        }
        return new TextQuery(List.copyOf(kept.values()), List.copyOf(dropped), all, Prefix.NONE);
    }

    /** This query, in which the last term also stands for the words it begins, as for text still being typed. */
    public TextQuery prefixLast() {
        return new TextQuery(terms, dropped, all, Prefix.LAST);
    }

    /**
     * This query, in which each term also stands for the words it begins. The index holds stems, so a beginning that
     * goes beyond the stem of a word ({@code organiz} of {@code organization}) does not find it.
     */
    public TextQuery prefixEach() {
        return new TextQuery(terms, dropped, all, Prefix.EACH);
    }

    /** Whether the text has no words worth searching: only stop words, symbols or nothing. */
    public boolean isEmpty() {
        return terms.isEmpty();
    }

    /** The words searched for, distinct, in the order of the text. */
    public List<String> terms() {
        return terms;
    }

    /** The words not searched for, distinct, in the order of the text: stop words and those above the bound. */
    public List<String> dropped() {
        return dropped;
    }

    /** Whether a row must hold every term. */
    boolean needsAll() {
        return all;
    }

    /** This query with some of its terms alone; a term that is the beginning of a word stays one. */
    TextQuery only(Collection<String> words, boolean needsAll) {
        List<String> kept = terms.stream().filter(words::contains).toList();
        boolean cut = prefix == Prefix.LAST && !words.contains(terms.getLast());
        return new TextQuery(kept, dropped, needsAll, cut ? Prefix.NONE : prefix);
    }

    /** The right side of {@code MATCH}, over every column of the table. */
    public String fts5() {
        // An empty phrase is legal and matches nothing.
        return isEmpty() ? "\"\"" : joined(all ? " AND " : " OR ", '"', IndexWord::fts5, " *");
    }

    /** The right side of {@code MATCH}, over these columns alone. */
    public String fts5(String firstColumn, String... moreColumns) {
        List<String> columns = new ArrayList<>();
        columns.add(firstColumn);
        Collections.addAll(columns, moreColumns);
        for (String column : columns) {
            if (!COLUMN.matcher(column).matches()) {
                throw new InvalidException(
                        "invalid", "column '" + column + "' is not a plain SQL name", "use letters, digits and _");
            }
        }
        return isEmpty() ? fts5() : "{" + String.join(" ", columns) + "} : (" + fts5() + ")";
    }

    /** The parameter of {@link TextIndex#POSTGRES_QUERY}. */
    public String tsquery() {
        return joined(all ? " & " : " | ", '\'', IndexWord::postgres, ":*");
    }

    /** The right side of {@code MATCH} for each term alone. */
    List<String> fts5Terms() {
        return quoted('"', IndexWord::fts5, " *");
    }

    /** One parameter of {@link TextIndex#POSTGRES_QUERY} for each term. */
    List<String> tsqueries() {
        return quoted('\'', IndexWord::postgres, ":*");
    }

    private String joined(String operator, char quote, UnaryOperator<String> form, String star) {
        return String.join(operator, quoted(quote, form, star));
    }

    private List<String> quoted(char quote, UnaryOperator<String> form, String star) {
        List<String> out = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            boolean starred = prefix == Prefix.EACH || (prefix == Prefix.LAST && i == terms.size() - 1);
            // Letters and digits alone: nothing in it can end the quotes.
            out.add(quote + form.apply(terms.get(i)) + quote + (starred ? star : ""));
        }
        return out;
    }
}
