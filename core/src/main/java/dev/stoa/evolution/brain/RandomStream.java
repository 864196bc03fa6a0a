package dev.stoa.evolution.brain;

import java.util.function.LongSupplier;

/**
 * Chance that is the same on every machine: SplitMix64. For one thread. Streams are cheap, so each turn, mutation and
 * draw has one of its own and nothing depends on the order in which threads come.
 */
public final class RandomStream {
    private static final double UNIT = 0x1.0p-53;

    private final LongSupplier seed;
    private boolean begun;
    private long state;

    private RandomStream(LongSupplier seed) {
        this.seed = seed;
    }

    /** The stream of a seed. */
    public static RandomStream of(long seed) {
        return new RandomStream(() -> seed);
    }

    /** The stream of a seed that is worked out at the first draw; most turns of most policies never draw. */
    public static RandomStream of(LongSupplier seed) {
        return new RandomStream(seed);
    }

    /** The next 64 bits. */
    public long next() {
        if (!begun) {
            begun = true;
            state = seed.getAsLong();
        }
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** A number from 0 to below 1. */
    public double uniform() {
        return (next() >>> 11) * UNIT;
    }

    /** A whole number from 0 to below {@code bound}. */
    public int below(int bound) {
        return (int) Math.floor(uniform() * bound);
    }

    /** A number of the normal distribution with deviation 1. */
    public double gaussian() {
        double first = uniform();
        double second = uniform();
        return Math.sqrt(-2 * StrictMath.log(1 - first)) * StrictMath.cos(2 * Math.PI * second);
    }
}
