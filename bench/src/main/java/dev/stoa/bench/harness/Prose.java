package dev.stoa.bench.harness;

import java.util.Random;

/**
 * Texts whose words are as unevenly common as those of a language, the same on every machine. Immutable. Text n is
 * always the same; words are made of syllables, so that a stemmer leaves them alone.
 */
public final class Prose {
    private static final int VOCABULARY = 20_000;
    private static final String[] SYLLABLES = {
        "ba", "ko", "ti", "lu", "ma", "ro", "ne", "pi", "su", "da", "vo", "ke", "ra", "mi", "to", "lo", "fa", "gu",
        "ha", "zo"
    };
    /** The words that questions are made of: neither in every text nor in hardly any. */
    private static final int COMMON = 100;

    private static final int RARE = 2_000;
    private static final int FREQUENT = 6;

    private final int words;

    /** Texts of so many words. */
    public Prose(int words) {
        this.words = words;
    }

    public String text(long number) {
        Random random = new Random(number * 0x9E3779B97F4A7C15L + 7);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(i == 0 ? "" : " ").append(word(zipf(random)));
        }
        // A number of its own keeps every text unlike every other.
        return text.append(" n").append(number).toString();
    }

    /** Two words that occur in a small part of the texts. */
    public String question(long number) {
        Random random = new Random(number * 31 + 11);
        return word(COMMON + random.nextInt(RARE - COMMON)) + " " + word(COMMON + random.nextInt(RARE - COMMON));
    }

    /** The word that occurs most, in nearly all texts of thirty words. */
    public static String commonest() {
        return word(0);
    }

    /** A word that occurs in a third of the texts of thirty words. */
    public static String frequent() {
        return word(FREQUENT);
    }

    /** A rank whose frequency is nearly inverse to it. */
    private static int zipf(Random random) {
        return (int) Math.min(VOCABULARY - 1.0, Math.exp(random.nextDouble() * Math.log(VOCABULARY)) - 1);
    }

    private static String word(int rank) {
        StringBuilder word = new StringBuilder("q");
        int rest = rank;
        do {
            word.append(SYLLABLES[rest % SYLLABLES.length]);
            rest /= SYLLABLES.length;
        } while (rest > 0);
        return word.toString();
    }
}
