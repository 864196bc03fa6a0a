package dev.stoa.learning.breaker;

/** How a call ended, as far as its breaker cares. A call that was cancelled has no result. */
public sealed interface CallResult {
    /** The provider answered; what it said does not matter. */
    record Success() implements CallResult {}

    /**
     * The provider did not answer: a timeout, an I/O error, HTTP 408, 429 or 5xx, a command that failed.
     *
     * @param kind a short name, for example {@code timeout} or {@code http_503}
     */
    record Failure(String kind, String message) implements CallResult {}

    static CallResult success() {
        return new Success();
    }

    static CallResult failure(String kind, String message) {
        return new Failure(kind, message);
    }
}
