package dev.stoa.search.text;

import java.util.List;

/**
 * The two endings that the stemmer of FTS5 takes away and that of PostgreSQL leaves, though both are Porter's: of
 * {@code analogy} and of {@code possibly}. Stateless. A word whose ending was changed here has one stem on both.
 */
final class EnglishEnd {
    private static final List<String> LOGY = List.of("logy", "logi", "logies", "logied");
    private static final List<String> BLY = List.of("bly", "bli", "blies", "blied");

    private EnglishEnd() {}

    /** A word in ASCII as PostgreSQL must be given it. */
    static String asFts5(String word) {
        return with(with(word, LOGY, "log"), BLY, "ble");
    }

    private static String with(String word, List<String> ends, String end) {
        for (String there : ends) {
            if (word.endsWith(there)) {
                String stem = word.substring(0, word.length() - there.length());
                return hasSyllable(stem) ? stem + end : word;
            }
        }
        return word;
    }

    /** Whether a consonant follows a vowel somewhere, which is when the stemmers take an ending away. */
    private static boolean hasSyllable(String stem) {
        boolean vowel = false;
        for (int i = 0; i < stem.length(); i++) {
            boolean before = vowel;
            char c = stem.charAt(i);
            vowel = "aeiou".indexOf(c) >= 0 || (c == 'y' && i > 0 && !before);
            if (before && !vowel) {
                return true;
            }
        }
        return false;
    }
}
