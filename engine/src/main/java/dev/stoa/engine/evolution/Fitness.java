package dev.stoa.engine.evolution;

import dev.stoa.evolution.SlotResult;
import dev.stoa.evolution.run.GenerationSummary;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How well a generation did in its production, with the interval in which the mean lies at 95 %. Immutable.
 *
 * @param measure what is measured: {@code nash_ratio}, or {@code score} where there are no issues
 * @param mean the mean over the episodes
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 * @param episodes how many episodes it is the mean of
 */
public record Fitness(String measure, double mean, double low, double high, int episodes) {
    /** Student's t at 97.5 % for 1 to 30 degrees of freedom; beyond it the normal distribution is near enough. */
    private static final List<Double> QUANTILES = List.of(
            12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
            2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042);

    private static final String RATIO = "nash_ratio";
    private static final double NORMAL = 1.960;
    private static final double HIGHEST_SCORE = 5;

    static Fitness of(List<SlotResult> production) {
        List<Double> ratios = production.stream()
                .map(SlotResult::nashRatio)
                .filter(Objects::nonNull)
                .toList();
        return ratios.isEmpty()
                ? of(
                        "score",
                        production.stream()
                                .map(each -> (double) each.sum()
                                        / Math.max(1, each.scores().size()))
                                .toList(),
                        -HIGHEST_SCORE,
                        HIGHEST_SCORE)
                : of(RATIO, ratios, 0, 1);
    }

    /** The same of what is stored; null before there is any production. */
    static @Nullable Fitness of(GenerationSummary stored) {
        GenerationSummary.Spread spread = stored.spread();
        if (spread == null) {
            return null;
        }
        boolean ratio = spread.measure().equals(RATIO);
        return of(
                spread.measure(),
                Math.toIntExact(spread.episodes()),
                spread.mean(),
                spread.deviation(),
                ratio ? 0 : -HIGHEST_SCORE,
                ratio ? 1 : HIGHEST_SCORE);
    }

    private static Fitness of(String measure, List<Double> values, double least, double most) {
        int n = values.size();
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return of(measure, n, mean, n < 2 ? 0 : Math.sqrt(squares / (n - 1)), least, most);
    }

    private static Fitness of(String measure, int n, double mean, double deviation, double least, double most) {
        if (n < 2) {
            return new Fitness(measure, mean, least, most, n);
        }
        double quantile = n - 2 < QUANTILES.size() ? QUANTILES.get(n - 2) : NORMAL;
        double half = quantile * deviation / Math.sqrt(n);
        return new Fitness(measure, mean, Math.max(least, mean - half), Math.min(most, mean + half), n);
    }

    /** It as JSON. */
    Map<String, @Nullable Object> document() {
        return Json.object("measure", measure, "mean", mean, "low", low, "high", high, "episodes", episodes);
    }
}
