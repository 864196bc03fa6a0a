package dev.stoa.counsel.specialist;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the evidence allows a promotion: a test that may be looked at seven times and errs in at most 5 % of all cases.
 * Immutable.
 *
 * @param look the number of the look that decided, or of the last one that was possible; 0 if there are too few pairs
 * @param n how many pairs it used; without a look how many there are
 * @param mean the mean of the differences; null without pairs
 * @param bound the lower bound of the true difference; null without a look
 * @param blueBlocked how many answers of the active model were blocked
 * @param greenBlocked how many of the shadow's
 */
public record Gate(
        int look,
        int n,
        @Nullable Double mean,
        @Nullable Double bound,
        int blueBlocked,
        int greenBlocked,
        boolean passed) {
    /** The least difference that is worth a promotion. */
    static final double LEAST_MEAN = .025;

    private static final int FIRST = 50;

    /** The normal quantiles of 1 - 0.05 / 2^k, for the looks k = 1 to 7. */
    private static final double[] Z = {
        1.9599639845400543,
        2.2414027276049455,
        2.497705474412373,
        2.7343687865331816,
        2.9551668474978383,
        3.162817965621285,
        3.359353717934311
    };

    /** The most pairs that a gate uses. */
    static final int MOST_PAIRS = FIRST << (Z.length - 1);

    /** One pair of scores. Immutable. */
    record Pair(double delta, boolean blueBlocked, boolean greenBlocked) {}

    /** How many pairs a look uses. */
    static int pairs(int look) {
        return FIRST << (look - 1);
    }

    /** The factor of the standard error at a look. */
    static double z(int look) {
        return Z[look - 1];
    }

    /** The lower bound of the true difference. */
    static double bound(int look, double mean, double deviation) {
        return mean - z(look) * deviation / Math.sqrt(pairs(look));
    }

    /** The gate over pairs in the order of their numbers. A look that has passed stays passed. */
    static Gate of(List<Pair> pairs) {
        Gate last = new Gate(0, pairs.size(), mean(pairs), null, 0, 0, false);
        for (int look = 1; look <= Z.length && pairs(look) <= pairs.size(); look++) {
            last = look(look, pairs.subList(0, pairs(look)));
            if (last.passed()) {
                break;
            }
        }
        return last;
    }

    private static Gate look(int look, List<Pair> pairs) {
        double mean = sum(pairs) / pairs.size();
        double squares = 0;
        int blue = 0;
        int green = 0;
        for (Pair pair : pairs) {
            squares += (pair.delta() - mean) * (pair.delta() - mean);
            blue += pair.blueBlocked() ? 1 : 0;
            green += pair.greenBlocked() ? 1 : 0;
        }
        double bound = bound(look, mean, Math.sqrt(squares / (pairs.size() - 1)));
        boolean passed = mean >= LEAST_MEAN && bound > 0 && green <= blue + 1;
        return new Gate(look, pairs.size(), mean, bound, blue, green, passed);
    }

    private static @Nullable Double mean(List<Pair> pairs) {
        return pairs.isEmpty() ? null : (Double) (sum(pairs) / pairs.size());
    }

    private static double sum(List<Pair> pairs) {
        double sum = 0;
        for (Pair pair : pairs) {
            sum += pair.delta();
        }
        return sum;
    }

    /** The gate in words, for a refusal. */
    String words() {
        if (look == 0) {
            return n + " pairs of scores; the first look needs " + FIRST;
        }
        return "look " + look + " over " + n + " pairs: mean " + mean + " (at least " + LEAST_MEAN + "), bound " + bound
                + " (above 0), blocked " + greenBlocked + " against " + blueBlocked + " (at most one more)";
    }

    /** The gate as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("look", look, "n", n, "mean", mean, "bound", bound, "passed", passed);
    }
}
