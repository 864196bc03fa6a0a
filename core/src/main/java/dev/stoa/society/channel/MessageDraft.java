package dev.stoa.society.channel;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.regex.Pattern;
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

    /** The keys of replies, which are posted by the transaction that ends their execution. */
    static final String REPLY_KEY = "task:";

    private static final Pattern KEY = Pattern.compile("[ -~]{1,128}");

    public MessageDraft {
        content = Bounds.text("content", content.stripTrailing(), 1, LONGEST);
        if (clientKey != null && !KEY.matcher(clientKey).matches()) {
            throw Bounds.invalid(
                    "client_key " + Bounds.shown(clientKey) + " is not 1 to 128 printable ASCII characters",
                    "choose another");
        }
        if (clientKey != null && clientKey.startsWith(REPLY_KEY)) {
            throw Bounds.invalid(
                    "client_key " + Bounds.shown(clientKey) + " begins with task:, which is for replies",
                    "choose another");
        }
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

    /** The same, sent once whatever is repeated. */
    public MessageDraft key(@Nullable String key) {
        return new MessageDraft(content, key, taskId);
    }

    /** The same on behalf of an execution. */
    public MessageDraft onBehalfOf(@Nullable String task) {
        return new MessageDraft(content, clientKey, task);
    }
}
