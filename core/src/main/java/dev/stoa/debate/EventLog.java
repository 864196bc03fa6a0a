package dev.stoa.debate;

import dev.stoa.base.NotFoundException;
import dev.stoa.json.Json;
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

    /** An event in its place in the chain, with its data in canonical form. */
    record Link(String session, long seq, String kind, String data, Instant at, String before, String hash) {
        /** The event that follows the one with the given hash. */
        static Link after(
                String before,
                String session,
                long seq,
                String kind,
                Map<String, ? extends @Nullable Object> data,
                Instant at) {
            String text = Json.canonical(data);
            return new Link(
                    session, seq, kind, text, at, before, EventChain.next(before, session, seq, kind, text, at));
        }
    }

    private EventLog() {}

    /** Appends an event to the chain of its session, whose head moves along. */
    static Link append(Tx tx, String session, String kind, Map<String, ? extends @Nullable Object> data, Instant at) {
        Head head = tx.one(
                        HEAD,
                        row -> {
                            String hash = row.textOrNull(2);
                            return new Head(row.number(1), hash == null ? EventChain.genesis(session) : hash);
                        },
                        session)
                .orElseThrow(() -> new NotFoundException("not_found", "no debate " + session, null));
        Link link = Link.after(head.hash(), session, head.events() + 1, kind, data, at.truncatedTo(ChronoUnit.MILLIS));
        insert(tx, link);
        tx.update(MOVE, link.seq(), link.hash(), link.at(), session);
        return link;
    }

    /** Writes an event whose place in the chain is known; whoever does so moves the head. */
    static void insert(Tx tx, Link link) {
        tx.update(INSERT, link.session(), link.seq(), link.kind(), link.data(), link.at(), link.before(), link.hash());
    }
}
