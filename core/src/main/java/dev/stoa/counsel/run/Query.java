package dev.stoa.counsel.run;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A question on its way to an answer. Immutable.
 *
 * @param questionId the message that asks
 * @param answerId the message that answers; null unless it is answered
 * @param field the field it mostly belongs to; null before it is routed
 * @param distribution all fields with their shares; empty before it is routed
 * @param decidedBy {@code vcg} or {@code debate}; null while nothing is decided
 * @param debateId the debate that was held about it
 * @param error why there is no answer
 */
public record Query(
        String queryId,
        String conversationId,
        String sessionId,
        String questionId,
        @Nullable String answerId,
        Level level,
        QueryState state,
        @Nullable String field,
        Map<String, Double> distribution,
        Panel panel,
        @Nullable String decidedBy,
        @Nullable String debateId,
        @Nullable String error,
        Instant createdAt,
        Instant updatedAt) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "query_id",
                queryId,
                "conversation_id",
                conversationId,
                "session_id",
                sessionId,
                "question_id",
                questionId,
                "message_id",
                answerId,
                "level",
                level.text(),
                "state",
                state.text(),
                "field",
                field,
                "distribution",
                distribution,
                "decided_by",
                decidedBy,
                "debate_id",
                debateId,
                "error",
                error,
                "created_at",
                Times.showMicros(createdAt),
                "updated_at",
                Times.showMicros(updatedAt));
    }
}
