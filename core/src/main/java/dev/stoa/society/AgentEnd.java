package dev.stoa.society;

import dev.stoa.base.ConflictException;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Ends what goes on around an agent that is about to be archived. Stateless. */
final class AgentEnd {
    private static final String ARCHIVED = "archived";

    private AgentEnd() {}

    /** Ends what has not begun, and gives back what it holds; refused while it is being executed. */
    static void close(Tx tx, Me me, Agent agent, Instant now) {
        refuseWhileRunning(tx, me, agent);
        TaskTable.where(tx, "t.agent_id = ? AND t.kind = 'run' AND t.status = 'pending'", agent.id())
                .forEach(task -> TaskMoves.end(tx, task, TaskStatus.KILLED, null, ARCHIVED, now));
        tx.update(
                "UPDATE mentions SET state = 'skipped', reason = ? WHERE agent_id = ? AND state = 'waiting'",
                ARCHIVED,
                agent.id());
        RunTable.living(tx, agent.id()).forEach(run -> endRun(tx, run, ARCHIVED, now));
        TaskTable.where(tx, "t.assignee_id = ? AND t.kind = 'work' AND t.status = 'running'", agent.id())
                .forEach(task -> {
                    if (agent.id().equals(task.offeredTo())) {
                        WorkRows.offer(tx, task.id(), null);
                    }
                    TaskMoves.back(tx, task, null, FeedKind.TASK_RELEASED, now);
                });
        TaskTable.where(tx, "t.offered_to = ? AND t.kind = 'work' AND t.status = 'pending'", agent.id())
                .forEach(task -> {
                    WorkRows.offer(tx, task.id(), null);
                    TaskMoves.tell(tx, task, FeedKind.TASK_RELEASED, now);
                });
    }

    /** Ends a run that nothing is executed in; one whose waiting was over has ended by that. */
    static void endRun(Tx tx, Run run, String reason, Instant now) {
        RunMoves.end(tx, RunMoves.met(tx, run, now), reason, now);
    }

    private static void refuseWhileRunning(Tx tx, Me me, Agent agent) {
        TaskTable.where(tx, "t.agent_id = ? AND t.kind = 'run' AND t.status = 'running'", agent.id()).stream()
                .findFirst()
                .ifPresent(task -> {
                    throw new ConflictException(
                            "conflict",
                            "an execution of " + agent.identity() + " is running",
                            "wait for it, or stop it with " + stop(tx, me, task));
                });
    }

    /** The command that stops a run, which is named only to who sees it. */
    static String stop(Tx tx, Me me, Task task) {
        boolean seen = task.sessionId() != null
                && tx.number(
                                "SELECT count(*) FROM sessions r WHERE r.session_id = ? AND " + Sight.run("r", me),
                                task.sessionId())
                        > 0;
        return "stoa run stop" + (seen ? " " + Task.shortId(String.valueOf(task.sessionId())) : "");
    }
}
