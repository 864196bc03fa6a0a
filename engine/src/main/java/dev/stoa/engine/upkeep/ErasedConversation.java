package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What erasing a conversation removed, or would remove. Immutable.
 *
 * @param counts the removed texts by table
 * @param left where copies of them are left; null if nothing was erased
 */
public record ErasedConversation(
        String conversation,
        Map<String, Long> counts,
        @Nullable ErasureReport left) {
    private static final int MOST_TEXTS = 200;

    public ErasedConversation {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    /** What erasing would remove. */
    public static ErasedConversation rehearse(Stoa stoa, Principal by, String id) {
        return new ErasedConversation(id, stoa.counsel().conversations().rehearseErase(by, id), null);
    }

    /** Erases all texts of a conversation, and looks where copies of them are left. */
    public static ErasedConversation erase(Stoa stoa, Principal by, String id) {
        return erase(stoa, by, id, Precondition.NONE);
    }

    /** The same, if the conversation is in a version that was expected. */
    public static ErasedConversation erase(Stoa stoa, Principal by, String id, Precondition expected) {
        List<String> texts = texts(stoa, by, id);
        Map<String, Long> counts =
                stoa.counsel().conversations().onlyIf(expected).erase(by, id);
        return new ErasedConversation(id, counts, ErasureReport.of(stoa, CounselArchive.SCHEMA, texts));
    }

    /** What is going to be erased, to find the debates that repeat it. */
    private static List<String> texts(Stoa stoa, Principal by, String id) {
        MessageRequest newest = new MessageRequest(MOST_TEXTS, null, null, true);
        return stoa.counsel().messages().page(by, id, newest).items().stream()
                .map(Message::content)
                .filter(Objects::nonNull)
                .toList();
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "conversation_id",
                conversation,
                "erased",
                counts,
                "snapshots",
                left == null ? List.of() : left.olderCopies(),
                "changed",
                left != null);
    }
}
