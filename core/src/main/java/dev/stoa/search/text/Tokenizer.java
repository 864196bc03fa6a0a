package dev.stoa.search.text;

import dev.stoa.json.Digest;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The one way in which text becomes comparable text, words and search terms. Stateless, safe from any thread. Hashes,
 * fingerprints and indexes are made of what it returns: a change of a result must raise {@link #VERSION} and
 * rebuild them.
 */
public final class Tokenizer {
    /** The number of these rules, stored beside an index to see whether it was made by others. */
    public static final int VERSION = 1;

    private static final Pattern WHITE_SPACE = Pattern.compile("\\p{IsWhite_Space}+");

    private Tokenizer() {}

    /** The text in NFKC, each run of white space one space, trimmed, case kept. */
    public static String plain(String text) {
        String spaced = WHITE_SPACE.matcher(nfkc(text)).replaceAll(" ");
        int from = spaced.startsWith(" ") ? 1 : 0;
        int to = spaced.endsWith(" ") ? spaced.length() - 1 : spaced.length();
        return from < to ? spaced.substring(from, to) : "";
    }

    /** The hex SHA-256 of the UTF-8 of {@link #plain}: equal for texts that differ in white space alone. */
    public static String contentHash(String text) {
        return Digest.sha256(plain(text));
    }

    /** The hex SHA-256 of {@link #words} joined by spaces: equal for texts that also differ in case or punctuation. */
    public static String wordsHash(String text) {
        return Digest.sha256(String.join(" ", words(text)));
    }

    /**
     * The lower-cased runs of letters and digits, in order. Text without any is one word, its {@link #plain} form;
     * blank text has none.
     */
    public static List<String> words(String text) {
        // ROOT, because the rules of a locale (a Turkish I) would give other hashes on other machines.
        String lower = nfkc(text).toLowerCase(Locale.ROOT);
        List<String> words = new ArrayList<>();
        int start = -1;
        int i = 0;
        while (i < lower.length()) {
            int codePoint = lower.codePointAt(i);
            if (Character.isLetterOrDigit(codePoint)) {
                start = start < 0 ? i : start;
            } else if (start >= 0) {
                words.add(lower.substring(start, i));
                start = -1;
            }
            i += Character.charCount(codePoint);
        }
        if (start >= 0) {
            words.add(lower.substring(start));
        }
        if (words.isEmpty()) {
            // Else all texts of symbols alone would count as equal.
            String plain = plain(text);
            return plain.isEmpty() ? List.of() : List.of(plain);
        }
        return List.copyOf(words);
    }

    /** The {@link #words} that are no stop words, in order, repeated ones included. */
    public static List<String> terms(String text) {
        return words(text).stream().filter(word -> !isStopWord(word)).toList();
    }

    /**
     * The terms of the keyword index, in order, repeated ones included. Unlike {@link #terms} it keeps compound names
     * beside their parts ({@code wal_level}, {@code wal}, {@code level}) and cuts scripts without spaces into pairs.
     */
    public static List<String> keywords(String text) {
        return Keywords.of(nfkc(text));
    }

    /** Whether a lower-cased word is too common to search for. */
    public static boolean isStopWord(String word) {
        return StopWords.contains(word);
    }

    /** Composed, full-width and ligature forms of a character become one, because a reader takes them for the same. */
    private static String nfkc(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }
}
