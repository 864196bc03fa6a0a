package dev.stoa.evolution.search;

import java.util.List;
import java.util.Map;

/** The built-in scout: it names the tactics that were tried least. Stateless, safe from any thread. */
public final class Scout {
    private static final int MOST = 10;
    private static final int LOWEST = 9;

    private Scout() {}

    /** Whether the scout looks in a generation; an interval of 0 is never. */
    public static boolean due(int generation, int interval) {
        return interval > 0 && generation % interval == 0;
    }

    /**
     * What the memory holds of a cell.
     *
     * @param entries how many
     * @param failures how many of them scored -3 or less
     */
    public record Coverage(int entries, int failures) {
        static final Coverage NONE = new Coverage(0, 0);
    }

    /**
     * The cell with the fewest entries, the first of equal ones.
     *
     * @param cells the cells that the actor can reach, at least one
     */
    public static Hypothesis hypothesis(String actorId, List<String> cells, Map<String, Coverage> coverage) {
        String target = cells.getFirst();
        for (String cell : cells) {
            if (of(coverage, cell).entries() < of(coverage, target).entries()) {
                target = cell;
            }
        }
        Coverage known = of(coverage, target);
        return new Hypothesis(
                actorId + " has tried " + target + " " + known.entries() + " times",
                target,
                MOST - Math.min(LOWEST, known.failures()),
                MOST - Math.min(LOWEST, known.entries()));
    }

    private static Coverage of(Map<String, Coverage> coverage, String cell) {
        return coverage.getOrDefault(cell, Coverage.NONE);
    }
}
