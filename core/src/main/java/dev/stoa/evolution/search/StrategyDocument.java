package dev.stoa.evolution.search;

import dev.stoa.base.Excerpt;
import dev.stoa.evolution.brain.Policy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** What a profile is in words, for the memory and for its prompt. Stateless, safe from any thread. */
public final class StrategyDocument {
    private static final int LONGEST = 500;

    private StrategyDocument() {}

    /**
     * What the strategy memory embeds.
     *
     * @param doing the parameters of a policy, or the beginning of a model's strategy
     */
    public static String of(
            String scenario,
            String archetype,
            String actor,
            String tactic,
            String doing,
            String outcome,
            int score,
            int turns) {
        return "scenario " + scenario + " archetype " + archetype + " actor " + actor + " tactic " + tactic + " "
                + doing + " outcome " + outcome + " score " + score + " turns " + turns;
    }

    /** The parameters of a policy, with one decimal. */
    public static String doing(Policy policy) {
        StringBuilder text = new StringBuilder("params");
        policy.values()
                .forEach((name, value) -> text.append(' ')
                        .append(name)
                        .append('=')
                        .append(BigDecimal.valueOf(value)
                                .setScale(1, RoundingMode.HALF_EVEN)
                                .toPlainString()));
        return text.toString();
    }

    /** The beginning of a model's strategy. */
    public static String doing(String strategy) {
        return Excerpt.of(strategy, LONGEST);
    }

    /** The strategy of a policy: a line for each parameter and for each live constraint, as a prompt has them. */
    public static String strategy(Policy policy, List<String> constraints) {
        List<String> lines = new java.util.ArrayList<>(policy.lines());
        lines.addAll(constraints);
        return String.join("\n", lines);
    }
}
