package dev.stoa.society.agent;

import dev.stoa.storage.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Every place where a row names an agent by its id. Stateless. The feed is not among them, because it tells what was;
 * nor are the former ids of aliases, because they name agents that are gone.
 */
final class AgentColumns {
    /** The tables, and their columns that hold the id of an agent. */
    static final Map<String, List<String>> ALL = all();

    private AgentColumns() {}

    private static Map<String, List<String>> all() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("messages", List.of("agent_id"));
        all.put("bookmarks", List.of("agent_id"));
        all.put("sessions", List.of("agent_id"));
        all.put("tasks", List.of("agent_id", "assignee_id", "offered_to"));
        all.put("mentions", List.of("agent_id"));
        all.put("channel_members", List.of("agent_id"));
        all.put("memories", List.of("agent_id"));
        all.put("note_shares", List.of("agent_id"));
        all.put("knowledge", List.of("agent_id"));
        all.put("knowledge_reviews", List.of("agent_id"));
        all.put("graph_entities", List.of("agent_id"));
        all.put("graph_relations", List.of("agent_id"));
        all.put("search_docs", List.of("agent_id"));
        all.put("agent_aliases", List.of("agent_id"));
        all.put("agents", List.of("cloned_from"));
        return all;
    }

    /** How many rows of each table name an agent. */
    static Map<String, Long> rows(Tx tx, String agent) {
        Map<String, Long> rows = new LinkedHashMap<>();
        ALL.forEach((table, columns) -> rows.put(
                table,
                tx.number(
                        "SELECT count(*) FROM " + table + " WHERE "
                                + columns.stream()
                                        .map(column -> column + " = ?")
                                        .collect(Collectors.joining(" OR ")),
                        columns.stream().map(column -> agent).toArray())));
        return rows;
    }
}
