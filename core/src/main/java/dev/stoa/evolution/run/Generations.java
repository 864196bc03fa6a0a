package dev.stoa.evolution.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.Fence;
import java.util.List;

/** The generations of runs. Thread-safe. At most one generation of a run is not archived. */
public final class Generations {
    private final EvolutionContext context;

    private Generations(EvolutionContext context) {
        this.context = context;
    }

    public static Generations over(EvolutionContext context) {
        return new Generations(context);
    }

    /**
     * Opens the next generation of a run and archives the one before, whose child it is.
     *
     * @param fence the fence of the owner's claim
     * @param actors who serves in it, in order
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Generation open(Principal by, String runId, long fence, List<Deployed> actors) {
        return context.write(by, (tx, now) -> {
            Fence.hold(tx, runId, fence, now);
            return GenerationTable.open(tx, context.ids().next(), runId, actors, now);
        });
    }

    /** Moves a generation on after its production is complete; it is archived by opening the next. */
    @Needs(value = Right.OPERATE, agents = false)
    public Generation transition(Principal by, String id, GenerationStatus to) {
        return context.write(by, (tx, now) -> GenerationTable.transition(tx, id, to));
    }

    /** One generation. */
    @Needs(Right.READ)
    public Generation get(Principal by, String id) {
        return context.read(by, (tx, now) -> GenerationTable.get(tx, id));
    }

    /** The generations of a run, oldest first. */
    @Needs(Right.READ)
    public List<Generation> list(Principal by, String runId) {
        return context.read(by, (tx, now) -> {
            RunTable.get(tx, runId);
            return GenerationTable.ofRun(tx, runId);
        });
    }

    /** One page of the generations of a run. */
    @Needs(Right.READ)
    public Page<Generation> page(Principal by, String runId, Page.Request request) {
        return context.read(by, (tx, now) -> {
            RunTable.get(tx, runId);
            return request.of(GenerationTable.after(tx, runId, request.after(0), request.limit() + 1), Generation::seq);
        });
    }

    /** What each generation of a run achieved in its production, oldest first. */
    @Needs(Right.READ)
    public List<GenerationSummary> summaries(Principal by, String runId) {
        return context.read(by, (tx, now) -> {
            RunTable.get(tx, runId);
            return GenerationSummary.of(tx, GenerationTable.ofRun(tx, runId), runId);
        });
    }

    /**
     * What the newest generations of a run achieved, oldest first; what it costs does not grow with the run.
     *
     * @param most how many, 1 to 100
     */
    @Needs(Right.READ)
    public List<GenerationSummary> newest(Principal by, String runId, int most) {
        return context.read(by, (tx, now) -> {
            Bounds.whole("most", most, 1, 100);
            return GenerationSummary.of(
                    tx,
                    GenerationTable.newest(tx, Bounds.id("run", runId), most).reversed());
        });
    }

    /** For how many actors and generations of a run a candidate was accepted. */
    @Needs(Right.READ)
    public long accepted(Principal by, String runId) {
        return context.read(by, (tx, now) -> tx.number("""
                SELECT count(*) FROM (SELECT DISTINCT v.generation_id, v.actor_id
                    FROM Generations g JOIN trial_verdicts v ON v.generation_id = g.id
                    WHERE g.run_id = ? AND v.outcome = 'accepted' AND v.kind IN ('mutation', 'observed')
                        AND v.actor_id IS NOT NULL) a""", Bounds.id("run", runId)));
    }
}
