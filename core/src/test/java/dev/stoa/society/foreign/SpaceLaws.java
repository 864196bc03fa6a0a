package dev.stoa.society.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.Town;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What must be so after every import. Stateless. */
final class SpaceLaws {
    private static final Map<String, String> TABLES = Map.ofEntries(
            Map.entry("agents", "agent_id"),
            Map.entry("agent_aliases", "identity"),
            Map.entry("constitutions", "hash"),
            Map.entry("channels", "channel_id"),
            Map.entry("channel_members", "channel_id || agent_id"),
            Map.entry("messages", "message_id"),
            Map.entry("bookmarks", "agent_id || channel_id"),
            Map.entry("sessions", "session_id"),
            Map.entry("tasks", "task_id"),
            Map.entry("memories", "memory_id"),
            Map.entry("note_lineage", "new_id || old_id"),
            Map.entry("knowledge", "knowledge_id"),
            Map.entry("search_docs", "kind || ref_id"),
            Map.entry("feed", "feed_seq"));

    private SpaceLaws() {}

    static void everyRowIsAccountedFor(SpaceImportReport taken) {
        assertThat(taken.tables())
                .allSatisfy(
                        table -> assertThat(table.written() + table.skipped()).isEqualTo(table.read()));
    }

    static void hold(Town town) {
        none(town, "live runs", "SELECT session_id FROM sessions WHERE ended_at IS NULL AND channel_id IS NULL");
        none(town, "statuses", """
                SELECT task_id FROM tasks WHERE status NOT IN
                    ('pending', 'running', 'completed', 'failed', 'timeout', 'killed')""");
        none(town, "numbers of runs", """
                SELECT agent_id FROM sessions GROUP BY agent_id, spawn_number HAVING count(*) > 1""");
        none(town, "counts of runs", """
                SELECT a.identity FROM agents a WHERE a.spawn_count
                    < (SELECT COALESCE(max(s.spawn_number), 0) FROM sessions s WHERE s.agent_id = a.agent_id)""");
        none(town, "aliases", "SELECT identity FROM agent_aliases WHERE identity IN (SELECT identity FROM agents)");
        none(town, "sequences", """
                SELECT m.memory_id FROM memories m WHERE NOT EXISTS (
                    SELECT 1 FROM feed f WHERE f.feed_seq = m.seq AND f.ref_id = m.memory_id)""");
        assertThat(town.values("SELECT kind FROM agents WHERE identity IN ('human', 'system') AND archived_at IS NULL"
                        + " ORDER BY identity"))
                .containsExactly("human", "system");
    }

    private static void none(Town town, String law, String sql) {
        assertThat(town.values(sql)).as(law).isEmpty();
    }

    /** All rows as text; the reserved agents, whom every archive makes itself, without their time. */
    static List<String> dump(Town town) {
        List<String> dump = new ArrayList<>();
        TABLES.forEach((table, key) -> dump.addAll(town.values("SELECT '" + table + "' || "
                + town.archive()
                        .dialect()
                        .pick(
                                "(SELECT group_concat(quote(value)) FROM json_each(json_array(" + columns(town, table)
                                        + ")))",
                                "t::text")
                + " FROM " + table + " t"
                + (table.equals("agents") ? " WHERE kind = 'agent'" : "") + " ORDER BY " + key)));
        dump.sort(null);
        return dump;
    }

    private static String columns(Town town, String table) {
        return town.archive().dialect() == dev.stoa.storage.Dialect.SQLITE
                ? town.value("SELECT group_concat('t.' || name) FROM pragma_table_info('" + table + "')")
                : "";
    }
}
