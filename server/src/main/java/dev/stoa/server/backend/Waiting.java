package dev.stoa.server.backend;

import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waits for what another thread or process stores. Stateless. */
final class Waiting {
    /** How soon it is looked again if nothing is stored meanwhile. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private Waiting() {}

    /**
     * Waits until something is found, no longer than a time; empty if it was not.
     *
     * @param watched a place from which no change is missed
     */
    static <T> Optional<T> until(Supplier<CommitSignal.Watch> watched, Supplier<Optional<T>> found, Duration most)
            throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        try (CommitSignal.Watch watch = watched.get()) {
            while (true) {
                Optional<T> now = found.get();
                Duration left = Duration.ofNanos(end - System.nanoTime());
                if (now.isPresent() || !left.isPositive()) {
                    return now;
                }
                watch.await(left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
            }
        }
    }
}
