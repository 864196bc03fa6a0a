package dev.stoa.evolution.search;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Which episodes an actor has most to learn from. Stateless, safe from any thread. */
public final class WorstSlice {
    private WorstSlice() {}

    /** The places of the lowest scores, as many as the fraction says, rounded up; of equal ones the earlier. */
    public static List<Integer> of(int[] scores, double fraction) {
        return IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> scores[i]))
                .limit((long) Math.ceil(fraction * scores.length - 1e-9))
                .toList();
    }
}
