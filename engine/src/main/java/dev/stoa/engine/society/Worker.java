package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.engine.code.WalledView;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.run.Runs;
import dev.stoa.society.work.Task;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs agents: claims pending executions and executes them, several at a time. Thread-safe; any number of workers, here
 * and in other processes, share an archive. Hazard: what it starts are programs of the configuration with the rights of
 * this process.
 */
public final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final Duration STOPPING = Duration.ofSeconds(10);

    private final ExecutionQueue queue;
    private final Runs runs;
    private final Stoa stoa;
    private final AgentRunner runner;
    private final Orphans orphans;
    private final ThisProcess me;
    private final InstantSource clock;

    private Worker(Stoa stoa, AgentRunner runner, ThisProcess me, InstantSource clock) {
        this.queue = stoa.society().executions();
        this.runs = stoa.society().runs();
        this.stoa = stoa;
        this.runner = runner;
        this.orphans = new Orphans(queue, me, clock);
        this.me = me;
        this.clock = clock;
    }

    /** A worker over the stores of a data directory, with no server beside it. */
    public static Worker over(Stoa stoa, Providers providers, Map<String, String> environment, InstantSource clock) {
        return over(stoa, providers, environment, null, clock);
    }

    /**
     * A worker over the stores of a data directory.
     *
     * @param environment the variables of this process, of which commands get what they name
     * @param server what agents behind a wall reach; null if there is none, and then none of them is started
     */
    public static Worker over(
            Stoa stoa,
            Providers providers,
            Map<String, String> environment,
            @Nullable WallServer server,
            InstantSource clock) {
        return over(
                stoa,
                providers,
                environment,
                ProcessBox.ofThisSystem(),
                new AgentWall(stoa, server, WalledView::works),
                clock);
    }

    static Worker over(
            Stoa stoa,
            Providers providers,
            Map<String, String> environment,
            ProcessBox box,
            AgentWall wall,
            InstantSource clock) {
        ThisProcess me = ThisProcess.here();
        return new Worker(
                stoa,
                new AgentRunner(stoa, OfflineVoices.with(providers, stoa), environment, me, box, wall, clock),
                me,
                clock);
    }

    /**
     * Refuses an agent whose command has a wall if none can be built around it here and now.
     *
     * @throws ConflictException with the code {@code precondition}
     */
    public void check(Principal by, String agent) {
        String model = stoa.society().agents().get(by, agent).model();
        if (model != null) {
            runner.check(model);
        }
    }

    /** Starts an agent and executes it here; answers its execution when that has ended. */
    public Task start(Principal by, RunRequest request) throws InterruptedException {
        check(by, request.agent());
        Optional<Execution> next = Optional.of(queue.start(by, request, me.holder(), Supervision.LEASE, runner.plan()));
        while (true) {
            Execution execution = next.orElseThrow();
            Task task;
            try {
                task = runner.run(execution);
            } catch (InterruptedException e) {
                runner.giveUp(execution);
                throw e;
            }
            next = queue.claim(task.id(), me.holder(), Supervision.LEASE, runner.plan());
            if (next.isEmpty()) {
                return queue.get(execution);
            }
        }
    }

    /** Stops a run and waits for its end, for ten seconds at most; does what its worker would if that is gone. */
    public ChangeResult<Run> stop(Principal by, String ref) throws InterruptedException {
        long end = System.nanoTime() + STOPPING.toNanos();
        try (CommitSignal.Watch watch = queue.watch()) {
            ChangeResult<Run> stopped = runs.stop(by, ref);
            Run run = stopped.value();
            while (run.state() == Run.State.WORKING && System.nanoTime() < end) {
                String task = run.taskId();
                orphans.recover(orphan -> orphan.task().id().equals(task));
                watch.await(GLANCE);
                run = runs.get(by, run.id());
            }
            return new ChangeResult<>(run, stopped.changed());
        }
    }

    /** Executes what is pending until nothing is, at most {@code parallel} at a time. */
    public Tally workOff(int parallel) throws InterruptedException {
        return workOff(parallel, WorkerListener.NONE);
    }

    /** The same, and tells what it does. */
    public Tally workOff(int parallel, WorkerListener listener) throws InterruptedException {
        return work(parallel, true, listener, Duration.ZERO);
    }

    /** Executes what becomes pending, at most {@code parallel} at a time, until the thread is interrupted. */
    public void work(int parallel) throws InterruptedException {
        work(parallel, WorkerListener.NONE);
    }

    /** The same, and tells what it does. */
    public void work(int parallel, WorkerListener listener) throws InterruptedException {
        work(parallel, listener, Duration.ZERO);
    }

    /** The same, and lets executions go on for a time when the thread is interrupted; it claims no more then. */
    public void work(int parallel, WorkerListener listener, Duration patience) throws InterruptedException {
        work(parallel, false, listener, patience);
    }

    /**
     * What a worker looks after beside executions, for a process that executes nothing; it is to be run from time to
     * time, by one thread.
     */
    public Runnable upkeep() {
        Upkeep upkeep = new Upkeep(stoa, orphans, stoa.config().location().directory(), clock);
        return () -> {
            upkeep.sweep();
            upkeep.tidy();
        };
    }

    private Tally work(int parallel, boolean once, WorkerListener listener, Duration patience)
            throws InterruptedException {
        Crew crew = new Crew(parallel);
        Upkeep upkeep = new Upkeep(stoa, orphans, stoa.config().location().directory(), clock);
        boolean look = true;
        try (CommitSignal.Watch watch = queue.watch();
                WorkerSign sign = WorkerSign.leave(stoa.config().location().directory(), me)) {
            while (true) {
                // Before the lookup: a thread that ends later may leave something pending.
                boolean alone = crew.isIdle();
                try {
                    look |= upkeep.sweep();
                    if (look && crew.takeOn(tally -> claim(tally, listener))) {
                        continue;
                    }
                    if (upkeep.tidy()) {
                        // It may have taken a while.
                        look = true;
                        continue;
                    }
                } catch (UnavailableException e) {
                    if (once) {
                        throw e;
                    }
                    LOG.warn("the archive cannot be used just now", e);
                }
                if (once && look && alone) {
                    return crew.tally();
                }
                // Nothing is asked while nothing happens.
                look = watch.await(GLANCE) || crew.someoneIsThrough();
            }
        } finally {
            crew.dismiss(patience);
        }
    }

    private Optional<Runnable> claim(Tally tally, WorkerListener listener) {
        return queue.claim(me.holder(), Supervision.LEASE, runner.plan())
                .map(execution -> () -> execute(execution, tally, listener));
    }

    private void execute(Execution execution, Tally tally, WorkerListener listener) {
        try {
            listener.taken(execution);
            Task task = runner.run(execution);
            tally.add(task.status());
            listener.ended(task);
        } catch (InterruptedException e) {
            runner.giveBack(execution);
            listener.givenBack(execution);
            tally.add(TaskStatus.PENDING);
            Thread.currentThread().interrupt();
        } catch (StoaException e) {
            LOG.warn("execution {} is left to be recovered", execution.task().id(), e);
            tally.add(TaskStatus.RUNNING);
        }
    }
}
