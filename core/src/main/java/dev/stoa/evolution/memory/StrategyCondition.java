package dev.stoa.evolution.memory;

import dev.stoa.base.Bounds;
import dev.stoa.base.TextEnum;
import java.util.List;

/**
 * What the metadata of a strategy must be. Immutable.
 *
 * @param values one value; several for {@code in}. A number is given as a number, anything else as text
 */
public record StrategyCondition(StrategyField field, Comparison comparison, List<?> values) {
    /** How a value is compared. */
    public enum Comparison implements TextEnum {
        EQ,
        LT,
        LE,
        GT,
        GE,
        IN,
        CONTAINS
    }

    private static final int MOST_VALUES = 1_000;

    public StrategyCondition {
        Bounds.given("field", field);
        Bounds.given("comparison", comparison);
        values = List.copyOf(Bounds.size("values", values, 1, comparison == Comparison.IN ? MOST_VALUES : 1));
        for (Object value : values) {
            if (field.isNumber() != value instanceof Number || !(value instanceof Number || value instanceof String)) {
                throw Bounds.invalid(
                        field.text() + " is compared with " + value, field.isNumber() ? "give a number" : "give text");
            }
        }
        boolean list = field == StrategyField.CREATED_AGENTS_PRESENT;
        if ((comparison == Comparison.CONTAINS && field.isNumber()) || (list && comparison != Comparison.CONTAINS)) {
            throw Bounds.invalid(
                    field.text() + " cannot be compared by " + comparison.text(),
                    list ? "use contains" : "use another comparison");
        }
    }

    public static StrategyCondition eq(StrategyField field, Object value) {
        return new StrategyCondition(field, Comparison.EQ, List.of(value));
    }

    public static StrategyCondition lt(StrategyField field, Object value) {
        return new StrategyCondition(field, Comparison.LT, List.of(value));
    }

    public static StrategyCondition le(StrategyField field, Object value) {
        return new StrategyCondition(field, Comparison.LE, List.of(value));
    }

    public static StrategyCondition gt(StrategyField field, Object value) {
        return new StrategyCondition(field, Comparison.GT, List.of(value));
    }

    public static StrategyCondition ge(StrategyField field, Object value) {
        return new StrategyCondition(field, Comparison.GE, List.of(value));
    }

    public static StrategyCondition in(StrategyField field, List<?> values) {
        return new StrategyCondition(field, Comparison.IN, values);
    }

    public static StrategyCondition contains(StrategyField field, String value) {
        return new StrategyCondition(field, Comparison.CONTAINS, List.of(value));
    }

    boolean holds(StrategyMetadata of) {
        if (field == StrategyField.CREATED_AGENTS_PRESENT) {
            return of.createdAgentsPresent().contains(String.valueOf(values.getFirst()));
        }
        if (field.isNumber()) {
            double own = field == StrategyField.JUDGE_SCORE ? of.judgeScore() : of.generation();
            return values.stream().anyMatch(value -> compared(Double.compare(own, ((Number) value).doubleValue())));
        }
        String own = of.text(field);
        return comparison == Comparison.CONTAINS
                ? own.contains(String.valueOf(values.getFirst()))
                : values.stream().anyMatch(value -> compared(own.compareTo(String.valueOf(value))));
    }

    private boolean compared(int order) {
        return switch (comparison) {
            case EQ, IN, CONTAINS -> order == 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }
}
