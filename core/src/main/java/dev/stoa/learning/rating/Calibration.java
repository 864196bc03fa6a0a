package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calibration of an agent's confidence, from its resolved predictions. Immutable. Scores are null where there
 * is nothing to score.
 *
 * @param domain null for all domains together
 * @param n resolved predictions, including those another program counted
 * @param logLoss mean over the predictions that were resolved here
 * @param ece expected calibration error over the same, against the mean confidence of each bucket
 * @param weight of the agent's vote, 0.5 to 1.5; 1 for one that nothing is known of
 * @param buckets ten, by confidence
 */
public record Calibration(
        String agentName,
        @Nullable String domain,
        long n,
        long correct,
        @Nullable Double brier,
        @Nullable Double logLoss,
        @Nullable Double ece,
        double weight,
        List<Bucket> buckets) {
    private static final double COIN = 0.25;
    private static final double HALF_TRUSTED = 20;

    public Calibration {
        buckets = List.copyOf(buckets);
    }

    /** The predictions of similar confidence. */
    public record Bucket(
            double lo,
            double hi,
            long n,
            @Nullable Double meanConfidence,
            @Nullable Double accuracy) {
        Map<String, @Nullable Object> document() {
            return Json.object("lo", lo, "hi", hi, "n", n, "mean_confidence", meanConfidence, "accuracy", accuracy);
        }
    }

    /** Sums over predictions. */
    record Sums(long n, long correct, double brier, double logLoss) {
        static final Sums NONE = new Sums(0, 0, 0, 0);

        Sums plus(Forecast forecast) {
            return new Sums(
                    n + 1, correct + forecast.correct(), brier + forecast.brier(), logLoss + forecast.logLoss());
        }
    }

    /** Sums over the predictions of one bucket. */
    record BucketSums(long n, double confidence, long correct) {
        static final BucketSums NONE = new BucketSums(0, 0, 0);

        BucketSums plus(Forecast forecast) {
            return new BucketSums(n + 1, confidence + forecast.confidence(), correct + forecast.correct());
        }
    }

    /** From the sums; there are ten of the buckets. */
    static Calibration of(String agent, @Nullable String domain, Sums sums, List<BucketSums> bucketSums) {
        long here = bucketSums.stream().mapToLong(BucketSums::n).sum();
        double error = 0;
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < Forecast.BUCKETS; i++) {
            BucketSums sum = bucketSums.get(i);
            double lo = i / (double) Forecast.BUCKETS;
            double hi = (i + 1) / (double) Forecast.BUCKETS;
            if (sum.n() == 0) {
                buckets.add(new Bucket(lo, hi, 0, null, null));
            } else {
                buckets.add(new Bucket(lo, hi, sum.n(), sum.confidence() / sum.n(), (double) sum.correct() / sum.n()));
                error += Math.abs(sum.correct() - sum.confidence());
            }
        }
        Double brier = sums.n() == 0 ? null : (Double) (sums.brier() / sums.n());
        return new Calibration(
                agent,
                domain,
                sums.n(),
                sums.correct(),
                brier,
                here == 0 ? null : (Double) (sums.logLoss() / here),
                here == 0 ? null : (Double) (error / here),
                brier == null ? 1 : weight(brier, sums.n()),
                buckets);
    }

    /** More than 1 for one that does better than a coin, and the more so the more is known; never for a newcomer. */
    static double weight(double brier, long n) {
        return Math.clamp(1 + 0.5 * (1 - brier / COIN) * n / (n + HALF_TRUSTED), 0.5, 1.5);
    }

    /** The JSON object. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_name",
                agentName,
                "domain",
                domain,
                "n",
                n,
                "correct",
                correct,
                "brier",
                brier,
                "log_loss",
                logLoss,
                "ece",
                ece,
                "weight",
                weight,
                "buckets",
                buckets.stream().map(Bucket::document).toList());
    }
}
