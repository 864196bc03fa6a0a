package dev.stoa.counsel.base;

import dev.stoa.base.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the jobs of the archive while a process runs. Thread-safe. Of several processes one does a job when it is due; a
 * job that fails is logged once for each cause and hour, counted, and tried again when it is next looked at.
 */
public final class JobRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    private static final Duration FIRST = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final long LAST_SECONDS = 5;
    private static final Principal OPERATOR = Principal.operator("jobs");

    private final Jobs jobs;
    private final String owner;
    private final List<Job> all;
    private final Map<String, JobFailures> failures;
    private final ScheduledExecutorService thread;

    /**
     * Something to do again and again. It may be done twice.
     *
     * @param name its name among the jobs of the archive
     * @param every how long after the last time it is due again
     */
    public record Job(String name, Duration every, Runnable work) {}

    JobRunner(Jobs jobs, String owner, List<Job> all) {
        this.jobs = jobs;
        this.owner = owner;
        this.all = List.copyOf(all);
        this.failures = this.all.stream()
                .map(Job::name)
                .collect(Collectors.toUnmodifiableMap(
                        name -> name, name -> new JobFailures(name, jobs::now, LOG), (one, other) -> one));
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("stoa-jobs").factory());
    }

    /** Starts to look for what is due: a minute after the start, and every minute. */
    @SuppressWarnings(
            "FutureReturnValueIgnored") // it never ends by itself, and a job's failure is caught where it runs
    public static JobRunner start(Jobs jobs, String owner, List<Job> all) {
        JobRunner runner = new JobRunner(jobs, owner, all);
        runner.thread.scheduleWithFixedDelay(runner::runDue, FIRST.toSeconds(), FIRST.toSeconds(), TimeUnit.SECONDS);
        return runner;
    }

    /** Does what is due now, and tells how many jobs were done. */
    int runDue() {
        int done = 0;
        for (Job job : all) {
            done += run(job) ? 1 : 0;
        }
        return done;
    }

    /** How a job fails in this process; null if it is none of its jobs. */
    public @Nullable JobFailures failures(String name) {
        return failures.get(name);
    }

    private boolean run(Job job) {
        JobFailures failed = Objects.requireNonNull(failures.get(job.name()));
        try {
            if (!jobs.leaseIfDue(OPERATOR, job.name(), owner, LEASE, job.every())) {
                return false;
            }
            job.work().run();
            boolean done = jobs.done(OPERATOR, job.name(), owner);
            failed.done();
            return done;
        } catch (RuntimeException | Error e) { // the other jobs and the next time must not suffer from it
            if (!thread.isShutdown()) {
                failed.failed(e);
            }
            release(job);
            return false;
        }
    }

    private void release(Job job) {
        try {
            jobs.release(OPERATOR, job.name(), owner);
        } catch (RuntimeException | Error e) {
            LOG.debug("the lease of the job {} ends by itself", job.name(), e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
