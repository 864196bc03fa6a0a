package dev.stoa.storage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Observes the commits of other processes on a thread of its own. Thread-safe. */
public final class ForeignCommits {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignCommits.class);

    private ForeignCommits() {}

    /** An observation that goes on until it is closed. */
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /** Waits for a commit of any process for about the given time; true if there was one. Used by one thread. */
    public interface Observer extends AutoCloseable {
        boolean observe(long millis) throws Exception;

        @Override
        void close();
    }

    /** Makes an observer that misses no commit from then on. */
    public interface Opening {
        Observer open() throws Exception;
    }

    /** Starts to observe; returns when no later commit can be missed. An observer that breaks is opened again. */
    public static Watch start(String archive, long intervalMillis, Opening opening, Runnable onCommit) {
        AtomicBoolean stopped = new AtomicBoolean();
        CountDownLatch ready = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("stoa-watch-" + archive)
                .start(() -> {
                    boolean told = false;
                    while (!stopped.get()) {
                        try (Observer observer = opening.open()) {
                            if (ready.getCount() == 0) {
                                // Commits may have passed unseen while the observer was being opened again.
                                onCommit.run();
                            }
                            ready.countDown();
                            told = false;
                            while (!stopped.get()) {
                                if (observer.observe(intervalMillis) && !stopped.get()) {
                                    onCommit.run();
                                }
                            }
                        } catch (InterruptedException e) {
                            break;
                        } catch (Exception e) {
                            if (!told) {
                                // Once, and not as often as it is tried while a server is away.
                                LOG.warn("commits of other processes to archive {} cannot be observed now", archive, e);
                                told = true;
                            }
                            ready.countDown();
                            pause(intervalMillis);
                        }
                    }
                    ready.countDown();
                });
        awaitReady(ready);
        return () -> {
            stopped.set(true);
            thread.interrupt();
            joinUninterruptibly(thread);
        };
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void awaitReady(CountDownLatch ready) {
        try {
            ready.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        // A listener may end the observation from the observing thread itself.
        while (thread.isAlive() && !thread.equals(Thread.currentThread())) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
