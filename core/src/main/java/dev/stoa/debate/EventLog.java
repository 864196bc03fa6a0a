package dev.stoa.debate;

import dev.stoa.NotFoundException;
import dev.stoa.storage.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one way in which an event is written. Stateless; what it costs does not grow with the session. */
final class EventLog {
    private static final String HEAD = "SELECT event_count, chain_head FROM debate_sessions WHERE id = ?";

    static final String INSERT = """
            INSERT INTO debate_events (session_id, seq, kind, data, at, prev_hash, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";

    static final String MOVE =
            "UPDATE debate_sessions SET event_count = ?, chain_head = ?, updated_at = ? WHERE id = ?";

    private record Head(long events, String hash) {}

    private EventLog() {}

    /** Appends an event to the chain of its session, whose head moves along. */
    static DebateEvent append(
            Tx tx, String session, String kind, Map<String, ? extends @Nullable Object> data, Instant at) {
        Head head = tx.one(
                        HEAD,
                        row -> {
                            String hash = row.textOrNull(2);
                            return new Head(row.number(1), hash == null ? EventChain.genesis(session) : hash);
                        },
                        session)
                .orElseThrow(() -> new NotFoundException("not_found", "no debate " + session, null));
        // Hashed is what will be read: numbers as the canonical form has them, times to the millisecond.
        Map<String, @Nullable Object> read = Json.parseObject(Json.canonical(data));
        Instant time = at.truncatedTo(ChronoUnit.MILLIS);
        long seq = head.events() + 1;
        String hash = EventChain.next(head.hash(), session, seq, kind, read, time);
        DebateEvent event = new DebateEvent(session, seq, kind, read, time, head.hash(), hash);
        insert(tx, event);
        tx.update(MOVE, seq, hash, time, session);
        return event;
    }

    /** Writes an event whose place in the chain is known; whoever does so moves the head. */
    static void insert(Tx tx, DebateEvent event) {
        tx.update(
                INSERT,
                event.sessionId(),
                event.seq(),
                event.kind(),
                Json.canonical(event.data()),
                event.at(),
                event.prevHash(),
                event.hash());
    }
}
