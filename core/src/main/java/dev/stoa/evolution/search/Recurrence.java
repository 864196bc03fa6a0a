package dev.stoa.evolution.search;

import dev.stoa.evolution.scenario.EvolutionSettings.Memory;
import java.util.List;

/** Whether a failure has happened often enough to avoid its tactic. Stateless, safe from any thread. */
public final class Recurrence {
    private static final int FAILED = -3;

    private Recurrence() {}

    /**
     * An earlier failure that is near to the one in question.
     *
     * @param similarity the cosine of both
     * @param tactic its tactic
     * @param score its score
     */
    public record Hit(double similarity, String tactic, int score) {}

    /** Whether the nearest failures show that a tactic fails again and again. */
    public static boolean recurs(String tactic, List<Hit> nearest, Memory memory) {
        return nearest.stream()
                        .filter(hit -> hit.similarity() >= memory.recurrenceSimilarity())
                        .filter(hit -> hit.tactic().equals(tactic) && hit.score() <= FAILED)
                        .count()
                >= memory.recurrenceCount();
    }

    /** The line that a constraint is in a strategy. */
    public static String text(String tactic, int until) {
        return "avoid: " + tactic + " (until generation " + until + ")";
    }
}
