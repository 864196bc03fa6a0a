package dev.stoa.evolution.issue;

/** The roundings that make results equal on every machine. Stateless, safe from any thread. */
public final class Rounding {
    private static final double TWELVE = 1e12;
    private static final double NINE = 1e9;
    private static final double FOUR = 1e4;

    private Rounding() {}

    /** To twelve decimals. */
    public static double twelve(double value) {
        return Math.rint(value * TWELVE) / TWELVE + 0.0;
    }

    /** To nine decimals. */
    public static double nine(double value) {
        return Math.rint(value * NINE) / NINE + 0.0;
    }

    /** To four decimals, as parameters are kept. */
    public static double four(double value) {
        return Math.rint(value * FOUR) / FOUR + 0.0;
    }

    /** To a whole number, halves away from zero. */
    public static double whole(double value) {
        return Math.copySign(Math.floor(Math.abs(value) + 0.5), value) + 0.0;
    }
}
