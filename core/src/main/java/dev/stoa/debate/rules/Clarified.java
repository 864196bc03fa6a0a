package dev.stoa.debate.rules;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a question that was asked before anybody drafted. Immutable.
 *
 * @param source {@code human}, {@code evidence} or {@code assumed}
 * @param evidence the id of the document that answers it
 */
public record Clarified(
        String id,
        String question,
        String text,
        String source,
        @Nullable String evidence) {
    static final String HUMAN = "human";
    static final String EVIDENCE = "evidence";
    static final String ASSUMED = "assumed";
}
