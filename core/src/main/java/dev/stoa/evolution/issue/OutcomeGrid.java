package dev.stoa.evolution.issue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All outcomes of a negotiation: the product of the grids of its issues, numbered row by row, the last issue fastest.
 * Immutable.
 */
public final class OutcomeGrid {
    /** The most outcomes a scenario may have. */
    public static final int MOST = 20_000;

    private final List<Issue> issues;
    private final int[][] indices;

    private OutcomeGrid(List<Issue> issues, int[][] indices) {
        this.issues = issues;
        this.indices = indices;
    }

    /** The grid of one issue or more; the scenario has checked that it is not too large. */
    public static OutcomeGrid of(List<Issue> issues) {
        int size = issues.stream().mapToInt(Issue::size).reduce(1, Math::multiplyExact);
        int[][] indices = new int[size][issues.size()];
        for (int outcome = 0; outcome < size; outcome++) {
            int rest = outcome;
            for (int issue = issues.size() - 1; issue >= 0; issue--) {
                int length = issues.get(issue).size();
                indices[outcome][issue] = rest % length;
                rest /= length;
            }
        }
        return new OutcomeGrid(List.copyOf(issues), indices);
    }

    public List<Issue> issues() {
        return issues;
    }

    /** How many outcomes there are. */
    public int size() {
        return indices.length;
    }

    /** The grid index of an issue in an outcome. */
    public int index(int outcome, int issue) {
        return indices[outcome][issue];
    }

    /** The value of an issue in an outcome. */
    public double value(int outcome, int issue) {
        return issues.get(issue).value(indices[outcome][issue]);
    }

    /** The outcome that has these grid indices. */
    public int outcome(int... of) {
        int outcome = 0;
        for (int issue = 0; issue < issues.size(); issue++) {
            outcome = outcome * issues.get(issue).size() + of[issue];
        }
        return outcome;
    }

    /** The values of an outcome by the path of their issue. */
    public Map<String, Number> values(int outcome) {
        Map<String, Number> values = new LinkedHashMap<>();
        for (int issue = 0; issue < issues.size(); issue++) {
            values.put(issues.get(issue).path(), issues.get(issue).number(indices[outcome][issue]));
        }
        return values;
    }

    /** How far two outcomes are apart: the sum over the issues, in ranges. */
    public double distance(int a, int b) {
        double sum = 0;
        for (int issue = 0; issue < issues.size(); issue++) {
            sum += Math.abs(issues.get(issue).share(indices[a][issue])
                    - issues.get(issue).share(indices[b][issue]));
        }
        return Rounding.twelve(sum);
    }
}
