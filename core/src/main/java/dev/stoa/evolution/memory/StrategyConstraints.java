package dev.stoa.evolution.memory;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import java.util.List;

/** What actors are to avoid for a while because it failed again and again. Thread-safe. */
public final class StrategyConstraints {
    private final EvolutionContext context;

    private StrategyConstraints(EvolutionContext context) {
        this.context = context;
    }

    public static StrategyConstraints over(EvolutionContext context) {
        return new StrategyConstraints(context);
    }

    /** All constraints of a run, oldest first. */
    @Needs(Right.READ)
    public List<Constraint> list(Principal by, String runId) {
        return context.read(by, (tx, now) -> ConstraintTable.ofRun(tx, Bounds.id("run", runId)));
    }

    /** What is forbidden in a generation of a run. */
    @Needs(Right.READ)
    public List<Constraint> live(Principal by, String runId, long generation) {
        return context.read(by, (tx, now) -> ConstraintTable.live(tx, Bounds.id("run", runId), generation));
    }
}
