package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.server.http.Refusal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The clients of legacy revisions that the server remembers. Thread-safe. */
final class Sessions {
    static final int MOST = 1_000;

    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final int BYTES = 16;

    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> byId = new ConcurrentHashMap<>();

    Sessions(InstantSource clock) {
        this.clock = clock;
    }

    /** Begins a session, bound to the token of the caller. */
    synchronized Session begin(Principal by, String profile, Revision revision, Subscriptions subscriptions) {
        Instant now = clock.instant();
        byId.values().stream().filter(each -> each.isIdle(now, IDLE)).toList().forEach(this::end);
        byId.values().forEach(each -> each.forget(now));
        if (byId.size() >= MOST) {
            throw Refusal.of(
                    503, "busy", "there are " + MOST + " sessions, which is the limit", "try again in some minutes");
        }
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        Session session = new Session(HexFormat.of().formatHex(bytes), by, profile, revision, subscriptions, now);
        byId.put(session.id(), session);
        return session;
    }

    /** The session of an id; null if there is none such for this caller, or it was idle for too long. */
    @Nullable
    Session find(String id, Principal by, String profile) {
        Session session = byId.get(id);
        if (session == null || !session.isOf(by, profile)) {
            return null;
        }
        Instant now = clock.instant();
        if (session.isIdle(now, IDLE)) {
            end(session);
            return null;
        }
        session.use(now);
        return session;
    }

    void end(Session session) {
        byId.remove(session.id());
        session.end();
    }

    void endAll() {
        byId.values().forEach(this::end);
    }

    int size() {
        return byId.size();
    }
}
