package dev.stoa.learning.breaker;

import java.util.regex.Pattern;

/** How a call ended, as far as its breaker cares. A call that was cancelled has no result. */
public sealed interface CallResult {
    /** The provider answered; what it said does not matter. */
    record Success() implements CallResult {}

    /**
     * The provider did not answer: a timeout, an I/O error, HTTP 408, 429 or 5xx, a command that failed.
     *
     * @param kind a short name, for example {@code timeout} or {@code http_503}; the words of the provider are not kept,
     *     because they may repeat those of a prompt
     */
    record Failure(String kind) implements CallResult {
        private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,64}");

        public Failure {
            kind = NAME.matcher(kind).matches() ? kind : "other";
        }
    }

    static CallResult success() {
        return new Success();
    }

    static CallResult failure(String kind) {
        return new Failure(kind);
    }
}
