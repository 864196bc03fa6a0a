package dev.stoa.counsel.correction;

import dev.stoa.base.TextEnum;

/** What happened to a correction. */
public enum CorrectionEventKind implements TextEnum {
    /** It was stored as active. */
    CREATED,
    /** It was stored as a proposal. */
    PROPOSED,
    /** A person said that it holds. */
    CONFIRMED,
    /** A version with another claim took its place. */
    EDITED,
    /** Another correction of the same subject took its place. */
    SUPERSEDED,
    /** The prompt of an answer held it. */
    APPLIED,
    /** An answer repeated what it rejects. */
    VIOLATED,
    /** It was withdrawn, rejected, or never confirmed. */
    RETIRED;

    /** The kind of a word. */
    static CorrectionEventKind of(String text) {
        return TextEnum.of("event", values(), text);
    }
}
