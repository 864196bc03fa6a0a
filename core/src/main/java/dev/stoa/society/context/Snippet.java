package dev.stoa.society.context;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The part of a text around the first word that was asked for, in one line. Stateless. */
final class Snippet {
    /** No snippet has more characters. */
    static final int LONGEST = 240;

    private static final int BEFORE = 60;
    private static final int SHORTEST_STEM = 3;
    private static final String CUT = "…";
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Cntrl}]+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}\\p{M}]+");
    private static final Pattern MARK = Pattern.compile("\\p{M}+");

    private Snippet() {}

    static String of(String text, List<String> terms) {
        String line = SPACE.matcher(text).replaceAll(" ").strip();
        int length = line.codePointCount(0, line.length());
        if (length <= LONGEST) {
            return line;
        }
        int at = line.codePointCount(0, first(line, terms));
        int from = Math.clamp((long) at - BEFORE, 0, length - LONGEST + 1);
        if (from > 0) {
            int start = line.offsetByCodePoints(0, from);
            int space = line.indexOf(' ', start);
            int word = space < 0 ? from : line.codePointCount(0, space) + 1;
            from = word <= at ? word : from;
        }
        int room = LONGEST - (from > 0 ? 1 : 0);
        boolean cut = length - from > room;
        int to = cut ? from + room - 1 : length;
        String part = line.substring(line.offsetByCodePoints(0, from), line.offsetByCodePoints(0, to));
        return (from > 0 ? CUT : "") + part.strip() + (cut ? CUT : "");
    }

    /** Where the first of the terms stands; where none does, that of a word with the same beginning, as of one stem. */
    private static int first(String line, List<String> terms) {
        List<String> sought = new ArrayList<>();
        terms.forEach(term -> sought.add(folded(term)));
        int like = -1;
        for (var word = WORD.matcher(line); word.find(); ) {
            String folded = folded(word.group());
            if (sought.contains(folded)) {
                return word.start();
            }
            if (like < 0 && sought.stream().anyMatch(term -> alike(term, folded))) {
                like = word.start();
            }
        }
        return Math.max(0, like);
    }

    private static String folded(String word) {
        String parts = Normalizer.normalize(word, Normalizer.Form.NFKD);
        return MARK.matcher(parts).replaceAll("").toLowerCase(Locale.ROOT);
    }

    private static boolean alike(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int same = 0;
        while (same < shorter && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return same >= Math.max(SHORTEST_STEM, shorter - 2);
    }
}
