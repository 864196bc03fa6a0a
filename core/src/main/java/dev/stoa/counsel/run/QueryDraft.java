package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * A question to receive. Immutable.
 *
 * @param queryId the id it shall have, so that receiving it again does nothing; null for a new one
 * @param conversationId the conversation it is asked in; null for a new one
 * @param projectId the project of a new conversation
 * @param sessionId the session it belongs to; null for that of its conversation
 * @param wanted what is wished for
 */
public record QueryDraft(
        @Nullable String queryId,
        String question,
        Level level,
        @Nullable String conversationId,
        @Nullable String projectId,
        @Nullable String sessionId,
        Panel wanted) {
    public QueryDraft {
        Bounds.text("question", question, 1, 1_000_000);
        Bounds.given("level", level);
        idOrNull("query_id", queryId);
        idOrNull("conversation", conversationId);
        idOrNull("project", projectId);
        idOrNull("session", sessionId);
        if (conversationId != null && projectId != null) {
            throw Bounds.invalid(
                    "both a conversation and a project are given", "give one: a conversation has its project");
        }
    }

    private static void idOrNull(String field, @Nullable String value) {
        if (value != null) {
            Bounds.id(field, value);
        }
    }
}
