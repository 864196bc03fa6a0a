package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * Which answer was checked. Immutable.
 *
 * @param domain the field of the question
 */
public record AnswerChecked(
        String sessionId,
        String queryId,
        String specialist,
        @Nullable String domain) {
    public AnswerChecked {
        Bounds.given("sessionId", sessionId);
        Bounds.given("queryId", queryId);
        Bounds.given("specialist", specialist);
    }
}
