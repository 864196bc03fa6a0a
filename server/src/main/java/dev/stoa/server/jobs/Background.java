package dev.stoa.server.jobs;

import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.base.JobFailures;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does jobs, each on a thread of its own, until it is closed. Thread-safe. A job that fails stops no other: it is logged
 * once for each cause and hour, counted, and tried again at its next time.
 */
final class Background implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private final InstantSource clock;
    private final BiConsumer<String, Duration> took;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final List<Runner> runners = new ArrayList<>();

    private Background(InstantSource clock, BiConsumer<String, Duration> took) {
        this.clock = clock;
        this.took = took;
    }

    /**
     * Starts jobs.
     *
     * @param took is told the name of a job each time that it was done or failed, and how long it took
     */
    static Background start(List<Job> jobs, InstantSource clock, BiConsumer<String, Duration> took) {
        Background background = new Background(clock, took);
        for (Job job : jobs) {
            background.runners.add(background.new Runner(job));
        }
        background.runners.forEach(runner -> runner.thread.start());
        return background;
    }

    /** How all jobs stand. */
    List<JobState> states() {
        return runners.stream().map(Runner::state).toList();
    }

    /** One job and its thread. */
    private final class Runner {
        private final Job job;
        // A platform thread: the library of a database may hold the carrier of a virtual one.
        private final Thread thread;
        private final JobFailures failures;
        private volatile @Nullable Instant lastRun;
        private volatile @Nullable Instant nextRun;

        Runner(Job job) {
            this.job = job;
            this.failures = new JobFailures(job.name(), clock, LOG);
            this.thread =
                    Thread.ofPlatform().daemon().name("stoa-job-" + job.name()).unstarted(this::run);
        }

        JobState state() {
            JobFailures.Last last = failures.last();
            return new JobState(
                    job.name(), null, lastRun, nextRun, last == null ? null : last.error(), failures.count());
        }

        private void run() {
            try {
                boolean over = isStopped(job.first());
                while (!over) {
                    attempt();
                    over = isStopped(job.every());
                }
            } catch (InterruptedException e) {
                // The server stops.
                Thread.currentThread().interrupt();
            }
        }

        /** Waits until its next time, and says whether the server has stopped by then. */
        private boolean isStopped(Duration wait) throws InterruptedException {
            nextRun = clock.instant().plus(wait);
            return stopped.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        }

        private void attempt() throws InterruptedException {
            lastRun = clock.instant();
            long start = System.nanoTime();
            try {
                job.work().run();
                failures.done();
            } catch (RuntimeException | Error e) {
                if (Thread.interrupted() || (e instanceof UnavailableException away && away.isInterruption())) {
                    throw new InterruptedException();
                }
                failures.failed(e);
            } finally {
                took.accept(job.name(), Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    /** Interrupts what is being done, and waits until it has put things in order. */
    @Override
    public void close() {
        stopped.countDown();
        runners.forEach(runner -> runner.thread.interrupt());
        boolean interrupted = false;
        for (Runner runner : runners) {
            while (runner.thread.isAlive()) {
                try {
                    runner.thread.join();
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
