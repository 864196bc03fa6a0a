package dev.stoa.server.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What work on other threads came to. Stateless. */
final class Results {
    private Results() {}

    /** Waits for a result no longer than a time; empty if there is none yet. What the work threw is thrown here. */
    static <T> Optional<T> of(Future<T> work, Duration most) throws InterruptedException {
        try {
            return Optional.of(work.get(most.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /** Waits for a result; what the work threw is thrown here. */
    static <T> T of(Future<T> work) throws InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    private static RuntimeException failure(ExecutionException e) {
        return e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
    }
}
