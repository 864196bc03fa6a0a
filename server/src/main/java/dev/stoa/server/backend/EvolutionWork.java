package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Added;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.counsel.access.KeyedWrite;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.evolution.EvolutionListener;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.storage.Ids;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Evolution runs that this server plays, each on a thread of its own. Thread-safe. */
public final class EvolutionWork {
    private static final Logger LOG = LoggerFactory.getLogger(EvolutionWork.class);

    private final Stoa stoa;
    private final Engines engines;
    private final Places places;
    private final Ids ids = Ids.system();

    EvolutionWork(Stoa stoa, Engines engines, Places places) {
        this.stoa = stoa;
        this.engines = engines;
        this.places = places;
    }

    /**
     * Creates a run and begins to play it. Without a place nothing is stored.
     *
     * @param set settings that come before those of the scenario
     * @param key the key with its request; null if it has none
     * @return the run, and whether it is new or the one that its key has already
     */
    public Added<Run> start(
            Principal by, Scenario scenario, long seed, Map<String, String> set, IdempotencyKeys.@Nullable Keyed key)
            throws InterruptedException {
        Run known = key == null
                ? null
                : stoa.counsel()
                        .reserved(by, key)
                        .flatMap(id -> stoa.evolution().runs().find(by, id))
                        .orElse(null);
        if (known != null) {
            return Added.of(known, false);
        }
        try (Places.Place place = places.take()) {
            KeyedWrite.Replayable<String> id = key == null
                    ? new KeyedWrite.Replayable<>(ids.next(), false)
                    : stoa.counsel().reserve(by, key, ids.next());
            try {
                return begin(
                        place,
                        id.value(),
                        listener -> engines.evolutions().run(by, id.value(), scenario, seed, set, listener));
            } catch (StoaException e) {
                if (key != null && !id.replayed()) {
                    stoa.counsel().release(by, key, id.value());
                }
                throw e;
            }
        }
    }

    /** Goes on with a run that no process owns. */
    public Run resume(Principal by, String id, EvolutionEngine.Resume options) throws InterruptedException {
        try (Places.Place place = places.take()) {
            return begin(place, id, listener -> engines.evolutions().resume(by, id, options, listener))
                    .value();
        }
    }

    /** Returns when the run is stored as this server's; a refusal of that is thrown here. */
    private Added<Run> begin(Places.Place place, String id, Function<EvolutionListener, Run> play)
            throws InterruptedException {
        CompletableFuture<Added<Run>> begun = new CompletableFuture<>();
        place.start("stoa-evolution-" + id, () -> {
            try {
                Run ended = play.apply(new EvolutionListener() {
                    @Override
                    public void started(Run run) {
                        begun.complete(Added.of(run, true));
                    }
                });
                // A run that was not started here is the one that the key has already.
                begun.complete(Added.of(ended, false));
            } catch (RuntimeException e) {
                if (!begun.completeExceptionally(e)) {
                    LOG.warn("evolution run {} ended by an error: {}", id, e.getMessage(), e);
                }
            } catch (Error e) {
                begun.completeExceptionally(e);
                throw e;
            }
        });
        return Results.of(begun);
    }
}
