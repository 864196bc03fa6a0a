package dev.stoa.counsel.correction;

import dev.stoa.base.TextEnum;

/** How far a correction has come. Only an active one enters prompts. */
public enum CorrectionStatus implements TextEnum {
    /** It was detected or suggested, and a person has to confirm it. */
    PROPOSED,
    /** It holds. */
    ACTIVE,
    /** Another has taken its place. */
    SUPERSEDED,
    /** It was withdrawn, rejected, or never confirmed. */
    RETIRED;

    /** The status of a word. */
    public static CorrectionStatus of(String text) {
        return TextEnum.of("status", values(), text);
    }
}
