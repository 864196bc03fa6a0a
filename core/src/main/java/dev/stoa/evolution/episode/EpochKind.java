package dev.stoa.evolution.episode;

import dev.stoa.base.TextEnum;

/** What an epoch is played for. */
public enum EpochKind implements TextEnum {
    /** What the generation is measured by. */
    PRODUCTION,
    /** The incumbents on the seeds of the trials. */
    BASELINE,
    /** A first selection of variants. */
    CULL,
    /** A candidate against the baseline. */
    TRIAL,
    /** A created agent against the baseline. */
    CREATION_TRIAL,
    /** A generation without one of its created agents. */
    REVIEW
}
