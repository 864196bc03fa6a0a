package dev.stoa.counsel.keyword;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message that was found. Immutable.
 *
 * @param terms the words of the message that the query matches
 */
public record SearchHit(
        String messageId,
        String conversationId,
        @Nullable String projectId,
        String role,
        Instant createdAt,
        double score,
        List<String> terms,
        Snippet snippet) {
    public SearchHit {
        terms = List.copyOf(terms);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object(
                "message_id",
                messageId,
                "conversation_id",
                conversationId,
                "project_id",
                projectId,
                "role",
                role,
                "created_at",
                Times.showMicros(createdAt),
                "score",
                score,
                "terms",
                terms,
                "snippet",
                snippet.document());
    }
}
