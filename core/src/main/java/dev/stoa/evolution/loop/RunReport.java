package dev.stoa.evolution.loop;

import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.trial.Decision;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A run as it ended. Immutable.
 *
 * @param generations what each generation produced
 * @param episodes how many episodes were played
 * @param stopReason why it ended
 * @param fingerprint what makes it the same as another run
 * @param attempts the agents that were designed
 */
public record RunReport(
        List<Generation> generations, int episodes, String stopReason, String fingerprint, List<Attempt> attempts) {
    private static final int LAST = 3;

    public RunReport {
        generations = List.copyOf(generations);
        attempts = List.copyOf(attempts);
    }

    /**
     * One generation.
     *
     * @param seq its number, from 1
     * @param nashRatio the mean of its production episodes, 0 without issues
     * @param meanScore the mean score of each actor in them
     * @param agreementRate which part of them ended in agreement
     * @param meanTurns how many turns they had
     * @param deployed what each actor does
     * @param verdicts what was decided in it
     */
    public record Generation(
            int seq,
            double nashRatio,
            Map<String, Double> meanScore,
            double agreementRate,
            double meanTurns,
            Map<String, Policy> deployed,
            List<Verdict> verdicts) {
        public Generation {
            verdicts = List.copyOf(verdicts);
        }
    }

    /**
     * An agent that was designed.
     *
     * @param generation at the end of which generation
     * @param id its id
     * @param decision what its trial showed
     * @param active whether it plays
     */
    public record Attempt(int generation, String id, Decision decision, boolean active) {}

    /** The mean of the last three production generations; empty before there are three. */
    public OptionalDouble endNashRatio() {
        int size = generations.size();
        return size < LAST
                ? OptionalDouble.empty()
                : generations.subList(size - LAST, size).stream()
                        .mapToDouble(Generation::nashRatio)
                        .average();
    }
}
