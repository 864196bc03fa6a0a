package dev.stoa.society.base;

import dev.stoa.base.Trust;

/**
 * On whose behalf the society is used. Immutable.
 *
 * @param identity the agent that acts, by identity, alias or id
 * @param operator whether it may see and do everything; it then writes as {@code human}
 * @param ceiling the most trust that anything it writes can have
 */
public record Actor(String identity, boolean operator, Trust ceiling) {
    /** The agent of everybody who is not one. */
    public static final String HUMAN = "human";

    /** The person at the keyboard. */
    public static Actor human() {
        return new Actor(HUMAN, false, Trust.HUMAN);
    }

    /** An agent; {@code human} is the person. */
    public static Actor of(String identity) {
        return new Actor(identity, false, Trust.HUMAN);
    }

    /** Whoever looks after the society. */
    public static Actor admin() {
        return new Actor(HUMAN, true, Trust.HUMAN);
    }

    /** The same actor, whose word counts no more than this. */
    public Actor atMost(Trust bound) {
        return new Actor(identity, operator, ceiling.atMost(bound));
    }
}
