package dev.stoa.learning.rating;

import java.util.Arrays;

/**
 * The Bradley-Terry strengths that make the observed results most likely, with intervals. Stateless, safe from any
 * thread.
 *
 * <p>Besides its games every agent has one drawn game against an anchor of strength 0, so that the optimum is finite
 * and unique for any pairing. The result depends on how often each pair played and won, never on the order.
 */
final class BradleyTerry {
    /** Points of rating in one unit of strength. */
    static final double POINTS = 400 / Math.log(10);

    /** Most agents for which the equations are solved directly. */
    static final int DIRECT = 400;

    private static final double SMALLEST_STEP = 1e-10;
    private static final int MOST_STEPS = 200;
    private static final int MOST_HALVINGS = 60;
    // A sum of a million logarithms is exact to about this share of it.
    private static final double NOISE = 1e-13;

    private BradleyTerry() {}

    /**
     * How often pairs played, in columns.
     *
     * @param first the number of one agent of the pair, from 0
     * @param second the number of the other
     * @param games how often they played
     * @param wins of the first, a draw being half of one
     */
    // Columns of numbers for inner loops; instances are neither compared nor kept.
    @SuppressWarnings("ArrayRecordComponent")
    record Games(int agents, int[] first, int[] second, double[] games, double[] wins) {}

    /**
     * What came out, by the number of the agent.
     *
     * @param theta strengths on the scale of the anchor
     * @param deviation standard errors of the ratings, in points
     * @param direct whether they are from the whole information matrix, otherwise from its diagonal
     */
    // Columns of numbers for inner loops; instances are neither compared nor kept.
    @SuppressWarnings("ArrayRecordComponent")
    record Strengths(double[] theta, double[] rating, double[] deviation, boolean direct) {}

    static Strengths fit(Games games) {
        int n = games.agents();
        double[] theta = new double[n];
        double likelihood = likelihood(games, theta);
        for (int i = 0; i < MOST_STEPS; i++) {
            double[] step = new Information(games, theta).solve(gradient(games, theta));
            double[] next = new double[n];
            double scale = 1;
            double reached = moved(games, theta, step, scale, next);
            for (int h = 0; h < MOST_HALVINGS && reached < likelihood - NOISE * Math.abs(likelihood); h++) {
                scale /= 2;
                reached = moved(games, theta, step, scale, next);
            }
            double largest = 0;
            for (int a = 0; a < n; a++) {
                largest = Math.max(largest, Math.abs(next[a] - theta[a]));
            }
            theta = next;
            likelihood = reached;
            if (largest < SMALLEST_STEP) {
                break;
            }
        }
        double mean = Arrays.stream(theta).average().orElse(0);
        double[] rating = new double[n];
        for (int a = 0; a < n; a++) {
            rating[a] = Elo.START + POINTS * (theta[a] - mean);
        }
        double[] deviation = new Information(games, theta).deviations();
        for (int a = 0; a < n; a++) {
            deviation[a] *= POINTS;
        }
        return new Strengths(theta, rating, deviation, n <= DIRECT);
    }

    private static double moved(Games games, double[] theta, double[] step, double scale, double[] next) {
        for (int a = 0; a < theta.length; a++) {
            next[a] = theta[a] + scale * step[a];
        }
        return likelihood(games, next);
    }

    static double likelihood(Games games, double[] theta) {
        double sum = 0;
        for (double strength : theta) {
            sum += 0.5 * logSigmoid(strength) + 0.5 * logSigmoid(-strength);
        }
        for (int i = 0; i < games.first().length; i++) {
            double difference = theta[games.first()[i]] - theta[games.second()[i]];
            double wins = games.wins()[i];
            sum += wins * logSigmoid(difference) + (games.games()[i] - wins) * logSigmoid(-difference);
        }
        return sum;
    }

    static double[] gradient(Games games, double[] theta) {
        double[] gradient = new double[theta.length];
        for (int a = 0; a < theta.length; a++) {
            gradient[a] = 0.5 - sigmoid(theta[a]);
        }
        for (int i = 0; i < games.first().length; i++) {
            int a = games.first()[i];
            int b = games.second()[i];
            double surplus = games.wins()[i] - games.games()[i] * sigmoid(theta[a] - theta[b]);
            gradient[a] += surplus;
            gradient[b] -= surplus;
        }
        return gradient;
    }

    static double sigmoid(double x) {
        return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
    }

    private static double logSigmoid(double x) {
        return x >= 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x));
    }
}
