package dev.stoa.search.text;

import java.util.List;

/**
 * Porter's stemmer for English ("An algorithm for suffix stripping", 1980) as the text indexes have it. Stateless, safe
 * from any thread.
 */
public final class Stemmer {
    /** No English word is longer; the text indexes cut a word there. */
    private static final int LONGEST = 64;

    private record Rule(String end, String put) {}

    private static final List<Rule> SECOND =
            rules("ational ate tional tion enci ence anci ance izer ize bli ble alli al entli ent eli e ousli ous"
                    + " ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive"
                    + " biliti ble logi log");
    private static final List<Rule> THIRD = rules("icate ic ative - alize al iciti ic ical ic ful - ness -");
    private static final List<Rule> FOURTH =
            rules("al - ance - ence - er - ic - able - ible - ant - ement - ment - ent - ou - ism - ate - iti - ous -"
                    + " ive - ize -");

    private Stemmer() {}

    private static List<Rule> rules(String pairs) {
        String[] words = pairs.split(" ", -1);
        return java.util.stream.IntStream.range(0, words.length / 2)
                .mapToObj(i -> new Rule(words[2 * i], words[2 * i + 1].equals("-") ? "" : words[2 * i + 1]))
                .toList();
    }

    /** The stem of a lower-case word; what is short, long or not of the letters a to z stays as it is. */
    public static String stem(String word) {
        if (word.length() < 3 || word.length() > LONGEST || !word.chars().allMatch(c -> c >= 'a' && c <= 'z')) {
            return word;
        }
        String w = plural(word);
        w = past(w);
        if (w.endsWith("y") && hasVowel(cut(w, 1))) {
            w = cut(w, 1) + "i";
        }
        w = replace(w, SECOND, 0);
        w = replace(w, THIRD, 0);
        w = fourth(w);
        return last(w);
    }

    private static String plural(String w) {
        if (w.endsWith("sses") || w.endsWith("ies")) {
            return cut(w, 2);
        }
        return w.endsWith("s") && !w.endsWith("ss") ? cut(w, 1) : w;
    }

    private static String past(String w) {
        if (w.endsWith("eed")) {
            return measure(cut(w, 3)) > 0 ? cut(w, 1) : w;
        }
        int end = w.endsWith("ed") ? 2 : w.endsWith("ing") ? 3 : 0;
        if (end == 0 || !hasVowel(cut(w, end))) {
            return w;
        }
        String stem = cut(w, end);
        if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
            return stem + "e";
        }
        int n = stem.length();
        if (n > 1
                && stem.charAt(n - 1) == stem.charAt(n - 2)
                && !vowel(stem, n - 1)
                && "lsz".indexOf(stem.charAt(n - 1)) < 0) {
            return cut(stem, 1);
        }
        return measure(stem) == 1 && shortEnd(stem) ? stem + "e" : stem;
    }

    private static String replace(String w, List<Rule> rules, int least) {
        for (Rule rule : rules) {
            if (w.endsWith(rule.end())) {
                String stem = cut(w, rule.end().length());
                return measure(stem) > least ? stem + rule.put() : w;
            }
        }
        return w;
    }

    private static String fourth(String w) {
        if (w.endsWith("ion")) {
            String stem = cut(w, 3);
            return measure(stem) > 1 && (stem.endsWith("s") || stem.endsWith("t")) ? stem : w;
        }
        return replace(w, FOURTH, 1);
    }

    private static String last(String w) {
        String stem = w;
        if (w.endsWith("e")) {
            String bare = cut(w, 1);
            int m = measure(bare);
            if (m > 1 || (m == 1 && !shortEnd(bare))) {
                stem = bare;
            }
        }
        return stem.endsWith("ll") && measure(stem) > 1 ? cut(stem, 1) : stem;
    }

    private static String cut(String w, int letters) {
        return w.substring(0, w.length() - letters);
    }

    private static boolean vowel(String w, int i) {
        char c = w.charAt(i);
        return "aeiou".indexOf(c) >= 0 || (c == 'y' && i > 0 && !vowel(w, i - 1));
    }

    private static boolean hasVowel(String w) {
        for (int i = 0; i < w.length(); i++) {
            if (vowel(w, i)) {
                return true;
            }
        }
        return false;
    }

    /** How often a consonant follows a vowel. */
    private static int measure(String w) {
        int m = 0;
        for (int i = 1; i < w.length(); i++) {
            if (!vowel(w, i) && vowel(w, i - 1)) {
                m++;
            }
        }
        return m;
    }

    private static boolean shortEnd(String w) {
        int n = w.length();
        return n >= 3 && !vowel(w, n - 1) && vowel(w, n - 2) && !vowel(w, n - 3) && "wxy".indexOf(w.charAt(n - 1)) < 0;
    }
}
