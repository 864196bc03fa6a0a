package dev.stoa.counsel.backup;

import dev.stoa.counsel.conversation.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a note is made of. Immutable.
 *
 * @param counter the counter of its specialist as it was read, with the thread that the note closes
 * @param coversSeq the last message that it covers
 * @param threadStart the last message that the note before it covers, 0 without one
 * @param previous the text of the note before it
 * @param messages the newest messages up to {@code coversSeq}, the oldest first
 * @param preferences the claims of preferences that hold in the conversation
 * @param withdrawn the claims of corrections that hold no longer and must not return
 */
public record NoteSource(
        TokenCounter counter,
        BackupTrigger trigger,
        long coversSeq,
        long threadStart,
        @Nullable String previous,
        List<Message> messages,
        List<String> preferences,
        List<String> withdrawn) {
    public NoteSource {
        messages = List.copyOf(messages);
        preferences = List.copyOf(preferences);
        withdrawn = List.copyOf(withdrawn);
    }
}
