package dev.stoa.society.agent;

import dev.stoa.json.Json;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Tx;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much there is of an agent, as far as whoever asks may see it. Immutable.
 *
 * @param messages those that were not deleted
 * @param notes archived ones too, as with knowledge
 */
public record AgentCounts(long runs, long executions, long messages, long notes, long knowledge) {
    /** The counts as they are shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "runs", runs,
                "executions", executions,
                "messages", messages,
                "notes", notes,
                "knowledge", knowledge);
    }

    /** The counts of one agent. */
    static AgentCounts of(Tx tx, ResolvedPrincipal me, String agent) {
        return new Reader(tx, me, agent).counts(agent);
    }

    /** Reads the counts of all agents, or of one. Not thread-safe. */
    static final class Reader {
        private final Tx tx;
        private final @Nullable String only;
        private final Map<String, Long> runs;
        private final Map<String, Long> executions;
        private final Map<String, Long> messages;
        private final Map<String, Long> notes;
        private final Map<String, Long> knowledge;

        /** Counts everything once; null for all agents. */
        Reader(Tx tx, ResolvedPrincipal me, @Nullable String only) {
            this.tx = tx;
            this.only = only;
            this.runs = rows("sessions x", Visibility.run("x", me));
            this.executions = rows("tasks x", "x.kind = 'run' AND " + Visibility.task("x", me));
            this.messages = messages(me);
            this.notes = rows("memories x", Visibility.note("x", me));
            this.knowledge = rows("knowledge x", Visibility.ALL);
        }

        AgentCounts counts(String agent) {
            return new AgentCounts(
                    runs.getOrDefault(agent, 0L),
                    executions.getOrDefault(agent, 0L),
                    messages.getOrDefault(agent, 0L),
                    notes.getOrDefault(agent, 0L),
                    knowledge.getOrDefault(agent, 0L));
        }

        private Map<String, Long> rows(String table, String condition) {
            return numbers("SELECT x.agent_id, count(*) FROM " + table + " WHERE " + condition + mine()
                    + " GROUP BY x.agent_id");
        }

        /** Members know how much they have posted, so that only tombstones are counted one by one. */
        private Map<String, Long> messages(ResolvedPrincipal me) {
            Map<String, Long> posted =
                    numbers("SELECT x.agent_id, CAST(sum(x.posted) AS bigint) FROM channel_members x JOIN channels c"
                            + " ON c.channel_id = x.channel_id WHERE " + Visibility.channel("c", me) + mine()
                            + " GROUP BY x.agent_id");
            rows("messages x", "x.deleted_at IS NOT NULL AND " + Visibility.message("x", me))
                    .forEach((agent, gone) -> posted.merge(agent, -gone, Long::sum));
            return posted;
        }

        private String mine() {
            return only == null ? "" : " AND x.agent_id = ?";
        }

        private Map<String, Long> numbers(String sql) {
            Map<String, Long> numbers = new HashMap<>();
            Object[] values = only == null ? new Object[0] : new Object[] {only};
            tx.each(sql, row -> numbers.put(row.text(1), row.number(2)), values);
            return numbers;
        }
    }
}
