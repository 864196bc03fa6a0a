package dev.stoa.debate.rules.voting;

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
        require(seat >= 0, "seat %s is below 0", seat);
        require(choice >= -1 && choice < Options.MOST, "choice %s is not within -1 to 25", choice);
        require(valid == choice >= 0, "a ballot is valid if, and only if, it has a choice", choice);
        require(valid || !counted, "a ballot without a choice cannot be counted", choice);
        require(confidence >= 0 && confidence <= 1, "confidence %s is not within 0 to 1", confidence);
        require(worth >= 0 && worth <= 1, "worth %s is not within 0 to 1", worth);
        require(weight >= 0 && weight <= HEAVIEST, "weight %s is not within 0 to " + HEAVIEST, weight);
        ranking = checked(ranking, choice);
    }

    /** The options in its order: its ranking, or its choice alone. */
    public List<Integer> order() {
        return ranking.isEmpty() && valid ? List.of(choice) : ranking;
    }

    static List<Integer> checked(List<Integer> ranking, int choice) {
        int seen = 0;
        for (int option : ranking) {
            Objects.checkIndex(option, Options.MOST);
            require((seen & 1 << option) == 0, "option %s is ranked twice", option);
            seen |= 1 << option;
        }
        require(
                ranking.isEmpty() || ranking.getFirst() == choice,
                "the ranking does not begin with the choice",
                choice);
        return List.copyOf(ranking);
    }

    /** The message is made only where it is needed, because a ballot is checked at every count. */
    private static void require(boolean holds, String otherwise, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise.formatted(value));
        }
    }
}
