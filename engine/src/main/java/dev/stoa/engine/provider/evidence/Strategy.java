package dev.stoa.engine.provider.evidence;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How an extractive agent reads: what makes a passage relevant to it, and what it does with what it finds. */
public enum Strategy {
    /** By shared words. */
    LEXICAL,
    /** By meaning. */
    SEMANTIC,
    /** By the mean of both. */
    HYBRID,
    /** Hybrid, and silent unless well supported. */
    SKEPTIC,
    /** Hybrid, and for the second-best draft if it is nearly as good. */
    CONTRARIAN;

    private static final double SUPPORTED = 0.35;
    private static final double WORTH_SAYING = 0.15;

    /** The support from which a claim counts as supported. */
    static double supported() {
        return SUPPORTED;
    }

    /** The support below which it abstains. */
    double least() {
        return this == SKEPTIC ? SUPPORTED : WORTH_SAYING;
    }

    /** Its name in requests. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The strategy of a word; an unknown one is refused with the nearest known. */
    public static Strategy of(String text) {
        List<String> known = Arrays.stream(values()).map(Strategy::text).toList();
        return values()[known.indexOf(Bounds.word("strategy", text, known))];
    }
}
