package dev.stoa.evolution.scenario;

import dev.stoa.evolution.judge.Expression;
import dev.stoa.evolution.judge.ExpressionException;
import dev.stoa.evolution.judge.Rubric;
import dev.stoa.evolution.judge.ValueType;
import dev.stoa.evolution.scenario.Scenario.JudgeSpec;
import dev.stoa.evolution.scenario.Scenario.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names that the rules of a scenario may use, and the rules made ready. Stateless, safe from any thread. */
public final class Rubrics {
    private static final Map<String, ValueType> DEBATE = Map.of(
            "self.id", ValueType.TEXT,
            "self.accuracy", ValueType.NUMBER,
            "self.brier", ValueType.NUMBER,
            "panel.accuracy", ValueType.NUMBER,
            "panel.gain", ValueType.NUMBER,
            "tokens", ValueType.NUMBER);
    private static final Map<String, ValueType> NEGOTIATION = Map.ofEntries(
            Map.entry("agreed", ValueType.TRUTH),
            Map.entry("reason", ValueType.TEXT),
            Map.entry("turns", ValueType.NUMBER),
            Map.entry("max_turns", ValueType.NUMBER),
            Map.entry("tokens", ValueType.NUMBER),
            Map.entry("env.tension", ValueType.NUMBER),
            Map.entry("self.id", ValueType.TEXT),
            Map.entry("self.penalties", ValueType.NUMBER),
            Map.entry("self.reservation", ValueType.NUMBER),
            Map.entry("time_factor", ValueType.NUMBER));
    private static final Map<String, ValueType> WITH_ISSUES = withIssues();

    private Rubrics() {}

    private static Map<String, ValueType> withIssues() {
        Map<String, ValueType> names = new HashMap<>(NEGOTIATION);
        names.put("self.utility", ValueType.NUMBER);
        names.put("self.surplus", ValueType.NUMBER);
        names.put("self.best_surplus", ValueType.NUMBER);
        names.put("self.gain", ValueType.NUMBER);
        names.put("zopa", ValueType.TRUTH);
        names.put("nash_ratio", ValueType.NUMBER);
        return Map.copyOf(names);
    }

    /** The type of a name in the rules of a kind of scenario; null where there is no such name. */
    static @Nullable ValueType type(Kind kind, boolean issues, String name) {
        if (kind == Kind.DEBATE) {
            return DEBATE.get(name);
        }
        boolean state = name.startsWith("state.") || name.startsWith("start.");
        if (state) {
            boolean path = dev.stoa.evolution.issue.StatePath.parse(name.substring("state.".length()))
                    .isPresent();
            return path ? ValueType.ANY : null;
        }
        return (issues ? WITH_ISSUES : NEGOTIATION).get(name);
    }

    /** The rules of a scenario, ready to score; empty where a model judges. */
    public static Optional<Rubric> of(Scenario scenario) {
        if (!(scenario.judge() instanceof JudgeSpec.Formulas formulas)) {
            return Optional.empty();
        }
        boolean issues = !scenario.issues().isEmpty();
        Expression.Names names = name -> type(scenario.kind(), issues, name);
        return Optional.of(new Rubric(formulas.rules().stream()
                .map(rule ->
                        new Rubric.Rule(Expression.parse(rule.when(), names), Expression.parse(rule.score(), names)))
                .toList()));
    }

    /** What is wrong with one formula, or null. */
    static @Nullable String wrong(Kind kind, boolean issues, String text, ValueType wanted) {
        try {
            ValueType type =
                    Expression.parse(text, name -> type(kind, issues, name)).type();
            return type == wanted || type == ValueType.ANY ? null : "must be " + wanted + ", is " + type;
        } catch (ExpressionException e) {
            return e.getMessage();
        }
    }
}
