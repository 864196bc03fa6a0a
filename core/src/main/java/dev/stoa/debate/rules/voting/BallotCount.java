package dev.stoa.debate.rules.voting;

import dev.stoa.debate.rules.voting.Tally.Score;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ballots counted by one rule: the agreement on every option of the paper, and who leads before ties are broken.
 *
 * @param leaders options, ascending; more than one if they are level, none if nobody meets what the rule asks
 * @param pairs of the rule condorcet, else null
 */
record BallotCount(
        List<Ballot> counted,
        List<Score> scores,
        List<Integer> leaders,
        @Nullable PairwiseMatrix pairs) {
    static BallotCount of(VotingRule rule, List<Ballot> ballots, ElectableOptions paper, int seats) {
        checkSeats(ballots, seats);
        List<Ballot> counted = ballots.stream().filter(Ballot::counted).toList();
        List<Integer> options = paper.options();
        int n = counted.size();
        long[] votes = sums(options, counted, false);
        return switch (rule) {
            case WEIGHTED -> {
                long total = counted.stream().mapToLong(Ballot::weight).sum();
                // Where no ballot weighs anything, all weigh the same.
                long[] weights = total == 0 ? votes : sums(options, counted, true);
                yield of(counted, options, votes, weights, total == 0 ? n : total, greatest(weights), null);
            }
            case PLURALITY -> of(counted, options, votes, votes, n, greatest(votes), null);
            case MAJORITY -> of(counted, options, votes, votes, n, i -> 2 * votes[i] > n, null);
            case UNANIMOUS -> of(counted, options, votes, votes, seats, i -> votes[i] == seats, null);
            case BORDA -> {
                long[] points = points(options, counted);
                long most = options.size() == 1 ? n : 2L * n * (options.size() - 1);
                yield of(counted, options, votes, points, most, greatest(points), null);
            }
            case CONDORCET -> {
                PairwiseMatrix pairs = PairwiseMatrix.of(options, counted);
                yield of(counted, options, votes, pairs.worst(), n, pairs::leads, pairs);
            }
        };
    }

    private static BallotCount of(
            List<Ballot> counted,
            List<Integer> options,
            long[] votes,
            long[] points,
            long whole,
            IntPredicate leads,
            @Nullable PairwiseMatrix pairs) {
        List<Score> scores = new ArrayList<>();
        List<Integer> leaders = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            int option = options.get(i);
            scores.add(new Score(option, (int) votes[i], whole == 0 ? 0 : (double) points[i] / whole));
            if (leads.test(i)) {
                leaders.add(option);
            }
        }
        return new BallotCount(counted, List.copyOf(scores), List.copyOf(leaders), pairs);
    }

    double score(int option) {
        return scores.stream()
                .filter(score -> score.option() == option)
                .findFirst()
                .orElseThrow()
                .score();
    }

    double greatestScore() {
        return scores.stream().mapToDouble(Score::score).max().orElse(0);
    }

    /** Whether an option beats each other in pairs; null where pairs were not counted. */
    @Nullable
    Boolean beatsAll(int option) {
        return pairs == null ? null : pairs.beatsAll(option);
    }

    private static long[] sums(List<Integer> options, List<Ballot> counted, boolean weighted) {
        long[] sums = new long[options.size()];
        for (Ballot ballot : counted) {
            sums[options.indexOf(ballot.choice())] += weighted ? ballot.weight() : 1;
        }
        return sums;
    }

    private static IntPredicate greatest(long[] points) {
        long greatest = Arrays.stream(points).max().orElse(0);
        return i -> points[i] == greatest;
    }

    /** Twice the points of Borda, so that the mean of what is left for the unranked is whole; one per ballot if alone. */
    private static long[] points(List<Integer> options, List<Ballot> counted) {
        int m = options.size();
        long[] points = new long[m];
        for (Ballot ballot : counted) {
            int[] ranks = ranks(options, ballot);
            int ranked = (int) Arrays.stream(ranks).filter(rank -> rank < m).count();
            for (int i = 0; i < m; i++) {
                points[i] += m == 1 ? 1 : ranks[i] < m ? 2L * (m - 1 - ranks[i]) : m - ranked - 1;
            }
        }
        return points;
    }

    /** The place of each option of the paper on a ballot, from 0, those struck being passed over; m if unranked. */
    static int[] ranks(List<Integer> options, Ballot ballot) {
        int[] ranks = new int[options.size()];
        Arrays.fill(ranks, options.size());
        int next = 0;
        for (Integer option : ballot.order()) {
            int i = options.indexOf(option);
            if (i >= 0) {
                ranks[i] = next++;
            }
        }
        return ranks;
    }

    private static void checkSeats(List<Ballot> ballots, int seats) {
        IntStream taken = ballots.stream().mapToInt(Ballot::seat).distinct();
        if (taken.filter(seat -> seat < seats).count() != ballots.size()) {
            throw new IllegalArgumentException("not one ballot each of seats below " + seats);
        }
    }
}
