package dev.stoa.society.channel;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends what goes on in a channel that is about to close. Stateless. */
final class ChannelArchiving {
    private record Ended(String id, @Nullable String agent) {}

    private ChannelArchiving() {}

    /** Ends everything that has not begun; refused while something runs. */
    static void close(Tx tx, Channel channel, String reason, Instant now) {
        refuseWhileRunning(tx, channel);
        for (Ended task : tx.list(
                "SELECT task_id, agent_id FROM tasks WHERE channel_id = ? AND kind = 'run' AND status = 'pending'",
                row -> new Ended(row.text(1), row.text(2)),
                channel.id())) {
            tx.update(
                    "UPDATE tasks SET status = 'killed', completed_at = ? WHERE task_id = ? AND status = 'pending'",
                    now,
                    task.id());
            tx.update("UPDATE search_docs SET at = ? WHERE kind = 'task' AND ref_id = ?", now, task.id());
            Feed.tell(tx, now, FeedKind.TASK_FINISHED, task.agent(), channel.id(), task.id());
        }
        List<Ended> runs = tx.list(
                "SELECT session_id, agent_id FROM sessions WHERE channel_id = ? AND ended_at IS NULL",
                row -> new Ended(row.text(1), row.text(2)),
                channel.id());
        for (Ended run : runs) {
            tx.update(
                    "UPDATE sessions SET ended_at = ?, end_reason = ?, idle_since = NULL WHERE session_id = ?",
                    now,
                    reason,
                    run.id());
            Feed.tell(tx, now, FeedKind.RUN_ENDED, run.agent(), channel.id(), run.id());
        }
        tx.update(
                "UPDATE mentions SET state = 'skipped', reason = ? WHERE channel_id = ? AND state = 'waiting'",
                reason,
                channel.id());
    }

    private static void refuseWhileRunning(Tx tx, Channel channel) {
        tx.one(
                        "SELECT task_id FROM tasks WHERE channel_id = ? AND kind = 'run' AND status = 'running' LIMIT 1",
                        row -> row.text(1),
                        channel.id())
                .ifPresent(task -> {
                    throw new ConflictException(
                            "conflict",
                            "an execution runs in #" + channel.name() + " (task " + task + ")",
                            "wait for it, or stop its run with stoa run stop");
                });
    }
}
