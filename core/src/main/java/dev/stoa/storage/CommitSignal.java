package dev.stoa.storage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that something was committed to an archive, by this process or another. Thread-safe.
 *
 * <p>Waiters open a {@link Watch}, look for what they want, and only then wait on it: a commit after the opening is
 * never missed, however it falls. A signal says that something changed, not what; it may come twice for one commit, and
 * for a commit to another archive. One observer watches other processes, and only while a watch or listener exists.
 */
public final class CommitSignal {
    private static final Logger LOG = LoggerFactory.getLogger(CommitSignal.class);

    private final Backend backend;
    private final ReentrantLock lock = new ReentrantLock();
    /** Held while the observer is opened, which may take as long as connecting does; who has committed takes no part. */
    private final ReentrantLock opening = new ReentrantLock();

    private final Condition changed = lock.newCondition();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private long commits;
    private int watchers; // guarded by opening
    private ForeignCommits.@Nullable Watch foreign; // guarded by opening

    CommitSignal(Backend backend) {
        this.backend = backend;
    }

    /** A place from which no later commit is missed. Not thread-safe; close it when done. */
    public final class Watch implements AutoCloseable {
        private long seen;
        private boolean open = true;

        private Watch(long seen) {
            this.seen = seen;
        }

        /** Waits for a commit since the opening or since the last wait; false if none came in time. */
        public boolean await(Duration timeout) throws InterruptedException {
            long left = timeout.toNanos();
            lock.lockInterruptibly();
            try {
                while (commits == seen && left > 0) {
                    left = changed.awaitNanos(left);
                }
                boolean news = commits != seen;
                seen = commits;
                return news;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                leave();
            }
        }
    }

    public Watch watch() {
        // The observer first, then the count: a commit between the two is reported, never missed.
        enter();
        lock.lock();
        try {
            return new Watch(commits);
        } finally {
            lock.unlock();
        }
    }

    /** Calls the listener after every commit until the result is closed; what the listener throws is only logged. */
    public AutoCloseable listen(Runnable listener) {
        enter();
        listeners.add(listener);
        return () -> {
            if (listeners.remove(listener)) {
                leave();
            }
        };
    }

    void committed() {
        lock.lock();
        try {
            commits++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        // Outside of the lock: a listener may take long, or open a watch.
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (Throwable e) { // also an Error: what the writer has committed is not the listener's to fail
                LOG.warn("a listener of the commit signal failed", e);
            }
        }
    }

    private void enter() {
        opening.lock();
        try {
            if (++watchers == 1) {
                foreign = backend.watch(this::committed);
            }
        } finally {
            opening.unlock();
        }
    }

    private void leave() {
        ForeignCommits.Watch stopped = null;
        opening.lock();
        try {
            if (--watchers == 0) {
                stopped = foreign;
                foreign = null;
            }
        } finally {
            opening.unlock();
        }
        // Outside of the lock: the observer may be inside committed(), where a listener may open a watch.
        if (stopped != null) {
            stopped.close();
        }
    }
}
