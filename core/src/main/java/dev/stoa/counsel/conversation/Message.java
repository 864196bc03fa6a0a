package dev.stoa.counsel.conversation;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was said in a conversation. Immutable.
 *
 * @param seq its number in the conversation, from 1 on without gaps
 * @param role {@code user} or {@code assistant}; files of another program may hold other words
 * @param content null if it was erased or is unreadable
 * @param unreadable whether the content does not open, and the reader asked to go on
 * @param modelsUsed the specialists that had an answer
 * @param tokens how many tokens its content is estimated to have
 */
public record Message(
        String messageId,
        String conversationId,
        long seq,
        String role,
        @Nullable String content,
        boolean unreadable,
        @Nullable String calloutType,
        List<String> modelsUsed,
        @Nullable String accuracyLevel,
        @Nullable String confidence,
        List<String> notices,
        @Nullable String queryId,
        @Nullable String replyTo,
        Instant createdAt,
        long tokens) {
    public Message {
        modelsUsed = List.copyOf(modelsUsed);
        notices = List.copyOf(notices);
    }

    /** Whether a user said it. */
    public boolean ofUser() {
        return role.equals(MessageRole.USER.text());
    }

    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(Json.object(
                "message_id",
                messageId,
                "conversation_id",
                conversationId,
                "seq",
                seq,
                "role",
                role,
                "content",
                content,
                "callout_type",
                calloutType,
                "models_used",
                modelsUsed,
                "accuracy_level",
                accuracyLevel,
                "confidence",
                confidence,
                "notices",
                notices,
                "query_id",
                queryId,
                "reply_to",
                replyTo,
                "created_at",
                Times.showMicros(createdAt)));
        if (unreadable) {
            document.put("unreadable", true);
        }
        return document;
    }
}
