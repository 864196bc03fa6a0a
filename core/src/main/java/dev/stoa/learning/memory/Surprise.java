package dev.stoa.learning.memory;

import org.jspecify.annotations.Nullable;

/** What an outcome does to the numbers of a memory. Pure functions; every result is within 0 to 1. */
final class Surprise {
    private static final double LOG_100 = Math.log(100);

    private Surprise() {}

    /** How far an outcome is from what the ones before it let expect, blended with the agent's own error if it is known. */
    static double observed(
            boolean success, long successes, long failures, @Nullable Double predictionError, Hyperparams params) {
        double expected = (successes + 1.0) / (successes + failures + 2.0);
        double distance = Math.abs((success ? 1 : 0) - expected);
        if (predictionError == null) {
            return distance;
        }
        double outcome = params.get("outcome_weight");
        double agent = params.get("agent_weight");
        return (outcome * distance + agent * predictionError) / (outcome + agent);
    }

    static double after(double before, double observed, Hyperparams params) {
        double a = params.alpha();
        return Math.clamp((1 - a) * before + a * observed, 0, 1);
    }

    /** How well a memory is settled after this number of outcomes. */
    static double consolidation(long outcomes) {
        return Math.min(1, Math.log(1.0 + outcomes) / LOG_100);
    }

    static double importance(double before, boolean success, Hyperparams params) {
        double after = success
                ? before + params.get("importance_gain") * (1 - before)
                : before - params.get("importance_loss") * before;
        return Math.clamp(after, 0, 1);
    }
}
