package dev.stoa.evolution.play;

import dev.stoa.base.TextEnum;

/** Why an episode ended. */
public enum Reason implements TextEnum {
    /** A primary actor broke it off. */
    ABORT_EPISODE,
    /** Every required actor endorsed the state as it stands. */
    AGREEMENT,
    /** A primary actor gave no valid output too often; there is nothing to judge. */
    CORRUPTED,
    /** It used too many tokens; there is nothing to judge. */
    TOKEN_LIMIT,
    /** Its turns were used up. */
    TIMEOUT
}
