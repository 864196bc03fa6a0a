package dev.stoa.bench.harness;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Work that is one step repeated, by one caller or by a crowd. Not thread-safe itself; the step may be called by many
 * threads. Operation numbers never repeat, so a step can write something new each time.
 */
public final class Steps implements InProcess.Way {
    private final Crowd crowd;
    private final Step step;
    private final AutoCloseable owned;
    private long done;

    /** One operation. */
    @FunctionalInterface
    public interface Step {
        void run(long number) throws Exception;
    }

    private Steps(Crowd crowd, Step step, AutoCloseable owned) {
        this.crowd = crowd;
        this.step = step;
        this.owned = owned;
    }

    public static Steps of(Step step) {
        return by(Crowd.platform(1), step);
    }

    public static Steps by(Crowd crowd, Step step) {
        return new Steps(crowd, step, () -> {});
    }

    /** The same work, which closes something when it is over. */
    public Steps closing(AutoCloseable closed) {
        return new Steps(crowd, step, closed);
    }

    /** The same step, of which only one runs at a time, as on a connection that callers share. */
    public static Step locked(Step step) {
        ReentrantLock lock = new ReentrantLock();
        return number -> {
            lock.lock();
            try {
                step.run(number);
            } finally {
                lock.unlock();
            }
        };
    }

    @Override
    public Callable<Long> prepare(int ops) throws InterruptedException {
        long first = done;
        done += ops;
        return crowd.prepare(ops, (thread, op) -> {
            step.run(first + op);
            return 1;
        });
    }

    @Override
    public void close() throws Exception {
        owned.close();
    }
}
