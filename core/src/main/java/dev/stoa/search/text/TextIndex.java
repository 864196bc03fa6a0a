package dev.stoa.search.text;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a table needs to be found by {@link TextQuery}: the text to put into its index, and the settings of that index.
 * Stateless, safe from any thread. A row whose index got any other text may not be found by its own words.
 */
public final class TextIndex {
    /** The {@code tokenize} option of every FTS5 table. */
    public static final String FTS5_TOKENIZE = "porter unicode61";

    /** The SQL of a row's {@code tsvector}; its parameter is {@link #postgresDocument}. */
    public static final String POSTGRES_VECTOR = "to_tsvector('stoa', ?)";

    /** The SQL of a {@code tsquery}; its parameter is {@link TextQuery#tsquery}. */
    public static final String POSTGRES_QUERY = "to_tsquery('stoa', ?)";

    /** A tsvector holds at most 1 MiB; its longest words and all their positions fit with this many characters. */
    private static final int POSTGRES_CHARACTERS = 500_000;

    private TextIndex() {}

    /** The text to insert into an FTS5 table for a row with this text: its folded words, separated by spaces. */
    public static String fts5Document(String text) {
        return document(text, IndexWord::fts5);
    }

    /**
     * The text to give to {@link #POSTGRES_VECTOR} for a row with this text: ASCII words, separated by spaces. Of a
     * text above 500,000 characters the first words are indexed.
     */
    public static String postgresDocument(String text) {
        String document = document(text, IndexWord::postgres);
        if (document.length() <= POSTGRES_CHARACTERS) {
            return document;
        }
        return document.substring(0, document.lastIndexOf(' ', POSTGRES_CHARACTERS));
    }

    /**
     * The SQL that installs the text search configuration {@code stoa} in the current schema: the stemmer that FTS5 has,
     * so that a word finds the same rows everywhere, without stop words. One statement, which may run again and in several processes at once.
     */
    public static String postgresSetup() {
        return """
                DO $stoa$
                BEGIN
                    BEGIN
                        CREATE TEXT SEARCH DICTIONARY stoa_stem (TEMPLATE = pg_catalog.snowball, Language = porter);
                    EXCEPTION WHEN duplicate_object OR unique_violation THEN
                        NULL;
                    END;
                    BEGIN
                        CREATE TEXT SEARCH CONFIGURATION stoa (COPY = pg_catalog.simple);
                        ALTER TEXT SEARCH CONFIGURATION stoa
                            ALTER MAPPING FOR asciiword, word, numword WITH stoa_stem;
                    EXCEPTION WHEN duplicate_object OR unique_violation THEN
                        NULL;
                    END;
                END
                $stoa$
                """;
    }

    /**
     * The score of a match from what {@code bm25()} returns, more is better. It is rounded to nine decimals, because
     * machines and databases differ in the last bits, and equal rows would come in another order.
     */
    public static String fts5Score(String bm25) {
        return "CAST(-1e9 * " + bm25 + " + 0.5 AS INTEGER) / 1e9";
    }

    /** The number of words of a document for either index. */
    public static long words(String document) {
        return document.isEmpty() ? 0 : document.chars().filter(c -> c == ' ').count() + 1;
    }

    private static String document(String text, UnaryOperator<String> form) {
        List<String> words = Tokenizer.words(text);
        return words.stream().filter(TextIndex::isSearchable).map(form).collect(Collectors.joining(" "));
    }

    /** Text without letters and digits is one word of symbols, for which an index has no place. */
    static boolean isSearchable(String word) {
        return Character.isLetterOrDigit(word.codePointAt(0));
    }
}
