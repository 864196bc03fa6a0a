package dev.stoa.learning.critique;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One more case of a pattern: whether raising it helped, and what is known of the case. Immutable.
 *
 * @param issue the wording of this case
 */
record PatternOutcome(
        Fingerprint fingerprint,
        String issue,
        @Nullable String suggestion,
        boolean success,
        double severity,
        double predictionError,
        @Nullable String task,
        Instant at) {
    private static final double KEPT_SURPRISE = 0.7;
    private static final double FIRST_SURPRISE = 1.0;

    /** How often raising an issue of one type helped and did not. */
    record TypeStats(long successes, long failures) {
        static final TypeStats NONE = new TypeStats(0, 0);

        /** The share that helps, held towards one half while little is known. */
        double base() {
            return (successes + 1.0) / (successes + failures + 2.0);
        }
    }

    /** The pattern after this case; {@code before} is null for a new one. */
    Pattern appliedTo(@Nullable Pattern before, TypeStats type) {
        double base = type.base();
        double old = before == null ? FIRST_SURPRISE : before.surpriseScore();
        long successes = (before == null ? 0 : before.successCount()) + (success ? 1 : 0);
        long failures = (before == null ? 0 : before.failureCount()) + (success ? 0 : 1);
        long predictions = (before == null ? 0 : before.predictionCount()) + 1;
        return new Pattern(
                fingerprint.id(),
                fingerprint.type(),
                before == null ? issue : before.issueText(),
                success && suggestion != null ? suggestion : before == null ? null : before.suggestionText(),
                successes,
                failures,
                mean(before == null ? 0 : before.avgSeverity(), severity, successes + failures),
                KEPT_SURPRISE * old + (1 - KEPT_SURPRISE) * Math.abs((success ? 1 : 0) - base),
                base,
                mean(before == null ? 0 : before.avgPredictionError(), predictionError, predictions),
                predictions,
                before == null || before.exampleTask() == null ? task : before.exampleTask(),
                before == null ? at : before.createdAt(),
                at);
    }

    private static double mean(double before, double next, long count) {
        return before + (next - before) / count;
    }
}
