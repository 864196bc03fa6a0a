package dev.stoa.evolution.judge;

import dev.stoa.evolution.issue.Rounding;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of an expression. Immutable. */
sealed interface Node {
    ValueType type();

    @Nullable
    Object value(Function<String, @Nullable Object> facts);

    /** A number, a text, true, false or null as it stands. */
    record Literal(@Nullable Object value, ValueType type) implements Node {
        @Override
        public @Nullable Object value(Function<String, @Nullable Object> facts) {
            return value;
        }
    }

    /** A named fact. */
    record Name(String name, ValueType type) implements Node {
        @Override
        public @Nullable Object value(Function<String, @Nullable Object> facts) {
            Object value = facts.apply(name);
            return value instanceof Number number ? (Object) finite(number.doubleValue(), name) : value;
        }
    }

    /** The negative of a number, or the opposite of a condition. */
    record Unary(char sign, Node of) implements Node {
        @Override
        public ValueType type() {
            return sign == '!' ? ValueType.TRUTH : ValueType.NUMBER;
        }

        @Override
        public Object value(Function<String, @Nullable Object> facts) {
            Object value = of.value(facts);
            if (sign == '!') {
                return !truth(value, "!");
            }
            return -number(value, "-");
        }
    }

    /** A calculation with two numbers. */
    record Arithmetic(char sign, Node left, Node right) implements Node {
        @Override
        public ValueType type() {
            return ValueType.NUMBER;
        }

        @Override
        public Object value(Function<String, @Nullable Object> facts) {
            String shown = String.valueOf(sign);
            double a = number(left.value(facts), shown);
            double b = number(right.value(facts), shown);
            if ((sign == '/' || sign == '%') && b == 0) {
                throw new ExpressionException("division by zero");
            }
            return finite(
                    switch (sign) {
                        case '+' -> a + b;
                        case '-' -> a - b;
                        case '*' -> a * b;
                        case '/' -> a / b;
                        default -> a % b;
                    },
                    shown);
        }
    }

    /** A comparison. */
    record Comparison(String sign, Node left, Node right) implements Node {
        @Override
        public ValueType type() {
            return ValueType.TRUTH;
        }

        @Override
        public Object value(Function<String, @Nullable Object> facts) {
            Object a = left.value(facts);
            Object b = right.value(facts);
            switch (sign) {
                case "==" -> {
                    return same(a, b);
                }
                case "!=" -> {
                    return !same(a, b);
                }
                default -> {}
            }
            // What is missing is neither more nor less.
            if (a == null || b == null) {
                return false;
            }
            double x = number(a, sign);
            double y = number(b, sign);
            return switch (sign) {
                case "<" -> x < y;
                case "<=" -> x <= y;
                case ">" -> x > y;
                default -> x >= y;
            };
        }

        private static boolean same(@Nullable Object a, @Nullable Object b) {
            // As numbers and not as objects, since 0.0 and -0.0 are different objects.
            return (a instanceof Double x && b instanceof Double y)
                    ? x.doubleValue() == y.doubleValue()
                    : java.util.Objects.equals(a, b);
        }
    }

    /** Two conditions joined; the second is looked at only when the first leaves it open. */
    record Logic(boolean and, Node left, Node right) implements Node {
        @Override
        public ValueType type() {
            return ValueType.TRUTH;
        }

        @Override
        public Object value(Function<String, @Nullable Object> facts) {
            String sign = and ? "&&" : "||";
            return truth(left.value(facts), sign) == and ? truth(right.value(facts), sign) : !and;
        }
    }

    /** A choice; only the chosen part is looked at. */
    record Choice(Node condition, Node yes, Node no, ValueType type) implements Node {
        @Override
        public @Nullable Object value(Function<String, @Nullable Object> facts) {
            return truth(condition.value(facts), "if") ? yes.value(facts) : no.value(facts);
        }
    }

    /** A function of numbers. */
    record Call(String name, List<Node> arguments) implements Node {
        @Override
        public ValueType type() {
            return ValueType.NUMBER;
        }

        @Override
        public Object value(Function<String, @Nullable Object> facts) {
            double[] given = new double[arguments.size()];
            for (int i = 0; i < given.length; i++) {
                given[i] = number(arguments.get(i).value(facts), name);
            }
            return switch (name) {
                case "min" -> java.util.Arrays.stream(given).min().orElseThrow();
                case "max" -> java.util.Arrays.stream(given).max().orElseThrow();
                case "abs" -> Math.abs(given[0]);
                case "floor" -> Math.floor(given[0]);
                case "round" -> Rounding.whole(given[0]);
                default -> {
                    if (given[1] > given[2]) {
                        throw new ExpressionException("clamp: the lower bound is above the upper one");
                    }
                    yield Math.min(Math.max(given[0], given[1]), given[2]);
                }
            };
        }
    }

    static double number(@Nullable Object value, String where) {
        if (value instanceof Double number) {
            return number;
        }
        throw new ExpressionException(where + ": needs a number, was " + shown(value));
    }

    static boolean truth(@Nullable Object value, String where) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw new ExpressionException(where + ": needs true or false, was " + shown(value));
    }

    static double finite(double value, String where) {
        if (!Double.isFinite(value)) {
            throw new ExpressionException(where + ": the result is not a finite number");
        }
        return value;
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Boolean truth -> truth.toString();
            case Double number -> number.toString();
            case String text -> "a text";
            default -> "a list or a table";
        };
    }
}
