package dev.stoa.server.sse;

import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only watch of an archive, for all streams over it. Thread-safe. After a commit it reads once how far everything
 * has come that is followed, and wakes the streams that are behind.
 */
final class Hub implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Hub.class);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final String name;
    private final Supplier<CommitSignal.Watch> watches;
    private final Heads heads;
    private final Map<String, Set<LiveStream>> followers = new ConcurrentHashMap<>();
    private final AtomicLong commits = new AtomicLong();
    private @Nullable Thread thread; // guarded by this object
    private boolean closed; // guarded by this object

    /** How far things have come, by their keys; one statement. */
    @FunctionalInterface
    interface Heads {
        Map<String, Long> of(Set<String> keys);
    }

    Hub(String name, Supplier<CommitSignal.Watch> watches, Heads heads) {
        this.name = name;
        this.watches = watches;
        this.heads = heads;
    }

    /** Wakes a stream whenever what it follows has come further. What is committed from now on is not missed. */
    void follow(String key, LiveStream stream) {
        followers.compute(key, (same, streams) -> {
            Set<LiveStream> all = streams == null ? ConcurrentHashMap.newKeySet() : streams;
            all.add(stream);
            return all;
        });
        watch();
    }

    /** Begins to watch if it does not yet. What is committed from now on is counted, sooner or later. */
    synchronized void watch() {
        if (thread == null && !closed) {
            // Opened here: what is read after this call is covered by it.
            CommitSignal.Watch watch = watches.get();
            thread = Thread.ofPlatform()
                    .daemon()
                    .name("stoa-hub-" + name)
                    // It works for all streams, and not for the request that happened to be first.
                    .inheritInheritableThreadLocals(false)
                    .start(() -> run(watch));
        }
    }

    void leave(String key, LiveStream stream) {
        followers.computeIfPresent(key, (same, streams) -> {
            streams.remove(stream);
            return streams.isEmpty() ? null : streams;
        });
    }

    /** How often something was committed since it began to watch; several at once may count as one. */
    long commits() {
        return commits.get();
    }

    /** How many streams it wakes. */
    int size() {
        return followers.values().stream().mapToInt(Set::size).sum();
    }

    private void run(CommitSignal.Watch watch) {
        try (watch) {
            Duration wait = LONG;
            while (true) {
                boolean news = watch.await(wait);
                wait = (news || wait.equals(SOON)) && !look() ? SOON : LONG;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Wakes what is behind; false if that cannot be read now. */
    private boolean look() {
        // Also while there is no stream: a page that was made before tells by it whether something came since.
        commits.incrementAndGet();
        if (followers.isEmpty()) {
            return true;
        }
        try {
            Map<String, Long> now = heads.of(Set.copyOf(followers.keySet()));
            followers.forEach((key, streams) -> {
                // What is gone has to say so.
                long head = now.getOrDefault(key, Long.MAX_VALUE);
                for (LiveStream stream : streams) {
                    if (stream.position() != head) {
                        stream.wake();
                    }
                }
            });
            return true;
        } catch (RuntimeException e) {
            if (!Thread.currentThread().isInterrupted()) {
                LOG.warn("the streams of {} are not told of what is new: {}", name, e.getMessage());
            }
            return false;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
