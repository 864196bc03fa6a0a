package dev.stoa.counsel.base;

import dev.stoa.base.StoaException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** How often a job failed in this process, and why; each cause is logged once an hour. Thread-safe. */
public final class JobFailures {
    private static final Duration QUIET = Duration.ofHours(1);
    private static final int MOST_CAUSES = 100;

    private final String job;
    private final InstantSource clock;
    private final Logger log;
    private final Map<String, Instant> logged = new HashMap<>();
    private @Nullable Last last;
    private long count;

    /**
     * The last failure of a job that was not done since. Immutable.
     *
     * @param error why, in words that everyone may read
     */
    public record Last(String error, Instant at) {}

    public JobFailures(String job, InstantSource clock, Logger log) {
        this.job = job;
        this.clock = clock;
        this.log = log;
    }

    /** Counts a failure. */
    public synchronized void failed(Throwable e) {
        count++;
        Instant now = clock.instant();
        // Others than ours may tell of tables and folders, and everyone who may read sees it.
        last = new Last(
                e instanceof StoaException && e.getMessage() != null
                        ? e.getMessage()
                        : "internal error; see the server's log",
                now);
        String cause = e.getClass().getName() + ": " + e.getMessage();
        Instant before = logged.get(cause);
        if (before == null || !now.isBefore(before.plus(QUIET)) || now.isBefore(before)) {
            if (logged.size() >= MOST_CAUSES) {
                logged.clear();
            }
            logged.put(cause, now);
            log.warn("the job {} failed and is tried again: {}", job, e.getMessage(), e);
        }
    }

    /** Says that the job was done. */
    public synchronized void done() {
        last = null;
    }

    /** The last failure; null if there was none, or the job was done since. */
    public synchronized @Nullable Last last() {
        return last;
    }

    /** How often it failed. */
    public synchronized long count() {
        return count;
    }
}
