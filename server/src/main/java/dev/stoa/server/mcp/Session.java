package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A client of a legacy revision that began with {@code initialize}. Thread-safe. */
final class Session {
    private static final Duration KEPT = Duration.ofSeconds(60);
    private static final Duration LONGEST_CALL = Duration.ofSeconds(620);

    /** How many answers are kept at once; of more the oldest is forgotten. */
    static final int MOST_KEPT = 8;

    private final String id;
    private final @Nullable String token;
    private final String profile;
    private final Revision revision;
    private final Subscriptions subscriptions;
    private final InFlight inFlight = new InFlight();
    private final AtomicBoolean listening = new AtomicBoolean();
    private final AtomicLong streams = new AtomicLong();
    private final Map<Long, Kept> kept = new ConcurrentHashMap<>();
    private volatile Instant used;
    private volatile boolean over;

    /** The messages of an answer, kept until a client that lost its connection has had time to come back. */
    private record Kept(EventLog log, Instant until) {}

    Session(String id, Principal by, String profile, Revision revision, Subscriptions subscriptions, Instant now) {
        this.id = id;
        this.token = by.trace().token();
        this.profile = profile;
        this.revision = revision;
        this.subscriptions = subscriptions;
        this.used = now;
    }

    String id() {
        return id;
    }

    Revision revision() {
        return revision;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    InFlight inFlight() {
        return inFlight;
    }

    /** Whether it was made with the same token, for the same profile. */
    boolean isOf(Principal by, String wanted) {
        return Objects.equals(token, by.trace().token()) && profile.equals(wanted);
    }

    void use(Instant now) {
        used = now;
        forget(now);
    }

    /** Forgets answers that were kept long enough. */
    void forget(Instant now) {
        kept.values().removeIf(each -> each.until().isBefore(now));
    }

    boolean isIdle(Instant now, Duration longest) {
        return !listening.get() && used.plus(longest).isBefore(now);
    }

    int keptAnswers() {
        return kept.size();
    }

    /** Takes the one place of a listening stream; answers whether it was free. */
    boolean listen() {
        return listening.compareAndSet(false, true);
    }

    void stopListening() {
        listening.set(false);
    }

    /** Keeps the messages of an answer under a number. */
    long keep(EventLog log, Instant now) {
        long stream = streams.incrementAndGet();
        kept.put(stream, new Kept(log, now.plus(LONGEST_CALL).plus(KEPT)));
        forget(now);
        kept.keySet().removeIf(number -> number <= stream - MOST_KEPT);
        return stream;
    }

    /** Says that nobody reads an answer any more; it is kept for a minute. */
    void left(long stream, Instant now) {
        kept.computeIfPresent(stream, (number, old) -> new Kept(old.log(), now.plus(KEPT)));
    }

    /** The messages of an answer to a client that comes back for them; null if they are not kept. */
    @Nullable
    EventLog resumed(long stream, Instant now) {
        Kept found = kept.computeIfPresent(
                stream,
                (number, old) -> new Kept(old.log(), now.plus(LONGEST_CALL).plus(KEPT)));
        return found == null ? null : found.log();
    }

    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
        inFlight.cancelAll();
    }
}
