package dev.stoa.base;

/**
 * The Wilson score interval of a share, at 95 %. Immutable.
 *
 * @param low its lower bound, from 0
 * @param high its upper bound, to 1
 */
public record Wilson(double low, double high) {
    /** The two-sided 95 % point of the normal distribution. */
    private static final double Z = 1.959963984540054;

    /** The interval of so many successes of n; of none at all, everything from 0 to 1. */
    public static Wilson interval(long successes, long n) {
        if (successes < 0 || successes > n) {
            throw new IllegalArgumentException("successes " + successes + " is not within 0 to " + n);
        }
        if (n == 0) {
            return new Wilson(0, 1);
        }
        double p = (double) successes / n;
        double z2 = Z * Z / n;
        double middle = p + z2 / 2;
        double half = Z * Math.sqrt((p * (1 - p) + z2 / 4) / n);
        return new Wilson(
                successes == 0 ? 0 : (middle - half) / (1 + z2), successes == n ? 1 : (middle + half) / (1 + z2));
    }
}
