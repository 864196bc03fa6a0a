package dev.stoa.evolution.play;

/** What is wrong with a proposal; it costs its speaker an attempt and nobody else anything. */
final class ViolationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ViolationException(String message) {
        super(message, null, false, false);
    }
}
