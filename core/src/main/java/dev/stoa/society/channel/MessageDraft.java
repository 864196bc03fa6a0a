package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * A message to be sent. Immutable.
 *
 * @param content loses the white space at its end
 * @param clientKey the same for every attempt to send the same message, so that it is sent once
 * @param taskId the execution on whose behalf it is sent; null for the one that runs
 */
public record MessageDraft(
        String content,
        @Nullable String clientKey,
        @Nullable String taskId) {
    static final int LONGEST = 65_536;

    public MessageDraft {
        Bounds.given("content", content);
        content = Bounds.text("content", content.stripTrailing(), 1, LONGEST);
        clientKey = clientKey == null ? null : ClientKey.check(clientKey);
    }

    public static MessageDraft of(String content) {
        return new MessageDraft(content, null, null);
    }

    public static MessageDraft fromJson(JsonFields fields) {
        MessageDraft draft =
                new MessageDraft(fields.text("content"), fields.textOrNull("client_key"), fields.textOrNull("task_id"));
        fields.end();
        return draft;
    }

    /** The same with an idempotency key: repeated posts create one message. */
    public MessageDraft key(@Nullable String key) {
        return new MessageDraft(content, key, taskId);
    }

    /** The same on behalf of an execution. */
    public MessageDraft onBehalfOf(@Nullable String task) {
        return new MessageDraft(content, clientKey, task);
    }
}
