package dev.stoa.learning.rating;

/**
 * Online Elo: what one match does to the ratings of those who took part. Stateless, safe from any thread. Hazard: it
 * depends on the order of the matches; {@link BradleyTerry} does not.
 */
final class Elo {
    /** The rating of an agent that has not played yet. */
    public static final double START = 1500;

    /** Matches below which a rating is provisional and moves faster. */
    public static final int PROVISIONAL_MATCHES = 10;

    static final double FLOOR = 100;
    private static final double K_PROVISIONAL = 48;
    private static final double K = 32;
    private static final double SCALE = 400;

    private Elo() {}

    /** The share of a win that a rating of {@code a} is expected to get against one of {@code b}. */
    public static double expected(double a, double b) {
        return 1 / (1 + Math.pow(10, (b - a) / SCALE));
    }

    /** Whether an agent with this number of rated matches is still new. */
    public static boolean provisional(long matches) {
        return matches < PROVISIONAL_MATCHES;
    }

    static double k(long matches) {
        return provisional(matches) ? K_PROVISIONAL : K;
    }

    /** What {@code a} got against {@code b}: a win is a win, however close. */
    static double result(double a, double b) {
        return a > b ? 1 : a < b ? 0 : 0.5;
    }

    /**
     * The ratings after a match.
     *
     * @param ratings before it
     * @param matches that each had played
     * @param scores of the match
     */
    static double[] after(double[] ratings, long[] matches, double[] scores) {
        int n = ratings.length;
        double[] after = new double[n];
        for (int i = 0; i < n; i++) {
            double surplus = 0;
            for (int j = 0; j < n; j++) {
                if (j != i) {
                    surplus += result(scores[i], scores[j]) - expected(ratings[i], ratings[j]);
                }
            }
            after[i] = Math.max(FLOOR, ratings[i] + k(matches[i]) / (n - 1) * surplus);
        }
        return after;
    }

    /**
     * The place of the one highest score, or -1 if several share it.
     *
     * @param scores at least one
     */
    static int winner(double[] scores) {
        int best = 0;
        boolean shared = false;
        for (int i = 1; i < scores.length; i++) {
            if (scores[i] > scores[best]) {
                best = i;
                shared = false;
            } else if (scores[i] == scores[best]) {
                shared = true;
            }
        }
        return shared ? -1 : best;
    }

    /** How the match ended for one of its agents: 1 a win, 0 a draw among the highest, -1 a loss. */
    static int end(double[] scores, int agent) {
        int winner = winner(scores);
        if (winner >= 0) {
            return winner == agent ? 1 : -1;
        }
        for (double score : scores) {
            if (score > scores[agent]) {
                return -1;
            }
        }
        return 0;
    }
}
