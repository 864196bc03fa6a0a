package dev.stoa.learning.breaker;

/**
 * What this process knows of one breaker between two looks at the record: the last state read, and the counts of a
 * closed one, which are not shared. Thread-safe.
 */
final class Tally {
    private static final int WINDOW = 20;
    private static final int ENOUGH = 10;
    private static final long FRESH_MILLIS = 1_000;

    private BreakerState state = BreakerState.NEW;
    private long readAt;
    private boolean read;
    private int failuresInRow;
    private int known;
    private int failed;
    private int outcomes;

    /** The state if it was read less than a second ago and calls may pass, which costs no look at the record. */
    synchronized long closedGeneration(long nowMillis) {
        return fresh(nowMillis) && state.phase() == Breaker.Phase.CLOSED ? state.generation() : -1;
    }

    private boolean fresh(long nowMillis) {
        return read && nowMillis >= readAt && nowMillis - readAt < FRESH_MILLIS;
    }

    synchronized void seen(BreakerState now, long nowMillis) {
        if (now.generation() != state.generation()) {
            failuresInRow = 0;
            known = 0;
            failed = 0;
            outcomes = 0;
        }
        state = now;
        readAt = nowMillis;
        read = true;
    }

    /** Counts a call of a closed breaker; true if the breaker has to open. Calls of other generations do not count. */
    synchronized boolean trips(long generation, boolean success, BreakerSettings settings) {
        if (generation != state.generation() || state.phase() != Breaker.Phase.CLOSED) {
            return false;
        }
        remember(success);
        failuresInRow = success ? 0 : failuresInRow + 1;
        return failuresInRow >= settings.failureThreshold() || (known >= ENOUGH && 2 * failed >= known);
    }

    /** Keeps the last outcomes as bits, the newest lowest. */
    private void remember(boolean success) {
        if (known == WINDOW) {
            failed -= (outcomes >>> (WINDOW - 1)) & 1;
        } else {
            known++;
        }
        outcomes = ((outcomes << 1) | (success ? 0 : 1)) & ((1 << WINDOW) - 1);
        failed += success ? 0 : 1;
    }
}
