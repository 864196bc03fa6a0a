package dev.stoa.server.console.learn;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** How long it is until a time, in words. Stateless. */
public final class Countdown {
    private Countdown() {}

    /** The time that is left, such as {@code in 43 s}; {@code now} if none is; empty if the time is none. */
    public static String until(String time, Instant now) {
        try {
            Duration left = Duration.between(now, Instant.parse(time));
            if (left.isNegative() || left.isZero()) {
                return "now";
            }
            // The next full second: what has not come yet is never said to be there.
            long seconds = left.plusMillis(999).toSeconds();
            return seconds < 60 ? "in " + seconds + " s" : "in " + (seconds + 59) / 60 + " min";
        } catch (DateTimeParseException e) {
            return "";
        }
    }
}
