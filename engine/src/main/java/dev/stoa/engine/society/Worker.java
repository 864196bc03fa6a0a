package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.StoaException;
import dev.stoa.engine.provider.Providers;
import dev.stoa.society.Actor;
import dev.stoa.society.Changed;
import dev.stoa.society.Execution;
import dev.stoa.society.ExecutionQueue;
import dev.stoa.society.Run;
import dev.stoa.society.RunRequest;
import dev.stoa.society.Runs;
import dev.stoa.society.Task;
import dev.stoa.society.TaskStatus;
import dev.stoa.society.Tasks;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs agents: claims pending executions and executes them, several at a time. Thread-safe; any number of workers, here
 * and in other processes, share an archive. Hazard: what it starts are programs of the configuration with the rights of
 * this process.
 */
public final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration SWEEP = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final Duration STOPPING = Duration.ofSeconds(10);

    private final ExecutionQueue queue;
    private final Runs runs;
    private final Tasks tasks;
    private final AgentRunner runner;
    private final Orphans orphans;
    private final ThisProcess me;
    private final InstantSource clock;

    private Worker(Stoa stoa, AgentRunner runner, ThisProcess me, InstantSource clock) {
        this.queue = stoa.executions();
        this.runs = stoa.runs();
        this.tasks = stoa.tasks();
        this.runner = runner;
        this.orphans = new Orphans(queue, me, clock);
        this.me = me;
        this.clock = clock;
    }

    /**
     * A worker over the stores of a data directory.
     *
     * @param environment the variables of this process, of which commands get what they name
     */
    public static Worker over(Stoa stoa, Providers providers, Map<String, String> environment, InstantSource clock) {
        ThisProcess me = ThisProcess.here();
        return new Worker(stoa, new AgentRunner(stoa, providers, environment, me, clock), me, clock);
    }

    /** Starts an agent and executes it here; answers its execution when that has ended. */
    public Task start(Actor by, RunRequest request) throws InterruptedException {
        Optional<Execution> next = Optional.of(queue.start(by, request, me.holder(), Supervision.LEASE, runner.plan()));
        while (true) {
            Execution execution = next.orElseThrow();
            Task task = runner.run(execution);
            next = queue.claim(task.id(), me.holder(), Supervision.LEASE, runner.plan());
            if (next.isEmpty()) {
                return queue.get(execution);
            }
        }
    }

    /** Stops a run and waits for its end, for ten seconds at most; does what its worker would if that is gone. */
    public Changed<Run> stop(Actor by, String ref) throws InterruptedException {
        long end = System.nanoTime() + STOPPING.toNanos();
        try (CommitSignal.Watch watch = queue.watch()) {
            Changed<Run> stopped = runs.stop(by, ref);
            Run run = stopped.value();
            while (run.state() == Run.State.WORKING && System.nanoTime() < end) {
                String task = run.taskId();
                orphans.recover(orphan -> orphan.task().id().equals(task));
                watch.await(GLANCE);
                run = runs.get(by, run.id());
            }
            return new Changed<>(run, stopped.changed());
        }
    }

    /** Executes what is pending until nothing is, so many at a time. */
    public Tally workOff(int parallel) throws InterruptedException {
        return work(parallel, true);
    }

    /** Executes whatever becomes pending, so many at a time, until the thread is interrupted. */
    public void work(int parallel) throws InterruptedException {
        work(parallel, false);
    }

    private Tally work(int parallel, boolean once) throws InterruptedException {
        Tally tally = new Tally();
        Semaphore free = new Semaphore(parallel);
        List<Thread> threads = new ArrayList<>();
        Instant sweepAt = Instant.MIN;
        try (CommitSignal.Watch watch = queue.watch()) {
            while (true) {
                if (!clock.instant().isBefore(sweepAt)) {
                    sweepAt = clock.instant().plus(SWEEP);
                    sweep();
                }
                threads.removeIf(thread -> !thread.isAlive());
                // Before the look: whoever is through later may leave something pending behind.
                boolean alone = free.availablePermits() == parallel;
                boolean claimed = free.tryAcquire();
                Optional<Execution> next = claimed ? claim() : Optional.empty();
                if (next.isPresent()) {
                    threads.add(execute(next.get(), free, tally));
                    continue;
                }
                if (claimed) {
                    free.release();
                    if (once && alone) {
                        return tally;
                    }
                }
                watch.await(GLANCE);
            }
        } finally {
            threads.forEach(Thread::interrupt);
            join(threads);
        }
    }

    private Optional<Execution> claim() {
        return queue.claim(me.holder(), Supervision.LEASE, runner.plan());
    }

    private Thread execute(Execution execution, Semaphore free, Tally tally) {
        // A platform thread: a library of a database may hold the carrier of a virtual one.
        return Thread.ofPlatform().name("stoa-worker").start(() -> {
            try {
                tally.add(runner.run(execution).status());
            } catch (InterruptedException e) {
                tally.add(TaskStatus.PENDING);
            } catch (StoaException e) {
                LOG.warn(
                        "execution {} is left to be recovered", execution.task().id(), e);
                tally.add(TaskStatus.RUNNING);
            } finally {
                free.release();
            }
        });
    }

    /** What every worker looks after; doing it twice does no harm. */
    private void sweep() {
        orphans.recover();
        queue.endIdle();
        tasks.sweep();
    }

    private static void join(List<Thread> threads) {
        boolean interrupted = Thread.interrupted();
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
