package dev.stoa.counsel.backup;

import dev.stoa.counsel.conversation.Message;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of a conversation goes into a prompt of a specialist, between the system text and the question. Immutable.
 *
 * @param note the newest note of that specialist
 * @param messages what was said since, and a little before, the oldest first
 */
public record History(@Nullable Backup note, List<Message> messages) {
    public History {
        messages = List.copyOf(messages);
    }

    /** Where it is from, for the record of the run. */
    public Map<String, @Nullable Object> document(List<String> corrections) {
        return Json.object(
                "backup_id",
                note == null ? null : note.backupId(),
                "from_seq",
                messages.isEmpty() ? null : messages.getFirst().seq(),
                "to_seq",
                messages.isEmpty() ? null : messages.getLast().seq(),
                "corrections",
                corrections);
    }
}
