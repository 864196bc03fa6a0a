package dev.stoa.debate.rules.voting;

import dev.stoa.debate.rules.voting.Tally.Elected;
import dev.stoa.debate.rules.voting.Tally.None;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The counting of ballots. Stateless, safe from any thread. Every decision is made by a sum of whole numbers, so neither the
 * order of the ballots nor the machine can change a result.
 */
public final class Voting {
    private Voting() {}

    /** The winner by a rule, over at most one ballot of each of so many seats. */
    public static Tally tally(VotingRule rule, List<Ballot> ballots, ElectableOptions paper, int seats, int quorum) {
        BallotCount count = BallotCount.of(rule, ballots, paper, seats);
        String refusal = refusal(ballots, count, quorum);
        if (refusal != null) {
            return none(refusal, count, List.of());
        }
        List<Integer> leaders = count.leaders();
        if (leaders.isEmpty()) {
            return none(rule == VotingRule.UNANIMOUS ? "not_unanimous" : "no_majority", count, List.of());
        }
        leaders = greatest(leaders, option -> conviction(count.counted(), option));
        leaders = greatest(leaders, paper::drafts);
        return leaders.size() == 1 ? elected(leaders.getFirst(), count) : none("tie", count, leaders);
    }

    /** The option of the decider's counted ballot, with the agreement on it by a rule. */
    public static Tally byLead(
            VotingRule rule, List<Ballot> ballots, ElectableOptions paper, int seats, int quorum, int decider) {
        BallotCount count = BallotCount.of(rule, ballots, paper, seats);
        String refusal = refusal(ballots, count, quorum);
        if (refusal != null) {
            return none(refusal, count, List.of());
        }
        return count.counted().stream()
                .filter(ballot -> ballot.seat() == decider)
                .findFirst()
                .map(ballot -> elected(ballot.choice(), count))
                .orElseGet(() -> none("no_lead", count, List.of()));
    }

    /**
     * How probable the counted ballots make the winner: each gives it its worth, or an equal share of its doubt.
     *
     * @param winner an option, or -1 for none, which is 0
     * @param options how many the paper has
     */
    public static double confidence(int winner, List<Ballot> ballots, int options) {
        double[] shares = ballots.stream()
                .filter(Ballot::counted)
                .mapToDouble(ballot -> ballot.choice() == winner || options <= 1
                        ? ballot.worth()
                        : (1 - ballot.worth()) / (options - 1))
                .toArray();
        if (winner < 0 || shares.length == 0) {
            return 0;
        }
        // Sums of doubles depend on their order; that of the ballots must not show.
        Arrays.sort(shares);
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        return sum / shares.length;
    }

    private static @Nullable String refusal(List<Ballot> ballots, BallotCount count, int quorum) {
        if (ballots.stream().filter(Ballot::valid).count() < quorum) {
            return "quorum";
        }
        if (count.scores().isEmpty()) {
            return "all_failed";
        }
        return count.counted().isEmpty() ? "no_votes" : null;
    }

    private static Tally elected(int option, BallotCount count) {
        return new Elected(option, count.score(option), count.scores(), count.beatsAll(option));
    }

    private static Tally none(String reason, BallotCount count, List<Integer> tied) {
        return new None(reason, count.greatestScore(), tied, count.scores());
    }

    private static List<Integer> greatest(List<Integer> options, ToLongFunction<Integer> measure) {
        if (options.size() < 2) {
            return options;
        }
        long greatest = options.stream().mapToLong(measure).max().orElseThrow();
        return options.stream()
                .filter(option -> measure.applyAsLong(option) == greatest)
                .toList();
    }

    /** What those whose first choice it is are worth together, in millionths. */
    private static long conviction(List<Ballot> counted, int option) {
        return counted.stream()
                .filter(ballot -> ballot.choice() == option)
                .mapToLong(ballot -> Weights.millionths(ballot.worth()))
                .sum();
    }
}
