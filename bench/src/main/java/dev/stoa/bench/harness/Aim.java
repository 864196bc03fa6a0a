package dev.stoa.bench.harness;

import java.util.Locale;

/**
 * What a contender is meant to reach. Immutable.
 *
 * @param measure what is compared
 * @param contender whose number it is
 * @param against whose number it is divided by, or where the bound of a number by itself comes from
 * @param bound the most it may be, or for a rate the least
 */
public record Aim(Measure measure, String contender, String against, double bound) {
    enum Measure {
        RATE,
        CPU,
        PER_SECOND,
        CPU_MICROS
    }

    public static Aim rateAtLeast(double bound, String contender, String against) {
        return new Aim(Measure.RATE, contender, against, bound);
    }

    public static Aim cpuAtMost(double bound, String contender, String against) {
        return new Aim(Measure.CPU, contender, against, bound);
    }

    /**
     * A rate of so many operations a second.
     *
     * @param reason where the number comes from
     */
    public static Aim perSecond(double bound, String contender, String reason) {
        return new Aim(Measure.PER_SECOND, contender, reason, bound);
    }

    /**
     * At most so many microseconds of processor time for an operation.
     *
     * @param reason where the number comes from
     */
    public static Aim cpuMicros(double bound, String contender, String reason) {
        return new Aim(Measure.CPU_MICROS, contender, reason, bound);
    }

    /** One line that says what was wanted and what came of it. */
    String verdict(Result result) {
        if (measure == Measure.CPU_MICROS) {
            double cpu = result.cpu(contender);
            return String.format(
                    Locale.ROOT,
                    "%s: CPU of %s at most %,.0f µs (%s): %,.0f, %s",
                    result.title(),
                    contender,
                    bound,
                    against,
                    cpu,
                    cpu <= bound ? "met" : "**missed**");
        }
        if (measure == Measure.PER_SECOND) {
            double rate = result.rate(contender).median();
            return String.format(
                    Locale.ROOT,
                    "%s: %s at least %,.0f a second (%s): %,.0f, %s",
                    result.title(),
                    contender,
                    bound,
                    against,
                    rate,
                    rate >= bound ? "met" : "**missed**");
        }
        double ratio = result.ratio(measure, contender, against);
        boolean met = measure == Measure.RATE ? ratio >= bound : ratio <= bound;
        return String.format(
                Locale.ROOT,
                "%s: %s of %s at %s %.2f × that of %s: %.2f, %s",
                result.title(),
                measure == Measure.RATE ? "rate" : "CPU",
                contender,
                measure == Measure.RATE ? "least" : "most",
                bound,
                against,
                ratio,
                met ? "met" : "**missed**");
    }
}
