package dev.stoa.search.text;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The rules by which normalised text becomes keywords. Stateless, safe from any thread. Text and query must pass
 * through the same rules, or they do not meet.
 */
final class Keywords {
    // The same bound as that of IndexWord: a longer run is no word, and the index would cut it anyway.
    private static final int LONGEST = 64;
    private static final int PROLONGED_SOUND = 'ー';

    // Below it are neither scripts without spaces nor marks that any script can carry.
    private static final int FIRST_OF_OTHERS = 0x300;

    private static final Pattern APOSTROPHE = Pattern.compile("(?<=\\p{L})['\u2019](?=\\p{L})");
    private static final Pattern JOINT = Pattern.compile("_+|(?<=\\p{Ll})(?=\\p{Lu})");

    private final List<String> found = new ArrayList<>();

    private Keywords() {}

    static List<String> of(String nfkc) {
        Keywords keywords = new Keywords();
        String text = nfkc.indexOf('\'') < 0 && nfkc.indexOf('\u2019') < 0
                ? nfkc
                : APOSTROPHE.matcher(nfkc).replaceAll("");
        int start = -1;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            if (isOfARun(codePoint)) {
                start = start < 0 ? i : start;
            } else if (start >= 0) {
                keywords.run(text.substring(start, i));
                start = -1;
            }
            i += Character.charCount(codePoint);
        }
        if (start >= 0) {
            keywords.run(text.substring(start));
        }
        return List.copyOf(keywords.found);
    }

    /** Whether a character is a letter, a mark, a decimal digit or {@code _}. */
    private static boolean isOfARun(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.DECIMAL_DIGIT_NUMBER -> true;
            default -> codePoint == '_';
        };
    }

    /** Splits a run where a script without spaces begins or ends, for such a stretch has no words to be found. */
    private void run(String run) {
        int start = 0;
        while (start < run.length()) {
            boolean spaceless = isSpaceless(run.codePointAt(start));
            int end = start;
            while (end < run.length() && belongs(run.codePointAt(end), spaceless)) {
                end += Character.charCount(run.codePointAt(end));
            }
            if (spaceless) {
                pairs(run.substring(start, end));
            } else {
                name(run.substring(start, end));
            }
            start = end;
        }
    }

    private static boolean belongs(int codePoint, boolean spaceless) {
        if (codePoint < FIRST_OF_OTHERS) {
            return !spaceless;
        }
        // The sound mark is of no script, and neither are marks that any script can carry.
        boolean neutral = codePoint == PROLONGED_SOUND || UnicodeScript.of(codePoint) == UnicodeScript.INHERITED;
        return neutral || isSpaceless(codePoint) == spaceless;
    }

    private static boolean isSpaceless(int codePoint) {
        if (codePoint < FIRST_OF_OTHERS) {
            return false;
        }
        return switch (UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    private void pairs(String stretch) {
        int[] codePoints = stretch.codePoints().toArray();
        if (codePoints.length == 1) {
            found.add(stretch);
        }
        for (int i = 0; i + 1 < codePoints.length; i++) {
            found.add(new String(codePoints, i, 2));
        }
    }

    private void name(String run) {
        int from = 0;
        int to = run.length();
        while (from < to && run.charAt(from) == '_') {
            from++;
        }
        while (to > from && run.charAt(to - 1) == '_') {
            to--;
        }
        String name = run.substring(from, to);
        add(name);
        if (mayHaveParts(name)) {
            List<String> parts = JOINT.splitAsStream(name).toList();
            if (parts.size() > 1) {
                parts.forEach(this::add);
            }
        }
    }

    private static boolean mayHaveParts(String name) {
        return name.codePoints()
                .anyMatch(codePoint -> codePoint == '_' || Character.getType(codePoint) == Character.UPPERCASE_LETTER);
    }

    private void add(String name) {
        String term = name.toLowerCase(Locale.ROOT);
        int length = term.codePointCount(0, term.length());
        if (length == 0 || (length == 1 && !Character.isDigit(term.codePointAt(0))) || StopWords.contains(term)) {
            return;
        }
        found.add(length <= LONGEST ? term : term.substring(0, term.offsetByCodePoints(0, LONGEST)));
    }
}
