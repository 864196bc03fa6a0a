package dev.stoa.evolution.search;

import dev.stoa.evolution.brain.Policy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who proposes variants of an actor. Pure: the same task gives the same variants. */
@FunctionalInterface
public interface Mutator {
    /** The variants for the race, at most as many as the task asks for; each differs from the incumbent. */
    List<Variant> propose(Task task);

    /**
     * What a mutator is given. It says nothing about what is best: only how the actor did, and what was tried.
     *
     * @param incumbent what is deployed
     * @param space what may change
     * @param noDeal whether the worst episode of the actor ended without a deal
     * @param forbidden tactics that a live constraint forbids
     * @param cell the cell that a hypothesis of the scout names, or null
     * @param elite what did best in the actor's last race, best first
     * @param sigma the step size, as a part of the range
     * @param pool how many variants are wanted
     * @param seed the seed of the stream
     */
    record Task(
            Policy incumbent,
            Space space,
            boolean noDeal,
            Set<String> forbidden,
            @Nullable String cell,
            List<Policy> elite,
            double sigma,
            int pool,
            long seed) {
        public Task {
            forbidden = Set.copyOf(forbidden);
            elite = List.copyOf(elite);
        }
    }
}
