package dev.stoa.society.run;

import dev.stoa.json.Json;
import dev.stoa.society.work.Task;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One life of an agent: started, woken any number of times, ended. Immutable.
 *
 * @param spawnNumber the how manieth life of its agent it is
 * @param wakes how often it was woken
 * @param model what answers for the agent as long as this run lives
 * @param constitutionHash the hash of the constitution that this run uses
 * @param idleSeconds how long it waits to be woken
 * @param idleSince since when it waits; null while it works
 * @param taskId its latest execution
 */
public record Run(
        String id,
        long seq,
        String agentId,
        String identity,
        @Nullable String channelId,
        @Nullable String channel,
        long spawnNumber,
        long wakes,
        State state,
        @Nullable String model,
        @Nullable String constitutionHash,
        long idleSeconds,
        @Nullable Instant idleSince,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String endReason,
        @Nullable String taskId) {
    /** Where a run stands. */
    public enum State {
        /** An execution of it is pending or running. */
        WORKING,
        /** It waits to be woken. */
        IDLE,
        ENDED;

        /** The word for it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final String COLUMNS = """
            r.session_id, r.seq, r.agent_id, a.identity, r.channel_id, c.name, r.spawn_number, r.wakes,
            CASE WHEN r.ended_at IS NOT NULL THEN 'ENDED' WHEN EXISTS (SELECT 1 FROM tasks w
                WHERE w.session_id = r.session_id AND w.status IN ('pending', 'running')) THEN 'WORKING'
                ELSE 'IDLE' END,
            r.model, r.constitution_hash, r.idle_seconds, r.idle_since, r.started_at, r.ended_at, r.end_reason,
            (SELECT l.task_id FROM tasks l WHERE l.session_id = r.session_id ORDER BY l.seq DESC LIMIT 1)""";

    static final String TABLES = """
            sessions r JOIN agents a ON a.agent_id = r.agent_id
            LEFT JOIN channels c ON c.channel_id = r.channel_id""";

    static Run of(Row row) {
        return new Run(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.textOrNull(5),
                row.textOrNull(6),
                row.number(7),
                row.number(8),
                State.valueOf(row.text(9)),
                row.textOrNull(10),
                row.textOrNull(11),
                row.number(12),
                row.instantOrNull(13),
                row.instant(14),
                row.instantOrNull(15),
                row.textOrNull(16),
                row.textOrNull(17));
    }

    /** The end of its id, by which people call it. */
    public String shortId() {
        return Task.shortId(id);
    }

    /** Whether it has waited long enough. */
    boolean isOver(Instant now) {
        return state == State.IDLE
                && idleSince != null
                && !idleSince.plusSeconds(idleSeconds).isAfter(now);
    }

    /** The run as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "session_id", id,
                "seq", seq,
                "agent_id", agentId,
                "identity", identity,
                "channel_id", channelId,
                "channel", channel,
                "spawn_number", spawnNumber,
                "wakes", wakes,
                "state", state.text(),
                "model", model,
                "constitution_hash", constitutionHash,
                "started_at", startedAt,
                "ended_at", endedAt,
                "end_reason", endReason,
                "task_id", taskId);
    }
    /** The run as it is shown with its latest execution, and a line of each. */
    public Map<String, @Nullable Object> document(Task latest, List<Task> executions) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(document());
        document.put("task", latest.document());
        document.put("executions", executions.stream().map(Task::line).toList());
        return document;
    }
}
