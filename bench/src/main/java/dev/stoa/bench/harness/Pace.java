package dev.stoa.bench.harness;

import java.time.Duration;

/**
 * How long everything takes. Immutable. The time of each slice is given, and the number of operations follows from it.
 *
 * @param warmUp time of each contender before anything counts
 * @param longestWarmUp the most of it while the compiler is still busy
 * @param slice time of each contender in a round, on average
 * @param rounds how often every contender has its turn
 * @param tableRows rows of the table before the first contest
 * @param few callers that a machine has processors for, or nearly
 * @param many callers that it has not
 * @param small rows of a store that has hardly been used
 * @param large rows of a store that is in use
 * @param huge rows of a store that has been used for years
 * @param starts how often the command is started
 */
public record Pace(
        Duration warmUp,
        Duration longestWarmUp,
        Duration slice,
        int rounds,
        int tableRows,
        int few,
        int many,
        int small,
        int large,
        int huge,
        int starts) {
    public static Pace full() {
        return new Pace(
                Duration.ofMillis(500),
                Duration.ofSeconds(15),
                Duration.ofMillis(350),
                7,
                50_000,
                8,
                64,
                1_000,
                50_000,
                500_000,
                20);
    }

    /** Just enough to see that everything runs; its numbers mean nothing. */
    public static Pace tiny() {
        return new Pace(
                Duration.ofMillis(4), Duration.ofMillis(16), Duration.ofMillis(4), 2, 1_500, 2, 6, 60, 120, 480, 1);
    }
}
