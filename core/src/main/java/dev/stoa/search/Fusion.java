package dev.stoa.search;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The two ways to make one order of several: by ranks, for lists whose scores do not compare, and by weighted values.
 * Stateless, safe from any thread. A list or value that could not be had must be left out or null, never empty or 0:
 * "not asked" and "asked, not found" weigh differently.
 */
public final class Fusion {
    /** How much a rank near the top is worth more than one below it; the value of the original publication. */
    private static final int SMOOTHING = 60;

    private Fusion() {}

    /**
     * One value to be weighed against others.
     *
     * @param weight its share, not negative
     * @param value what is weighed, or null if it could not be had
     */
    public record Part(double weight, @Nullable Double value) {}

    /**
     * The fused score of every key in these rankings, best first in each: the mean over the lists of 61 / (60 + rank),
     * and 0 where it is absent. The first of all lists scores 1. Keys come in the order in which they are first met.
     */
    public static <K> Map<K, Double> reciprocalRanks(List<? extends List<K>> rankings) {
        Map<K, Double> scores = new LinkedHashMap<>();
        for (List<K> ranking : rankings) {
            Set<K> met = new HashSet<>();
            for (K key : ranking) {
                if (met.add(key)) {
                    scores.merge(key, reciprocalRank(met.size()) / rankings.size(), Double::sum);
                }
            }
        }
        return scores;
    }

    /** What a rank, counted from 1, contributes before the mean: 1 for the first, less for each below. */
    public static double reciprocalRank(int rank) {
        return (SMOOTHING + 1.0) / (SMOOTHING + rank);
    }

    /**
     * The same parts with the weights that count: if a value is missing, its weight is 0 and the others are scaled to
     * sum 1; otherwise they stay.
     */
    public static List<Part> rescaled(List<Part> parts) {
        boolean complete = parts.stream().allMatch(part -> part.value() != null);
        double present = parts.stream()
                .filter(part -> part.value() != null)
                .mapToDouble(Part::weight)
                .sum();
        if (complete || present == 0) {
            return List.copyOf(parts);
        }
        return parts.stream()
                .map(part -> new Part(part.value() == null ? 0 : part.weight() / present, part.value()))
                .toList();
    }

    /** The sum of weight times value over the {@link #rescaled} parts; 0 if every value is missing. */
    public static double mixed(List<Part> parts) {
        return rescaled(parts).stream()
                .filter(part -> part.value() != null)
                .mapToDouble(part -> part.weight() * Objects.requireNonNull(part.value()))
                .sum();
    }
}
