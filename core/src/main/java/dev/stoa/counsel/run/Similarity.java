package dev.stoa.counsel.run;

import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How much two answers say the same, from 0 to 1. Thread-safe. */
public final class Similarity {
    private static final Pattern ARTICLE = Pattern.compile("a|an|the");
    private static final Pattern PUNCTUATION = Pattern.compile("[\\p{P}\\p{S}]");
    private static final String KEPT_BEFORE = "-+$€£%";
    private static final String KEPT_BEHIND = "%$€£";
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d{1,3}(,\\d{3})+|\\d+)?(\\.\\d+)?(e[-+]?\\d{1,3})?");
    // A longer one is compared as a text: reading it would take time that grows faster than its length.
    private static final int LONGEST_NUMBER = 100;
    private static final int SHORT = 6;
    private static final double UNLIKE = .60;

    private final Embedder embedder;

    private Similarity(Embedder embedder) {
        this.embedder = embedder;
    }

    /** A comparison by meaning where there is an embedder, else by words. */
    public static Similarity by(Embedder embedder) {
        return new Similarity(embedder);
    }

    /**
     * How much two answers say the same.
     *
     * @param text what is shown of a reply
     * @param answer its line {@code ANSWER:}; null if it has none
     */
    public double of(String text, @Nullable String answer, String otherText, @Nullable String otherAnswer) {
        String one = answer == null ? "" : normal(answer);
        String two = otherAnswer == null ? "" : normal(otherAnswer);
        if (!one.isEmpty() && !two.isEmpty()) {
            if (one.equals(two)) {
                return 1;
            }
            if (terms(one) <= SHORT && terms(two) <= SHORT) {
                return 0;
            }
        }
        if (text.equals(otherText)) {
            return 1;
        }
        return embedder.isOn()
                ? Utility.clamp(
                        (embedder.likeness(embedder.embed(text), embedder.embed(otherText)) - UNLIKE) / (1 - UNLIKE))
                : jaccard(text, otherText);
    }

    private static int terms(String text) {
        return Tokenizer.keywords(text).size();
    }

    private static double jaccard(String text, String other) {
        Set<String> one = new HashSet<>(Tokenizer.keywords(text));
        Set<String> two = new HashSet<>(Tokenizer.keywords(other));
        Set<String> all = new HashSet<>(one);
        all.addAll(two);
        one.retainAll(two);
        return all.isEmpty() ? 0 : (double) one.size() / all.size();
    }

    /** An answer as it is compared: without articles, case, outer punctuation and the many ways to write a number. */
    static String normal(String answer) {
        return Arrays.stream(
                        outer(Tokenizer.plain(answer).toLowerCase(Locale.ROOT)).split(" "))
                .map(word -> number(outer(word)))
                .filter(word -> !word.isEmpty() && !ARTICLE.matcher(word).matches())
                .collect(Collectors.joining(" "));
    }

    /** A text without the punctuation around it, but for signs that belong to a number. */
    private static String outer(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && isOuter(text.codePointAt(begin), KEPT_BEFORE)) {
            begin = text.offsetByCodePoints(begin, 1);
        }
        while (begin < end && isOuter(text.codePointBefore(end), KEPT_BEHIND)) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(begin, end);
    }

    private static boolean isOuter(int c, String kept) {
        return kept.indexOf(c) < 0 && PUNCTUATION.matcher(Character.toString(c)).matches();
    }

    private static String number(String word) {
        if (word.isEmpty()
                || word.length() > LONGEST_NUMBER
                || !NUMBER.matcher(word).matches()
                || word.chars().noneMatch(Character::isDigit)) {
            return word;
        }
        BigDecimal value = new BigDecimal(word.replace(",", "")).stripTrailingZeros();
        return value.signum() == 0 ? "0" : value.toPlainString();
    }
}
