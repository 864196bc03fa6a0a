package dev.stoa.counsel.conversation;

import dev.stoa.base.Bounds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message to append. Immutable.
 *
 * @param conversationId the conversation it is said in
 * @param content 1 to 1,000,000 bytes of UTF-8
 * @param messageId the id it shall have, so that appending it again does nothing; null for a new one
 * @param calloutType {@code disagreement} or {@code correction}, if any
 * @param modelsUsed the specialists that had an answer
 * @param accuracyLevel the level it was asked at
 * @param confidence its label
 * @param notices what a reader should know about it
 * @param queryId the query it belongs to
 * @param replyTo the message it answers
 */
public record MessageDraft(
        String conversationId,
        MessageRole role,
        String content,
        @Nullable String messageId,
        @Nullable String calloutType,
        List<String> modelsUsed,
        @Nullable String accuracyLevel,
        @Nullable String confidence,
        List<String> notices,
        @Nullable String queryId,
        @Nullable String replyTo) {
    private static final int MOST_BYTES = 1_000_000;
    private static final int MOST_NAMES = 64;
    private static final List<String> CALLOUTS = List.of("disagreement", "correction");
    private static final List<String> LEVELS = List.of("fast", "balanced", "high", "maximum");
    private static final List<String> LABELS = List.of("Uncertain", "Medium", "High");
    private static final Pattern NOTICE = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public MessageDraft {
        Bounds.id("conversation", conversationId);
        Bounds.given("role", role);
        checkContent(content);
        idOrNull("message_id", messageId);
        idOrNull("query_id", queryId);
        idOrNull("reply_to", replyTo);
        wordOrNull("callout_type", calloutType, CALLOUTS);
        wordOrNull("accuracy_level", accuracyLevel, LEVELS);
        wordOrNull("confidence", confidence, LABELS);
        modelsUsed = List.copyOf(Bounds.size("models_used", modelsUsed, 0, MOST_NAMES));
        modelsUsed.forEach(model -> Bounds.name("models_used", model));
        notices = List.copyOf(Bounds.size("notices", notices, 0, MOST_NAMES));
        notices.forEach(MessageDraft::checkNotice);
    }

    /** A message with a text and nothing else. */
    public static MessageDraft of(String conversationId, MessageRole role, String content) {
        return new MessageDraft(
                conversationId, role, content, null, null, List.of(), null, null, List.of(), null, null);
    }

    /** The same message under an id of the caller. */
    public MessageDraft as(@Nullable String id) {
        return new MessageDraft(
                conversationId,
                role,
                content,
                id,
                calloutType,
                modelsUsed,
                accuracyLevel,
                confidence,
                notices,
                queryId,
                replyTo);
    }

    private static void checkContent(String content) {
        // Blank text is text here: what was said is kept as it was.
        Bounds.text("content", content, 0, MOST_BYTES);
        if (content.isEmpty()) {
            throw Bounds.invalid("content is empty; at least 1 byte", "say something");
        }
        int bytes = content.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES) {
            throw Bounds.invalid(
                    String.format(Locale.ROOT, "content has %,d bytes; at most %,d", bytes, MOST_BYTES),
                    "shorten it, or split it");
        }
    }

    private static void checkNotice(String notice) {
        if (!NOTICE.matcher(notice).matches()) {
            throw Bounds.invalid(
                    "notice " + Bounds.shown(notice)
                            + " is not 1 to 64 of a-z 0-9 . _ -, beginning with a letter or digit",
                    "choose another");
        }
    }

    private static void idOrNull(String field, @Nullable String value) {
        if (value != null) {
            Bounds.id(field, value);
        }
    }

    private static void wordOrNull(String field, @Nullable String value, List<String> known) {
        if (value != null) {
            Bounds.word(field, value, known);
        }
    }
}
