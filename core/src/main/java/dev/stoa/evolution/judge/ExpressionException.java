package dev.stoa.evolution.judge;

/** What is wrong with an expression, or with its value; the caller says which rule it belongs to. */
public final class ExpressionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ExpressionException(String message) {
        // Hostile rules may fail in every episode, and nobody reads the stack of a wrong formula.
        super(message, null, false, false);
    }
}
