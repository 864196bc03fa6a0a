package dev.stoa.society.work;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The steps from one status of a task to another, each one statement that is guarded by the status and the token it
 * expects. Stateless. A late caller changes nothing and gets a refusal.
 */
public final class TaskTransitions {
    private static final String CLAIM = """
            UPDATE tasks SET status = 'running', attempt = attempt + 1, lease_token = lease_token + 1, started_at = ?,
                lease_holder = ?, lease_expires_at = ?, assignee_id = ?
            WHERE task_id = ? AND status = 'pending' AND lease_token = ?""";

    private static final String BACK = """
            UPDATE tasks SET status = 'pending', started_at = NULL, pid = NULL, host = NULL,
                process_started_at = NULL, assignee_id = NULL, lease_holder = NULL, lease_expires_at = NULL,
                error = COALESCE(?, error)
            WHERE task_id = ? AND status = 'running' AND lease_token = ?""";

    private static final String END = """
            UPDATE tasks SET status = ?, completed_at = ?, lease_holder = NULL, lease_expires_at = NULL,
                output = COALESCE(?, output), error = COALESCE(?, error)
            WHERE task_id = ? AND status = ? AND lease_token = ?""";

    private static final String RENEW = """
            UPDATE tasks SET lease_expires_at = ? WHERE task_id = ? AND status = 'running' AND lease_token = ?""";

    private TaskTransitions() {}

    /** A task that waits for a holder, and what has to be known of it to be claimed. Immutable. */
    public record Pending(
            String id, String agentId, @Nullable String channelId, long leaseToken) {
        static Pending of(Row row) {
            return new Pending(row.text(1), row.text(2), row.textOrNull(3), row.number(4));
        }

        public static Pending of(Task task) {
            return new Pending(task.id(), task.agentId(), task.channelId(), task.leaseToken());
        }
    }

    /** Gives a pending task to a holder; the assignee is the agent that holds it, null for a worker. */
    public static Task claim(
            Tx tx, Pending task, String holder, @Nullable String assignee, Instant expires, Instant now) {
        Task claimed = TaskTable.changed(
                        tx, CLAIM, task.id(), now, holder, expires, assignee, task.id(), task.leaseToken())
                .orElseThrow(() -> lost(TaskTable.get(tx, task.id())));
        Feed.note(tx, now, FeedKind.TASK_CLAIMED, task.agentId(), task.channelId(), task.id());
        return claimed;
    }

    /** Makes a held task free to claim again. */
    public static Task back(Tx tx, Task task, @Nullable String error, FeedKind kind, Instant now) {
        Task given = TaskTable.changed(tx, BACK, task.id(), error, task.id(), task.leaseToken())
                .orElseThrow(() -> lost(task));
        tell(tx, task, kind, now);
        return given;
    }

    /** Makes a held task free to claim again as if it had not been claimed: the attempt was none. */
    public static Task giveBack(Tx tx, Task task, @Nullable String error, FeedKind kind, Instant now) {
        back(tx, task, error, kind, now);
        tx.update("UPDATE tasks SET attempt = attempt - 1 WHERE task_id = ? AND attempt > 0", task.id());
        return TaskTable.get(tx, task.id());
    }

    /** Ends a task, from the status in which it was read. */
    public static Task end(
            Tx tx, Task task, TaskStatus status, @Nullable String output, @Nullable String error, Instant now) {
        Task ended = TaskTable.changed(
                        tx,
                        END,
                        task.id(),
                        status.text(),
                        now,
                        output,
                        error,
                        task.id(),
                        task.status().text(),
                        task.leaseToken())
                .orElseThrow(() -> lost(task));
        tell(tx, task, FeedKind.TASK_FINISHED, now);
        index(tx, ended);
        return ended;
    }

    static Task renew(Tx tx, Task task, Instant expires) {
        return TaskTable.changed(tx, RENEW, task.id(), expires, task.id(), task.leaseToken())
                .orElseThrow(() -> lost(task));
    }

    /** What becomes of held work whose lease is over. */
    static void expire(Tx tx, Task task, Instant now) {
        if (task.attempt() < task.maxAttempts()) {
            back(tx, task, null, FeedKind.TASK_EXPIRED, now);
        } else {
            end(tx, task, TaskStatus.FAILED, null, "lease expired", now);
        }
    }

    /** Makes the task searchable by its input and result. */
    public static void index(Tx tx, Task task) {
        SearchIndex.put(
                tx,
                SearchSources.task(
                        task.id(),
                        task.agentId(),
                        task.channelId(),
                        task.input(),
                        task.output(),
                        task.completedAt() == null ? task.createdAt() : task.completedAt(),
                        task.seq()));
    }

    public static void tell(Tx tx, Task task, FeedKind kind, Instant now) {
        Feed.note(tx, now, kind, task.agentId(), task.channelId(), task.id());
    }

    private static ConflictException lost(Task task) {
        return TaskRefusals.lost(task, "token " + task.leaseToken());
    }
}
