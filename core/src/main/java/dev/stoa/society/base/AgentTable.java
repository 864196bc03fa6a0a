package dev.stoa.society.base;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads agents within a unit of work. Stateless. */
public final class AgentTable {
    private AgentTable() {}

    public static Agent get(Tx tx, String id) {
        return tx.one("SELECT " + Agent.COLUMNS + " FROM agents a WHERE a.agent_id = ?", Agent::of, id)
                .map(agent -> withAliases(tx, agent))
                .orElseThrow(() -> new NotFoundException("not_found", "no agent " + id, "list the agents"));
    }

    public static Agent withAliases(Tx tx, Agent agent) {
        return agent.called(tx.list(
                "SELECT identity FROM agent_aliases WHERE agent_id = ? ORDER BY created_at, identity",
                row -> row.text(1),
                agent.id()));
    }

    /** One page of the agents that fulfil a condition, by name. */
    public static Page<Agent> page(Tx tx, String condition, Page.Request request) {
        String name = byName(tx);
        String last = request.afterKey();
        String sql = "SELECT " + Agent.COLUMNS + " FROM agents a WHERE " + condition
                + (last == null ? "" : " AND " + name + " > ?") + " ORDER BY " + name + " LIMIT ?";
        int most = request.limit() + 1;
        Page<Agent> page = request.ofKeys(
                last == null ? tx.list(sql, Agent::of, most) : tx.list(sql, Agent::of, last, most), Agent::identity);
        Map<String, List<String>> aliases = aliases(tx);
        return page.map(agent -> agent.called(aliases.getOrDefault(agent.id(), List.of())));
    }

    public static List<Agent> list(Tx tx, String condition) {
        Map<String, List<String>> aliases = aliases(tx);
        return tx.list(
                "SELECT " + Agent.COLUMNS + " FROM agents a WHERE " + condition + " ORDER BY " + byName(tx), row -> {
                    Agent agent = Agent.of(row);
                    return agent.called(aliases.getOrDefault(agent.id(), List.of()));
                });
    }

    /** The order of agents {@code a} by their names, which is that of their letters on both databases. */
    public static String byName(Tx tx) {
        return tx.dialect().pick("a.identity", "a.identity COLLATE \"C\"");
    }

    private static Map<String, List<String>> aliases(Tx tx) {
        Map<String, List<String>> aliases = new HashMap<>();
        tx.each(
                "SELECT agent_id, identity FROM agent_aliases ORDER BY created_at, identity",
                row -> aliases.computeIfAbsent(row.text(1), id -> new ArrayList<>())
                        .add(row.text(2)));
        return aliases;
    }

    /** Refuses what must not happen to the reserved agents. */
    public static void needOrdinary(Agent agent, String done) {
        if (agent.id().equals(ReservedAgents.SYSTEM_ID)
                || agent.identity().equals("system")
                || agent.identity().equals(Principal.PERSON)) {
            throw new ConflictException(
                    "conflict", "agent " + agent.identity() + " is reserved and cannot be " + done, null);
        }
    }
}
