package dev.stoa.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a thread put things in order when the process is told to end: the thread is interrupted, and the process ends
 * when it is through. A second signal ends it at once. For one thread, which closes it.
 */
public final class InterruptGuard implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch through = new CountDownLatch(1);
    private final AtomicInteger received = new AtomicInteger();
    private final Thread guarded;
    private final StopSignals signals;

    private InterruptGuard(Thread guarded) {
        this.guarded = guarded;
        this.signals = StopSignals.take(this::stop);
    }

    public static InterruptGuard ofThisThread() {
        return new InterruptGuard(Thread.currentThread());
    }

    private void stop(int exit) {
        if (!received.compareAndSet(0, exit)) {
            StopSignals.end(exit);
        }
        guarded.interrupt();
        try {
            if (!through.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                StopSignals.end(exit);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The exit code of the process: that of the signal it got, or else the given one. */
    int exit(int otherwise) {
        int signal = received.get();
        return signal == 0 ? otherwise : signal;
    }

    @Override
    public void close() {
        signals.close();
        through.countDown();
    }
}
