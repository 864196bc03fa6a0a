package dev.stoa.engine.debate;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A long computation on a thread of its own, so that the thread that waits for it can renew a lease. For one
 * thread; closing it interrupts what is not done yet and lets it clean up for a while.
 */
final class BackgroundTask<T> implements AutoCloseable {
    private static final Duration ENDING = Duration.ofSeconds(5);

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable T result;
    private volatile @Nullable Throwable thrown;

    private BackgroundTask(Callable<T> act) {
        this.thread = Thread.ofVirtual().name("stoa-background").unstarted(() -> run(act));
    }

    static <T> BackgroundTask<T> start(Callable<T> act) {
        BackgroundTask<T> task = new BackgroundTask<>(act);
        task.thread.start();
        return task;
    }

    private void run(Callable<T> act) {
        try {
            result = act.call();
        } catch (Exception | Error e) {
            thrown = e;
        } finally {
            done.countDown();
        }
    }

    /** Waits for its end; false if it did not come in time. */
    boolean done(Duration wait) throws InterruptedException {
        return done.await(Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
    }

    /** What it brought, once it is done. */
    T result() {
        Throwable broken = thrown;
        if (broken != null) {
            throw Broken.by(broken);
        }
        T brought = result;
        if (brought == null) {
            throw new IllegalStateException("a task has a result when it is done");
        }
        return brought;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(ENDING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
