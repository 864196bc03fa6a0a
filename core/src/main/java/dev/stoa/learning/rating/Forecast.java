package dev.stoa.learning.rating;

/**
 * One settled prediction and its score. Immutable.
 *
 * @param confidence from 0 to 1 that the named one wins
 * @param right whether it won
 */
record Forecast(double confidence, boolean right) {
    static final int BUCKETS = 10;

    private static final double CLIP = 1e-6;

    int correct() {
        return right ? 1 : 0;
    }

    double brier() {
        double miss = confidence - correct();
        return miss * miss;
    }

    double logLoss() {
        double p = Math.min(1 - CLIP, Math.max(CLIP, confidence));
        return -Math.log(right ? p : 1 - p);
    }

    int bucket() {
        return (int) Math.min(BUCKETS - 1, Math.floor(BUCKETS * confidence));
    }
}
