package dev.stoa.evolution.judge;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A formula of a rubric: numbers, texts, comparisons and a few functions over named facts, and nothing else. Immutable
 * and safe from any thread. It cannot loop, call or reach anything, and its size is bounded, so that a rule from a
 * stranger is safe to evaluate.
 */
public final class Expression {
    /** The most characters of a formula. */
    public static final int MOST_CHARACTERS = 1_000;

    /** The most parts of a formula. */
    public static final int MOST_NODES = 200;

    /** How deep its parts may be nested. */
    public static final int MOST_DEPTH = 32;

    private final String text;
    private final Node root;

    private Expression(String text, Node root) {
        this.text = text;
        this.root = root;
    }

    /** The names that an expression may use, with their types; null for a name that does not exist. */
    @FunctionalInterface
    public interface Names {
        @Nullable
        ValueType type(String name);
    }

    /** Reads a formula and checks its names and types; what is wrong is refused with its column. */
    public static Expression parse(String text, Names names) {
        if (text.length() > MOST_CHARACTERS) {
            throw new ExpressionException(
                    "has " + text.length() + " characters; at most " + MOST_CHARACTERS + " are allowed");
        }
        return new Expression(text, new ExpressionParser(text, names).parse());
    }

    /** Its type, {@link ValueType#ANY} where that depends on the state. */
    public ValueType type() {
        return root.type();
    }

    /** Its value for the facts of an episode; a number is a Double. */
    public @Nullable Object value(Function<String, @Nullable Object> facts) {
        return root.value(facts);
    }

    /** Its value as a number. */
    public double number(Function<String, @Nullable Object> facts) {
        return Node.number(root.value(facts), "the result");
    }

    /** Its value as a condition. */
    public boolean truth(Function<String, @Nullable Object> facts) {
        return Node.truth(root.value(facts), "the result");
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Expression that && that.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
