package dev.stoa.debate.rules.voting;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How options fare against each other in pairs, and along the strongest paths of such wins (Schulze, winning votes).
 * Not changed after {@link #of}. Indexes are those of the options on the paper.
 */
final class PairwiseMatrix {
    private final List<Integer> options;
    private final int ballots;
    /** How many ballots put the first before the second; a ranked option stands before an unranked one. */
    private final int[][] over;
    /** The weakest win of the strongest path from the first to the second; 0 without a path. */
    private final int[][] path;

    private PairwiseMatrix(List<Integer> options, int ballots, int[][] over) {
        this.options = options;
        this.ballots = ballots;
        this.over = over;
        this.path = paths(over);
    }

    static PairwiseMatrix of(List<Integer> options, List<Ballot> counted) {
        int m = options.size();
        int[][] over = new int[m][m];
        for (Ballot ballot : counted) {
            int[] ranks = BallotCount.ranks(options, ballot);
            for (int x = 0; x < m; x++) {
                for (int y = 0; y < m; y++) {
                    over[x][y] += ranks[x] < ranks[y] ? 1 : 0;
                }
            }
        }
        return new PairwiseMatrix(options, counted.size(), over);
    }

    private static int[][] paths(int[][] over) {
        int m = over.length;
        int[][] path = new int[m][m];
        for (int x = 0; x < m; x++) {
            for (int y = 0; y < m; y++) {
                // A level pair is a win for neither, hence no part of a path.
                path[x][y] = over[x][y] > over[y][x] ? over[x][y] : 0;
            }
        }
        for (int by = 0; by < m; by++) {
            for (int x = 0; x < m; x++) {
                for (int y = 0; y < m; y++) {
                    path[x][y] = Math.max(path[x][y], Math.min(path[x][by], path[by][y]));
                }
            }
        }
        return path;
    }

    /** Whether no other option has a stronger path to this one than it has back. */
    boolean leads(int x) {
        return IntStream.range(0, path.length).noneMatch(y -> path[y][x] > path[x][y]);
    }

    boolean beatsAll(int option) {
        int x = options.indexOf(option);
        return IntStream.range(0, over.length).allMatch(y -> y == x || over[x][y] > over[y][x]);
    }

    /** Of each option the fewest ballots that put it before some other; all of them if there is no other. */
    long[] worst() {
        return IntStream.range(0, over.length)
                .mapToLong(x -> IntStream.range(0, over.length)
                        .filter(y -> y != x)
                        .map(y -> over[x][y])
                        .min()
                        .orElse(ballots))
                .toArray();
    }

    /** The strength of the strongest path between two options. */
    int path(int from, int to) {
        return path[options.indexOf(from)][options.indexOf(to)];
    }
}
