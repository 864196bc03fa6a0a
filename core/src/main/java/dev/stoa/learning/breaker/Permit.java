package dev.stoa.learning.breaker;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/** The answer of a breaker to a caller: proceed, or not before a time. */
public sealed interface Permit {
    /** Leave to make one call, to be reported or cancelled once. Thread-safe. */
    final class Granted implements Permit {
        private final String name;
        private final long generation;
        private final String probe;
        private final AtomicBoolean used = new AtomicBoolean();

        /** A probe has an id; a call through a closed breaker has none, because those are not counted. */
        Granted(String name, long generation, String probe) {
            this.name = name;
            this.generation = generation;
            this.probe = probe;
        }

        public String name() {
            return name;
        }

        long generation() {
            return generation;
        }

        String probe() {
            return probe;
        }

        boolean isProbe() {
            return !probe.isEmpty();
        }

        /** True for the first report or cancellation only. */
        boolean use() {
            return used.compareAndSet(false, true);
        }
    }

    /** No call now; asking again before that time is useless. */
    record Refused(String name, Instant retryAt) implements Permit {}
}
