package dev.stoa.evolution.verdict;

import dev.stoa.base.TextEnum;

/** What was decided. */
public enum VerdictOutcome implements TextEnum {
    /** Nothing yet. */
    PENDING,
    /** It did not survive the first selection. */
    CULLED,
    /** It is better. */
    ACCEPTED,
    /** It is not shown to be better. */
    REJECTED,
    /** Too little was played to decide. */
    INSUFFICIENT,
    /** There was nothing to decide. */
    SKIPPED
}
