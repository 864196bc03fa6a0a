package dev.stoa.counsel.conversation;

import dev.stoa.base.Times;
import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A conversation of a user, without its messages. Immutable.
 *
 * @param title empty if it was erased; null if it does not open and the reader asked to go on
 * @param messageCount how many messages it has, which is also the number of the last
 */
public record Conversation(
        String conversationId,
        long seq,
        String userId,
        @Nullable String title,
        @Nullable String projectId,
        Instant createdAt,
        Instant updatedAt,
        long messageCount,
        @Nullable Instant erasedAt) {
    /** The title of a conversation that has not got one yet. */
    public static final String DEFAULT_TITLE = "New Chat";

    /** Whether its texts are gone. */
    public boolean erased() {
        return erasedAt != null;
    }

    /** Its version; a message makes another. */
    public String etag() {
        return Etag.of(document());
    }

    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(Json.object(
                "conversation_id",
                conversationId,
                "title",
                title,
                "project_id",
                projectId,
                "user_id",
                userId,
                "created_at",
                Times.showMicros(createdAt),
                "updated_at",
                Times.showMicros(updatedAt),
                "message_count",
                messageCount,
                "erased",
                erased()));
        if (title == null) {
            document.put("unreadable", true);
        }
        return document;
    }
}
