package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.TIME;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a session. Immutable.
 *
 * @param seq its number in the session, from 1
 * @param prevHash the hash of the event before it
 */
public record DebateEvent(
        String sessionId,
        long seq,
        String kind,
        Map<String, @Nullable Object> data,
        Instant at,
        String prevHash,
        String hash) {
    public static final Columns<DebateEvent> COLUMNS = Columns.<DebateEvent>of("debate_events")
            .hashed("session_id", TEXT, DebateEvent::sessionId)
            .hashed("seq", WHOLE, DebateEvent::seq)
            .hashed("kind", TEXT, DebateEvent::kind)
            .hashed("data", JSON, DebateEvent::data)
            .hashed("at", TIME, DebateEvent::at)
            .replayed("prev_hash", TEXT, DebateEvent::prevHash)
            .replayed("hash", TEXT, DebateEvent::hash)
            .read(row -> new DebateEvent(
                    row.text("session_id"),
                    row.number("seq"),
                    row.text("kind"),
                    row.object("data"),
                    row.instant("at"),
                    row.text("prev_hash"),
                    row.text("hash")));

    /** The event that follows the one with the given hash. */
    static DebateEvent after(
            String before,
            String session,
            long seq,
            String kind,
            Map<String, ? extends @Nullable Object> said,
            Instant at) {
        Map<String, @Nullable Object> data = Collections.unmodifiableMap(said);
        return new DebateEvent(
                session, seq, kind, data, at, before, EventChain.next(before, session, seq, kind, data, at));
    }

    /** The event as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
