package dev.stoa.base;

import org.jspecify.annotations.Nullable;

/**
 * By how much one way to answer is right more often than another on the same questions. Immutable.
 *
 * @param questions how many both answered
 * @param mean the difference of the two shares of right answers, null without questions
 * @param low the lower end of its 95 % interval, null below two questions
 * @param high the upper end
 */
public record Gain(
        long questions,
        @Nullable Double mean,
        @Nullable Double low,
        @Nullable Double high) {
    private static final double Z = 1.959963984540054;

    /**
     * The gain on so many questions. The interval is that of the mean of the paired differences, each -1, 0 or 1; two
     * separate intervals would be far wider, for both ways are right on the same easy questions.
     *
     * @param won questions on which only the first was right
     * @param lost questions on which only the second was right
     */
    public static Gain of(long questions, long won, long lost) {
        if (won < 0 || lost < 0 || won + lost > questions) {
            throw new IllegalArgumentException(won + " won and " + lost + " lost of " + questions);
        }
        if (questions == 0) {
            return new Gain(0, null, null, null);
        }
        double mean = (double) (won - lost) / questions;
        if (questions == 1) {
            return new Gain(1, mean, null, null);
        }
        double variance = (won + lost - mean * mean * questions) / (questions - 1);
        double half = Z * Math.sqrt(Math.max(0, variance) / questions);
        return new Gain(questions, mean, mean - half, mean + half);
    }
}
