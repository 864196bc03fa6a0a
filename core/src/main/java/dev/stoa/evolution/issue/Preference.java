package dev.stoa.evolution.issue;

import java.util.List;

/**
 * What an actor wants of each issue. Immutable.
 *
 * @param sides one for each issue, in the order of the issues
 */
public record Preference(List<Side> sides) {
    public Preference {
        sides = List.copyOf(sides);
    }

    /**
     * What an actor wants of one issue.
     *
     * @param weight how much it counts; those of an actor sum to 1
     * @param high whether more is better
     */
    public record Side(double weight, boolean high) {}
}
