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

    private record Head(long events, String hash) {}

    private EventLog() {}

    /** Appends an event to the chain of its session, whose head moves along. */
    public static DebateEvent append(
            Tx tx, String session, String kind, Map<String, ? extends @Nullable Object> data, Instant at) {
        Head head = tx.one(
                        HEAD,
                        row -> {
                            String hash = row.textOrNull(2);
                            return new Head(row.number(1), hash == null ? EventChain.genesis(session) : hash);
                        },
                        session)
                .orElseThrow(() -> new NotFoundException("not_found", "no debate " + session, null));
        DebateEvent event = DebateEvent.after(
                head.hash(), session, head.events() + 1, kind, data, at.truncatedTo(ChronoUnit.MILLIS));
        DebateEvent.COLUMNS.insert(tx, event);
        tx.update(MOVE, event.seq(), event.hash(), event.at(), session);
        return event;
    }
}
