package dev.stoa.learning.consensus;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How much of a debate agreed. It counts heads; how sure they were plays no part. */
public enum Strength {
    /** All participants agreed. */
    UNANIMOUS,
    /** More than 80 of 100 did. */
    STRONG,
    /** At least 60 of 100 did. */
    MODERATE,
    /** More than half did. */
    WEAK,
    /** No majority. */
    SPLIT,
    /** No majority, and at least one dissent is fundamental. */
    CONTESTED;

    /**
     * The strength of these counts, compared in whole numbers so that nothing is rounded.
     *
     * @param fundamental whether a stored dissent is a fundamental disagreement
     */
    public static Strength of(long agreeing, long participants, boolean fundamental) {
        if (agreeing == participants) {
            return UNANIMOUS;
        }
        if (5 * agreeing > 4 * participants) {
            return STRONG;
        }
        if (5 * agreeing >= 3 * participants) {
            return MODERATE;
        }
        if (2 * agreeing > participants) {
            return WEAK;
        }
        return fundamental ? CONTESTED : SPLIT;
    }

    /** The word under which it is stored. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The strength of a stored word; empty for none, or for one that another program made up. */
    static Optional<Strength> stored(@Nullable String text) {
        return Arrays.stream(values())
                .filter(strength -> strength.text().equals(text))
                .findFirst();
    }
}
