package dev.stoa.evolution.verdict;

import dev.stoa.base.TextEnum;

/** What a verdict is about. */
public enum VerdictKind implements TextEnum {
    /** A mutated profile. */
    MUTATION,
    /** A created agent. */
    CREATION,
    /** Whether a created agent still helps. */
    REVIEW,
    /** Two profiles by what was observed of them in use. */
    OBSERVED
}
