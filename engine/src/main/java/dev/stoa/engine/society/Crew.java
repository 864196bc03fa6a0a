package dev.stoa.engine.society;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The threads of a worker, with a limit on how many are busy at a time. Thread-safe. */
final class Crew {
    private final int most;
    private final Tally tally = new Tally();
    private final Set<Thread> busy = new HashSet<>();
    private boolean through;

    Crew(int most) {
        this.most = most;
    }

    Tally tally() {
        return tally;
    }

    synchronized boolean isIdle() {
        return busy.isEmpty();
    }

    /** Whether a thread has become free since the last call. */
    synchronized boolean someoneIsThrough() {
        boolean was = through;
        through = false;
        return was;
    }

    /** Runs the next found job on a free thread; false if no thread is free or no job is found. */
    boolean takeOn(Function<Tally, Optional<Runnable>> finder) {
        synchronized (this) {
            if (busy.size() >= most) {
                return false;
            }
        }
        Optional<Runnable> work = finder.apply(tally);
        work.ifPresent(this::start);
        return work.isPresent();
    }

    private synchronized void start(Runnable work) {
        // A platform thread: the library of a database may hold the carrier of a virtual one.
        Thread thread = Thread.ofPlatform().name("stoa-worker").unstarted(() -> {
            try {
                work.run();
            } finally {
                leave();
            }
        });
        busy.add(thread);
        thread.start();
    }

    private synchronized void leave() {
        busy.remove(Thread.currentThread());
        through = true;
    }

    /**
     * Gives all a time to end, then interrupts them and waits until they have put things in order; an interrupt does not
     * shorten that.
     */
    void dismiss(Duration patience) {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + patience.toNanos();
        for (Thread thread : threads()) {
            interrupted |= join(thread, end);
        }
        for (Thread thread : threads()) {
            thread.interrupt();
        }
        for (Thread thread : threads()) {
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

    /** Waits for a thread until a time; whether the waiting thread was interrupted meanwhile. */
    private static boolean join(Thread thread, long end) {
        boolean interrupted = false;
        long left = end - System.nanoTime();
        while (left > 0 && thread.isAlive()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = end - System.nanoTime();
        }
        return interrupted;
    }

    private synchronized List<Thread> threads() {
        return List.copyOf(busy);
    }
}
