package dev.stoa.search.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.function.IntPredicate;

/**
 * The forms in which a word of {@link Tokenizer#words} stands in a text index. Stateless, safe from any thread. Rows
 * and queries must both use them: they are the reason why a row that holds a word is found by it on every backend.
 */
public final class IndexWord {
    private static final int LONGEST = 64;

    /** Sixteen letters that no English stemmer cuts off: no vowel, no l, s, x or y. */
    private static final String DIGITS = "bcdfghjkmnprtvwz";

    private static final char ESCAPE = 'q';

    private IndexWord() {}

    /** The word without its accents, cut at 64 characters: what makes two words the same to every index. */
    public static String folded(String word) {
        if (word.length() <= LONGEST && isAscii(word)) {
            return word;
        }
        StringBuilder out = new StringBuilder(word.length());
        word.codePoints().limit(LONGEST).forEach(c -> out.appendCodePoint(fold(c)));
        return out.toString();
    }

    /** The form for an FTS5 table with {@code unicode61}: itself, but for letters that its tables do not know. */
    static String fts5(String word) {
        String folded = folded(word);
        return isAscii(folded) ? folded : escaped(folded, false, IndexWord::unknownToFts5);
    }

    /**
     * The form for PostgreSQL, in ASCII and not beginning with a digit, because its parser takes {@code 1e5x} for two
     * words and asks the locale of the server what else is a letter.
     */
    static String postgres(String word) {
        String folded = folded(word);
        boolean number = Character.isDigit(folded.codePointAt(0));
        return !number && isAscii(folded) ? EnglishEnd.asFts5(folded) : escaped(folded, number, c -> c >= 0x80);
    }

    private static boolean isAscii(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Latin letters lose their one accent, as unicode61 does it, and a final sigma becomes a common one. */
    private static int fold(int c) {
        if (c == 'ς') {
            return 'σ';
        }
        if (c < 0x80 || UnicodeScript.of(c) != UnicodeScript.LATIN) {
            return c;
        }
        String parts = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFD);
        boolean oneAccent = parts.codePointCount(0, parts.length()) == 2;
        return oneAccent ? parts.codePointAt(0) : c;
    }

    private static String escaped(String word, boolean first, IntPredicate unsafe) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < word.length(); i = word.offsetByCodePoints(i, 1)) {
            int c = word.codePointAt(i);
            if (unsafe.test(c) || (first && i == 0)) {
                escape(c, out);
            } else {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    /** Of one length for each UTF-16 unit, so that the code of a prefix is a prefix of the code. */
    private static void escape(int c, StringBuilder out) {
        out.append(ESCAPE);
        for (char unit : Character.toChars(c)) {
            for (int shift = 12; shift >= 0; shift -= 4) {
                out.append(DIGITS.charAt(unit >> shift & 15));
            }
        }
    }

    /** New Tai Lue vowels and two Vedic signs, which Unicode made letters after the tables of unicode61 were drawn. */
    private static boolean unknownToFts5(int c) {
        return (c >= 0x19B0 && c <= 0x19C9) || c == 0x1CF2 || c == 0x1CF3;
    }
}
