package dev.stoa.learning.breaker;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The current public state of a breaker. Immutable. */
public record Breaker(
        String name,
        Phase phase,
        int failureThreshold,
        Duration cooldown,
        @Nullable Instant openedAt,
        @Nullable Instant retryAt,
        int halfOpenSuccesses,
        int permitsOut,
        @Nullable LastFailure lastFailure,
        Instant updatedAt) {

    /** The three positions of a breaker; the names are what is stored. */
    public enum Phase {
        CLOSED("closed"),
        OPEN("open"),
        HALF_OPEN("half_open");

        private final String stored;

        Phase(String stored) {
            this.stored = stored;
        }

        public String stored() {
            return stored;
        }
    }

    /** What made it open last. */
    public record LastFailure(Instant at, String kind, String message) {}
}
