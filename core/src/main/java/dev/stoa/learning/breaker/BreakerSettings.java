package dev.stoa.learning.breaker;

import dev.stoa.base.InvalidException;
import java.time.Duration;

/**
 * When a breaker opens and how long it then stays open. Immutable.
 *
 * @param failureThreshold failures in a row that open it, 1 to 1,000
 * @param cooldown how long nothing is tried once it is open, 1 to 86,400 seconds
 */
public record BreakerSettings(int failureThreshold, Duration cooldown) {
    /** Successful probes that close a half-open breaker. */
    static final int SUCCESS_THRESHOLD = 2;

    /** Probes of a half-open breaker that may be out at once, over all processes. */
    static final int HALF_OPEN_PERMITS = 3;

    public BreakerSettings {
        within("failure_threshold", failureThreshold, 1, 1_000);
        within("cooldown_seconds", cooldown.toSeconds(), 1, 86_400);
    }

    public static BreakerSettings defaults() {
        return new BreakerSettings(5, Duration.ofSeconds(60));
    }

    static void within(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidException(
                    "invalid", field + " " + value + " is not within " + least + " to " + most, "choose one that is");
        }
    }
}
