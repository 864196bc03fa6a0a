package dev.stoa.evolution.run;

import dev.stoa.base.TextEnum;

/** What a run plays. */
public enum RunKind implements TextEnum {
    /** Negotiations. */
    NEGOTIATION,
    /** Debates. */
    DEBATE,
    /** What another program played; only its results are here. */
    EXTERNAL
}
