package dev.stoa.engine.provider.evidence;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How an extractive agent reads: what makes a sentence relevant to it, and what it does with what it finds. */
public enum Strategy {
    /** By shared words. */
    LEXICAL,
    /** By meaning. */
    SEMANTIC,
    /** By the mean of both. */
    HYBRID,
    /** By both, and looks for the contrary before it says anything. */
    SKEPTIC,
    /** By words, in the light of the whole document and of what stands around a sentence. */
    DOCUMENT,
    /** Hybrid, and for the second-best draft if it is nearly as good. */
    CONTRARIAN;

    private static final double SUPPORTED = 0.35;
    private static final double WORTH_SAYING = 0.15;
    private static final double COVERED = 0.55;
    private static final double WELL_COVERED = 0.6;
    private static final double PARTLY_COVERED = 0.5;

    /** The support from which a claim counts as supported. */
    static double supported() {
        return SUPPORTED;
    }

    /** The support below which it abstains from an open question. */
    double least() {
        return this == SKEPTIC ? SUPPORTED : WORTH_SAYING;
    }

    /** The share of a closed question that a sentence and what stands around it must hold to answer it. */
    double leastCover() {
        return switch (this) {
            case SEMANTIC -> PARTLY_COVERED;
            case SKEPTIC -> WELL_COVERED;
            case LEXICAL, HYBRID, DOCUMENT, CONTRARIAN -> COVERED;
        };
    }

    /** Whether it goes by meaning too. */
    boolean byMeaning() {
        return this != LEXICAL && this != DOCUMENT;
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
