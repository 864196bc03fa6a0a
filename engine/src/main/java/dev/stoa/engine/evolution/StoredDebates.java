package dev.stoa.engine.evolution;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.Lease;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.provider.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Debates that are sessions of the archive, each known by its question and slot: after a crash a finished one is found
 * and not held again, and an unfinished one is gone on with. Safe from any thread.
 */
final class StoredDebates implements DebateHolder {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration PATIENCE = Lease.TERM.plusSeconds(10);
    /** A slot is tried again whenever its run is resumed; a provider may be gone for many days. */
    private static final int MOST_SESSIONS = 1_000;

    private final Stoa stoa;
    private final DebateEngine engine;
    private final String actor;
    private final Pause pause;

    StoredDebates(Stoa stoa, DebateEngine engine, String actor, Pause pause) {
        this.stoa = stoa;
        // What the archives know of the seats would make an episode depend on more than its seed.
        this.engine = engine.amongStrangers();
        this.actor = actor;
        this.pause = pause;
    }

    @Override
    public DebateRecord hold(Map<String, @Nullable Object> request, @Nullable String key) {
        String name = Objects.requireNonNull(key, "a debate that is stored has a key");
        try {
            DebateSession session = create(request, name);
            // A session that failed stays so; a slot that is tried again has another.
            for (int number = 2; failed(session) && number <= MOST_SESSIONS; number++) {
                session = create(request, name + ":" + number);
            }
            DebateSession held = finish(session.id());
            if (held.status() != SessionRow.Status.COMPLETED) {
                throw new UnavailableException(
                        "unavailable",
                        "debate " + held.id() + " is " + held.status().text(),
                        "list the events of the debate");
            }
            return stoa.debate().replay().asOf(held.id(), held.row().eventCount());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "a debate was interrupted", null);
        }
    }

    private DebateSession create(Map<String, @Nullable Object> request, String key) {
        return engine.create(DebateRequest.of(request).idempotencyKey(key), actor);
    }

    private static boolean failed(DebateSession session) {
        return session.status().isTerminal() && session.status() != SessionRow.Status.COMPLETED;
    }

    /** One that another process held when it died is waited for until its lease is over. */
    private DebateSession finish(String id) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            DebateSession session = engine.find(id);
            if (session.status().isTerminal()) {
                return session;
            }
            try {
                return engine.resume(id, DebateListener.NONE);
            } catch (ConflictException e) {
                if (PATIENCE.minusNanos(System.nanoTime() - start).isNegative()) {
                    throw e;
                }
                pause.of(LOOK_AGAIN);
            }
        }
    }
}
