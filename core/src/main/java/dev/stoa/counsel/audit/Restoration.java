package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event that says that an older backup was restored, and what was given up by it. Immutable.
 *
 * @param seq the row of the event
 * @param size how many rows the log had that was given up
 */
record Restoration(long seq, long size) {
    /** The type of the event. */
    static final String TYPE = "restore";

    /** What the details of an event say; null if they say nothing of the kind. */
    static @Nullable Restoration of(long seq, String details) {
        try {
            Map<String, @Nullable Object> said = Json.parseObject(details);
            return said.get("abandoned_size") instanceof Long size ? new Restoration(seq, size) : null;
        } catch (StoaException e) {
            return null;
        }
    }

    static List<Restoration> all(Tx tx) {
        return tx
                .list(
                        "SELECT seq, details FROM audit_log WHERE event_type = ? AND seq IS NOT NULL ORDER BY seq",
                        row -> new Object[] {row.number(1), String.valueOf(row.textOrNull(2))},
                        TYPE)
                .stream()
                .map(row -> of((Long) row[0], (String) row[1]))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether a checkpoint of this size may be one of the log that was given up. */
    boolean gaveUp(long checkpoint) {
        return seq <= checkpoint && checkpoint <= size;
    }
}
