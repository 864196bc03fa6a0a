package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Trace;
import dev.stoa.base.Trust;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a token may do. Immutable.
 *
 * <p>{@code admin} includes {@code operate}, which includes {@code write} and {@code ask}; {@code write} includes
 * {@code read}. {@code agent:IDENTITY} reads and writes as that agent alone, and may stand beside {@code ask} or
 * {@code execution:TASK} alone: every other scope would let its holder act as a person. With {@code execution:TASK}
 * everything happens inside that execution of the agent; that it still goes on is for its reader to find out.
 *
 * @param names the scopes, sorted
 */
public record Scopes(List<String> names) {
    private static final List<String> WORDS = List.of("ask", "read", "write", "operate", "admin");
    private static final String AGENT = "agent:";
    private static final String EXECUTION = "execution:";

    public Scopes {
        Bounds.given("scopes", names);
        if (names.isEmpty()) {
            throw Bounds.invalid("no scope is given", "choose of " + known());
        }
        Set<String> checked = new TreeSet<>();
        for (String name : names) {
            checked.add(checked(name));
        }
        String agent = only(checked, AGENT);
        String execution = only(checked, EXECUTION);
        String beside = execution == null ? "ask" : EXECUTION + execution;
        if (agent != null && !Set.of(beside, AGENT + agent).containsAll(checked)) {
            throw Bounds.invalid(
                    "scope " + AGENT + agent + " stands beside " + String.join(", ", checked)
                            + "; it can stand beside ask or an execution alone",
                    "create a token for each");
        }
        if (agent == null && execution != null) {
            throw Bounds.invalid(
                    "scope " + EXECUTION + execution + " is of no agent", "give it beside " + AGENT + "IDENTITY");
        }
        names = List.copyOf(checked);
    }

    /** What runs inside an execution of an agent. */
    public static Scopes inside(String agent, String task) {
        return new Scopes(List.of(AGENT + Bounds.given("agent", agent), EXECUTION + Bounds.given("task", task)));
    }

    /** Scopes separated by commas, as they are stored and typed. */
    public static Scopes parse(String list) {
        List<String> names = new ArrayList<>();
        for (String name : Bounds.given("scopes", list).split(",", -1)) {
            if (!name.isBlank()) {
                names.add(name.strip());
            }
        }
        return new Scopes(names);
    }

    private static String checked(String name) {
        if (Bounds.given("scope", name).startsWith(AGENT)) {
            String agent = Bounds.name("agent of a scope", name.substring(AGENT.length()));
            if (agent.indexOf(',') >= 0 || agent.equals(Principal.PERSON) || agent.equals("system")) {
                throw Bounds.invalid("scope " + Bounds.shown(name) + " names no agent", "name one by its identity");
            }
            return AGENT + agent;
        }
        if (name.startsWith(EXECUTION)) {
            return EXECUTION + Bounds.id("task of a scope", name.substring(EXECUTION.length()));
        }
        if (!WORDS.contains(name)) {
            throw Bounds.invalid("scope " + Bounds.shown(name) + " is none of " + known(), "choose one of them");
        }
        return name;
    }

    private static String known() {
        return String.join(", ", WORDS) + ", " + AGENT + "IDENTITY";
    }

    private static @Nullable String only(Iterable<String> names, String prefix) {
        String found = null;
        for (String name : names) {
            if (name.startsWith(prefix)) {
                if (found != null) {
                    throw Bounds.invalid(
                            "the scopes hold " + found + " and another of its kind; a token has at most one",
                            "create a token for each");
                }
                found = name;
            }
        }
        return found == null ? null : found.substring(prefix.length());
    }

    /** The agent as which alone the token acts; null for a person or program. */
    public @Nullable String agent() {
        return only(names, AGENT);
    }

    /** The execution inside which alone the token acts; null if it acts in none. */
    public @Nullable String execution() {
        return only(names, EXECUTION);
    }

    /** The scopes as text, separated by commas. */
    public String text() {
        return String.join(",", names);
    }

    /** Every right that the scopes give. */
    public Set<Right> rights() {
        Set<Right> rights = EnumSet.of(Right.NOTHING);
        for (String name : names) {
            rights.addAll(
                    switch (name) {
                        case "ask" -> EnumSet.of(Right.ASK);
                        case "read" -> EnumSet.of(Right.READ);
                        case "operate" -> EnumSet.of(Right.READ, Right.WRITE, Right.ASK, Right.OPERATE);
                        case "admin" -> EnumSet.allOf(Right.class);
                        // What an agent may write is decided by each operation.
                        default -> EnumSet.of(Right.READ, Right.WRITE);
                    });
        }
        return rights;
    }

    /** The holder of a token with these scopes. */
    Principal principal(String subject, Trace trace) {
        String agent = agent();
        Set<Right> rights = rights();
        if (agent != null) {
            return new Principal(agent, agent, execution(), rights, false, Trust.AGENT, trace);
        }
        boolean operates = rights.contains(Right.OPERATE);
        return new Principal(subject, null, null, rights, operates, operates ? Trust.HUMAN : Trust.CONFIRMED, trace);
    }
}
