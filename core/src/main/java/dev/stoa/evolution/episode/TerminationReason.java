package dev.stoa.evolution.episode;

import dev.stoa.base.TextEnum;

/** Why an episode ended. */
public enum TerminationReason implements TextEnum {
    /** All required actors endorsed one state. */
    AGREEMENT,
    /** An actor gave up. */
    ABORT_EPISODE,
    /** There were no turns left. */
    TIMEOUT,
    /** An actor made too many invalid proposals. */
    CORRUPTED,
    /** There were no tokens left. */
    TOKEN_LIMIT
}
