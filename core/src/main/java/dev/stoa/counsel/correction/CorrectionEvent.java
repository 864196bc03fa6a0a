package dev.stoa.counsel.correction;

import dev.stoa.base.Times;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry in the history of a correction. Immutable.
 *
 * @param seq its number among all events, in the order of their commits
 * @param details ids of what it has to do with
 */
public record CorrectionEvent(
        String id,
        long seq,
        Instant createdAt,
        String correctionId,
        CorrectionEventKind event,
        @Nullable String sessionId,
        Map<String, @Nullable Object> details) {
    /** The event as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "id", id,
                "seq", seq,
                "created_at", Times.showMicros(createdAt),
                "correction_id", correctionId,
                "event", event.text(),
                "session_id", sessionId,
                "details", details);
    }
}
