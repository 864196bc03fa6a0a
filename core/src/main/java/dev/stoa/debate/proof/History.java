package dev.stoa.debate.proof;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.SessionRows;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a debate stood after each of its events, folded once. Immutable. It keeps no texts of turns: options and counts
 * only grow, so a moment needs to know no more than how many of them there were.
 */
final class History {
    private record Moment(
            String kind,
            Instant at,
            int round,
            int completedRounds,
            int turns,
            List<Integer> open,
            List<String> waiting,
            @Nullable Instant askedAt,
            int labels,
            int counts) {}

    private final String session;
    private final List<Moment> moments;
    private final List<String> labels;
    private final List<CountRecord> counts;
    private final TurnMarks marks;
    private final int events;
    /** Why the events behind the moments cannot be read; null if all can. */
    private final @Nullable RuntimeException damage;

    private History(
            String session, int events, List<Moment> moments, DebateRecord last, @Nullable RuntimeException damage) {
        this.session = session;
        this.events = events;
        this.damage = damage;
        this.moments = moments;
        this.labels = List.copyOf(last.labels());
        this.counts = List.copyOf(last.counts());
        this.marks = TurnMarks.of(last);
    }

    static History of(Tx tx, SessionRow row) {
        RecordLoader fold = RecordLoader.of(tx, row.id(), Replay.config(row));
        DebateRecord record = fold.record();
        List<Moment> moments = new ArrayList<>();
        List<String> waiting = List.of();
        List<Integer> open = List.of();
        Instant asked = null;
        List<DebateEvent> events = SessionRows.events(tx, row.id());
        for (DebateEvent event : events) {
            try {
                fold.apply(event);
            } catch (RuntimeException e) {
                return new History(row.id(), events.size(), moments, record, e);
            }
            asked = event.kind().equals("calls_planned") ? event.at() : asked;
            List<String> now = record.unfilled().stream()
                    .map(slot -> record.config().agent(slot.seat()))
                    .toList();
            waiting = now.equals(waiting) ? waiting : now;
            List<Integer> numbers =
                    record.unfilled().stream().map(Slot::turnSeq).toList();
            open = numbers.equals(open) ? open : numbers;
            moments.add(new Moment(
                    event.kind(),
                    event.at(),
                    record.round(),
                    record.completedRounds(),
                    record.turns().size(),
                    open,
                    waiting,
                    waiting.isEmpty() ? null : asked,
                    record.labels().size(),
                    record.counts().size()));
        }
        return new History(row.id(), events.size(), moments, record, null);
    }

    /** How many events could be read. */
    int readable() {
        return moments.size();
    }

    StateReport at(long seq) {
        if (seq < 1 || seq > events) {
            throw Bounds.invalid("event " + seq + " is not within 1 to " + events, "list the events of the debate");
        }
        if (damage != null && seq > moments.size()) {
            throw damage;
        }
        Moment moment = moments.get(Math.toIntExact(seq - 1));
        return new StateReport(
                session,
                seq,
                events,
                moment.kind,
                moment.at,
                moment.round,
                moment.completedRounds,
                moment.turns,
                moment.waiting,
                moment.askedAt,
                labels.subList(0, moment.labels),
                counts.subList(0, moment.counts),
                marks.until(moment.turns, moment.open));
    }
}
