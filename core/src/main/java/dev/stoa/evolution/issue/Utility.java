package dev.stoa.evolution.issue;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What every outcome is worth to one actor, 0 to 1. Immutable. Computed once for a scenario, since every turn of every
 * episode reads it.
 */
public final class Utility {
    private final Preference preference;
    private final double[][] goodness;
    private final double[] values;
    private final int[] descending;

    private Utility(Preference preference, double[][] goodness, double[] values) {
        this.preference = preference;
        this.goodness = goodness;
        this.values = values;
        descending = IntStream.range(0, preference.sides().size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        issue -> -preference.sides().get(issue).weight()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The worth of the outcomes of a grid to an actor. */
    public static Utility of(OutcomeGrid grid, Preference preference) {
        int issues = grid.issues().size();
        double[][] goodness = new double[grid.size()][issues];
        double[] values = new double[grid.size()];
        for (int outcome = 0; outcome < grid.size(); outcome++) {
            double sum = 0;
            for (int issue = 0; issue < issues; issue++) {
                double share = grid.issues().get(issue).share(grid.index(outcome, issue));
                goodness[outcome][issue] = preference.sides().get(issue).high() ? share : 1 - share;
                sum += preference.sides().get(issue).weight() * goodness[outcome][issue];
            }
            values[outcome] = Rounding.twelve(sum);
        }
        return new Utility(preference, goodness, values);
    }

    /** What an outcome is worth, rounded to twelve decimals. */
    public double of(int outcome) {
        return values[outcome];
    }

    /** How good an issue alone is in an outcome, 0 to 1. */
    public double goodness(int outcome, int issue) {
        return goodness[outcome][issue];
    }

    /** The issue that has a place in the order of their weights, the weightiest first, of equal ones the first. */
    public int weightiest(int place) {
        return descending[place];
    }

    /** How many outcomes are valued. */
    public int size() {
        return values.length;
    }

    public Preference preference() {
        return preference;
    }
}
