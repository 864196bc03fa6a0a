package dev.stoa.debate.rules.record;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a question that was asked before anybody drafted. Immutable.
 *
 * @param source {@code human}, {@code evidence} or {@code assumed}
 * @param evidence the id of the document that answers it
 */
public record ClarifiedQuestion(
        String id,
        String question,
        String text,
        String source,
        @Nullable String evidence) {
    public static final String HUMAN = "human";
    static final String EVIDENCE = "evidence";
    public static final String ASSUMED = "assumed";
}
