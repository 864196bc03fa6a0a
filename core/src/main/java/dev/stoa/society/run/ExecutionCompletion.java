package dev.stoa.society.run;

import dev.stoa.base.Excerpt;
import dev.stoa.base.StoaException;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.channel.Mentions;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskRefusals;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.TaskTransitions;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last step of an execution, all of it in one unit of work: its status, what it wrote, what is posted, and what
 * becomes of its run. Thread-safe. So a reply is there exactly if the execution is completed.
 */
final class ExecutionCompletion {
    private static final String RESULT = """
            UPDATE tasks SET output = ?, stderr = ?, exit_code = ?, output_truncated = ?
            WHERE task_id = ? AND status = 'running' AND lease_token = ?""";

    private final Mentions mentions;
    private final ReplyPoster poster;

    ExecutionCompletion(Mentions mentions, ReplyPoster poster) {
        this.mentions = mentions;
        this.poster = poster;
    }

    /** Ends an execution that was read as running. */
    Task end(Tx tx, Task task, Execution.Outcome outcome, Instant now) {
        if (tx.update(
                        RESULT,
                        outcome.output(),
                        outcome.stderr(),
                        outcome.exitCode(),
                        outcome.truncated() ? 1 : 0,
                        task.id(),
                        task.leaseToken())
                == 0) {
            throw TaskRefusals.lost(task, "token " + task.leaseToken());
        }
        return settle(tx, task, outcome, FeedKind.TASK_RELEASED, now);
    }

    /** What becomes of an execution whose worker is gone; what it had written is kept. */
    Task orphaned(Tx tx, Task task, Instant now) {
        String output = RunLogs.chunks(tx, task.id(), RunLogs.OUTPUT);
        String stderr = RunLogs.chunks(tx, task.id(), RunLogs.STDERR);
        tx.update(RESULT, output, stderr, null, task.outputTruncated() ? 1 : 0, task.id(), task.leaseToken());
        if (!delivered(tx, task)) {
            return giveBack(tx, task, "orphaned", FeedKind.TASK_EXPIRED, now);
        }
        return settle(tx, task, Execution.Outcome.failed("orphaned", true), FeedKind.TASK_EXPIRED, now);
    }

    /** Gives back an execution whose worker cannot go on; no attempt is used up, for the agent did not fail. */
    Task givenBack(Tx tx, Task task, String why, Instant now) {
        return giveBack(tx, task, why, FeedKind.TASK_RELEASED, now);
    }

    private Task giveBack(Tx tx, Task task, String why, FeedKind kind, Instant now) {
        if (task.stopRequestedAt() != null) {
            return settle(tx, task, Execution.Outcome.failed(why, false), kind, now);
        }
        RunLogs.clear(tx, task.id());
        return TaskTransitions.giveBack(tx, task, why, kind, now);
    }

    /** Whether the agent may have read its prompt: that is given only after its place is on record. */
    private static boolean delivered(Tx tx, Task task) {
        return tx.one("SELECT host FROM tasks WHERE task_id = ?", row -> row.textOrNull(1) != null, task.id())
                .orElse(false);
    }

    private Task settle(Tx tx, Task task, Execution.Outcome outcome, FeedKind back, Instant now) {
        RunLogs.clear(tx, task.id());
        boolean stopped = task.stopRequestedAt() != null;
        if (!stopped
                && outcome.status() == TaskStatus.FAILED
                && outcome.retry()
                && task.attempt() < task.maxAttempts()) {
            return TaskTransitions.back(tx, task, outcome.error(), back, now);
        }
        // An accepted stop stays a stop, however the process ended.
        TaskStatus status = stopped ? TaskStatus.KILLED : outcome.status();
        String error = stopped ? RunTransitions.STOPPED : outcome.error();
        Task ended = TaskTransitions.end(tx, task, status, null, error, now);
        if (error == null) {
            // What an earlier attempt died of is no error of this one.
            tx.update("UPDATE tasks SET error = NULL WHERE task_id = ?", task.id());
        }
        post(tx, ended, outcome, now);
        run(tx, ended, stopped, now);
        return TaskTable.get(tx, task.id());
    }

    private void post(Tx tx, Task task, Execution.Outcome outcome, Instant now) {
        String channel = task.channelId();
        if (channel == null) {
            return;
        }
        switch (task.status()) {
            case COMPLETED -> {
                String text = ReplyText.of(outcome.output(), task.id());
                if (outcome.reply() && !text.isEmpty()) {
                    reply(tx, task, channel, text, now);
                }
            }
            case FAILED, TIMEOUT -> {
                String line = "run of " + task.identity() + " failed: " + oneLine(task.error()) + " [task "
                        + task.shortId() + "]";
                attempt(tx, () -> poster.post(tx, system(tx), channel, task.id(), line, now));
            }
            default -> {}
        }
    }

    private void reply(Tx tx, Task task, String channel, String text, Instant now) {
        String[] message = new String[1];
        String refusal = attempt(tx, () -> message[0] = poster.post(tx, task.agentId(), channel, task.id(), text, now));
        if (refusal == null) {
            tx.update("UPDATE tasks SET reply_message_id = ? WHERE task_id = ?", message[0], task.id());
        } else {
            tx.update(
                    "UPDATE tasks SET error = ? WHERE task_id = ?", "the reply was not posted: " + refusal, task.id());
        }
    }

    /** Does something that may be refused; the refusal, or null. */
    private static @Nullable String attempt(Tx tx, Runnable part) {
        try {
            return tx.attempt(inside -> {
                part.run();
                return null;
            });
        } catch (StoaException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void run(Tx tx, Task task, boolean stopped, Instant now) {
        if (task.sessionId() == null) {
            return;
        }
        Run run = RunTable.get(tx, task.sessionId());
        if (stopped) {
            RunTransitions.forgetWaiting(tx, run);
            RunTransitions.end(tx, run, RunTransitions.STOPPED, now);
        } else if (run.channelId() == null
                || mentions.resume(tx, run.agentId(), run.channelId(), now).isEmpty()) {
            RunTransitions.rest(tx, run, now);
        }
    }

    private static String system(Tx tx) {
        return tx.one("SELECT agent_id FROM agents WHERE identity = 'system'", row -> row.text(1))
                .orElseThrow();
    }

    private static String oneLine(@Nullable String error) {
        String line = Objects.requireNonNullElse(error, "unknown")
                .replaceAll("[\\p{Cntrl}\\s]+", " ")
                .strip();
        return Excerpt.of(line, 500);
    }
}
