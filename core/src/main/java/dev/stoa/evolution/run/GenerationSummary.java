package dev.stoa.evolution.run;

import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a generation achieved in its production. Immutable.
 *
 * @param episodes how many production episodes it has
 * @param nashRatio the mean; null without issues
 * @param meanScore the mean score of each primary actor
 * @param accepted the actors a candidate of whom was accepted
 * @param spread how far its episodes lie apart; null before it has any
 */
public record GenerationSummary(
        long seq,
        String generationId,
        @Nullable String status,
        long episodes,
        @Nullable Double nashRatio,
        Map<String, Double> meanScore,
        @Nullable Double agreementRate,
        @Nullable Double meanTurns,
        List<String> accepted,
        @Nullable Spread spread) {
    /**
     * The values of episodes.
     *
     * @param measure what is measured: {@code nash_ratio}, or {@code score} where there are no issues
     * @param deviation the standard deviation of a sample; 0 of less than two episodes
     */
    public record Spread(String measure, long episodes, double mean, double deviation) {}

    /** Mean and deviation of values as they come. */
    private static final class Moments {
        private long count;
        private double mean;
        private double squares;

        void add(double value) {
            count++;
            double off = value - mean;
            mean += off / count;
            squares += off * (value - mean);
        }

        Spread spread(String measure) {
            return new Spread(measure, count, mean, count < 2 ? 0 : Math.sqrt(squares / (count - 1)));
        }
    }

    private static final class Sums {
        private long episodes;
        private long rated;
        private double ratios;
        private long agreements;
        private long turns;
        private final Moments rating = new Moments();
        private final Moments scoring = new Moments();
        private final Map<String, Double> scores = new LinkedHashMap<>();
        private final List<String> accepted = new ArrayList<>();
    }

    /** What all generations of a run achieved. */
    static List<GenerationSummary> of(Tx tx, List<Generation> generations, String runId) {
        return of(tx, generations, "g.run_id = ?", new Object[] {runId});
    }

    /** What a few generations achieved; the others are not looked at. */
    static List<GenerationSummary> of(Tx tx, List<Generation> generations) {
        return generations.isEmpty()
                ? List.of()
                : of(
                        tx,
                        generations,
                        among(generations.size()),
                        generations.stream().map(Generation::id).toArray());
    }

    static String among(int generations) {
        return "g.id IN (" + Tx.marks(generations) + ")";
    }

    /** The production episodes of some generations. The index that tells trials from them has half of the archive. */
    static String production(Dialect dialect, String table, String which) {
        return """
                SELECT g.seq, f.seq, f.nash_ratio, e.termination_reason, e.total_turns
                FROM Generations g JOIN %s e ON e.generation_id = g.id JOIN episode_facts f ON f.episode_id = e.id
                WHERE %s AND %s = %s ORDER BY f.seq\
                """.formatted(table, which, dialect.unindexed("e.is_shadow_trial"), dialect.pick("0", "false"));
    }

    /** Sums are taken in the order of the episodes, so that both databases have the same last digit. */
    private static List<GenerationSummary> of(Tx tx, List<Generation> generations, String which, Object[] keys) {
        Map<Long, Sums> sums = new HashMap<>();
        generations.forEach(generation -> sums.put(generation.seq(), new Sums()));
        for (String table : List.of("episodes_archive", "Episodes")) {
            tx.each(
                    production(tx.dialect(), table, which),
                    row -> {
                        Sums sum = sums.get(row.number(1));
                        if (sum != null) {
                            Double ratio = row.realOrNull(3);
                            Long turns = row.numberOrNull(5);
                            sum.episodes++;
                            sum.rated += ratio == null ? 0 : 1;
                            sum.ratios += ratio == null ? 0 : ratio;
                            if (ratio != null) {
                                sum.rating.add(ratio);
                            }
                            sum.agreements += "agreement".equals(row.textOrNull(4)) ? 1 : 0;
                            sum.turns += turns == null ? 0 : turns;
                        }
                    },
                    keys);
        }
        tx.each(
                """
                SELECT g.seq, p.actor_id, sum(p.score), count(p.score), min(p.ordinal)
                FROM Generations g JOIN episode_participants p ON p.generation_id = g.id
                WHERE %s AND p.shadow = 0 AND p.score IS NOT NULL
                GROUP BY g.seq, p.actor_id ORDER BY g.seq, min(p.ordinal), p.actor_id\
                """.formatted(which),
                row -> {
                    Sums sum = sums.get(row.number(1));
                    if (sum != null) {
                        sum.scores.put(row.text(2), (double) row.number(3) / row.number(4));
                    }
                },
                keys);
        if (sums.values().stream().allMatch(sum -> sum.rated == 0)) {
            tx.each(
                    """
                    SELECT g.seq, sum(p.score), count(p.score), min(f.seq)
                    FROM Generations g JOIN episode_participants p ON p.generation_id = g.id
                        JOIN episode_facts f ON f.episode_id = p.episode_id
                    WHERE %s AND p.shadow = 0 AND p.score IS NOT NULL
                    GROUP BY g.seq, p.episode_id ORDER BY min(f.seq)\
                    """.formatted(which),
                    row -> {
                        Sums sum = sums.get(row.number(1));
                        if (sum != null) {
                            sum.scoring.add((double) row.number(2) / row.number(3));
                        }
                    },
                    keys);
        }
        tx.each(
                """
                SELECT g.seq, v.actor_id FROM Generations g JOIN trial_verdicts v ON v.generation_id = g.id
                WHERE %s AND v.outcome = 'accepted' AND v.kind IN ('mutation', 'observed')
                    AND v.actor_id IS NOT NULL
                ORDER BY g.seq, v.actor_id\
                """.formatted(which),
                row -> {
                    Sums sum = sums.get(row.number(1));
                    if (sum != null && !sum.accepted.contains(row.text(2))) {
                        sum.accepted.add(row.text(2));
                    }
                },
                keys);
        return generations.stream()
                .map(each -> summary(each, sums.getOrDefault(each.seq(), new Sums())))
                .toList();
    }

    private static GenerationSummary summary(Generation generation, Sums sum) {
        boolean played = sum.episodes > 0;
        return new GenerationSummary(
                generation.seq(),
                generation.id(),
                generation.status(),
                sum.episodes,
                sum.rated == 0 ? null : (Double) (sum.ratios / sum.rated),
                sum.scores,
                played ? (Double) ((double) sum.agreements / sum.episodes) : null,
                played ? (Double) ((double) sum.turns / sum.episodes) : null,
                sum.accepted,
                sum.rating.count > 0
                        ? sum.rating.spread("nash_ratio")
                        : sum.scoring.count > 0 ? sum.scoring.spread("score") : null);
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "seq", seq,
                "generation_id", generationId,
                "status", status,
                "nash_ratio", nashRatio,
                "mean_score", meanScore,
                "agreement_rate", agreementRate,
                "mean_turns", meanTurns,
                "accepted", accepted);
    }
}
