package dev.stoa.base;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who acts: the name that records carry, the agent if it is one, and what it may do. Immutable. Every wing and every
 * way in takes the same principal, and {@link Rights} decides what it may.
 *
 * <p>Hazard: nothing here is proved. A process that can read the files of an archive can act as anyone; a wall between
 * agents needs a server that makes the principal from a token.
 *
 * @param name the name that records of the act carry
 * @param agent the agent that acts, by identity, alias or id; null if a person or a program acts. For an agent exists
 *     only what is shared, or its own
 * @param task the execution inside which the agent acts; null if it acts in none
 * @param rights what it may do
 * @param operator whether it may see and change what belongs to others
 * @param ceiling the most trust that anything it writes can have
 * @param trace how the act came in
 */
public record Principal(
        String name,
        @Nullable String agent,
        @Nullable String task,
        Set<Right> rights,
        boolean operator,
        Trust ceiling,
        Trace trace) {
    public Principal {
        Bounds.given("name", name);
        rights = Set.copyOf(Bounds.given("rights", rights));
        Bounds.given("ceiling", ceiling);
        Bounds.given("trace", trace);
        if (task != null && agent == null) {
            throw Bounds.invalid("execution " + Bounds.shown(task) + " is of no agent", "name the agent too");
        }
    }

    /** A principal whose acts came in by no token and no request. */
    public Principal(
            String name,
            @Nullable String agent,
            @Nullable String task,
            Set<Right> rights,
            boolean operator,
            Trust ceiling) {
        this(name, agent, task, rights, operator, ceiling, Trace.NONE);
    }

    /** The identity under which a person takes part in the society. */
    public static final String PERSON = "human";

    private static final Set<Right> ALL = EnumSet.allOf(Right.class);
    private static final Set<Right> WRITING = EnumSet.of(Right.NOTHING, Right.READ, Right.WRITE);

    /** A person at the command line or a program that embeds Stoa. */
    public static Principal local() {
        return new Principal("local", null, null, ALL, false, Trust.HUMAN);
    }

    /** A person or program that acts as an agent, and may ask models as it could itself; {@code human} is the person. */
    public static Principal as(String agent) {
        return Bounds.given("agent", agent).equals(PERSON)
                ? local()
                : agentToken(agent).with(Right.ASK);
    }

    /** The holder of a token that is bound to an agent; whatever its name is, it is never a person. */
    public static Principal agentToken(String agent) {
        return new Principal(Bounds.given("agent", agent), agent, null, WRITING, false, Trust.HUMAN);
    }

    /**
     * What runs inside an execution of an agent, and writes with an agent's trust at most. It does not ask models: what
     * they start would be outside the execution and its limits.
     */
    public static Principal inside(String agent, String task) {
        return new Principal(
                Bounds.given("agent", agent), agent, Bounds.given("task", task), WRITING, false, Trust.AGENT);
    }

    /** The holder of a token that may write but not operate. */
    public static Principal writer(String name) {
        return new Principal(name, null, null, WRITING, false, Trust.CONFIRMED);
    }

    /** A person or the holder of a token that may operate. */
    public static Principal operator(String name) {
        return new Principal(name, null, null, ALL, true, Trust.HUMAN);
    }

    /** The agent under which this principal takes part in the society. */
    public String identity() {
        return agent == null ? PERSON : agent;
    }

    /** Who it is, for messages: {@code agent eve}, or the name of a person or program. */
    public String shown() {
        return task != null ? "execution " + task + " of agent " + agent : agent != null ? "agent " + agent : name;
    }

    /** The most trust that its own word can have: that of an agent is never more than an agent's. */
    public Trust trust() {
        return agent == null ? ceiling : ceiling.atMost(Trust.AGENT);
    }

    /** The same principal with a further right, as a token may give one to an agent. */
    public Principal with(Right right) {
        Set<Right> more = EnumSet.of(Bounds.given("right", right));
        more.addAll(rights);
        return new Principal(name, agent, task, more, operator, ceiling, trace);
    }

    /** The same principal with a lower ceiling of trust. */
    public Principal atMost(Trust bound) {
        return new Principal(name, agent, task, rights, operator, ceiling.atMost(Bounds.given("bound", bound)), trace);
    }

    /** The same principal with or without sight of what belongs to others. */
    public Principal seeing(boolean others) {
        return others == operator ? this : new Principal(name, agent, task, rights, others, ceiling, trace);
    }

    /** The same principal, acting through this token, request and trace. */
    public Principal by(Trace way) {
        return new Principal(name, agent, task, rights, operator, ceiling, way);
    }
}
