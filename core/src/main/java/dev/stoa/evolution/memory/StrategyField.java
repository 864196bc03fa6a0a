package dev.stoa.evolution.memory;

import dev.stoa.base.TextEnum;

/** What strategies can be filtered by. */
public enum StrategyField implements TextEnum {
    EPISODE_ID,
    GENERATION_ID,
    AGENT_ARCHETYPE,
    TACTICAL_CLASSIFICATION,
    JUDGE_SCORE,
    TERMINATION_REASON,
    CREATED_AGENTS_PRESENT,
    RUN_ID,
    SCENARIO,
    ACTOR_ID,
    /** The number of the generation in its run. */
    GENERATION;

    boolean isNumber() {
        return this == JUDGE_SCORE || this == GENERATION;
    }
}
