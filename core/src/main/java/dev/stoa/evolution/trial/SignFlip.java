package dev.stoa.evolution.trial;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The exact one-sided test of paired differences: how many of all ways to give them signs have a sum as large as the
 * one seen. Stateless, safe from any thread.
 */
final class SignFlip {
    private SignFlip() {}

    /**
     * The probability of a sum as large under chance alone; 1 where all differences are 0. Scores are whole numbers, so
     * that the sums can be counted one difference after the other and not assignment by assignment.
     */
    public static double p(int[] differences) {
        int[] sizes = Arrays.stream(differences)
                .filter(each -> each != 0)
                .map(Math::abs)
                .toArray();
        if (sizes.length == 0) {
            return 1;
        }
        int total = IntStream.of(sizes).sum();
        int seen = IntStream.of(differences).sum();
        // The share, not the number, of the assignments with each sum: halves are exact in a double, and 2^k is not
        // countable in a long for a hundred pairs.
        double[] share = new double[2 * total + 1];
        share[total] = 1;
        int reach = 0;
        for (int size : sizes) {
            double[] next = new double[share.length];
            for (int sum = -reach; sum <= reach; sum++) {
                double half = share[total + sum] / 2;
                next[total + sum + size] += half;
                next[total + sum - size] += half;
            }
            reach += size;
            share = next;
        }
        double p = 0;
        // From the smallest shares to the largest, so that none is lost beside the others.
        for (int sum = total; sum >= seen; sum--) {
            p += share[total + sum];
        }
        return Math.min(1, p);
    }
}
