package dev.stoa.debate.rules.voting;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a count of ballots came to. Immutable. */
public sealed interface Tally {
    /** The agreement on the winner; without one, the greatest there is on any option. */
    double consensus();

    /** The option that won, or -1. */
    default int winner() {
        return this instanceof Elected elected ? elected.option() : -1;
    }

    /** Every option of the paper, ascending. */
    List<Score> scores();

    /**
     * An option won.
     *
     * @param condorcetWinner whether it beats each other option in pairs; null unless the rule is condorcet
     */
    record Elected(
            int option,
            double consensus,
            List<Score> scores,
            @Nullable Boolean condorcetWinner) implements Tally {
        public Elected {
            scores = List.copyOf(scores);
        }
    }

    /**
     * Nobody won.
     *
     * @param reason quorum, all_failed, no_votes, no_majority, not_unanimous, tie or no_lead
     * @param tied the options that nothing could part, ascending; empty for every other reason than a tie
     */
    record None(String reason, double consensus, List<Integer> tied, List<Score> scores) implements Tally {
        public None {
            tied = List.copyOf(tied);
            scores = List.copyOf(scores);
        }
    }

    /**
     * How an option fared.
     *
     * @param votes counted ballots whose choice it is
     * @param score the agreement on it under the rule
     */
    record Score(int option, int votes, double score) {}
}
