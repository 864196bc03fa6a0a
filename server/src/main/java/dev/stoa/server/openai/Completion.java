package dev.stoa.server.openai;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A finished answer. Immutable.
 *
 * @param content what is said; empty if a check kept it back
 * @param beside what is known of it besides
 */
record Completion(String content, Finish finish, long tokensIn, long tokensOut, Map<String, @Nullable Object> beside) {
    /** Why an answer ends. */
    enum Finish {
        /** All is said. */
        STOP("stop"),
        /** The model was cut off. */
        LENGTH("length"),
        /** No answer passed its checks. */
        BLOCKED("content_filter");

        private final String text;

        Finish(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    Completion {
        beside = Collections.unmodifiableMap(new LinkedHashMap<>(beside));
    }
}
