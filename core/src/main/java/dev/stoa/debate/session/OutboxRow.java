package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.NONE;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.json.Json;
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
    public static final Columns<OutboxRow> COLUMNS = Columns.of(OutboxRow.class, "debate_outbox")
            .add(HASHED, "seq", "session_id", "target", "item_key")
            .add(REPLAYED, "payload")
            .add(HASHED, "payload_sha256")
            .add(NONE, "status", "attempts", "next_attempt_at", "last_error")
            .add(HASHED, "created_at")
            .add(NONE, "done_at")
            .declared();

    /** The object that is shown of it, without what it teaches. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "seq", seq,
                "session_id", sessionId,
                "target", target,
                "item_key", itemKey,
                "status", status,
                "attempts", attempts,
                "last_error", lastError,
                "created_at", createdAt);
    }
}
