package dev.stoa.evolution;

import dev.stoa.base.Singletons;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.evolution.created.CreatedAgents;
import dev.stoa.evolution.episode.ActionLogs;
import dev.stoa.evolution.episode.Episodes;
import dev.stoa.evolution.episode.Epochs;
import dev.stoa.evolution.episode.PendingTurns;
import dev.stoa.evolution.memory.StrategyConstraints;
import dev.stoa.evolution.memory.StrategyMemory;
import dev.stoa.evolution.profile.Profiles;
import dev.stoa.evolution.retention.Retention;
import dev.stoa.evolution.run.EvolutionRuns;
import dev.stoa.evolution.run.Generations;
import dev.stoa.evolution.transfer.RunTransfer;
import dev.stoa.evolution.verdict.Verdicts;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The stores of the evolution wing. Thread-safe. */
public final class Evolution {
    private final Singletons stores;
    private final Supplier<Archive> archive;
    private final InstantSource clock;
    private final Ids ids;
    private final Supplier<Embedder> embedder;
    private final long cap;

    /**
     * Stores over the archive; each is created on first use.
     *
     * @param cap the most strategies to remember
     */
    public Evolution(
            Singletons stores,
            Supplier<Archive> archive,
            InstantSource clock,
            Ids ids,
            Supplier<Embedder> embedder,
            long cap) {
        this.stores = stores;
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.embedder = embedder;
        this.cap = cap;
    }

    private EvolutionContext context() {
        return stores.get(EvolutionContext.class, () -> new EvolutionContext(archive.get(), clock, ids));
    }

    /** Runs and who owns them. */
    public EvolutionRuns runs() {
        return stores.get(EvolutionRuns.class, () -> EvolutionRuns.over(context()));
    }

    /** The record of a run and the steps of its owner. */
    public EvolutionSteps steps() {
        return stores.get(EvolutionSteps.class, () -> EvolutionSteps.over(context(), cap));
    }

    /** What happened to runs. */
    public RunEvents events() {
        return stores.get(RunEvents.class, () -> RunEvents.over(context()));
    }

    /** The generations of runs. */
    public Generations generations() {
        return stores.get(Generations.class, () -> Generations.over(context()));
    }

    /** The profiles of actors and their descent. */
    public Profiles profiles() {
        return stores.get(Profiles.class, () -> Profiles.over(context()));
    }

    /** The epochs of generations. */
    public Epochs epochs() {
        return stores.get(Epochs.class, () -> Epochs.over(context()));
    }

    /** The episodes that were played. */
    public Episodes episodes() {
        return stores.get(Episodes.class, () -> Episodes.over(context()));
    }

    /** The turns of episodes. */
    public ActionLogs logs() {
        return stores.get(ActionLogs.class, () -> ActionLogs.over(context()));
    }

    /** The turns of episodes that are still being played. */
    public PendingTurns pendingTurns() {
        return stores.get(PendingTurns.class, () -> PendingTurns.over(context()));
    }

    /** The decisions about candidates. */
    public Verdicts verdicts() {
        return stores.get(Verdicts.class, () -> Verdicts.over(context()));
    }

    /** What strategies led to. */
    public StrategyMemory strategies() {
        return stores.get(StrategyMemory.class, () -> StrategyMemory.over(context(), cap, embedder));
    }

    /** What actors are to avoid. */
    public StrategyConstraints constraints() {
        return stores.get(StrategyConstraints.class, () -> StrategyConstraints.over(context()));
    }

    /** The agents that were designed during runs. */
    public CreatedAgents createdAgents() {
        return stores.get(CreatedAgents.class, () -> CreatedAgents.over(context()));
    }

    /** What becomes of old episodes. */
    public Retention retention() {
        return stores.get(Retention.class, () -> Retention.over(context()));
    }

    /** Runs as JSON lines. */
    public RunTransfer transfers() {
        return stores.get(
                RunTransfer.class,
                () -> RunTransfer.over(context(), EvolutionArchive.SCHEMA::invariants, RunReader::fingerprint, cap));
    }
}
