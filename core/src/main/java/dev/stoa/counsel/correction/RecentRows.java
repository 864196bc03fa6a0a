package dev.stoa.counsel.correction;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The corrections that were found last, as they were at a change. Thread-safe. Every change of a correction gives it
 * another number, so one that has the number which the index knows need not be read again.
 */
final class RecentRows {
    private static final int MOST = 1_000;

    private final Map<String, Correction> rows = new LinkedHashMap<>(16, .75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Correction> eldest) {
            return size() > MOST;
        }
    };

    /** The correction at a change, with its confidence as of now; null if it has to be read. */
    synchronized @Nullable Correction get(String id, long changeSeq, Instant now) {
        Correction row = rows.get(id);
        if (row == null || row.changeSeq() != changeSeq) {
            rows.remove(id);
            return null;
        }
        return row.at(now);
    }

    synchronized void put(Correction row) {
        rows.put(row.id(), row);
    }
}
