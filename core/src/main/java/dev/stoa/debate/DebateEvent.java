package dev.stoa.debate;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a session. Immutable.
 *
 * @param seq its number in the session, from 1
 * @param prevHash the hash of the event before it
 */
public record DebateEvent(
        String sessionId,
        long seq,
        String kind,
        Map<String, @Nullable Object> data,
        Instant at,
        String prevHash,
        String hash) {
    static final String COLUMNS = "session_id, seq, kind, data, at, prev_hash, hash";

    static DebateEvent of(Row row) {
        return new DebateEvent(
                row.text(1),
                row.number(2),
                row.text(3),
                StoredJson.object(row.textOrNull(4)),
                row.instant(5),
                row.text(6),
                row.text(7));
    }

    /** The event as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "session_id",
                sessionId,
                "seq",
                seq,
                "kind",
                kind,
                "data",
                data,
                "at",
                at,
                "prev_hash",
                prevHash,
                "hash",
                hash);
    }
}
