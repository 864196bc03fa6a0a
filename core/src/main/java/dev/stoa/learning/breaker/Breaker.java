package dev.stoa.learning.breaker;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
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
    public record LastFailure(Instant at, String kind) {
        /** What happened, in words that say no more than the kind. */
        public String message() {
            return switch (kind) {
                case "io" -> "not reached";
                case "timeout" -> "no answer in time";
                case "failed" -> "the command failed";
                case "silent" -> "a probe never reported";
                default -> kind.startsWith("http_") ? "HTTP " + kind.substring("http_".length()) : kind;
            };
        }
    }

    /** The object that is shown of it. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name",
                name,
                "state",
                phase.stored(),
                "failure_threshold",
                failureThreshold,
                "cooldown_seconds",
                cooldown.toMillis() / 1000.0,
                "opened_at",
                time(openedAt),
                "retry_at",
                time(retryAt),
                "half_open_successes",
                halfOpenSuccesses,
                "permits_out",
                permitsOut,
                "last_failure",
                lastFailure == null
                        ? null
                        : Json.object(
                                "at",
                                time(lastFailure.at()),
                                "kind",
                                lastFailure.kind(),
                                "message",
                                lastFailure.message()),
                "updated_at",
                time(updatedAt));
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Times.show(instant);
    }
}
