package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Principal;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Debates that this server holds, each on a thread of its own. Thread-safe. */
public final class DebateWork {
    private static final Logger LOG = LoggerFactory.getLogger(DebateWork.class);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(10);

    private final Stoa stoa;
    private final Engines engines;
    private final Places places;
    private final Map<String, Thread> held = new ConcurrentHashMap<>();

    DebateWork(Stoa stoa, Engines engines, Places places) {
        this.stoa = stoa;
        this.engines = engines;
        this.places = places;
    }

    /**
     * Creates a debate and begins to hold it. Without a place nothing is stored.
     *
     * @param key the key of the request; null if it has none. What has it already needs no place
     * @param asked makes the request, and may store documents for it
     * @param by who asks
     * @return the debate, and whether it is new or the one that its key has already
     */
    public Added<DebateSession> start(@Nullable String key, Supplier<DebateRequest> asked, Principal by)
            throws InterruptedException {
        boolean known = key != null && stoa.debate().sessions().as(by).hasKey(key);
        try (Places.@Nullable Place place = known ? places.find().orElse(null) : places.take()) {
            DebateRequest request = asked.get();
            DebateEngine.refuseExternal(request);
            Added<DebateSession> added = engines.debates().add(request, by.name());
            String id = added.value().id();
            // Under a key that was sent before it may be over, or run already.
            if (place != null && engines.gates().isRunnable(added.value())) {
                try {
                    hold(place, id);
                } catch (ConflictException e) {
                    LOG.debug("debate {} was begun by another request", id);
                }
            }
            return Added.of(engines.debates().find(id), added.created());
        }
    }

    /** Creates a debate that waits to be started. */
    public Added<DebateSession> create(DebateRequest request, Principal by) {
        return engines.debates().add(request, by.name());
    }

    /** Starts a debate that waits, or goes on with one that no process runs. */
    public DebateSession resume(String named) throws InterruptedException {
        try (Places.Place place = places.take()) {
            String id = engines.debates().find(named).id();
            hold(place, id);
            return engines.debates().find(id);
        }
    }

    /**
     * Goes on with a debate that was paused, if there is a place; else it is found by the next server that looks for such
     * debates. What paused it here may not have left its own place yet, and is waited for.
     */
    public DebateSession goOn(String id) throws InterruptedException {
        Thread before = held.get(id);
        if (before != null) {
            before.join(LONGEST_LEAVE);
        }
        try (Places.@Nullable Place place = places.find().orElse(null)) {
            if (place != null) {
                hold(place, id);
            }
        } catch (ConflictException e) {
            LOG.debug("debate {} is run by another process", id);
        }
        return engines.debates().find(id);
    }

    /** Waits for the end of a debate no longer than a time; empty if it goes on, also when it waits for a person. */
    public Optional<DebateSession> ended(Principal by, String id, Duration most) throws InterruptedException {
        return Waiting.until(
                stoa.debate().events().as(by)::watch,
                () -> Optional.of(stoa.debate().sessions().as(by).get(id))
                        .filter(session -> session.status().isTerminal()),
                most);
    }

    /** Returns when the debate is taken up; a refusal of that is thrown here. */
    private void hold(Places.Place place, String id) throws InterruptedException {
        CompletableFuture<String> opened = new CompletableFuture<>();
        held.values().removeIf(thread -> !thread.isAlive());
        Thread before = held.put(id, place.start("stoa-debate-" + id, () -> run(id, opened)));
        try {
            Results.of(opened);
        } catch (ConflictException e) {
            if (before != null) {
                held.put(id, before);
            }
            throw e;
        }
    }

    private void run(String id, CompletableFuture<String> opened) {
        try {
            engines.gates()
                    .run(
                            id,
                            new DebateListener() {
                                @Override
                                public void opened(String session, DebateRecord record) {
                                    opened.complete(session);
                                }
                            },
                            false);
        } catch (InterruptedException e) {
            // The server stops: the lease is given back, and another server goes on.
            LOG.info("debate {} is interrupted and kept", id);
        } catch (RuntimeException e) {
            if (!opened.completeExceptionally(e)) {
                LOG.warn("debate {} ended by an error: {}", id, e.getMessage(), e);
            }
        } finally {
            opened.complete(id);
        }
    }
}
