package dev.stoa.debate.proof;

import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Tx;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The histories that were asked for last, so that going through a debate event by event reads its record once.
 * Thread-safe. Of a debate that goes on only the events that it has got since are read; if they do not follow those that
 * are known, or what the turns say takes more room than there is, its whole record is read again.
 */
final class KeptHistories {
    private static final int MOST = 16;

    /** How many characters may be held for debates that go on. */
    private static final long MOST_HELD = 32_000_000;

    /**
     * @param fold what makes the next history from this one; null if the debate is over or there was no room
     */
    private record Kept(
            int events,
            @Nullable String head,
            History history,
            @Nullable HistoryFold fold) {
        Kept(SessionRow row, History history, HistoryFold fold) {
            this(row.eventCount(), row.chainHead(), history, row.status().isTerminal() ? null : fold);
        }

        boolean isOf(SessionRow row) {
            return events == row.eventCount() && Objects.equals(head, row.chainHead());
        }

        long weight() {
            return fold == null ? 0 : fold.weight();
        }

        Kept withoutFold() {
            return new Kept(events, head, history, null);
        }
    }

    private final Map<String, Kept> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    History of(Tx tx, SessionRow row) {
        Kept known;
        synchronized (kept) {
            known = kept.get(row.id());
        }
        if (known != null && known.isOf(row)) {
            return known.history;
        }
        HistoryFold fold = known == null ? null : known.fold;
        History followed = fold == null ? null : fold.follow(tx, row);
        if (fold != null && followed != null) {
            keep(row, new Kept(row, followed, fold));
            return followed;
        }
        HistoryFold whole = HistoryFold.of(tx, row);
        History history = whole.history();
        // A damaged record may be repaired, and without a count in its row nothing tells that there is another event.
        if (history.readable() == row.eventCount()) {
            keep(row, new Kept(row, history, whole));
        }
        return history;
    }

    private void keep(SessionRow row, Kept now) {
        synchronized (kept) {
            kept.put(row.id(), now);
            if (kept.size() > MOST) {
                kept.remove(kept.keySet().iterator().next());
            }
            long held = kept.values().stream().mapToLong(Kept::weight).sum();
            for (Map.Entry<String, Kept> eldest : kept.entrySet()) {
                if (held <= MOST_HELD) {
                    break;
                }
                held -= eldest.getValue().weight();
                eldest.setValue(eldest.getValue().withoutFold());
            }
        }
    }
}
