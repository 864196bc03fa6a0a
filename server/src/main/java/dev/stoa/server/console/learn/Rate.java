package dev.stoa.server.console.learn;

import dev.stoa.base.Wilson;
import java.util.Locale;

/** How often something went well, with how sure that is. Immutable. */
public record Rate(long good, long all) {
    /** Below that many cases a share says little. */
    public static final int FEW = 5;

    /** The share with its 95 % interval and the counts, such as {@code 0.67 [0.21, 0.94], 2 of 3, provisional}. */
    public String said() {
        if (all <= 0) {
            return "unknown, no case yet";
        }
        Wilson interval = Wilson.interval(good, all);
        return String.format(
                Locale.ROOT,
                "%.2f [%.2f, %.2f], %d of %d%s",
                (double) good / all,
                interval.low(),
                interval.high(),
                good,
                all,
                all < FEW ? ", provisional" : "");
    }
}
