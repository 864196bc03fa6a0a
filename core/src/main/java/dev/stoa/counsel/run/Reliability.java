package dev.stoa.counsel.run;

import java.util.Map;

/** How often a specialist was right, as far as is known. Stateless. */
public final class Reliability {
    private static final double PRIOR = .65;
    private static final double PRIOR_WEIGHT = 10;
    private static final double LEAST_SHARE = .05;

    private Reliability() {}

    /**
     * The results of one specialist and model in one field. Immutable.
     *
     * @param runs how often it answered
     * @param weight the weight of the outcomes that are known
     * @param outcomes their sum, each by its weight
     */
    public record Stats(long runs, double weight, double outcomes) {
        /** Nothing is known. */
        public static final Stats NONE = new Stats(0, 0, 0);
    }

    /** The reliability in one field, drawn to that of a stranger while little is known. */
    public static double in(Stats stats) {
        return (stats.outcomes() + PRIOR_WEIGHT * PRIOR) / (stats.weight() + PRIOR_WEIGHT);
    }

    /** The reliability for a question, over the fields that it really belongs to. */
    public static double of(Distribution question, Map<String, Stats> byField) {
        double sum = 0;
        double shares = 0;
        for (Map.Entry<String, Double> entry : question.named().entrySet()) {
            if (entry.getValue() >= LEAST_SHARE) {
                sum += entry.getValue() * in(byField.getOrDefault(entry.getKey(), Stats.NONE));
                shares += entry.getValue();
            }
        }
        return shares > 0
                ? sum / shares
                : in(byField.getOrDefault(question.domain().name(), Stats.NONE));
    }
}
