package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a store is used: who is named in its records, and how far what they write may be believed. Immutable.
 *
 * @param actor the name that records of the act carry
 * @param agent the agent that acts, if it is one
 * @param ceiling the most trust that anything written by this caller can have
 * @param confined whether only what is shared, or the agent's own, exists for this caller
 */
public record Caller(String actor, @Nullable String agent, Trust ceiling, boolean confined) {
    /** A person at the command line or a program that embeds Stoa. */
    public static Caller local() {
        return new Caller("local", null, Trust.HUMAN, false);
    }

    /** A person or program that acts as an agent, and can stop doing so. */
    public static Caller as(String agent) {
        return agent.equals("human") ? local() : new Caller(agent, agent, Trust.AGENT, false);
    }

    /** The holder of a token that is bound to an agent. */
    public static Caller agentToken(String agent) {
        return new Caller(agent, agent, Trust.AGENT, true);
    }

    /** The holder of a token that may write but not operate. */
    public static Caller writer(String actor) {
        return new Caller(actor, null, Trust.CONFIRMED, false);
    }

    /** The holder of a token that may operate. */
    public static Caller operator(String actor) {
        return new Caller(actor, null, Trust.HUMAN, false);
    }
}
