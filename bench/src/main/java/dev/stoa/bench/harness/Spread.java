package dev.stoa.bench.harness;

import java.util.Arrays;

/**
 * The middle of some numbers and how far they lie apart. Immutable.
 *
 * @param median the middle one
 * @param deviation half the distance between the quartiles, as a part of the median
 */
public record Spread(double median, double deviation) {
    public static Spread of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double median = quantile(sorted, 0.5);
        return new Spread(median, (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2 / median);
    }

    private static double quantile(double[] sorted, double part) {
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
