package dev.stoa.evolution.created;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agents that were designed when mutation stalled. Thread-safe. A pending one never blocks its run. */
public final class CreatedAgents {
    private final EvolutionContext context;

    private CreatedAgents(EvolutionContext context) {
        this.context = context;
    }

    public static CreatedAgents over(EvolutionContext context) {
        return new CreatedAgents(context);
    }

    /** Stores a design that goes into its trial. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent design(Principal by, CreatedTable.Design design) {
        return context.write(
                by, (tx, now) -> CreatedTable.design(tx, context.ids().next(), design, now));
    }

    /** Decides about the trial of an agent. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent decideTrial(Principal by, String id, boolean passed, double delta) {
        return context.write(by, (tx, now) -> CreatedTable.decideTrial(tx, id, passed, delta, now));
    }

    /** Lets an agent that passed its trial take part from the next generation on. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent approve(Principal by, String id, @Nullable String reason) {
        return context.write(by, (tx, now) -> CreatedTable.approve(tx, id, by.name(), reason, now));
    }

    /** Ends an agent that passed its trial without having taken part. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent reject(Principal by, String id, @Nullable String reason) {
        return context.write(by, (tx, now) -> CreatedTable.reject(tx, id, by.name(), reason, now));
    }

    /** Ends an agent that takes part, from the next generation on. */
    @Needs(value = Right.OPERATE, agents = false)
    public CreatedAgent retire(Principal by, String id, @Nullable String reason) {
        return context.write(by, (tx, now) -> CreatedTable.retire(tx, id, by.name(), reason, now));
    }

    /** One created agent. */
    @Needs(Right.READ)
    public CreatedAgent get(Principal by, String id) {
        return context.read(by, (tx, now) -> CreatedTable.get(tx, id));
    }

    /** The created agents of a run, or of all runs, oldest first. */
    @Needs(Right.READ)
    public List<CreatedAgent> list(Principal by, @Nullable String runId) {
        return context.read(by, (tx, now) -> CreatedTable.list(tx, runId));
    }

    /** The agents that play in a generation of a run, in the order in which they speak. */
    @Needs(Right.READ)
    public List<CreatedAgent> cast(Principal by, String runId, long generation) {
        return context.read(
                by,
                (tx, now) -> CreatedTable.list(tx, runId).stream()
                        .filter(agent -> agent.playsIn(generation))
                        .toList());
    }
}
