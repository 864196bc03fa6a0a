package dev.stoa.society.agent;

import dev.stoa.base.ConflictException;
import dev.stoa.society.base.Agent;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunTable;
import dev.stoa.society.run.RunTransitions;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.TaskTransitions;
import dev.stoa.society.work.WorkRows;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** Ends what goes on around an agent that is about to be archived. Stateless. */
final class AgentArchiving {
    private static final String ARCHIVED = "archived";

    private AgentArchiving() {}

    /** Ends what has not begun, and gives back what it holds; refused while it is being executed. */
    static void close(Tx tx, ResolvedPrincipal me, Agent agent, Instant now) {
        refuseWhileRunning(tx, me, agent);
        TaskTable.where(tx, "t.agent_id = ? AND t.kind = 'run' AND t.status = 'pending'", agent.id())
                .forEach(task -> TaskTransitions.end(tx, task, TaskStatus.KILLED, null, ARCHIVED, now));
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
                    TaskTransitions.back(tx, task, null, FeedKind.TASK_RELEASED, now);
                });
        TaskTable.where(tx, "t.offered_to = ? AND t.kind = 'work' AND t.status = 'pending'", agent.id())
                .forEach(task -> {
                    WorkRows.offer(tx, task.id(), null);
                    TaskTransitions.tell(tx, task, FeedKind.TASK_RELEASED, now);
                });
    }

    /** Ends a run that nothing is executed in; one whose waiting was over has ended by that. */
    static void endRun(Tx tx, Run run, String reason, Instant now) {
        RunTransitions.end(tx, RunTransitions.met(tx, run, now), reason, now);
    }

    private static void refuseWhileRunning(Tx tx, ResolvedPrincipal me, Agent agent) {
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
    static String stop(Tx tx, ResolvedPrincipal me, Task task) {
        boolean seen = task.sessionId() != null
                && tx.number(
                                "SELECT count(*) FROM sessions r WHERE r.session_id = ? AND " + Visibility.run("r", me),
                                task.sessionId())
                        > 0;
        return "stoa run stop" + (seen ? " " + Task.shortId(String.valueOf(task.sessionId())) : "");
    }
}
