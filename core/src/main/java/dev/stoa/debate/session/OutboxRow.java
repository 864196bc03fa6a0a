package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.NONE;

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
    static final Columns<OutboxRow> COLUMNS = Columns.of(OutboxRow.class, "debate_outbox")
            .add(NONE, "seq", "session_id", "target", "item_key", "payload", "payload_sha256", "status", "attempts")
            .add(NONE, "next_attempt_at", "last_error", "created_at", "done_at")
            .declared();
}
