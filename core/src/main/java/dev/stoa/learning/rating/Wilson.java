package dev.stoa.learning.rating;

/**
 * A share with its Wilson score interval at 95 %. Immutable.
 *
 * @param rate successes of all
 */
record Wilson(double rate, double low, double high) {
    /** The two-sided 95 % point of the normal distribution. */
    static final double Z = 1.959963984540054;

    /** The share of successes in trials with its interval; at least one trial is required. */
    static Wilson of(long successes, long trials) {
        double p = (double) successes / trials;
        double z2 = Z * Z / trials;
        double middle = p + z2 / 2;
        double half = Z * Math.sqrt((p * (1 - p) + z2 / 4) / trials);
        return new Wilson(p, Math.max(0, (middle - half) / (1 + z2)), Math.min(1, (middle + half) / (1 + z2)));
    }
}
