package dev.stoa.society.work;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One execution of an agent, or one piece of work in the ledger. Immutable.
 *
 * @param agentId whose execution it is, or who added the work
 * @param assigneeId who holds the work, or held it last
 * @param offeredTo who alone may claim it; null if any agent may
 * @param attempt how often it was claimed
 * @param leaseToken the number of its newest claim; a holder with an older one has lost it
 * @param leaseHolder the worker or agent that holds it
 * @param stopRequestedAt when a stop of its process was requested
 */
public record Task(
        String id,
        long seq,
        TaskKind kind,
        String agentId,
        String identity,
        @Nullable String assigneeId,
        @Nullable String assignee,
        @Nullable String offeredTo,
        @Nullable String offeredName,
        @Nullable String channelId,
        @Nullable String channel,
        @Nullable String sessionId,
        String input,
        TaskStatus status,
        int priority,
        long attempt,
        long maxAttempts,
        long leaseToken,
        @Nullable String leaseHolder,
        @Nullable Instant leaseExpiresAt,
        @Nullable Long pid,
        @Nullable Long exitCode,
        @Nullable String error,
        @Nullable String output,
        @Nullable String stderr,
        boolean outputTruncated,
        @Nullable String parentTaskId,
        int depth,
        @Nullable String triggerMessageId,
        @Nullable String replyMessageId,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable Instant stopRequestedAt) {
    public static final String COLUMNS = """
            t.task_id, t.seq, t.kind, t.agent_id, a.identity, t.assignee_id, s.identity, t.offered_to, o.identity,
            t.channel_id, c.name, t.session_id, t.input, t.status, t.priority, t.attempt, t.max_attempts,
            t.lease_token, t.lease_holder, t.lease_expires_at, t.pid, t.exit_code, t.error, t.output, t.stderr,
            t.output_truncated, t.parent_task_id, t.depth, t.trigger_message_id, t.reply_message_id, t.created_at,
            t.started_at, t.completed_at, t.stop_requested_at""";

    public static final String TABLES = """
            tasks t JOIN agents a ON a.agent_id = t.agent_id LEFT JOIN agents s ON s.agent_id = t.assignee_id
            LEFT JOIN agents o ON o.agent_id = t.offered_to LEFT JOIN channels c ON c.channel_id = t.channel_id""";

    private static final int SHORT = 8;

    public static Task of(Row row) {
        return new Task(
                row.text(1),
                row.number(2),
                TaskKind.of(row.text(3)),
                row.text(4),
                row.text(5),
                row.textOrNull(6),
                row.textOrNull(7),
                row.textOrNull(8),
                row.textOrNull(9),
                row.textOrNull(10),
                row.textOrNull(11),
                row.textOrNull(12),
                row.text(13),
                TaskStatus.of(row.text(14)),
                row.integer(15),
                row.number(16),
                row.number(17),
                row.number(18),
                row.textOrNull(19),
                row.instantOrNull(20),
                row.numberOrNull(21),
                row.numberOrNull(22),
                row.textOrNull(23),
                row.textOrNull(24),
                row.textOrNull(25),
                row.flag(26),
                row.textOrNull(27),
                row.integer(28),
                row.textOrNull(29),
                row.textOrNull(30),
                row.instant(31),
                row.instantOrNull(32),
                row.instantOrNull(33),
                row.instantOrNull(34));
    }

    /** The end of its id, by which people call it. */
    public String shortId() {
        return shortId(id);
    }

    public static String shortId(String id) {
        return id.substring(Math.max(0, id.length() - SHORT));
    }

    /** Whether its lease has run out. */
    boolean isExpired(Instant now) {
        return status == TaskStatus.RUNNING && leaseExpiresAt != null && !leaseExpiresAt.isAfter(now);
    }

    private @Nullable Long durationMillis() {
        return startedAt == null || completedAt == null
                ? null
                : (Long) Duration.between(startedAt, completedAt).toMillis();
    }

    /** How an execution went, as a list shows it. */
    public Map<String, @Nullable Object> line() {
        return Json.object(
                "task_id", id,
                "status", status.text(),
                "attempt", attempt,
                "exit_code", exitCode,
                "error", error,
                "created_at", createdAt,
                "started_at", startedAt,
                "completed_at", completedAt,
                "duration_ms", durationMillis());
    }

    /** The task as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "task_id", id,
                "seq", seq,
                "kind", kind.text(),
                "agent_id", agentId,
                "identity", identity,
                "assignee_id", assigneeId,
                "assignee", assignee,
                "offered_to", offeredTo,
                "channel_id", channelId,
                "channel", channel,
                "session_id", sessionId,
                "input", input,
                "status", status.text(),
                "priority", priority,
                "attempt", attempt,
                "max_attempts", maxAttempts,
                "lease_token", leaseToken,
                "lease_holder", leaseHolder,
                "lease_expires_at", leaseExpiresAt,
                "pid", pid,
                "exit_code", exitCode,
                "error", error,
                "output", output,
                "stderr", stderr,
                "output_truncated", outputTruncated,
                "parent_task_id", parentTaskId,
                "depth", depth,
                "trigger_message_id", triggerMessageId,
                "reply_message_id", replyMessageId,
                "created_at", createdAt,
                "started_at", startedAt,
                "completed_at", completedAt,
                "duration_ms", durationMillis());
    }
}
