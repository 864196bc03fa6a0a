package dev.stoa.debate;

import dev.stoa.debate.session.Register;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a deleted debate. Immutable.
 *
 * @param chainHead the last hash of its events, which the audit log may hold too
 */
public record Tombstone(
        String sessionId,
        String debateId,
        @Nullable String chainHead,
        Instant deletedAt,
        @Nullable String reason) {

    /** A tombstone as it is stored: its columns in the order of the record. */
    static Tombstone of(Row row) {
        return new Tombstone(row.text(1), row.text(2), row.textOrNull(3), row.instant(4), row.textOrNull(5));
    }

    /** Enters the deletion in the register of sessions. */
    void enter(Tx tx) {
        Register.deleted(tx, sessionId, debateId, chainHead, deletedAt, reason);
    }

    /** The tombstone as it is shown. */
    public Map<String, @Nullable Object> document() {
        return RecordFields.document(this);
    }
}
