package dev.stoa.society.run;

import dev.stoa.society.base.Agent;
import dev.stoa.society.base.Constitutions;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.channel.Mentions;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.index.SearchSources;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskTable;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The steps in the life of a run, and the executions in it, within a unit of work. Stateless. */
public final class RunTransitions {
    static final String STOPPED = "stopped";

    private static final String SPAWN = """
            UPDATE agents SET spawn_count = spawn_count + 1 WHERE agent_id = ? RETURNING spawn_count""";

    private static final String INSERT_RUN = """
            INSERT INTO sessions (session_id, seq, agent_id, channel_id, spawn_number, started_at, model,
                constitution_hash, idle_seconds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String INSERT_EXECUTION = """
            INSERT INTO tasks (task_id, seq, kind, session_id, agent_id, channel_id, input, status, raw,
                time_limit_seconds, parent_task_id, root_message_id, depth, trigger_message_id, created_at)
            VALUES (?, ?, 'run', ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?)""";

    private static final String WAKE = """
            UPDATE sessions SET wakes = wakes + 1, idle_since = NULL WHERE session_id = ? AND ended_at IS NULL""";

    private static final String END = """
            UPDATE sessions SET ended_at = ?, end_reason = ?, idle_since = NULL
            WHERE session_id = ? AND ended_at IS NULL""";

    private RunTransitions() {}

    /**
     * What an execution is to do.
     *
     * @param timeLimit null for what its command says
     */
    record Assignment(String input, boolean raw, @Nullable Duration timeLimit, RunLineage lineage) {}

    /** Starts a run, which pins what its agent is now; it has no execution yet. */
    static Run begin(Tx tx, Ids ids, Agent agent, @Nullable String channel, Duration idle, Instant now) {
        long number = tx.one(SPAWN, row -> row.number(1), agent.id()).orElseThrow();
        String id = ids.next();
        long seq = Feed.tell(tx, now, FeedKind.RUN_STARTED, agent.id(), channel, id);
        String hash = agent.constitution() == null ? null : Constitutions.keep(tx, agent.constitution());
        tx.update(INSERT_RUN, id, seq, agent.id(), channel, number, now, agent.model(), hash, idle.toSeconds());
        return RunTable.get(tx, id);
    }

    /** Notes that a run is woken; it has no new execution yet. */
    static void wake(Tx tx, Run run, Instant now) {
        tx.update(WAKE, run.id());
        Feed.tell(tx, now, FeedKind.RUN_WOKEN, run.agentId(), run.channelId(), run.id());
    }

    /** Adds an execution to a run; a worker will find it. */
    static Task execution(Tx tx, Ids ids, Run run, Assignment assignment, Instant now) {
        String id = ids.next();
        long seq = Feed.tell(tx, now, FeedKind.TASK_ADDED, run.agentId(), run.channelId(), id);
        RunLineage lineage = assignment.lineage();
        tx.update(
                INSERT_EXECUTION,
                id,
                seq,
                run.id(),
                run.agentId(),
                run.channelId(),
                assignment.input(),
                assignment.raw() ? 1 : 0,
                assignment.timeLimit() == null ? null : assignment.timeLimit().toSeconds(),
                lineage.parent(),
                // An execution that is started by hand is the root of those it starts.
                lineage.root() == null ? id : lineage.root(),
                lineage.depth(),
                lineage.trigger(),
                now);
        SearchIndex.add(tx, SearchSources.task(id, run.agentId(), run.channelId(), assignment.input(), null, now, seq));
        return TaskTable.get(tx, id);
    }

    /** Ends a run, unless it has ended. */
    public static void end(Tx tx, Run run, String reason, Instant now) {
        if (tx.update(END, now, reason, run.id()) > 0) {
            Feed.tell(tx, now, FeedKind.RUN_ENDED, run.agentId(), run.channelId(), run.id());
        }
    }

    /** Lets a run wait to be woken, or ends it if it is not to wait. */
    static void rest(Tx tx, Run run, Instant now) {
        if (run.idleSeconds() == 0) {
            end(tx, run, "finished", now);
        } else {
            tx.update("UPDATE sessions SET idle_since = ? WHERE session_id = ?", now, run.id());
        }
    }

    /** A run as it is once its waiting, if it is over, has ended it. */
    public static Run met(Tx tx, Run run, Instant now) {
        if (!run.isOver(now)) {
            return run;
        }
        end(tx, run, "idle", now);
        return RunTable.get(tx, run.id());
    }

    /** Ends the waits for an execution that was stopped. */
    static void forgetWaiting(Tx tx, Run run) {
        if (run.channelId() != null) {
            Mentions.stopped(tx, run.agentId(), run.channelId());
        }
    }
}
