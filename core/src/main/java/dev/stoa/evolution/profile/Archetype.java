package dev.stoa.evolution.profile;

import dev.stoa.base.TextEnum;

/** What part an actor plays. */
public enum Archetype implements TextEnum {
    /** A party, which is judged. */
    PRIMARY_ACTOR,
    /** It tells news. */
    DISRUPTOR_INFO,
    /** It raises and lowers the tension. */
    DISRUPTOR_TENSION,
    /** A participant that was designed during a run. */
    CREATED_AGENT
}
