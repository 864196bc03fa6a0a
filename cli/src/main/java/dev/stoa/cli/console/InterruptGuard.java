package dev.stoa.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread put things in order when the process is interrupted: the thread is interrupted, and the process
 * ends when it is through. For one thread, which closes it.
 */
public final class InterruptGuard implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch through = new CountDownLatch(1);
    private final Thread hook;

    private InterruptGuard(Thread thread) {
        hook = new Thread(
                () -> {
                    thread.interrupt();
                    try {
                        if (!through.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                            Thread.currentThread().interrupt();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stoa-interruption");
    }

    public static InterruptGuard ofThisThread() {
        InterruptGuard interruption = new InterruptGuard(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    @Override
    public void close() {
        through.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already, which is what the hook is for.
        }
    }
}
