package dev.stoa.counsel.correction;

import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The corrections that were found last, as they were at a change. Thread-safe. Every change of a correction gives it
 * another number, so one that has the number which the index knows need not be read again.
 */
final class RecentRows {
    // Characters, because one correction can be as long as a hundred others.
    private static final long MOST = 8_000_000;
    private static final int OVERHEAD = 500;

    private final Map<String, Correction> rows = new LinkedHashMap<>(16, .75f, true);
    private long held;

    /** The correction at a change, with its confidence as of now; null if it has to be read. */
    synchronized @Nullable Correction get(String id, long changeSeq, Instant now) {
        Correction row = rows.get(id);
        if (row != null && row.changeSeq() != changeSeq) {
            forget(id);
            return null;
        }
        return row == null ? null : row.at(now);
    }

    synchronized void put(Correction row) {
        forget(row.id());
        rows.put(row.id(), row);
        held += length(row);
        Iterator<Correction> eldest = rows.values().iterator();
        while (held > MOST && eldest.hasNext()) {
            held -= length(eldest.next());
            eldest.remove();
        }
    }

    private void forget(String id) {
        Correction old = rows.remove(id);
        held -= old == null ? 0 : length(old);
    }

    private static long length(Correction row) {
        String question = row.question();
        return OVERHEAD
                + row.subject().length()
                + row.claim().length()
                + row.rejected().length()
                + (question == null ? 0 : question.length());
    }
}
