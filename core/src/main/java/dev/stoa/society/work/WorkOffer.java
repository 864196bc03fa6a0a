package dev.stoa.society.work;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Work that somebody offers to an agent and that nobody holds. Immutable.
 *
 * @param agentId who offers it
 * @param offeredTo to whom
 */
public record WorkOffer(
        String taskId,
        long seq,
        String agentId,
        String identity,
        String offeredTo,
        @Nullable String channelId,
        @Nullable String channel,
        String input,
        long priority,
        long attempt,
        long maxAttempts,
        long leaseToken,
        Instant createdAt) {
    public static final String SELECT = """
            SELECT t.task_id, t.seq, t.agent_id, a.identity, t.offered_to, t.channel_id, c.name, t.input, t.priority,
                t.attempt, t.max_attempts, t.lease_token, t.created_at
            FROM tasks t JOIN agents a ON a.agent_id = t.agent_id
            LEFT JOIN channels c ON c.channel_id = t.channel_id
            """;

    public static WorkOffer of(Row row) {
        return new WorkOffer(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.textOrNull(6),
                row.textOrNull(7),
                row.text(8),
                row.number(9),
                row.number(10),
                row.number(11),
                row.number(12),
                row.instant(13));
    }

    /** The work as tasks are shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "task_id",
                taskId,
                "seq",
                seq,
                "kind",
                "work",
                "agent_id",
                agentId,
                "identity",
                identity,
                "assignee_id",
                null,
                "assignee",
                null,
                "offered_to",
                offeredTo,
                "channel_id",
                channelId,
                "channel",
                channel,
                "session_id",
                null,
                "input",
                input,
                "status",
                "pending",
                "priority",
                priority,
                "attempt",
                attempt,
                "max_attempts",
                maxAttempts,
                "lease_token",
                leaseToken,
                "lease_holder",
                null,
                "lease_expires_at",
                null,
                "pid",
                null,
                "exit_code",
                null,
                "error",
                null,
                "output",
                null,
                "stderr",
                null,
                "output_truncated",
                false,
                "parent_task_id",
                null,
                "depth",
                0,
                "trigger_message_id",
                null,
                "reply_message_id",
                null,
                "created_at",
                createdAt,
                "started_at",
                null,
                "completed_at",
                null,
                "duration_ms",
                null);
    }
}
