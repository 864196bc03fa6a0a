package dev.stoa.debate.rules.voting;

import dev.stoa.base.Bounds;
import dev.stoa.base.TextNormalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a debate: their keys, and when two answers are the same one. Stateless, safe from any thread. Two
 * answers that differ in a number or in a negation never are, however near their meanings.
 */
public final class Options {
    /** As many as there are keys. */
    public static final int MOST = 26;

    private static final double NEAR = 0.90;
    private static final int ENOUGH_WORDS = 3;

    private Options() {}

    /** The key of an option: A for 0. */
    public static String key(int option) {
        return String.valueOf((char) ('A' + Math.toIntExact(Bounds.whole("option", option, 0, MOST - 1))));
    }

    /** The key of an option, null for -1. */
    public static @Nullable String keyOrNull(int option) {
        return option < 0 ? null : key(option);
    }

    /** The option of a key, -1 if it is none. */
    public static int index(String key) {
        return key.length() == 1 && key.charAt(0) >= 'A' && key.charAt(0) < 'A' + MOST ? key.charAt(0) - 'A' : -1;
    }

    /**
     * Whether two answers are the same.
     *
     * @param cosine of their meanings; NaN where no semantic embedder is loaded
     */
    public static boolean same(String a, String b, double cosine) {
        return TextNormalizer.of(a).equals(TextNormalizer.of(b)) || (cosine >= NEAR && needsCosine(a, b));
    }

    /** Whether the cosine of two answers can decide whether they are the same; else {@link #same} needs none. */
    public static boolean needsCosine(String a, String b) {
        return !TextNormalizer.of(a).equals(TextNormalizer.of(b))
                && AnswerWording.contentWords(a) >= ENOUGH_WORDS
                && AnswerWording.contentWords(b) >= ENOUGH_WORDS
                && AnswerWording.numbers(a).equals(AnswerWording.numbers(b))
                && AnswerWording.isNegated(a) == AnswerWording.isNegated(b);
    }

    /** The option of an answer to a closed question: the one with that label, else with that key; -1 if there is none. */
    public static int chosen(List<String> labels, String answer) {
        String norm = TextNormalizer.of(answer);
        for (int option = 0; option < labels.size(); option++) {
            if (TextNormalizer.of(labels.get(option)).equals(norm)) {
                return option;
            }
        }
        int option = norm.length() == 1 ? norm.charAt(0) - 'a' : -1;
        return option >= 0 && option < labels.size() ? option : -1;
    }

    /** Refuses labels of which two are the same after {@link TextNormalizer}, and names them. */
    public static void distinct(List<String> labels) {
        Map<String, String> seen = new HashMap<>();
        for (String label : labels) {
            String other = seen.putIfAbsent(TextNormalizer.of(label), label);
            if (other != null) {
                throw Bounds.invalid(
                        "options " + Bounds.shown(other) + " and " + Bounds.shown(label) + " are the same",
                        "drop one, or word them so that they differ in more than case and punctuation");
            }
        }
    }
}
