package dev.stoa.debate.proof;

import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.EventChain;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes the history of a debate, and of one that goes on the next one from its new events alone. Thread-safe. What it
 * has read once it does not read again: whether an older event was changed in its place is for the proof to say. It
 * holds what the turns say, so it weighs more than a history.
 */
final class HistoryFold {
    /** What a turn takes besides its words, counted as characters. */
    private static final int TURN = 500;

    private final ReentrantLock reading = new ReentrantLock();
    private final String session;
    private final RecordLoader fold;
    private final DebateRecord record;
    private final List<History.Moment> moments = new ArrayList<>();
    private List<String> waiting = List.of();
    private List<Integer> open = List.of();
    private @Nullable Instant asked;
    private String head;
    private final AtomicLong weight = new AtomicLong();
    private volatile History history;

    private HistoryFold(Tx tx, SessionRow row) {
        this.session = row.id();
        this.fold = RecordLoader.of(tx, session, Replay.config(row));
        this.record = fold.record();
        this.head = EventChain.genesis(session);
        List<DebateEvent> events = SessionRows.events(tx, session);
        this.history = new History(session, events.size(), moments, record, apply(events));
    }

    /** Reads a debate from its first event on. */
    static HistoryFold of(Tx tx, SessionRow row) {
        return new HistoryFold(tx, row);
    }

    /** The history as of the last event that was read. */
    History history() {
        return history;
    }

    /** About how many characters it holds. */
    long weight() {
        return weight.get();
    }

    /**
     * The history with the events that the debate has got since; null if the record is not the one that was read with
     * further events behind it, so that it must be read from its beginning.
     */
    @Nullable
    History follow(Tx tx, SessionRow row) {
        reading.lock();
        try {
            if (history.isDamaged() || moments.size() > row.eventCount()) {
                return null;
            }
            List<DebateEvent> next = SessionRows.events(tx, session, moments.size());
            if (!continues(next, row)) {
                return null;
            }
            if (next.isEmpty()) {
                return history;
            }
            fold.follow(tx, session, next);
            history = new History(session, row.eventCount(), moments, record, apply(next));
            return history.isDamaged() ? null : history;
        } finally {
            reading.unlock();
        }
    }

    /** Whether these events stand behind the last one that was read, each with the hash of the one before. */
    private boolean continues(List<DebateEvent> next, SessionRow row) {
        String before = head;
        long seq = moments.size();
        for (DebateEvent event : next) {
            if (event.seq() != ++seq
                    || !event.prevHash().equals(before)
                    || !event.hash().equals(EventChain.of(event))) {
                return false;
            }
            before = event.hash();
        }
        return seq == row.eventCount() && before.equals(row.chainHead());
    }

    /** Adds a moment for each event; tells why one of them cannot be understood. */
    private @Nullable RuntimeException apply(List<DebateEvent> events) {
        fold.turns().forEach(turn -> weigh(turn.content()));
        for (DebateEvent event : events) {
            try {
                fold.apply(event);
            } catch (RuntimeException e) {
                return e;
            }
            head = event.hash();
            moments.add(moment(event));
        }
        fold.forget();
        return null;
    }

    private History.Moment moment(DebateEvent event) {
        asked = event.kind().equals("calls_planned") ? event.at() : asked;
        List<Slot> slots = record.unfilled();
        List<String> now =
                slots.stream().map(slot -> record.config().agent(slot.seat())).toList();
        waiting = now.equals(waiting) ? waiting : now;
        List<Integer> numbers = slots.stream().map(Slot::turnSeq).toList();
        open = numbers.equals(open) ? open : numbers;
        return new History.Moment(
                event.kind(),
                event.at(),
                record.round(),
                record.completedRounds(),
                record.turns().size(),
                open,
                waiting,
                waiting.isEmpty() ? null : asked,
                record.labels().size(),
                record.counts().size());
    }

    private void weigh(@Nullable String content) {
        weight.addAndGet(TURN + (content == null ? 0 : content.length()));
    }
}
