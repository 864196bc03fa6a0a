package dev.stoa.evolution.plateau;

import java.util.stream.IntStream;

/** Whether a created agent is still worth its turns. Stateless, safe from any thread. */
public final class Review {
    private Review() {}

    /** Whether a review is due, counted in generations after mounting or the last review; 0 is never. */
    public static boolean due(int generation, int mounted, int lastReview, int interval) {
        return interval > 0 && generation - Math.max(mounted, lastReview) >= interval;
    }

    /** Whether the agent stays: the primary actors together do better with it on the same seeds. */
    public static boolean keeps(int[] with, int[] without) {
        return IntStream.of(with).sum() > IntStream.of(without).sum();
    }
}
