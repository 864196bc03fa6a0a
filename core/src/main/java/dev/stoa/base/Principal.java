package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/**
 * Who acts: the name that records carry, the agent if it is one, and what it may do. Immutable. Every wing and every
 * way in takes the same principal.
 *
 * @param name the name that records of the act carry
 * @param agent the agent that acts, by identity, alias or id; null if a person or a program acts
 * @param operator whether it may see and change what belongs to others
 * @param confined whether only what is shared, or the agent's own, exists for it
 * @param ceiling the most trust that anything it writes can have
 */
public record Principal(String name, @Nullable String agent, boolean operator, boolean confined, Trust ceiling) {
    /** The identity under which a person takes part in the society. */
    public static final String PERSON = "human";

    /** A person at the command line or a program that embeds Stoa. */
    public static Principal local() {
        return new Principal("local", null, false, false, Trust.HUMAN);
    }

    /** A person or program that acts as an agent and can stop doing so; {@code human} is the person. */
    public static Principal as(String agent) {
        return agent.equals(PERSON) ? local() : new Principal(agent, agent, false, false, Trust.HUMAN);
    }

    /** The holder of a token that is bound to an agent. */
    public static Principal agentToken(String agent) {
        return new Principal(agent, agent, false, true, Trust.HUMAN);
    }

    /** The holder of a token that may write but not operate. */
    public static Principal writer(String name) {
        return new Principal(name, null, false, false, Trust.CONFIRMED);
    }

    /** A person or the holder of a token that may operate. */
    public static Principal operator(String name) {
        return new Principal(name, null, true, false, Trust.HUMAN);
    }

    /** The agent under which this principal takes part in the society. */
    public String identity() {
        return agent == null ? PERSON : agent;
    }

    /** The most trust that its own word can have: that of an agent is never more than an agent's. */
    public Trust trust() {
        return agent == null ? ceiling : ceiling.atMost(Trust.AGENT);
    }

    /** The same principal, whose word counts no more than this. */
    public Principal atMost(Trust bound) {
        return new Principal(name, agent, operator, confined, ceiling.atMost(bound));
    }
}
