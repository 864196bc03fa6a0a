package dev.stoa.society;

import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Mends what the first version allowed and later ones do not. Stateless; each step may run again. Nothing that was begun
 * there goes on: whoever began it is gone.
 */
final class SeedUpgrade {
    private SeedUpgrade() {}

    /** Ends what was begun, and gives every life of an agent a number of its own. */
    static void endEverything(Tx tx) {
        tx.update("UPDATE sessions SET ended_at = started_at WHERE ended_at IS NULL");
        tx.update("UPDATE tasks SET status = 'killed' WHERE status IN ('pending', 'running')");
        tx.update("UPDATE tasks SET status = 'failed'"
                + " WHERE status NOT IN ('completed', 'failed', 'timeout', 'killed')");
        tx.update("UPDATE tasks SET completed_at = COALESCE(started_at, created_at) WHERE completed_at IS NULL");
        number(tx);
        tx.update("""
                UPDATE agents SET spawn_count = (SELECT max(spawn_number) FROM sessions s WHERE s.agent_id = agents.agent_id)
                WHERE spawn_count < (SELECT max(spawn_number) FROM sessions s WHERE s.agent_id = agents.agent_id)""");
    }

    private record Life(String id, String agent, long number) {}

    private static void number(Tx tx) {
        Map<String, Long> highest = new HashMap<>();
        tx.each(
                "SELECT agent_id, max(spawn_number) FROM sessions GROUP BY agent_id",
                row -> highest.put(row.text(1), row.number(2)));
        Set<String> taken = new HashSet<>();
        List<Life> again = new ArrayList<>();
        for (Life life : tx.list(
                "SELECT session_id, agent_id, spawn_number FROM sessions ORDER BY started_at, "
                        + SocietyBackFill.order(tx, "session_id"),
                row -> new Life(row.text(1), row.text(2), row.number(3)))) {
            if (!taken.add(life.agent() + " " + life.number())) {
                again.add(life);
            }
        }
        tx.batch(
                "UPDATE sessions SET spawn_number = ? WHERE session_id = ?",
                again,
                life -> Tx.values(highest.merge(life.agent(), 1L, Long::sum), life.id()));
    }

    /** Takes bookmarks out of channels to which their messages do not belong. */
    static void bookmarks(Tx tx) {
        tx.update("""
                UPDATE bookmarks SET last_seen_id = NULL WHERE last_seen_id IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM messages g
                    WHERE g.message_id = bookmarks.last_seen_id AND g.channel_id = bookmarks.channel_id)""");
    }

    /** Makes lineage of the pointers of notes, and pointers of lineage; leaves each agent one journal. */
    static void notes(Tx tx) {
        // Where both pointers are there and contradict each other, the old note's own word counts.
        Map<String, String> successors = new LinkedHashMap<>();
        String pointers = """
                SELECT old_id, new_id FROM (
                    SELECT memory_id AS old_id, superseded_by AS new_id, seq, 0 AS rank FROM memories
                        WHERE superseded_by IS NOT NULL
                    UNION ALL SELECT supersedes, memory_id, seq, 1 FROM memories
                        WHERE supersedes IS NOT NULL) AS pointers
                ORDER BY rank, seq""";
        tx.each(pointers, row -> successors.putIfAbsent(row.text(1), row.text(2)));
        breakCircles(successors);
        tx.batch(
                "INSERT INTO note_lineage (old_id, new_id, ordinal) VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                successors.entrySet(),
                pair -> Tx.values(pair.getKey(), pair.getValue()));
        tx.update("""
                UPDATE memories SET superseded_by = (SELECT new_id FROM note_lineage WHERE old_id = memory_id),
                    supersedes = (SELECT min(old_id) FROM note_lineage WHERE new_id = memory_id HAVING count(*) = 1)
                WHERE superseded_by IS NOT NULL OR supersedes IS NOT NULL
                    OR memory_id IN (SELECT old_id FROM note_lineage)
                    OR memory_id IN (SELECT new_id FROM note_lineage)""");
        tx.update(
                "UPDATE memories SET archived_at = timestamp WHERE superseded_by IS NOT NULL AND archived_at IS NULL");
        tx.update("""
                UPDATE memories SET archived_at = timestamp
                WHERE topic = 'journal' AND archived_at IS NULL AND seq < (
                    SELECT max(other.seq) FROM memories other
                    WHERE other.agent_id = memories.agent_id AND other.topic = 'journal' AND other.archived_at IS NULL)""");
    }

    /** Each note has one successor at most, so following them from each note ends, or comes back to where it was. */
    private static void breakCircles(Map<String, String> successors) {
        Set<String> done = new HashSet<>();
        for (String start : List.copyOf(successors.keySet())) {
            Set<String> path = new HashSet<>();
            @Nullable String at = start;
            while (at != null && done.add(at)) {
                path.add(at);
                String next = successors.get(at);
                if (next != null && path.contains(next)) {
                    successors.remove(at);
                }
                at = next;
            }
        }
    }

    /** Takes away confidence that is none. */
    static void knowledge(Tx tx) {
        tx.update("UPDATE knowledge SET confidence = NULL"
                + " WHERE confidence IS NOT NULL AND NOT (confidence BETWEEN 0 AND 1)");
    }
}
