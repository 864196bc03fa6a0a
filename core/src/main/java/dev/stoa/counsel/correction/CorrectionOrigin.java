package dev.stoa.counsel.correction;

import dev.stoa.base.TextEnum;

/** How a correction came about. */
public enum CorrectionOrigin implements TextEnum {
    /** A person stated it as a correction. */
    EXPLICIT,
    /** It was detected in what a person wrote. */
    IMPLICIT,
    /** A model suggested it in a review. */
    REVIEW;

    /** The origin of a word. */
    static CorrectionOrigin of(String text) {
        return TextEnum.of("origin", values(), text);
    }
}
