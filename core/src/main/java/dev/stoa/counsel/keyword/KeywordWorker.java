package dev.stoa.counsel.keyword;

import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts messages into the index while a process runs: after each commit, and every second. Thread-safe. Several may work
 * on one archive. Closing it puts in what waits, for five seconds at most; the rest waits for the next.
 */
public final class KeywordWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeywordWorker.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LAST = Duration.ofSeconds(5);

    private final Archive archive;
    private final KeywordIndex index;
    private final Thread thread;
    private volatile boolean closed;

    private KeywordWorker(Archive archive, KeywordIndex index, boolean load) {
        this.archive = archive;
        this.index = index;
        this.thread = Thread.ofPlatform().daemon().name("stoa-keywords").unstarted(() -> run(load));
    }

    /**
     * Starts a worker.
     *
     * @param load whether it first takes the whole index into memory, as a server does
     */
    public static KeywordWorker start(Archive archive, KeywordIndex index, boolean load) {
        KeywordWorker worker = new KeywordWorker(archive, index, load);
        worker.thread.start();
        return worker;
    }

    private void run(boolean load) {
        try (CommitSignal.Watch watch = archive.commits().watch()) {
            if (load) {
                attempt(index::load);
            }
            while (!closed) {
                attempt(() -> drain(Long.MAX_VALUE));
                watch.await(POLL);
            }
        } catch (InterruptedException e) {
            // Closing interrupts the wait; what is left is put in by the one that closes.
            Thread.currentThread().interrupt();
        }
    }

    private void drain(long until) {
        while (index.drainOnce()
                && System.nanoTime() < until
                && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    /** What fails now may not fail in a second, and messages must not wait because of it. */
    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) { // the thread must live on, regardless of what it is
            LOG.warn("the keyword index could not go on: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        long end = System.nanoTime() + LAST.toNanos();
        thread.interrupt();
        try {
            thread.join(LAST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        // Not beside the thread, if that is still at it: together they have five seconds.
        if (!thread.isAlive()) {
            attempt(() -> drain(end));
        }
    }
}
