package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.base.Fields;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * A question for which corrections are looked for. Immutable.
 *
 * @param conversation the conversation in which it is asked; its corrections and those of its project are seen
 * @param project the project; null for that of the conversation
 * @param domain the field of the question, which ranks and never filters
 * @param limit the most corrections, 1 to 20
 */
public record CorrectionQuery(
        String question,
        @Nullable String conversation,
        @Nullable String project,
        String domain,
        int limit) {
    private static final int LIMIT = 5;
    private static final int MOST = 20;
    private static final int LONGEST_QUESTION = 1_000_000;

    public CorrectionQuery {
        Bounds.text("question", question, 1, LONGEST_QUESTION);
        Bounds.given("domain", domain);
        Bounds.whole("limit", limit, 1, MOST);
    }

    /** A question outside of every conversation. */
    public static CorrectionQuery of(String question) {
        return new CorrectionQuery(question, null, null, Fields.GENERAL, LIMIT);
    }

    /** The query of a JSON object. */
    public static CorrectionQuery fromJson(JsonFields fields) {
        CorrectionQuery query = new CorrectionQuery(
                fields.text("question"),
                fields.textOrNull("conversation_id"),
                fields.textOrNull("project_id"),
                fields.text("domain", Fields.GENERAL),
                Math.toIntExact(fields.whole("limit", LIMIT)));
        fields.end();
        return query;
    }

    /** The same in a conversation, a project, or both. */
    public CorrectionQuery in(@Nullable String ofConversation, @Nullable String ofProject) {
        return new CorrectionQuery(question, ofConversation, ofProject, domain, limit);
    }

    /** The same of a field. */
    public CorrectionQuery domain(String field) {
        return new CorrectionQuery(question, conversation, project, field, limit);
    }

    /** The same with another limit. */
    public CorrectionQuery limit(int most) {
        return new CorrectionQuery(question, conversation, project, domain, most);
    }
}
