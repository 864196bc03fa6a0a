package dev.stoa.society.work;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of work that exactly one agent holds at a time. Thread-safe, also between processes: a claim is a lease
 * with a token that only grows, and a caller with an older one changes nothing.
 */
public final class Tasks {
    /** How long work is held by default. */
    public static final Duration LEASE = Duration.ofMinutes(15);

    private static final int LONGEST_OUTPUT = 65_536;
    private static final int LONGEST_ERROR = 4_000;

    /** What a change of work writes. A claim of the next takes a row that no other unit has, whatever their scopes. */
    private static final Scope.Kind TASK =
            new Scope.Kind("task", "tasks", "feed", "agents", "search_docs", "text_sizes");

    private static final Scope.Kind NEW =
            new Scope.Kind("new task", "tasks", "feed", "agents", "search_docs", "text_sizes").apart();

    /** The length of an id that is not shortened. */
    private static final int WHOLE = 36;

    private final StoreContext commons;

    private Tasks(StoreContext commons) {
        this.commons = commons;
    }

    /** The work in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Tasks over(Archive archive, InstantSource clock, Ids ids) {
        return new Tasks(StoreContext.of(archive, clock, ids));
    }

    /** Adds work that is to be done. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Added<Task> add(Principal by, WorkDraft draft) {
        Rights.check(by);
        StoreContext.Write<Supplier<Added<Task>>> unit =
                (tx, me, now) -> WorkRows.add(tx, commons.ids(), me, draft, now);
        String key = draft.clientKey();
        return (commons.archive().isConcurrent()
                        // Under a key an agent adds work once; without one each is its own.
                        ? commons.write(by, NEW.of(key == null ? commons.ids().next() : "key " + key), unit)
                        : commons.write(by, unit))
                .get();
    }

    /** Claims this work if it is free. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public TaskLease claim(Principal by, String ref, Duration lease) {
        checkLease(lease);
        return change(by, ref, (tx, me, now) -> {
            Task task = work(tx, me, ref);
            if (task.isExpired(now)) {
                TaskTransitions.expire(tx, task, now);
                task = TaskTable.get(tx, task.id());
            }
            if (task.status() == TaskStatus.RUNNING) {
                throw TaskRefusals.held(task);
            }
            if (task.status().isTerminal()) {
                throw TaskRefusals.finished(task);
            }
            if (task.offeredTo() != null && !task.offeredTo().equals(me.id())) {
                throw TaskRefusals.offered(task);
            }
            return claimed(tx, TaskTransitions.Pending.of(task), me, lease, now);
        });
    }

    /** Takes the work that is next for the actor, if there is any. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Optional<TaskLease> claimNext(Principal by, Duration lease) {
        return claimNext(by, null, lease);
    }

    /** The same in one channel alone; null for all. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public Optional<TaskLease> claimNext(Principal by, @Nullable String channel, Duration lease) {
        checkLease(lease);
        if (commons.archive().isConcurrent()) {
            Optional<TaskLease> beside = commons.write(by, TASK.of("of " + by.identity()), (tx, me, now) -> {
                String where = channel == null ? null : References.channel(tx, me, channel);
                Supplier<List<String>> expired = TaskTable.expiredWork(tx, now, where);
                Supplier<Optional<TaskTransitions.Pending>> next = WorkRows.next(tx, me, where);
                // Another may be giving back what has expired.
                return expired.get().isEmpty()
                        ? next.get().map(task -> claimed(tx, task, me, lease, now))
                        : Optional.empty();
            });
            if (beside.isPresent()) {
                return beside;
            }
        }
        // Alone nothing is skipped because another has just locked it.
        return commons.write(by, (tx, me, now) -> {
            String where = channel == null ? null : References.channel(tx, me, channel);
            Supplier<List<String>> expired = TaskTable.expiredWork(tx, now, where);
            Supplier<Optional<TaskTransitions.Pending>> next = WorkRows.next(tx, me, where);
            if (expire(tx, expired.get(), now) > 0) {
                next = WorkRows.next(tx, me, where);
            }
            return next.get().map(task -> claimed(tx, task, me, lease, now));
        });
    }

    /**
     * Changes one task beside others, where the database can do that and the task is named by its whole id. What is refused
     * there is tried again alone: a claim of what is next takes a task that another unit has just read.
     */
    private <T> T change(Principal by, String ref, StoreContext.Write<T> work) {
        if (commons.archive().isConcurrent() && ref.length() == WHOLE) {
            try {
                return commons.write(by, TASK.of(ref), work);
            } catch (ConflictException e) {
                // What the unit alone says is final.
            }
        }
        return commons.write(by, work);
    }

    private static int expire(Tx tx, List<String> tasks, Instant now) {
        tasks.forEach(task -> TaskTransitions.expire(tx, TaskTable.get(tx, task), now));
        return tasks.size();
    }

    private static TaskLease claimed(
            Tx tx, TaskTransitions.Pending task, ResolvedPrincipal me, Duration lease, Instant now) {
        return lease(TaskTransitions.claim(tx, task, me.identity(), me.id(), now.plus(lease), now));
    }

    /** The current lease of the actor, for an actor that has lost its token. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public TaskLease held(Principal by, String ref) {
        return commons.read(by, (tx, me) -> {
            Task task = work(tx, me, ref);
            if (task.status().isTerminal()) {
                throw TaskRefusals.finished(task);
            }
            if (task.status() == TaskStatus.PENDING || task.isExpired(commons.now())) {
                throw TaskRefusals.lost(task, "a lease that is not over");
            }
            if (!me.id().equals(task.assigneeId())) {
                throw TaskRefusals.another(task, "change");
            }
            return lease(task);
        });
    }

    private static TaskLease lease(Task task) {
        return new TaskLease(task, task.leaseToken(), Objects.requireNonNull(task.leaseExpiresAt()));
    }

    /** Holds work for longer, from now. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public TaskLease renew(Principal by, String ref, long token, Duration length) {
        checkLease(length);
        return change(by, ref, (tx, me, now) -> {
            Task task = mine(tx, me, ref, token, "renew");
            if (task.status().isTerminal()) {
                throw TaskRefusals.finished(task);
            }
            return lease(TaskTransitions.renew(tx, task, now.plus(length)));
        });
    }

    /** Extends the lease of work for the agent that claimed it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public TaskLease renew(TaskLease lease, Duration length) {
        return renew(holder(lease), lease.task().id(), lease.token(), length);
    }

    /** Completes work with its result. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> complete(Principal by, String ref, long token, @Nullable String output) {
        Bounds.textOrNull("output", output, 1, LONGEST_OUTPUT);
        return ended(by, ref, token, TaskStatus.COMPLETED, output, null);
    }

    /** Completes leased work for the agent that claimed it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> complete(TaskLease lease, @Nullable String output) {
        return complete(holder(lease), lease.task().id(), lease.token(), output);
    }

    /** Says that work cannot be done, and why. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> fail(Principal by, String ref, long token, String error) {
        Bounds.text("reason", error, 1, LONGEST_ERROR);
        return ended(by, ref, token, TaskStatus.FAILED, null, error);
    }

    /** Fails leased work for the agent that claimed it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> fail(TaskLease lease, String error) {
        return fail(holder(lease), lease.task().id(), lease.token(), error);
    }

    private ChangeResult<Task> ended(
            Principal by, String ref, long token, TaskStatus status, @Nullable String output, @Nullable String error) {
        return change(by, ref, (tx, me, now) -> {
            Task task = mine(tx, me, ref, token, "end");
            if (task.status() == status) {
                return new ChangeResult<>(task, false);
            }
            if (task.status().isTerminal()) {
                throw TaskRefusals.finished(task);
            }
            return new ChangeResult<>(TaskTransitions.end(tx, task, status, output, error, now), true);
        });
    }

    /** Gives held work back, so that others may claim it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> release(Principal by, String ref, long token) {
        return change(by, ref, (tx, me, now) -> {
            Task task = mine(tx, me, ref, token, "release");
            if (task.status().isTerminal()) {
                throw TaskRefusals.finished(task);
            }
            if (me.id().equals(task.offeredTo())) {
                // An agent that returns work offered to it has declined the offer.
                WorkRows.offer(tx, task.id(), null);
            }
            return new ChangeResult<>(TaskTransitions.back(tx, task, null, FeedKind.TASK_RELEASED, now), true);
        });
    }

    /** Returns leased work for the agent that claimed it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> release(TaskLease lease) {
        return release(holder(lease), lease.task().id(), lease.token());
    }

    /** Ends the offer of work that is not held: its recipient declines, or its creator withdraws it. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> release(Principal by, String ref) {
        return change(by, ref, (tx, me, now) -> {
            Task task = work(tx, me, ref);
            if (task.status().isTerminal()) {
                throw TaskRefusals.finished(task);
            }
            boolean concerned =
                    me.operator() || me.id().equals(task.agentId()) || me.id().equals(task.offeredTo());
            if (task.status() != TaskStatus.PENDING || !concerned) {
                throw TaskRefusals.lost(task, "no token");
            }
            if (task.offeredTo() == null) {
                return new ChangeResult<>(task, false);
            }
            WorkRows.offer(tx, task.id(), null);
            TaskTransitions.tell(tx, task, FeedKind.TASK_RELEASED, now);
            return new ChangeResult<>(TaskTable.get(tx, task.id()), true);
        });
    }

    /** Cancels work, held or not. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Task> cancel(Principal by, String ref) {
        return change(by, ref, (tx, me, now) -> {
            Task task = work(tx, me, ref);
            if (!me.operator() && !me.id().equals(task.agentId())) {
                throw new ForbiddenException(
                        "forbidden",
                        "task " + task.shortId() + " was added by " + task.identity() + ", who alone may cancel it",
                        "act as an operator");
            }
            return task.status().isTerminal()
                    ? new ChangeResult<>(task, false)
                    : new ChangeResult<>(TaskTransitions.end(tx, task, TaskStatus.KILLED, null, null, now), true);
        });
    }

    /** A task that the actor sees. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Task get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> TaskTable.seen(tx, me, ref));
    }

    /** Tasks in the order in which the actor would claim them. */
    @Needs(value = Right.READ, of = Needs.Whose.OWN)
    public Page<Task> list(Principal by, TaskFilter filter, Page.Request page) {
        return commons.read(by, (tx, me) -> TaskTable.list(tx, me, filter, page));
    }

    /** Gives back all held work whose lease is over; how much there was. */
    @Needs(Right.OPERATE)
    public int sweep(Principal by) {
        Rights.check(by);
        Instant now = commons.now();
        if (commons.archive()
                .read(tx -> TaskTable.expiredWork(tx, now, null).get().isEmpty())) {
            // A unit that writes nothing would still wake every waiter.
            return 0;
        }
        return commons.archive()
                .write(tx -> expire(tx, TaskTable.expiredWork(tx, now, null).get(), now));
    }

    /** Work that the actor holds or held with the newest token. */
    private static Task mine(Tx tx, ResolvedPrincipal me, String ref, long token, String verb) {
        Task task = work(tx, me, ref);
        if (token != task.leaseToken() || task.status() == TaskStatus.PENDING) {
            throw TaskRefusals.lost(task, "token " + token);
        }
        if (task.assigneeId() == null && task.status().isTerminal()) {
            throw TaskRefusals.finished(task);
        }
        if (!me.operator() && !me.id().equals(task.assigneeId())) {
            throw TaskRefusals.another(task, verb);
        }
        return task;
    }

    private static Task work(Tx tx, ResolvedPrincipal me, String ref) {
        Task task = TaskTable.seen(tx, me, ref);
        if (task.kind() != TaskKind.WORK) {
            throw TaskRefusals.notWork(task);
        }
        return task;
    }

    private static Principal holder(TaskLease lease) {
        String assignee = lease.task().assigneeId();
        if (assignee == null) {
            throw new ConflictException("lease_lost", "the lease has no holder", "claim the task again");
        }
        return Principal.as(assignee);
    }

    private static void checkLease(Duration lease) {
        Bounds.whole("lease", lease.toSeconds(), 5, 86_400);
    }
}
