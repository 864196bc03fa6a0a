package dev.stoa.engine.evolution;

/** Why a run is paused before its end. */
final class HaltException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A person or a signal stopped it. */
    static final String INTERRUPTED = "interrupted";

    /** It has used the tokens it may use. */
    static final String TOKEN_BUDGET = "token_budget";

    /** More than half of the slots of an epoch failed. */
    static final String TOO_MANY_FAILURES = "too_many_failures";

    private final String reason;

    HaltException(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
