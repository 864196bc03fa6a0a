package dev.stoa.search.text;

import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the vectors of many texts as PostgreSQL would make them, for indexes that are built as a whole. Not
 * thread-safe; for one unit. The server is asked once for what it makes of a word, which costs a fraction of letting it
 * take every text apart.
 */
public final class PostgresVectors {
    /** What a vector begins to leave out above: places behind 16,383, and of one word more than 256. */
    private static final int MOST_WORDS = 16_000;

    private static final int MOST_PLACES = 250;

    /** Words that are kept in mind, so that memory does not grow with the table. */
    private static final int MOST_KEPT = 200_000;

    /** What a word stands for that the server does not make one lexeme of. */
    private static final String NONE = "";

    private final Map<String, String> lexemes = new HashMap<>();

    /** Asks for those words of these documents that are not known yet; before {@link #of} is asked for them. */
    public void learn(Tx tx, List<List<String>> rows) {
        if (lexemes.size() > MOST_KEPT) {
            lexemes.clear();
        }
        Set<String> unknown = new LinkedHashSet<>();
        for (List<String> documents : rows) {
            for (String document : documents) {
                for (String word : words(document)) {
                    if (!lexemes.containsKey(word)) {
                        unknown.add(word);
                    }
                }
            }
        }
        if (!unknown.isEmpty()) {
            tx.each(
                    "SELECT w, array_to_string(tsvector_to_array(to_tsvector('stoa', w)), ' ') FROM unnest(?::text[]) w",
                    row -> lexemes.put(row.text(1), plain(row.text(2))),
                    array(unknown));
        }
    }

    /** What stands in a vector as it is; more than one lexeme, or one that would need quotes, is left to the server. */
    private static String plain(String lexeme) {
        return lexeme.matches("[a-z][a-z0-9]*") ? lexeme : NONE;
    }

    private static String[] words(String document) {
        return document.isEmpty() ? new String[0] : document.split(" ", -1);
    }

    /** An array of texts as a parameter; none of them has a quote or a backslash. */
    public static String array(Iterable<String> texts) {
        StringBuilder array = new StringBuilder("{");
        for (String text : texts) {
            array.append(array.length() == 1 ? "\"" : ",\"").append(text).append('"');
        }
        return array.append('}').toString();
    }

    /**
     * The vector of a row, as a text for PostgreSQL.
     *
     * @param documents what {@link TextIndex#postgresDocument} made of its texts
     * @param labels the label of each of them; {@code D} is that of words without one
     * @return null if only the server can make it
     */
    public @Nullable String of(List<String> documents, String labels) {
        Map<String, StringBuilder> places = new LinkedHashMap<>();
        Map<String, Integer> times = new HashMap<>();
        int place = 0;
        for (int i = 0; i < documents.size(); i++) {
            for (String word : words(documents.get(i))) {
                String lexeme = lexemes.getOrDefault(word, NONE);
                place++;
                if (lexeme.equals(NONE) || place > MOST_WORDS || times.merge(lexeme, 1, Integer::sum) > MOST_PLACES) {
                    return null;
                }
                StringBuilder at = places.computeIfAbsent(lexeme, each -> new StringBuilder());
                at.append(at.isEmpty() ? ':' : ',').append(place).append(labels.charAt(i));
            }
        }
        return places.entrySet().stream()
                .map(each -> each.getKey() + each.getValue())
                .collect(Collectors.joining(" "));
    }
}
