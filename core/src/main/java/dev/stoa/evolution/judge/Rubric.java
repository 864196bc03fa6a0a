package dev.stoa.evolution.judge;

import dev.stoa.base.ConflictException;
import dev.stoa.evolution.issue.Rounding;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules that score an actor: the first whose condition holds gives the score. Immutable.
 *
 * @param rules the rules in order; the condition of the last is {@code true}
 */
public record Rubric(List<Rule> rules) {
    /** The lowest score. */
    public static final int LOWEST = -5;

    /** The highest score. */
    public static final int HIGHEST = 5;

    public Rubric {
        rules = List.copyOf(rules);
    }

    /**
     * One rule.
     *
     * @param when its condition
     * @param score its score, before rounding
     */
    public record Rule(Expression when, Expression score) {}

    /**
     * The score of an actor: rounded half away from zero, then clamped to -5..5. A formula that fails here fails the
     * run, since a guess in its place would be learned from.
     */
    public int score(Function<String, @Nullable Object> facts) {
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            try {
                if (rule.when().truth(facts)) {
                    return (int) Math.clamp(Rounding.whole(rule.score().number(facts)), LOWEST, HIGHEST);
                }
            } catch (ExpressionException e) {
                throw new ConflictException(
                        "rubric",
                        "judge.rules[" + i + "] (when " + rule.when() + ", score " + rule.score() + "): "
                                + e.getMessage(),
                        "guard the rule with a condition, such as state.x != null");
            }
        }
        throw new ConflictException("rubric", "no rule of the judge applies", "end the rules with when = \"true\"");
    }
}
