package dev.stoa.server.backend;

import dev.stoa.base.Bounds;
import dev.stoa.base.UnavailableException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The places for one kind of work that goes on after its request was answered. Thread-safe. */
public final class Places {
    private final String what;
    private final int most;
    private final Semaphore free;
    private final Set<Thread> working = new HashSet<>();
    private boolean stopped;

    /**
     * Places for work.
     *
     * @param what the work in the plural, for refusals
     */
    public Places(String what, int most) {
        this.what = Bounds.given("what", what);
        this.most = most;
        this.free = new Semaphore(most);
    }

    /**
     * A place; it must be closed or used.
     *
     * @throws UnavailableException with the code {@code busy} if there is none
     */
    public Place take() {
        return find().orElseThrow(this::busy);
    }

    /**
     * A place that may come to be free soon; it must be closed or used.
     *
     * @throws UnavailableException with the code {@code busy} if there is none for so long
     */
    public Place take(Duration patience) {
        try {
            if (free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return new Place();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(
                    "interrupted",
                    "the wait for other " + what + " was interrupted",
                    "ask again if it is still wanted",
                    e);
        }
        throw busy();
    }

    private UnavailableException busy() {
        return new UnavailableException(
                "busy",
                "the server works on " + most + " " + what + ", which is its limit",
                "try again in a few seconds");
    }

    /** A place, if there is one. */
    public Optional<Place> find() {
        return free.tryAcquire() ? Optional.of(new Place()) : Optional.empty();
    }

    /** How many places are free now. */
    public int free() {
        return free.availablePermits();
    }

    /** One place. Used by one thread until work is started in it, which then gives it back. */
    public final class Place implements AutoCloseable {
        private boolean given;

        private Place() {}

        /**
         * Starts work in this place. When the server stops, the work is interrupted.
         *
         * @return the thread of the work; when it has ended, the place is free again
         */
        public Thread start(String name, Runnable work) {
            return start(Thread.ofVirtual().name(name).factory(), work, () -> {});
        }

        /**
         * The same on a thread of another kind.
         *
         * @param after what is done when the place is free again, such as telling that the work is over
         */
        Thread start(ThreadFactory kind, Runnable work, Runnable after) {
            Thread thread = kind.newThread(() -> {
                try {
                    work.run();
                } finally {
                    free.release();
                    try {
                        after.run();
                    } finally {
                        leave(Thread.currentThread());
                    }
                }
            });
            synchronized (working) {
                // A thread that cannot be started leaves the place to the one who took it.
                thread.start();
                given = true;
                working.add(thread);
                if (stopped) {
                    thread.interrupt();
                }
            }
            return thread;
        }

        /** Gives the place back, unless work was started in it. */
        @Override
        public void close() {
            if (!given) {
                given = true;
                free.release();
            }
        }
    }

    private void leave(Thread thread) {
        synchronized (working) {
            working.remove(thread);
        }
    }

    /** Interrupts all work, and what is started from now on. */
    void stop() {
        synchronized (working) {
            stopped = true;
            working.forEach(Thread::interrupt);
        }
    }

    /** Waits for the work to end; false if some of it goes on. */
    boolean await(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        List<Thread> threads;
        synchronized (working) {
            threads = List.copyOf(working);
        }
        for (Thread thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }
}
