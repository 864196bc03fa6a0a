package dev.stoa.debate.session;

import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something a debate is to teach another archive. Immutable.
 *
 * @param target what kind of lesson it is, which says where it goes
 * @param itemKey under which it is taught once
 */
public record OutboxRow(
        long seq,
        String sessionId,
        String target,
        String itemKey,
        Map<String, @Nullable Object> payload,
        String payloadSha256,
        String status,
        int attempts,
        Instant nextAttemptAt,
        @Nullable String lastError,
        Instant createdAt,
        @Nullable Instant doneAt) {
    static final String COLUMNS = "seq, session_id, target, item_key, payload, payload_sha256, status, attempts,"
            + " next_attempt_at, last_error, created_at, done_at";

    static OutboxRow of(Row row) {
        return new OutboxRow(
                row.number(1),
                row.text(2),
                row.text(3),
                row.text(4),
                StoredJson.object(row.textOrNull(5)),
                row.text(6),
                row.text(7),
                row.integer(8),
                row.instant(9),
                row.textOrNull(10),
                row.instant(11),
                row.instantOrNull(12));
    }
}
