package dev.stoa.debate.proof;

import dev.stoa.base.Bounds;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a debate stood after each of its events, folded once. Immutable. It keeps no texts of turns: options and counts
 * only grow, so a moment needs to know no more than how many of them there were.
 */
final class History {
    /** What is known of the moment right after an event. */
    record Moment(
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

    /**
     * @param events how many events there are, whether they can be read or not
     * @param last the record after the last of the moments
     * @param damage why there is no further moment; null if there is one for each event
     */
    History(String session, int events, List<Moment> moments, DebateRecord last, @Nullable RuntimeException damage) {
        this.session = session;
        this.events = events;
        this.damage = damage;
        this.moments = List.copyOf(moments);
        this.labels = List.copyOf(last.labels());
        this.counts = List.copyOf(last.counts());
        this.marks = TurnMarks.of(last);
    }

    /** How many events could be read. */
    int readable() {
        return moments.size();
    }

    /** Whether there are events that cannot be understood. */
    boolean isDamaged() {
        return damage != null;
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
