package dev.stoa.evolution;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.Fence;
import dev.stoa.evolution.created.CreatedTable;
import dev.stoa.evolution.episode.EpochTable;
import dev.stoa.evolution.memory.ConstraintTable;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.GenerationTable;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunTable;
import dev.stoa.evolution.verdict.VerdictTable;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps of a run: its record is read in one moment, and what follows from it is stored in one transaction. Thread-safe. */
public final class EvolutionSteps {
    private final EvolutionContext context;
    private final long cap;

    private EvolutionSteps(EvolutionContext context, long cap) {
        this.context = context;
        this.cap = cap;
    }

    /**
     * Steps over an archive.
     *
     * @param cap the most strategies to remember
     */
    static EvolutionSteps over(EvolutionContext context, long cap) {
        return new EvolutionSteps(context, cap);
    }

    /** The record of a run, of one moment. */
    @Needs(Right.READ)
    public RunState state(Principal by, String runId) {
        return context.read(by, (tx, now) -> {
            Run run = RunTable.get(tx, runId);
            Generation generation = GenerationTable.newest(tx, runId).orElse(null);
            return generation == null
                    ? new RunState(run, null, List.of(), List.of(), List.of(), CreatedTable.list(tx, runId), List.of())
                    : new RunState(
                            run,
                            generation,
                            ProfileTable.deployed(tx, generation.id()),
                            EpochTable.ofGeneration(tx, generation.id()),
                            VerdictTable.ofGeneration(tx, generation.id()),
                            CreatedTable.list(tx, runId),
                            ConstraintTable.live(tx, runId, generation.seq()));
        });
    }

    /** The episodes of all epochs of a generation, by epoch and slot. */
    @Needs(Right.READ)
    public List<SlotResult> results(Principal by, String generationId) {
        return context.read(by, (tx, now) -> RunReader.results(tx, Bounds.id("generation", generationId)));
    }

    /** How many episodes a run has, of all kinds. */
    @Needs(Right.READ)
    public long episodes(Principal by, String runId) {
        return context.read(by, (tx, now) -> RunReader.episodes(tx, Bounds.id("run", runId)));
    }

    /**
     * Does a step of the owner of a run. If the run was claimed by another since, or stopped, nothing is done and a
     * conflict says so.
     *
     * @param fence the fence of the owner's claim
     */
    @Needs(value = Right.OPERATE, agents = false)
    public <T extends @Nullable Object> T run(Principal by, String runId, long fence, Function<EvolutionStep, T> work) {
        return context.write(by, (tx, now) -> {
            Fence.hold(tx, runId, fence, now);
            return work.apply(new EvolutionStep(tx, context, cap, RunTable.get(tx, runId), now));
        });
    }
}
