package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a process that writes to the log signs a checkpoint: every 1,000 events, after ten minutes with new ones,
 * and when it ends. Thread-safe. Its thread begins with the first event.
 */
final class CheckpointSchedule implements AutoCloseable {
    /** After how many events. */
    static final int EVENTS = 1_000;

    /** After how long, if there are new events. */
    static final Duration AGE = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointSchedule.class);
    /** How often it looks whether one is due: much less than the age, because commands sign in between. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    private static final Duration LAST = Duration.ofSeconds(5);

    private final AuditLog log;
    private final Signer signer;
    private final InstantSource clock;
    // Guarded by this.
    private @Nullable Thread thread;
    private boolean closed;
    private boolean awaited;
    // Written by the thread that signs, under the lock of signing.
    private final Object signing = new Object();
    private volatile long attempted = -1;
    private volatile Instant since;

    CheckpointSchedule(AuditLog log, Signer signer, InstantSource clock) {
        this.log = log;
        this.signer = signer;
        this.clock = clock;
        this.since = clock.instant();
        log.onAppend(this::appended);
    }

    /** An event was written, though perhaps not committed yet. */
    private synchronized void appended() {
        if (attempted < 0) {
            // What came before is for the process that wrote it.
            attempted = log.largest() - 1;
            since = clock.instant();
        }
        if (thread == null && !closed) {
            thread = Thread.ofPlatform().daemon().name("stoa-audit").start(this::run);
        }
        if (log.largest() - attempted >= EVENTS) {
            awaited = true;
            notifyAll();
        }
    }

    private void run() {
        try {
            while (pause()) {
                signIfDue(clock.instant());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until there may be something to sign; false at the end. */
    private synchronized boolean pause() throws InterruptedException {
        long until = System.nanoTime() + LOOK.toNanos();
        long left = LOOK.toMillis();
        while (!awaited && !closed && left > 0) {
            wait(left);
            left = Duration.ofNanos(until - System.nanoTime()).toMillis();
        }
        awaited = false;
        return !closed;
    }

    /** Signs if enough happened or long enough ago; whether it tried. */
    boolean signIfDue(Instant now) {
        long fresh = attempted < 0 ? 0 : log.largest() - attempted;
        boolean due = fresh >= EVENTS || (fresh > 0 && !now.isBefore(since.plus(AGE)));
        if (due) {
            sign();
        }
        return due;
    }

    private void sign() {
        synchronized (signing) {
            // Taken before: an event that comes meanwhile counts for the next.
            long upTo = log.largest();
            try {
                signer.sign();
            } catch (StoaException e) {
                // The act that was recorded is done; the next attempt may succeed.
                LOG.warn("no checkpoint of the audit log was signed: {}", e.getMessage());
            }
            attempted = upTo;
            since = clock.instant();
        }
    }

    /** A checkpoint was signed by a command. */
    void signed() {
        attempted = log.largest();
        since = clock.instant();
    }

    /** Signs what is new. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
            notifyAll();
        }
        if (running != null) {
            try {
                running.join(LAST);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (attempted >= 0 && log.largest() > attempted) {
            sign();
        }
    }
}
