package dev.stoa.evolution.plateau;

import dev.stoa.evolution.trial.Decision.Outcome;
import java.util.List;
import java.util.Set;

/** How long an actor has not improved. Stateless, safe from any thread. */
public final class Stall {
    private Stall() {}

    /**
     * What one generation said about an actor.
     *
     * @param generation its seq
     * @param outcomes the outcomes of the actor's verdicts there
     */
    public record Tried(int generation, Set<Outcome> outcomes) {
        public Tried {
            outcomes = Set.copyOf(outcomes);
        }
    }

    /**
     * The newest generations in a row in which the actor was tried and nothing was accepted. A generation that only
     * skipped it, or had too few pairs, says nothing.
     *
     * @param tried the generations in ascending order
     * @param after the generation of the run's last creation, mounting or retirement; those up to it do not count
     */
    public static int of(List<Tried> tried, int after) {
        int stall = 0;
        for (Tried each : tried.reversed()) {
            if (each.generation() <= after || each.outcomes().contains(Outcome.ACCEPTED)) {
                break;
            }
            if (each.outcomes().contains(Outcome.REJECTED) || each.outcomes().contains(Outcome.CULLED)) {
                stall++;
            }
        }
        return stall;
    }
}
