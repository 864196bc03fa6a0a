package dev.stoa.learning.memory;

/**
 * How strong a memory still is. Pure functions. The order of two memories by {@link #level} is their order by retention
 * at every moment, and {@link #rankKey} orders those of one tier without knowing the moment.
 */
final class Retention {
    private static final double LEAST_IMPORTANCE = 1e-6;
    private static final double MS = 1000.0;

    private Retention() {}

    /** The strength of a memory when it was last touched; above 0. */
    static double strength(double importance, double surprise) {
        return Math.max(importance, LEAST_IMPORTANCE) * (1 + surprise);
    }

    /** What is stored and indexed. */
    static double rankKey(double logStrength, long updatedMs, double lambda) {
        return logStrength + updatedMs / MS * lambda;
    }

    /** The logarithm of the strength that is left, without a floor. */
    static double level(double rankKey, long nowMs, double lambda) {
        return rankKey - nowMs / MS * lambda;
    }

    static double ageSeconds(long updatedMs, long nowMs) {
        return (nowMs - updatedMs) / MS;
    }

    /** What is left of the strength, from the floor to 1. */
    static double of(double strength, double ageSeconds, double halfLifeSeconds, double floor) {
        return Math.min(1, Math.max(floor, unfloored(strength, ageSeconds, halfLifeSeconds)));
    }

    static boolean isFloored(double strength, double ageSeconds, double halfLifeSeconds, double floor) {
        return unfloored(strength, ageSeconds, halfLifeSeconds) < floor;
    }

    private static double unfloored(double strength, double ageSeconds, double halfLifeSeconds) {
        return strength * Math.pow(2, -ageSeconds / halfLifeSeconds) / 2;
    }
}
