package dev.stoa.engine.counsel;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.run.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question and what is wished for with it. Immutable.
 *
 * @param queryId the id it shall have, so that asking it again joins the first; null for a new one
 * @param conversationId the conversation it is asked in; null for a new one
 * @param projectId the project of a new conversation
 * @param sessionId the session it belongs to; null for that of its conversation
 * @param field the field it belongs to; null if that is to be found out
 * @param agents the agents to ask, each as {@code name=provider:model?key=value} or a registered one; empty for those
 *     that are configured
 * @param documents the ids of the documents that readers among the agents are given besides those they find
 * @param debate whether a debate is to be held in any case
 * @param system a text that leads every prompt and is not stored; null if there is none
 */
public record AskRequest(
        @Nullable String queryId,
        String question,
        Level level,
        @Nullable String conversationId,
        @Nullable String projectId,
        @Nullable String sessionId,
        @Nullable String field,
        List<String> agents,
        List<String> documents,
        boolean debate,
        @Nullable String system) {
    private static final int MOST_AGENTS = 32;
    private static final int MOST_DOCUMENTS = 200;

    public AskRequest {
        Bounds.text("question", question, 1, 1_000_000);
        Bounds.given("level", level);
        agents = List.copyOf(Bounds.size("agents", agents, 0, MOST_AGENTS));
        documents = List.copyOf(Bounds.size("documents", documents, 0, MOST_DOCUMENTS));
    }

    /** A question with nothing else said. */
    public static AskRequest of(String question) {
        return new AskRequest(
                null, question, Level.BALANCED, null, null, null, null, List.of(), List.of(), false, null);
    }

    /** The same at a level. */
    public AskRequest level(Level wanted) {
        return new AskRequest(
                queryId,
                question,
                wanted,
                conversationId,
                projectId,
                sessionId,
                field,
                agents,
                documents,
                debate,
                system);
    }

    /** The same in a conversation. */
    public AskRequest in(@Nullable String conversation) {
        return new AskRequest(
                queryId, question, level, conversation, projectId, sessionId, field, agents, documents, debate, system);
    }

    /** The same for these agents. */
    public AskRequest agents(List<String> wanted) {
        return new AskRequest(
                queryId,
                question,
                level,
                conversationId,
                projectId,
                sessionId,
                field,
                wanted,
                documents,
                debate,
                system);
    }

    /** The same of a field. */
    public AskRequest field(@Nullable String wanted) {
        return new AskRequest(
                queryId,
                question,
                level,
                conversationId,
                projectId,
                sessionId,
                wanted,
                agents,
                documents,
                debate,
                system);
    }

    /** The same under an id. */
    public AskRequest as(@Nullable String id) {
        return new AskRequest(
                id, question, level, conversationId, projectId, sessionId, field, agents, documents, debate, system);
    }

    /** The same over these documents. */
    public AskRequest reading(List<String> ids) {
        return new AskRequest(
                queryId, question, level, conversationId, projectId, sessionId, field, agents, ids, debate, system);
    }
}
