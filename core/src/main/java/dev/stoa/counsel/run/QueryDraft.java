package dev.stoa.counsel.run;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.conversation.TailHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question to receive. Immutable.
 *
 * @param queryId the id it shall have, so that receiving it again does nothing; null for a new one
 * @param conversationId the conversation it is asked in; null for a new one
 * @param projectId the project of a new conversation
 * @param sessionId the session it belongs to; null for that of its conversation
 * @param wanted what is wished for
 * @param earlier what was said before, by a client that names no conversation: the newest conversation that consists of
 *     it goes on, or a new one begins with it
 * @param user whom a client asks for, in its own words; null if it does not say
 */
public record QueryDraft(
        @Nullable String queryId,
        String question,
        Level level,
        @Nullable String conversationId,
        @Nullable String projectId,
        @Nullable String sessionId,
        Panel wanted,
        List<TailHash.Turn> earlier,
        @Nullable String user) {
    private static final int MOST_EARLIER = 10_000;

    public QueryDraft {
        Bounds.text("question", question, 1, 1_000_000);
        Bounds.given("level", level);
        idOrNull("query_id", queryId);
        idOrNull("conversation", conversationId);
        idOrNull("project", projectId);
        idOrNull("session", sessionId);
        earlier = List.copyOf(Bounds.size("earlier", earlier, 0, MOST_EARLIER));
        Bounds.textOrNull("user", user, 1, 512);
        if (conversationId != null && !earlier.isEmpty()) {
            throw Bounds.invalid(
                    "both a conversation and what was said before are given",
                    "give one: a conversation has its record");
        }
        if (conversationId != null && projectId != null) {
            throw Bounds.invalid(
                    "both a conversation and a project are given", "give one: a conversation has its project");
        }
    }

    /** A question of a client that keeps the id of its conversation, or begins one. */
    public QueryDraft(
            @Nullable String queryId,
            String question,
            Level level,
            @Nullable String conversationId,
            @Nullable String projectId,
            @Nullable String sessionId,
            Panel wanted) {
        this(queryId, question, level, conversationId, projectId, sessionId, wanted, List.of(), null);
    }

    private static void idOrNull(String field, @Nullable String value) {
        if (value != null) {
            Bounds.id(field, value);
        }
    }
}
