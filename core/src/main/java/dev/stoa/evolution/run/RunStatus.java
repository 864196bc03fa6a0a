package dev.stoa.evolution.run;

import dev.stoa.base.TextEnum;

/** The state of a run. */
public enum RunStatus implements TextEnum {
    /** A process owns it. */
    RUNNING,
    /** It waits to be claimed. */
    PAUSED,
    /** It reached its end. */
    COMPLETED,
    /** It broke off. */
    FAILED,
    /** It was given up, for good. */
    CANCELLED
}
