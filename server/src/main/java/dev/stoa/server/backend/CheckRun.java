package dev.stoa.server.backend;

import dev.stoa.base.StoaException;
import dev.stoa.base.TextEnum;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A check that goes on after the request that began it: how it stands, and what it found. Thread-safe. */
abstract class CheckRun {
    private static final Logger LOG = LoggerFactory.getLogger(CheckRun.class);

    /** Where a check is. */
    enum State implements TextEnum {
        NONE,
        RUNNING,
        DONE,
        FAILED
    }

    /** What makes the report. */
    @FunctionalInterface
    interface Reading {
        Map<String, @Nullable Object> found() throws InterruptedException;
    }

    private final String what;
    private final @Nullable String id;
    private final @Nullable Instant begun;
    private final long start = System.nanoTime();
    private volatile State state;
    private volatile long nanos;
    private volatile @Nullable Map<String, @Nullable Object> report;
    private volatile @Nullable String problem;

    /**
     * A check that was begun.
     *
     * @param what what is checked, for the log
     * @param id null if none was begun
     */
    CheckRun(String what, @Nullable String id, @Nullable Instant begun) {
        this.what = what;
        this.id = id;
        this.begun = begun;
        this.state = id == null ? State.NONE : State.RUNNING;
    }

    final State state() {
        return state;
    }

    final void find(Reading reading) {
        try {
            report = reading.found();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "the server stops";
        } catch (StoaException e) {
            problem = e.getMessage();
        } catch (RuntimeException | Error e) {
            problem = "it failed; see the log of the server";
            LOG.warn("the check of {} failed", what, e);
        }
    }

    /** Lets it be seen that it is over: who sees it may begin the next. */
    final void tell() {
        nanos = System.nanoTime() - start;
        state = report == null ? State.FAILED : State.DONE;
    }

    /** How long it has taken, or took, in seconds. */
    final double seconds(State now) {
        return (now == State.RUNNING ? System.nanoTime() - start : nanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** The fields that each check is shown with: first these, and the problem and the report at the end. */
    final void begin(Map<String, @Nullable Object> document, State now) {
        document.put("run", id);
        document.put("state", now.text());
        document.put("begun_at", begun);
        document.put("seconds", now == State.NONE ? null : Math.round(seconds(now) * 1_000) / 1_000.0);
    }

    final void end(Map<String, @Nullable Object> document) {
        document.put("problem", problem);
        document.put("report", report);
    }
}
