package dev.stoa.debate;

import dev.stoa.json.RecordFields;
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

    /** The tombstone as it is shown. */
    public Map<String, @Nullable Object> document() {
        return RecordFields.document(this);
    }
}
