package dev.stoa.debate.proof;

import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Tx;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The histories that were asked for last, so that going through a debate event by event reads its record once.
 * Thread-safe. A debate that has got another event since is folded again.
 */
final class KeptHistories {
    private static final int MOST = 16;

    private record Kept(int events, @Nullable String head, History history) {}

    private final Map<String, Kept> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    History of(Tx tx, SessionRow row) {
        synchronized (kept) {
            Kept known = kept.get(row.id());
            if (known != null && known.events == row.eventCount() && Objects.equals(known.head, row.chainHead())) {
                return known.history;
            }
        }
        History history = History.of(tx, row);
        // A damaged record may be repaired, and without a count in its row nothing tells that there is another event.
        if (history.readable() == row.eventCount()) {
            synchronized (kept) {
                kept.put(row.id(), new Kept(row.eventCount(), row.chainHead(), history));
                if (kept.size() > MOST) {
                    kept.remove(kept.keySet().iterator().next());
                }
            }
        }
        return history;
    }
}
