package dev.stoa.debate.session;

import dev.stoa.base.NotFoundException;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one way in which an event is written. Stateless; what it costs does not grow with the session. */
public final class EventLog {
    private static final String HEAD = "SELECT event_count, chain_head FROM debate_sessions WHERE id = ?";

    public static final String MOVE =
            "UPDATE debate_sessions SET event_count = ?, chain_head = ?, updated_at = ? WHERE id = ?";

    private EventLog() {}

    /** The last event of a session, and how many there are. */
    public record Head(long events, String hash) {
        private static Head of(String session, long events, @Nullable String hash) {
            return new Head(events, hash == null ? EventChain.genesis(session) : hash);
        }

        /** The head that a row tells of. */
        public static Head of(SessionRow row) {
            return of(row.id(), row.eventCount(), row.chainHead());
        }

        static Head after(DebateEvent event) {
            return new Head(event.seq(), event.hash());
        }
    }

    /** Appends an event to the chain of its session; answers the new head. */
    public static Head append(
            Tx tx, String session, String kind, Map<String, ? extends @Nullable Object> data, Instant at) {
        Head head = tx.one(HEAD, row -> Head.of(session, row.number(1), row.textOrNull(2)), session)
                .orElseThrow(() -> new NotFoundException("not_found", "no debate " + session, null));
        return append(tx, session, head, kind, data, at);
    }

    /** The same behind a head that the transaction has read already. */
    public static Head append(
            Tx tx, String session, Head head, String kind, Map<String, ? extends @Nullable Object> data, Instant at) {
        DebateEvent event = next(session, head, kind, data, at);
        DebateEvent.COLUMNS.insert(tx, event);
        tx.later(MOVE, event.seq(), event.hash(), event.at(), session);
        return Head.after(event);
    }

    /** The event that follows a head. Who stores it lets the row of the session know. */
    public static DebateEvent next(
            String session, Head head, String kind, Map<String, ? extends @Nullable Object> data, Instant at) {
        assert DebateEvent.KINDS.contains(kind) : kind + " is missing in the list of kinds";
        return DebateEvent.after(
                head.hash(), session, head.events() + 1, kind, data, at.truncatedTo(ChronoUnit.MILLIS));
    }
}
