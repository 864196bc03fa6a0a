package dev.stoa.society.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.TaskTransitions;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lives of agents. Thread-safe. Nothing is executed here: a start leaves a pending execution, and workers act on
 * what is committed.
 */
public final class Runs {
    private static final String REQUEST_STOP = """
            UPDATE tasks SET stop_requested_at = ?
            WHERE task_id = ? AND status = 'running' AND stop_requested_at IS NULL""";

    private final StoreContext commons;
    private final SocietyRules rules;

    private Runs(StoreContext commons, SocietyRules rules) {
        this.commons = commons;
        this.rules = rules;
    }

    /** The runs in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Runs over(Archive archive, InstantSource clock, Ids ids, SocietyRules rules) {
        return new Runs(StoreContext.of(archive, clock, ids), rules);
    }

    /** Starts an agent, or wakes the run that it has in that channel. */
    @Needs(value = Right.OPERATE, inside = true)
    public Run start(Principal by, RunRequest request) {
        Rights.check(by);
        return commons.write(by, (tx, me, now) -> run(tx, RunStart.start(tx, commons.ids(), me, request, rules, now)));
    }

    /** Wakes a run that waits. */
    @Needs(value = Right.OPERATE, inside = true)
    public Run wake(Principal by, String ref, String input) {
        Rights.check(by);
        return wake(by, ref, input, null);
    }

    /** Wakes a run that waits, on behalf of an execution. */
    @Needs(value = Right.OPERATE, inside = true)
    public Run wake(Principal by, String ref, String input, @Nullable String task) {
        Rights.check(by);
        Bounds.text("input", input, 1, RunRequest.LONGEST_INPUT);
        return commons.write(
                by, (tx, me, now) -> run(tx, RunStart.wake(tx, commons.ids(), me, ref, input, task, rules, now)));
    }

    /**
     * Starts again what failed, timed out or was stopped: a run of the agent with the input, channel and limits of the
     * latest execution of the given one.
     */
    @Needs(value = Right.OPERATE, inside = true)
    public Run retry(Principal by, String ref, @Nullable String task) {
        Rights.check(by);
        return commons.write(
                by, (tx, me, now) -> run(tx, RunStart.retry(tx, commons.ids(), me, ref, task, rules, now)));
    }

    private static Run run(Tx tx, Task execution) {
        return RunTable.get(tx, Objects.requireNonNull(execution.sessionId()));
    }

    /**
     * Stops a run: at once if no process runs for it, otherwise when the worker has ended that process. It did not change
     * if it had ended or was already to stop.
     */
    @Needs(Right.OPERATE)
    public ChangeResult<Run> stop(Principal by, String ref) {
        Rights.check(by);
        return commons.write(by, (tx, me, now) -> {
            Run run = RunTransitions.met(tx, RunTable.seen(tx, me, ref), now);
            if (run.state() == Run.State.ENDED) {
                return new ChangeResult<>(run, false);
            }
            if (run.state() == Run.State.WORKING) {
                Task task = TaskTable.latestOf(tx, run.id());
                if (task.status() == TaskStatus.RUNNING) {
                    boolean news = tx.update(REQUEST_STOP, now, task.id()) > 0;
                    if (news) {
                        TaskTransitions.tell(tx, task, FeedKind.TASK_STOP, now);
                    }
                    return new ChangeResult<>(run, news);
                }
                TaskTransitions.end(tx, task, TaskStatus.KILLED, null, RunTransitions.STOPPED, now);
                RunTransitions.forgetWaiting(tx, run);
            }
            RunTransitions.end(tx, run, RunTransitions.STOPPED, now);
            return new ChangeResult<>(RunTable.get(tx, run.id()), true);
        });
    }

    /** A run that the actor sees. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Run get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> RunTable.seen(tx, me, ref));
    }

    /** The latest execution of a run. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Task execution(Principal by, String ref) {
        return commons.read(
                by,
                (tx, me) ->
                        TaskTable.latestSeen(tx, me, RunTable.seen(tx, me, ref).id()));
    }

    /** The most executions that are listed of a run. */
    public static final int MOST_EXECUTIONS = 50;

    /** The newest executions of a run, without what they were given and what they wrote. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public List<Task> executions(Principal by, String ref) {
        return commons.read(
                by,
                (tx, me) -> TaskTable.ofRun(tx, me, RunTable.seen(tx, me, ref).id(), MOST_EXECUTIONS));
    }

    /** Runs, the newest first. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Run> list(Principal by, RunFilter filter, Page.Request page) {
        return commons.read(by, (tx, me) -> RunTable.list(tx, me, filter, page));
    }

    /** What an execution has written so far: that of a task, or the latest of a run. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public RunLog logs(Principal by, String ref) {
        return commons.read(by, (tx, me) -> RunLogs.read(tx, me, ref));
    }

    /**
     * The last characters of what an execution has written so far; of a long log, no more than them is read.
     *
     * @param most the maximum number of characters of each stream, at least 1
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public RunLog logs(Principal by, String ref, int most) {
        Rights.check(by);
        Bounds.whole("most", most, 1, Integer.MAX_VALUE);
        return commons.read(by, (tx, me) -> RunLogs.last(tx, me, ref, most));
    }

    /** The most pieces that are read at once. */
    public static final int MOST_CHUNKS = 1_000;

    /**
     * What a running execution has written after a piece that is known.
     *
     * @param task the id of the execution
     * @param error whether of its error output
     * @param ordinal the number of that piece; -1 for the beginning
     * @param most the maximum number of pieces, 1 to 1,000
     */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public RunLog.Tail chunksAfter(Principal by, String task, boolean error, long ordinal, int most) {
        Rights.check(by);
        Bounds.whole("most", most, 1, MOST_CHUNKS);
        return commons.read(by, (tx, me) -> RunLogs.chunksAfter(tx, me, task, error, ordinal, most));
    }

    /** How far the latest execution of a run has come with what it writes. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public RunLog.Written written(Principal by, String ref) {
        return commons.read(by, (tx, me) -> RunLogs.written(tx, RunTable.seen(tx, me, ref)));
    }

    /** How many executions there are in each state; those without any are left out. Reads an index of all of them. */
    @Needs(value = Right.READ, agents = false)
    public Map<TaskStatus, Long> executions(Principal by) {
        Rights.check(by);
        Map<TaskStatus, Long> counts = new EnumMap<>(TaskStatus.class);
        commons.archive()
                .list(
                        "SELECT status, count(*) FROM tasks WHERE kind = 'run' GROUP BY status",
                        row -> Map.entry(TaskStatus.of(row.text(1)), row.number(2)))
                .forEach(each -> counts.put(each.getKey(), each.getValue()));
        return counts;
    }

    /** A place from which no later change of a run is missed. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        return commons.archive().commits().watch();
    }
}
