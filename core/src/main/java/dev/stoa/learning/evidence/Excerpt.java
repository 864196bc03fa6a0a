package dev.stoa.learning.evidence;

import dev.stoa.search.text.TextQuery;
import dev.stoa.search.text.Tokenizer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The part of a text that shows best why it was found, with the searched words in it. Immutable. The words are found by
 * a simple stemmer of its own, so a word that the index took for the same may stay unmarked; no hit depends on it.
 *
 * @param text at most 240 characters
 * @param matches the searched words in it, counted in characters (code points)
 */
record Excerpt(String text, List<Found.Span> matches) {
    static final int LONGEST = 240;
    private static final int LEAD = 40;
    private static final int SHORTEST_STEM = 3;
    private static final List<String> ENDINGS =
            List.of("ations", "ation", "ings", "ing", "ies", "ied", "ed", "es", "s", "e", "y");

    /** A word of a text, by its code points. */
    private record Word(int start, int end, String stem) {}

    static Excerpt of(String snippet, TextQuery query) {
        Set<String> searched = new HashSet<>();
        query.terms().forEach(term -> searched.add(stem(term)));
        int[] text = snippet.codePoints().toArray();
        List<Word> hits = words(text).stream()
                .filter(word -> searched.contains(word.stem()))
                .toList();
        int from = start(hits, text);
        int to = end(text, from);
        List<Found.Span> matches = hits.stream()
                .filter(word -> word.start() >= from && word.end() <= to)
                .map(word -> new Found.Span(word.start() - from, word.end() - from))
                .toList();
        return new Excerpt(new String(text, from, to - from), matches);
    }

    /** Where the window with the most different searched words begins; the first of equals. */
    private static int start(List<Word> hits, int[] text) {
        int best = 0;
        int most = 0;
        for (int i = 0; i < hits.size(); i++) {
            Set<String> stems = new HashSet<>();
            int limit = hits.get(i).start() + LONGEST - LEAD;
            for (int j = i; j < hits.size() && hits.get(j).end() <= limit; j++) {
                stems.add(hits.get(j).stem());
            }
            if (stems.size() > most) {
                most = stems.size();
                best = hits.get(i).start();
            }
        }
        int from = Math.max(0, Math.min(best - LEAD, text.length - LONGEST));
        // On to the beginning of a word, but not past the match; going back could push a match out at the end.
        while (from > 0 && from < best && isWord(text[from - 1])) {
            from++;
        }
        return from;
    }

    private static int end(int[] text, int from) {
        int to = Math.min(text.length, from + LONGEST);
        for (int back = 0; to < text.length && back < LEAD; back++) {
            if (!isWord(text[to]) || !isWord(text[to - 1])) {
                return to;
            }
            to--;
        }
        return Math.min(text.length, from + LONGEST);
    }

    private static List<Word> words(int[] text) {
        List<Word> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length; i++) {
            boolean inside = i < text.length && isWord(text[i]);
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                int from = start;
                int to = i;
                // One run may be several words after normalisation; then the first stands for it.
                Tokenizer.words(new String(text, from, to - from)).stream()
                        .findFirst()
                        .ifPresent(word -> words.add(new Word(from, to, stem(word))));
                start = -1;
            }
        }
        return words;
    }

    private static boolean isWord(int c) {
        return Character.isLetterOrDigit(c);
    }

    private static String stem(String word) {
        for (String ending : ENDINGS) {
            if (word.endsWith(ending) && word.length() - ending.length() >= SHORTEST_STEM) {
                return word.substring(0, word.length() - ending.length());
            }
        }
        return word;
    }
}
