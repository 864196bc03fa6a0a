package dev.stoa.engine.counsel;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.conversation.TailHash;
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
 * @param client what a client of another protocol says beside it
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
        @Nullable String system,
        Client client) {
    private static final int MOST_AGENTS = 32;
    private static final int MOST_DOCUMENTS = 200;

    public AskRequest {
        Bounds.text("question", question, 1, 1_000_000);
        Bounds.given("level", level);
        Bounds.textOrNull("system", system, 1, 1_000_000);
        agents = List.copyOf(Bounds.size("agents", agents, 0, MOST_AGENTS));
        documents = List.copyOf(Bounds.size("documents", documents, 0, MOST_DOCUMENTS));
    }

    /**
     * What a client of another protocol says beside a question. Immutable.
     *
     * @param earlier what was said before, where it names no conversation: that which consists of it goes on, or a new
     *     one begins with it
     * @param user whom it asks for, in its own words; null if it does not say
     * @param manner how models shall answer
     * @param json whether the answer must be JSON
     */
    public record Client(
            List<TailHash.Turn> earlier, @Nullable String user, Manner manner, boolean json) {
        /** One that says nothing. */
        public static final Client SILENT = new Client(List.of(), null, Manner.USUAL, false);

        public Client {
            earlier = List.copyOf(earlier);
            Bounds.given("manner", manner);
        }
    }

    /** A question of which nothing is said beside it. */
    public AskRequest(
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
        this(
                queryId,
                question,
                level,
                conversationId,
                projectId,
                sessionId,
                field,
                agents,
                documents,
                debate,
                system,
                Client.SILENT);
    }

    /** A question with nothing else said. */
    public static AskRequest of(String question) {
        return new AskRequest(
                null, question, Level.BALANCED, null, null, null, null, List.of(), List.of(), false, null);
    }

    /** The same at a level. */
    public AskRequest level(Level wanted) {
        return with(queryId, wanted, conversationId, field, agents, documents);
    }

    /** The same in a conversation. */
    public AskRequest in(@Nullable String conversation) {
        return with(queryId, level, conversation, field, agents, documents);
    }

    /** The same for these agents. */
    public AskRequest agents(List<String> wanted) {
        return with(queryId, level, conversationId, field, wanted, documents);
    }

    /** The same of a field. */
    public AskRequest field(@Nullable String wanted) {
        return with(queryId, level, conversationId, wanted, agents, documents);
    }

    /** The same under an id. */
    public AskRequest as(@Nullable String id) {
        return with(id, level, conversationId, field, agents, documents);
    }

    /** The same over these documents. */
    public AskRequest reading(List<String> ids) {
        return with(queryId, level, conversationId, field, agents, ids);
    }

    private AskRequest with(
            @Nullable String id,
            Level at,
            @Nullable String conversation,
            @Nullable String of,
            List<String> asked,
            List<String> read) {
        return new AskRequest(
                id, question, at, conversation, projectId, sessionId, of, asked, read, debate, system, client);
    }
}
