package dev.stoa.counsel.backup;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A note with which a specialist goes on in a conversation. Immutable. It goes to no other specialist.
 *
 * @param trigger why it was written; files of another program may hold other words
 * @param threadNumber the number of the thread it closes
 * @param text null if its conversation was erased
 * @param coversSeq the last message that it covers
 * @param author {@code model} or {@code extract}
 * @param valid whether nothing was said since, as of when it was read
 */
public record Backup(
        String backupId,
        String conversationId,
        String specialist,
        String trigger,
        long threadNumber,
        @Nullable String text,
        long tokenEstimate,
        Instant createdAt,
        long coversSeq,
        String author,
        boolean valid) {
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "backup_id",
                backupId,
                "specialist",
                specialist,
                "trigger",
                trigger,
                "thread_number",
                threadNumber,
                "covers_seq",
                coversSeq,
                "valid",
                valid,
                "author",
                author,
                "backup_text",
                text,
                "token_estimate",
                tokenEstimate,
                "created_at",
                Times.showMicros(createdAt));
    }
}
