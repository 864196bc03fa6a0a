package dev.stoa.server.mcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The messages that belong to one answer, in order, until it is whole. Thread-safe; any number may read it. */
final class EventLog implements Sink {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Map<String, @Nullable Object>> messages = new ArrayList<>();
    private int forgotten;
    private boolean whole;

    @Override
    public void send(Map<String, @Nullable Object> message) {
        lock.lock();
        try {
            if (!whole) {
                messages.add(message);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says that nothing more comes. */
    void end() {
        lock.lock();
        try {
            whole = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a message is there or none comes any more; null if it is not there. */
    @Nullable
    Map<String, @Nullable Object> await(int index, Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (count() <= index && !whole && left > 0) {
                left = changed.awaitNanos(left);
            }
            return count() > index ? messages.get(index - forgotten) : null;
        } finally {
            lock.unlock();
        }
    }

    private int count() {
        return forgotten + messages.size();
    }

    /** Forgets what comes before a place, because nobody can ask for it. */
    void forget(int before) {
        lock.lock();
        try {
            int some = Math.clamp(before - forgotten, 0, messages.size());
            messages.subList(0, some).clear();
            forgotten += some;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages it holds. */
    int held() {
        lock.lock();
        try {
            return messages.size();
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is nothing at this place and nothing will be. */
    boolean isOver(int index) {
        lock.lock();
        try {
            return whole && count() <= index;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing more comes; answers whether it is so. */
    boolean awaitEnd(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.NANOSECONDS.convert(longest);
            while (!whole && left > 0) {
                left = changed.awaitNanos(left);
            }
            return whole;
        } finally {
            lock.unlock();
        }
    }
}
