package dev.stoa.society;

import dev.stoa.storage.Digest;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the runs and executions that mentions start. Thread-safe. */
final class ExecutionRows implements Executions {
    static final String LIVE = """
            SELECT task_id, status, raw FROM tasks
            WHERE agent_id = ? AND channel_id = ? AND kind = 'run' AND status IN ('pending', 'running')""";

    private static final String INSERT_RUN = """
            INSERT INTO sessions (session_id, agent_id, spawn_number, started_at, seq, channel_id, model,
                constitution_hash, idle_seconds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String INSERT_TASK = """
            INSERT INTO tasks (task_id, agent_id, channel_id, input, created_at, seq, kind, session_id, parent_task_id,
                root_message_id, depth, trigger_message_id)
            VALUES (?, ?, ?, ?, ?, ?, 'run', ?, ?, ?, ?, ?)""";

    private final Ids ids;
    private final Duration idle;

    /** Runs of mentions wait so long to be woken. */
    ExecutionRows(Ids ids, Duration idle) {
        this.ids = ids;
        this.idle = idle;
    }

    @Override
    public Optional<Live> live(Tx tx, String agentId, String channelId) {
        return tx.one(
                LIVE, row -> new Live(row.text(1), row.text(2).equals("pending"), row.flag(3)), agentId, channelId);
    }

    @Override
    public String start(Tx tx, String agentId, String channelId, String input, Lineage lineage, Instant now) {
        String run = woken(tx, agentId, channelId, now).orElseGet(() -> started(tx, agentId, channelId, now));
        String task = ids.next();
        long seq = Feed.tell(tx, now, FeedKind.TASK_ADDED, agentId, channelId, task);
        tx.update(
                INSERT_TASK,
                task,
                agentId,
                channelId,
                input,
                now,
                seq,
                run,
                lineage.parentTaskId(),
                lineage.rootMessageId(),
                lineage.depth(),
                lineage.triggerMessageId());
        SearchIndex.add(tx, SearchSources.task(task, agentId, channelId, input, null, now, seq));
        return task;
    }

    private record Idle(String id, @Nullable Instant since, long seconds) {
        boolean over(Instant now) {
            return since != null && !since.plusSeconds(seconds).isAfter(now);
        }
    }

    private static Optional<String> woken(Tx tx, String agent, String channel, Instant now) {
        Optional<Idle> idle = tx.one(
                "SELECT session_id, idle_since, idle_seconds FROM sessions"
                        + " WHERE agent_id = ? AND channel_id = ? AND ended_at IS NULL",
                row -> new Idle(row.text(1), row.instantOrNull(2), row.number(3)),
                agent,
                channel);
        if (idle.isPresent() && idle.get().over(now)) {
            tx.update(
                    "UPDATE sessions SET ended_at = ?, end_reason = 'idle', idle_since = NULL WHERE session_id = ?",
                    now,
                    idle.get().id());
            Feed.tell(tx, now, FeedKind.RUN_ENDED, agent, channel, idle.get().id());
            return Optional.empty();
        }
        idle.ifPresent(run -> {
            tx.update("UPDATE sessions SET wakes = wakes + 1, idle_since = NULL WHERE session_id = ?", run.id());
            Feed.tell(tx, now, FeedKind.RUN_WOKEN, agent, channel, run.id());
        });
        return idle.map(Idle::id);
    }

    private record Spawned(
            long number, String model, @Nullable String constitution) {}

    private String started(Tx tx, String agent, String channel, Instant now) {
        Spawned spawned = tx.one(
                        "UPDATE agents SET spawn_count = spawn_count + 1 WHERE agent_id = ?"
                                + " RETURNING spawn_count, model, constitution",
                        row -> new Spawned(row.number(1), row.text(2), row.textOrNull(3)),
                        agent)
                .orElseThrow();
        String run = ids.next();
        long seq = Feed.tell(tx, now, FeedKind.RUN_STARTED, agent, channel, run);
        tx.update(
                INSERT_RUN,
                run,
                agent,
                spawned.number(),
                now,
                seq,
                channel,
                spawned.model(),
                spawned.constitution() == null ? null : Digest.sha256(spawned.constitution()),
                idle.toSeconds());
        return run;
    }
}
