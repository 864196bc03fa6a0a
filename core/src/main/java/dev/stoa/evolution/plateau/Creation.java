package dev.stoa.evolution.plateau;

import dev.stoa.evolution.scenario.EvolutionSettings;
import dev.stoa.evolution.trial.AcceptanceRule;
import dev.stoa.evolution.trial.Decision;
import dev.stoa.evolution.trial.PairedTrial;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** When an agent is designed, and what its trial says. Stateless, safe from any thread. */
public final class Creation {
    private Creation() {}

    /**
     * What is known at the end of a generation.
     *
     * @param generation its seq
     * @param stalls how long each evolving actor has stalled
     * @param pending whether an agent of the run waits for its trial or for approval
     * @param designLeft whether the provisioner has a design that has not failed in this run
     * @param lastAttempt the generation of the last attempt, if any
     */
    public record Situation(
            int generation, Collection<Integer> stalls, boolean pending, boolean designLeft, OptionalInt lastAttempt) {}

    /** Whether an agent is to be designed at the end of the generation. */
    public static boolean due(Situation now, EvolutionSettings settings) {
        boolean stalled = now.stalls().stream().anyMatch(stall -> stall >= settings.creationPatience());
        boolean cool = now.lastAttempt().isEmpty()
                || now.generation() - now.lastAttempt().getAsInt() > settings.creationCooldownGenerations();
        return stalled && cool && !now.pending() && now.designLeft() && settings.maxActiveCreatedAgents() > 0;
    }

    /**
     * The verdict about a created agent: the scores of all primary actors together, so that it cannot pass by helping
     * one at the cost of another.
     *
     * @param with for each slot the sum of the scores with it
     * @param without for each slot the sum of the scores of the baseline
     * @param actors how many primary actors the sums are over
     */
    public static Decision decide(int[] with, int[] without, int actors, AcceptanceRule rule) {
        return PairedTrial.decide(List.of(new PairedTrial.Pairs(with, without)), actors, rule)
                .getFirst();
    }

    /**
     * An agent that plays.
     *
     * @param id its id
     * @param seq its place in the archive, smaller is older
     * @param delta what its trial showed
     */
    public record Active(String id, long seq, double delta) {}

    /** Whom a new agent has to replace: at the cap the one with the smallest delta, of equal ones the older. */
    public static Optional<Active> replaces(List<Active> active, int cap) {
        return active.size() < cap
                ? Optional.empty()
                : active.stream().min(Comparator.comparingDouble(Active::delta).thenComparingLong(Active::seq));
    }
}
