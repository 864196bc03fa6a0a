package dev.stoa.engine.counsel;

import dev.stoa.counsel.assertion.PolicyResult;
import dev.stoa.counsel.run.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * How a call of a specialist ended, over all its tries. Immutable.
 *
 * @param raw the last reply; null if there was none
 * @param truncated whether the provider cut that reply
 * @param checked how the checks of an answer went; null where none were made
 */
record Turn(
        RunStatus status,
        @Nullable String raw,
        boolean truncated,
        @Nullable String error,
        double latencyMs,
        double totalMs,
        long tokensIn,
        long tokensOut,
        @Nullable PolicyResult checked) {
    /** What is stored of a call that was not over when time was. */
    static final String OUT_OF_TIME = "the ask ran out of time before it answered";

    static Turn outOfTime(double ms) {
        return new Turn(RunStatus.TIMEOUT, null, false, OUT_OF_TIME, ms, ms, 0, 0, null);
    }
}
