package dev.stoa.debate.rules;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a seat holds when votes are counted. Immutable.
 *
 * @param choice its option, or -1 for none
 * @param ranking options from best to worst, its choice first; empty where it gave none
 * @param confidence what it said of itself
 * @param worth what such a confidence of this agent has been worth
 * @param weight what it counts under the weighted rule
 * @param valid whether it holds an option
 * @param counted whether that option stands on the paper
 * @param reason why it is not counted; null if it is
 */
public record Ballot(
        int seat,
        int choice,
        List<Integer> ranking,
        double confidence,
        double worth,
        long weight,
        boolean valid,
        boolean counted,
        @Nullable String reason) {
    /** The most a weight may be: sums of a whole panel stay far from overflow. */
    private static final long HEAVIEST = 1_000_000_000_000L;

    public Ballot {
        require(seat >= 0, "seat " + seat + " is below 0");
        require(choice >= -1 && choice < Paper.MOST, "choice " + choice + " is not within -1 to 25");
        require(valid == choice >= 0, "a ballot is valid if, and only if, it has a choice");
        require(valid || !counted, "a ballot without a choice cannot be counted");
        require(confidence >= 0 && confidence <= 1, "confidence " + confidence + " is not within 0 to 1");
        require(worth >= 0 && worth <= 1, "worth " + worth + " is not within 0 to 1");
        require(weight >= 0 && weight <= HEAVIEST, "weight " + weight + " is not within 0 to " + HEAVIEST);
        ranking = checked(ranking, choice);
    }

    /** The options in its order: its ranking, or its choice alone. */
    List<Integer> order() {
        return ranking.isEmpty() && valid ? List.of(choice) : ranking;
    }

    static List<Integer> checked(List<Integer> ranking, int choice) {
        int seen = 0;
        for (int option : ranking) {
            Objects.checkIndex(option, Paper.MOST);
            require((seen & 1 << option) == 0, "option " + option + " is ranked twice");
            seen |= 1 << option;
        }
        require(ranking.isEmpty() || ranking.getFirst() == choice, "the ranking does not begin with the choice");
        return List.copyOf(ranking);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
