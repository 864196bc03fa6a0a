package dev.stoa.society.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.base.StoreContext;
import dev.stoa.society.channel.Mentions;
import dev.stoa.society.channel.MessageWriter;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskKind;
import dev.stoa.society.work.TaskRefusals;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.society.work.TaskTable;
import dev.stoa.society.work.TaskTransitions;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What workers do to executions, step by step. Thread-safe, also between processes: every step is guarded by the token
 * of the claim, so a worker that has lost an execution can change nothing about it.
 */
public final class ExecutionQueue {
    private static final String NEXT = """
            SELECT task_id FROM tasks WHERE kind = 'run' AND status = 'pending' ORDER BY priority DESC, seq LIMIT 1""";

    private static final String STARTED = """
            UPDATE tasks SET pid = ?, host = ?, process_started_at = ?
            WHERE task_id = ? AND status = 'running' AND lease_token = ?""";

    private static final String RENEW = """
            UPDATE tasks SET lease_expires_at = ? WHERE task_id = ? AND status = 'running' AND lease_token = ?""";

    private static final String CHUNK = """
            INSERT INTO task_chunks (task_id, stream, ordinal, text)
            SELECT task_id, ?, ?, ? FROM tasks WHERE task_id = ? AND status = 'running' AND lease_token = ?
            ON CONFLICT (task_id, stream, ordinal) DO UPDATE SET text = excluded.text""";

    private static final String RUNNING = "SELECT " + Task.COLUMNS + ", t.host, t.process_started_at FROM "
            + Task.TABLES + " WHERE t.kind = 'run' AND t.status = 'running' ORDER BY t.seq";

    private final StoreContext commons;
    private final SocietyRules rules;
    private final ExecutionCompletion end;
    private final Principal caller;

    private ExecutionQueue(StoreContext commons, SocietyRules rules, ExecutionCompletion end, Principal caller) {
        this.commons = commons;
        this.rules = rules;
        this.end = end;
        this.caller = caller;
    }

    /** The executions in an archive of {@link SocietyArchive#SCHEMA}. */
    public static ExecutionQueue over(Archive archive, InstantSource clock, Ids ids, SocietyRules rules) {
        Mentions mentions = new Mentions(rules, new ExecutionRows(ids, rules.idle()));
        ReplyPoster replies = new ChannelReplyPoster(new MessageWriter(ids, mentions));
        return new ExecutionQueue(
                StoreContext.of(archive, clock, ids),
                rules,
                new ExecutionCompletion(mentions, replies),
                Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public ExecutionQueue as(Principal other) {
        return new ExecutionQueue(commons, rules, end, other);
    }

    /** Claims the oldest pending execution and stores its prompt. */
    @Needs(Right.OPERATE)
    public Optional<Execution> claim(String holder, Duration lease, Execution.Plan plan) {
        Rights.check(caller);
        if (commons.archive().one(NEXT, row -> row.text(1)).isEmpty()) {
            // A unit that writes nothing would still wake every waiter.
            return Optional.empty();
        }
        Instant now = commons.now();
        return commons.archive()
                .write(tx -> tx.one(NEXT, row -> row.text(1))
                        .map(id -> claim(tx, TaskTable.get(tx, id), holder, lease, plan, now)));
    }

    /** Claims one execution, if it is pending. */
    @Needs(Right.OPERATE)
    public Optional<Execution> claim(String task, String holder, Duration lease, Execution.Plan plan) {
        Rights.check(caller);
        Instant now = commons.now();
        return commons.archive()
                .write(tx -> Optional.of(TaskTable.get(tx, task))
                        .filter(found -> found.kind() == TaskKind.RUN && found.status() == TaskStatus.PENDING)
                        .map(found -> claim(tx, found, holder, lease, plan, now)));
    }

    /** Starts a run and claims its execution at once, so that no other worker gets it. */
    @Needs(value = Right.OPERATE, inside = true)
    public Execution start(Principal by, RunRequest request, String holder, Duration lease, Execution.Plan plan) {
        Rights.check(by);
        return commons.write(
                by,
                (tx, me, now) -> claim(
                        tx, RunStart.start(tx, commons.ids(), me, request, rules, now), holder, lease, plan, now));
    }

    private static Execution claim(
            Tx tx, Task pending, String holder, Duration lease, Execution.Plan plan, Instant now) {
        Run run = RunTable.get(tx, Objects.requireNonNull(pending.sessionId()));
        if (pending.attempt() == 0) {
            // Only workers know how a command is configured.
            int retries = run.model() == null ? 0 : plan.retries(run.model());
            tx.update("UPDATE tasks SET max_attempts = ? WHERE task_id = ?", 1 + retries, pending.id());
        }
        RunLogs.clear(tx, pending.id());
        Task task = TaskTransitions.claim(tx, TaskTransitions.Pending.of(pending), holder, null, now.plus(lease), now);
        Execution execution = tx.one(
                        "SELECT raw, time_limit_seconds FROM tasks WHERE task_id = ?",
                        row -> new Execution(
                                task, task.leaseToken(), run, row.flag(1), seconds(row.numberOrNull(2)), ""),
                        task.id())
                .orElseThrow();
        String prompt = execution.raw() ? task.input() : plan.prompt(PromptSources.read(tx, task, run, now));
        tx.update("UPDATE tasks SET prompt = ? WHERE task_id = ?", prompt, task.id());
        return execution.prompt(prompt);
    }

    private static @Nullable Duration seconds(@Nullable Long value) {
        return value == null ? null : Duration.ofSeconds(value);
    }

    /** Notes where it is worked for when no process of its own does; false if it is lost. */
    @Needs(Right.OPERATE)
    public boolean started(Execution execution, String host) {
        Rights.check(caller);
        return commons.archive()
                        .write(tx -> tx.update(
                                STARTED, null, host, null, execution.task().id(), execution.token()))
                > 0;
    }

    /** Notes which process works for it, before it gets its prompt; false if it is lost. */
    @Needs(Right.OPERATE)
    public boolean started(Execution execution, long pid, String host, Instant processStarted) {
        Rights.check(caller);
        return commons.archive()
                        .write(tx -> tx.update(
                                STARTED,
                                pid,
                                host,
                                processStarted,
                                execution.task().id(),
                                execution.token()))
                > 0;
    }

    /** Holds it for longer, from now; false if it is lost. */
    @Needs(Right.OPERATE)
    public boolean renew(Execution execution, Duration lease) {
        Rights.check(caller);
        Instant expires = commons.now().plus(lease);
        return commons.archive()
                        .write(tx -> tx.update(RENEW, expires, execution.task().id(), execution.token()))
                > 0;
    }

    /** Whether a worker holds an execution now: not before, not after, and not when its worker is gone. */
    @Needs(Right.READ)
    public boolean isHeld(String task) {
        Rights.check(caller);
        Instant now = commons.now();
        return commons.archive()
                .one(
                        "SELECT lease_expires_at FROM tasks WHERE task_id = ? AND kind = 'run' AND status = 'running'",
                        row -> {
                            Instant expires = row.instantOrNull(1);
                            return expires != null && expires.isAfter(now);
                        },
                        Bounds.given("task", task))
                .orElse(false);
    }

    /** Whether the worker is to go on with it. */
    @Needs(Right.OPERATE)
    public Execution.Signal signal(Execution execution) {
        Rights.check(caller);
        return commons.archive()
                .one(
                        "SELECT status, lease_token, stop_requested_at FROM tasks WHERE task_id = ?",
                        row -> {
                            boolean held =
                                    row.text(1).equals(TaskStatus.RUNNING.text()) && row.number(2) == execution.token();
                            return !held
                                    ? Execution.Signal.LOST
                                    : row.textOrNull(3) == null ? Execution.Signal.GO_ON : Execution.Signal.STOP;
                        },
                        execution.task().id())
                .orElse(Execution.Signal.LOST);
    }

    /** Lets others see a piece of what it has written, or a longer one in its place; nothing happens if it is lost. */
    @Needs(Right.OPERATE)
    public void chunk(Execution execution, boolean error, int ordinal, String text) {
        Rights.check(caller);
        String stream = error ? RunLogs.STDERR : RunLogs.OUTPUT;
        commons.archive()
                .write(tx ->
                        tx.update(CHUNK, stream, ordinal, text, execution.task().id(), execution.token()));
    }

    /**
     * Ends it: status, output, reply and what becomes of its run, all or nothing. If it has ended with this token
     * already, that is the answer.
     */
    @Needs(Right.OPERATE)
    public Task finish(Execution execution, Execution.Outcome outcome) {
        Rights.check(caller);
        Instant now = commons.now();
        return commons.archive().write(tx -> {
            Task task = TaskTable.get(tx, execution.task().id());
            boolean newest = task.leaseToken() == execution.token();
            if (newest && task.status().isTerminal()) {
                return task;
            }
            if (!newest || task.status() != TaskStatus.RUNNING) {
                throw TaskRefusals.lost(task, "token " + execution.token());
            }
            return end.end(tx, task, outcome, now);
        });
    }

    /** Gives it back because its worker stops, so that another executes it; no attempt is used up. */
    @Needs(Right.OPERATE)
    public Task giveBack(Execution execution, String why) {
        Rights.check(caller);
        Instant now = commons.now();
        return commons.archive().write(tx -> {
            Task task = TaskTable.get(tx, execution.task().id());
            boolean held = task.leaseToken() == execution.token() && task.status() == TaskStatus.RUNNING;
            return held ? end.givenBack(tx, task, why, now) : task;
        });
    }

    /** All running executions, to find those that have lost their workers. */
    @Needs(Right.OPERATE)
    public List<Execution.Orphan> running() {
        Rights.check(caller);
        return commons.archive().list(RUNNING, row -> {
            Task task = Task.of(row);
            return new Execution.Orphan(
                    task,
                    task.leaseToken(),
                    Objects.requireNonNullElse(task.leaseHolder(), ""),
                    Objects.requireNonNullElse(task.leaseExpiresAt(), Instant.EPOCH),
                    row.textOrNull(35),
                    task.pid(),
                    row.instantOrNull(36));
        });
    }

    /** Takes an execution from a worker that is gone; false if it is no longer as it was found. */
    @Needs(Right.OPERATE)
    public boolean orphaned(Execution.Orphan orphan) {
        Rights.check(caller);
        Instant now = commons.now();
        return commons.archive().write(tx -> {
            Task task = TaskTable.get(tx, orphan.task().id());
            boolean same = task.status() == TaskStatus.RUNNING
                    && task.leaseToken() == orphan.token()
                    && Objects.equals(task.leaseExpiresAt(), orphan.expiresAt());
            if (same) {
                end.orphaned(tx, task, now);
            }
            return same;
        });
    }

    /** Ends the runs that have waited long enough; how many. */
    @Needs(Right.OPERATE)
    public int endIdle() {
        Rights.check(caller);
        Instant now = commons.now();
        if (commons.archive().read(tx -> RunTable.idle(tx).stream().noneMatch(run -> run.isOver(now)))) {
            return 0;
        }
        return commons.archive().write(tx -> {
            List<Run> over =
                    RunTable.idle(tx).stream().filter(run -> run.isOver(now)).toList();
            over.forEach(run -> RunTransitions.end(tx, run, "idle", now));
            return over.size();
        });
    }

    /** How an execution stands, for the worker that holds it. */
    @Needs(Right.OPERATE)
    public Task get(Execution execution) {
        Rights.check(caller);
        return commons.archive().read(tx -> TaskTable.get(tx, execution.task().id()));
    }

    /** The name of a holder. A host with a slash is refused, because its name could not be taken apart again. */
    public static String holder(String host, long pid, Instant started) {
        if (host.contains("/")) {
            throw new ConflictException("conflict", "host name " + host + " holds a slash", null);
        }
        return host + "/" + pid + "/" + started.toEpochMilli();
    }

    /** A place from which no later commit is missed. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return commons.archive().commits().watch();
    }
}
