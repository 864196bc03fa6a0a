package dev.stoa.debate.session;

import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hash chain of a session's events as pure functions: each hash covers the event and the hash before it, so none
 * can be changed, dropped or moved alone. Stateless, safe from any thread.
 */
public final class EventChain {
    private static final String FORM = "stoa-debate-1";

    private EventChain() {}

    /** What stands before the first event of a session. */
    public static String genesis(String session) {
        return Digest.sha256(FORM + "\n" + session);
    }

    /** The hash of an event after the one with the given hash. */
    public static String next(
            String before, String session, long seq, String kind, Map<String, @Nullable Object> data, Instant at) {
        return of(new DebateEvent(session, seq, kind, data, at, before, ""));
    }

    /** The hash an event should have, regardless of the one it states: of the hash before it, and of its columns. */
    public static String of(DebateEvent event) {
        return Digest.sha256(event.prevHash() + "\n" + Json.canonical(DebateEvent.COLUMNS.hashed(event)));
    }

    /** The same where the canonical text of its data is known. */
    public static String of(DebateEvent event, String data) {
        return Digest.sha256(event.prevHash() + "\n" + Json.canonical(DebateEvent.COLUMNS.hashed(event), "data", data));
    }
}
