package dev.stoa.evolution.trial;

import dev.stoa.base.Bounds;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The exact one-sided test of two independent samples: how many of all ways to choose the first sample from both have a
 * sum of ranks as large as the one seen. Stateless, safe from any thread.
 */
public final class MannWhitney {
    /** The most values of a sample. */
    public static final int MOST = 30;

    private MannWhitney() {}

    /**
     * The test of one sample being larger.
     *
     * @param u how many pairs the first sample wins, ties half
     * @param p the probability of a sum of ranks as large under chance alone
     */
    public record Result(double u, double p) {}

    /** Tests whether the first sample is larger. */
    public static Result test(int[] first, int[] second) {
        Bounds.whole("first sample", first.length, 1, MOST);
        Bounds.whole("second sample", second.length, 1, MOST);
        int[] all = IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray();
        int[] ranks = doubledRanks(all);
        int seen = Arrays.stream(ranks, 0, first.length).sum();
        int total = IntStream.of(ranks).sum();
        // chosen[k][s]: how many choices of k values have the doubled rank sum s. C(60, 30) fits into a long and, up to
        // rounding far below any threshold, into a double.
        double[][] chosen = new double[first.length + 1][total + 1];
        chosen[0][0] = 1;
        int reach = 0;
        for (int rank : ranks) {
            reach += rank;
            for (int k = first.length; k >= 1; k--) {
                for (int sum = reach; sum >= rank; sum--) {
                    chosen[k][sum] += chosen[k - 1][sum - rank];
                }
            }
        }
        double atLeast = 0;
        double every = 0;
        for (int sum = total; sum >= 0; sum--) {
            every += chosen[first.length][sum];
            atLeast = sum >= seen ? every : atLeast;
        }
        double u = seen / 2.0 - first.length * (first.length + 1) / 2.0;
        return new Result(u, atLeast / every);
    }

    /** Whether even the most extreme samples of these sizes could not be improbable enough. */
    public static boolean hopeless(int first, int second, double alpha) {
        double choices = 1;
        for (int i = 1; i <= first; i++) {
            choices = choices * (second + i) / i;
        }
        return 1 / choices >= alpha;
    }

    /** Twice the middle rank of each value, which is whole also for ties. */
    private static int[] doubledRanks(int[] values) {
        int[] ranks = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            int below = 0;
            int equal = 0;
            for (int value : values) {
                below += value < values[i] ? 1 : 0;
                equal += value == values[i] ? 1 : 0;
            }
            ranks[i] = 2 * below + equal + 1;
        }
        return ranks;
    }
}
