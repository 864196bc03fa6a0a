package dev.stoa.server.http;

import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts the work of requests that take too long. Thread-safe. Its thread sleeps until the first of those that it
 * has seen is due, also when that is long over: most are over in time, and waking a thread for each costs more than
 * they do.
 */
public final class Deadlines implements AutoCloseable {
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final long IDLE = TimeUnit.DAYS.toNanos(1);

    private final Set<Deadline> running = ConcurrentHashMap.newKeySet();
    private final Thread clock;
    private volatile long wake = System.nanoTime() + IDLE;
    private volatile boolean closed;

    public Deadlines() {
        clock = Thread.ofPlatform().daemon().name("stoa-deadlines").unstarted(this::watch);
        clock.start();
    }

    /** The time that the calling thread has, from now until it is closed. Used by that thread. */
    public static final class Deadline implements AutoCloseable {
        private final Thread worker = Thread.currentThread();
        private final Set<Deadline> running;
        private final long due;
        private boolean passed;
        private boolean over;

        private Deadline(Set<Deadline> running, long due) {
            this.running = running;
            this.due = due;
        }

        private synchronized void pass() {
            if (!over) {
                passed = true;
                worker.interrupt();
            }
        }

        /** Whether the time is over and the work was interrupted. */
        public synchronized boolean passed() {
            return passed;
        }

        @Override
        public void close() {
            synchronized (this) {
                over = true;
            }
            running.remove(this);
            if (passed()) {
                // The interrupt was for this work, and must not end what the thread does next.
                Thread.interrupted();
            }
        }
    }

    /** Begins the time of the calling thread. */
    public Deadline start(Duration length) {
        Deadline deadline = new Deadline(running, System.nanoTime() + length.toNanos());
        running.add(deadline);
        // Read after it was added: the clock announces when it wakes before it looks, so one of the two sees the other.
        if (deadline.due - wake < 0) {
            LockSupport.unpark(clock);
        }
        return deadline;
    }

    private void watch() {
        while (!closed) {
            long now = System.nanoTime();
            wake = now + IDLE;
            long first = now + IDLE;
            for (Iterator<Deadline> all = running.iterator(); all.hasNext(); ) {
                Deadline each = all.next();
                if (each.due - now <= 0) {
                    all.remove();
                    each.pass();
                } else if (each.due - first < 0) {
                    first = each.due;
                }
            }
            wake = first;
            LockSupport.parkNanos(this, first - now);
        }
    }

    /**
     * How long a request may take.
     *
     * @param most the longest that is allowed
     * @param asked what the client asks for, in seconds; null if it does not
     */
    static Duration asked(Duration most, @Nullable String asked) {
        if (asked == null) {
            return most;
        }
        try {
            Duration wanted = Duration.ofNanos((long) (Double.parseDouble(asked) * 1e9));
            if (wanted.compareTo(SHORTEST) >= 0 && wanted.compareTo(most) <= 0) {
                return wanted;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw Refusal.of(
                422,
                "invalid",
                "Stoa-Timeout is not a number of seconds from 0.05 to " + most.toSeconds(),
                "send such a number, or none");
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(clock);
    }
}
