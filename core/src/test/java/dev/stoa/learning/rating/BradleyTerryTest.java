package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.learning.rating.BradleyTerry.Games;
import dev.stoa.learning.rating.BradleyTerry.Strengths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fit against worked numbers, an optimiser that knows nothing of it, and the laws of its optimum. */
@Tag("quick")
class BradleyTerryTest {
    private record Pair(int a, int b, double games, double wins) {}

    private static Games games(int agents, List<Pair> pairs) {
        return new Games(
                agents,
                pairs.stream().mapToInt(Pair::a).toArray(),
                pairs.stream().mapToInt(Pair::b).toArray(),
                pairs.stream().mapToDouble(Pair::games).toArray(),
                pairs.stream().mapToDouble(Pair::wins).toArray());
    }

    private static List<Pair> random(int agents, int pairs, SplittableRandom random) {
        List<Pair> all = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            int a = random.nextInt(agents);
            int b = (a + random.nextInt(1, agents)) % agents;
            int games = random.nextInt(1, 30);
            all.add(new Pair(a, b, games, random.nextInt(2 * games + 1) / 2.0));
        }
        return all;
    }

    @Test
    void threeOfFourWinsAreTheWorkedExample() {
        Strengths fit = BradleyTerry.fit(games(2, List.of(new Pair(0, 1, 4, 3))));
        assertThat(fit.rating()[0]).isCloseTo(1582.419269028, within(1e-9));
        assertThat(fit.rating()[1]).isCloseTo(1417.580730972, within(1e-9));
        double half = Fits.NORMAL_95 * fit.deviation()[0];
        assertThat(fit.rating()[0] - half).isCloseTo(1405.224919476, within(1e-9));
        assertThat(fit.rating()[0] + half).isCloseTo(1759.613618580, within(1e-9));
        assertThat(fit.rating()[1] - half).isCloseTo(1240.386381420, within(1e-9));
        assertThat(fit.rating()[1] + half).isCloseTo(1594.775080524, within(1e-9));
        assertThat(fit.direct()).isTrue();
    }

    @Test
    void theGradientIsZeroAtTheOptimum() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 50; round++) {
            int agents = random.nextInt(2, 40);
            Games games = games(agents, random(agents, random.nextInt(1, 200), random));
            assertFlat(games, BradleyTerry.fit(games), 1e-9);
        }
    }

    private static void assertFlat(Games games, Strengths fit, double tolerance) {
        assertThat(DoubleStream.of(BradleyTerry.gradient(games, fit.theta())).boxed())
                .allSatisfy(slope -> assertThat(slope).isCloseTo(0, within(tolerance)));
    }

    @Test
    void anOptimiserThatOnlyLooksAtTheLikelihoodEndsAtTheSamePlace() {
        SplittableRandom random = new SplittableRandom(2);
        for (int round = 0; round < 10; round++) {
            int agents = random.nextInt(2, 7);
            Games games = games(agents, random(agents, random.nextInt(1, 12), random));
            double[] found = climb(games);
            double[] fitted = BradleyTerry.fit(games).theta();
            for (int a = 0; a < agents; a++) {
                assertThat(fitted[a]).isCloseTo(found[a], within(1e-4));
            }
            assertThat(BradleyTerry.likelihood(games, fitted))
                    .isGreaterThanOrEqualTo(BradleyTerry.likelihood(games, found) - 1e-9);
        }
    }

    /** Pattern search: tries each coordinate up and down, and halves the stride when nothing helps. */
    private static double[] climb(Games games) {
        double[] at = new double[games.agents()];
        double best = BradleyTerry.likelihood(games, at);
        for (double stride = 1; stride > 1e-8; ) {
            boolean better = false;
            for (int a = 0; a < at.length; a++) {
                for (double move : new double[] {stride, -stride}) {
                    at[a] += move;
                    double here = BradleyTerry.likelihood(games, at);
                    if (here > best) {
                        best = here;
                        better = true;
                    } else {
                        at[a] -= move;
                    }
                }
            }
            stride = better ? stride : stride / 2;
        }
        return at;
    }

    @Test
    void theOrderOfTheGamesDoesNotMatter() {
        SplittableRandom random = new SplittableRandom(3);
        List<Pair> pairs = random(12, 80, random);
        double[] fitted = BradleyTerry.fit(games(12, pairs)).rating();
        for (int round = 0; round < 5; round++) {
            Collections.shuffle(pairs, new Random(round));
            double[] shuffled = BradleyTerry.fit(games(12, pairs)).rating();
            for (int a = 0; a < 12; a++) {
                assertThat(shuffled[a]).isCloseTo(fitted[a], within(1e-8));
            }
        }
    }

    @Test
    void turningEveryResultRoundMirrorsTheRatings() {
        List<Pair> pairs = random(9, 40, new SplittableRandom(4));
        double[] fitted = BradleyTerry.fit(games(9, pairs)).theta();
        double[] turned = BradleyTerry.fit(games(
                        9,
                        pairs.stream()
                                .map(pair -> new Pair(pair.a(), pair.b(), pair.games(), pair.games() - pair.wins()))
                                .toList()))
                .theta();
        double[] swapped = BradleyTerry.fit(games(
                        9,
                        pairs.stream()
                                .map(pair -> new Pair(pair.b(), pair.a(), pair.games(), pair.games() - pair.wins()))
                                .toList()))
                .theta();
        for (int a = 0; a < 9; a++) {
            assertThat(turned[a]).isCloseTo(-fitted[a], within(1e-9));
            assertThat(swapped[a]).isCloseTo(fitted[a], within(1e-9));
        }
    }

    @Test
    void whoNeverLosesHasAFiniteRatingAndIslandsAreNoTrouble() {
        Strengths fit = BradleyTerry.fit(games(5, List.of(new Pair(0, 1, 100_000, 100_000), new Pair(2, 3, 8, 4))));
        assertThat(DoubleStream.of(fit.rating()).boxed())
                .allSatisfy(rating -> assertThat(rating).isFinite());
        assertThat(fit.rating()[0]).isGreaterThan(fit.rating()[1] + 1000);
        assertThat(fit.rating()[2]).isCloseTo(fit.rating()[3], within(1e-8));
        assertThat(fit.theta()[4]).isCloseTo(0, within(1e-9));
    }

    @Test
    void fewPairsThatPlayManyGamesAreSolvedToTheEnd() {
        List<Pair> chain = new ArrayList<>();
        for (int a = 0; a < 60; a++) {
            chain.add(new Pair(a, (a + 1) % 61, 10_000, 5_100));
        }
        Games games = games(61, chain);
        Strengths fit = BradleyTerry.fit(games);
        assertFlat(games, fit, 1e-6);
        assertThat(fit.rating()[0]).isGreaterThan(fit.rating()[60] + 100);
    }

    @Test
    void aboveFourHundredAgentsTheOptimumIsTheSameAndTheIntervalIsOfTheDiagonal() {
        SplittableRandom random = new SplittableRandom(5);
        List<Pair> few = random(BradleyTerry.DIRECT, 3_000, random);
        Strengths direct = BradleyTerry.fit(games(BradleyTerry.DIRECT, few));
        // One more who plays nobody turns the method of solving over, and changes no strength.
        Games many = games(BradleyTerry.DIRECT + 1, few);
        Strengths iterated = BradleyTerry.fit(many);
        assertThat(direct.direct()).isTrue();
        assertThat(iterated.direct()).isFalse();
        for (int a = 0; a < BradleyTerry.DIRECT; a++) {
            assertThat(iterated.theta()[a]).isCloseTo(direct.theta()[a], within(1e-8));
        }
        double p = BradleyTerry.sigmoid(iterated.theta()[BradleyTerry.DIRECT]);
        assertThat(iterated.deviation()[BradleyTerry.DIRECT])
                .isCloseTo(BradleyTerry.POINTS * Math.sqrt(1 / (p * (1 - p))), within(1e-9));
    }

    @Test
    void intervalsAreThoseOfTheInvertedMatrix() {
        Games games = games(6, random(6, 15, new SplittableRandom(6)));
        Strengths fit = BradleyTerry.fit(games);
        double[][] inverse = invert(information(games, fit.theta()));
        int n = 6;
        for (int a = 0; a < n; a++) {
            double variance = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double left = (i == a ? 1 : 0) - 1.0 / n;
                    double right = (j == a ? 1 : 0) - 1.0 / n;
                    variance += left * inverse[i][j] * right;
                }
            }
            assertThat(fit.deviation()[a]).isCloseTo(BradleyTerry.POINTS * Math.sqrt(variance), within(1e-8));
        }
    }

    /** Minus the second derivatives of the likelihood, by differences of the gradient. */
    private static double[][] information(Games games, double[] theta) {
        double h = 1e-5;
        double[][] matrix = new double[theta.length][];
        for (int a = 0; a < theta.length; a++) {
            double[] up = theta.clone();
            double[] down = theta.clone();
            up[a] += h;
            down[a] -= h;
            double[] above = BradleyTerry.gradient(games, up);
            double[] below = BradleyTerry.gradient(games, down);
            matrix[a] = new double[theta.length];
            for (int b = 0; b < theta.length; b++) {
                matrix[a][b] = (below[b] - above[b]) / (2 * h);
            }
        }
        return matrix;
    }

    private static double[][] invert(double[][] matrix) {
        int n = matrix.length;
        double[][] work = new double[n][2 * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(matrix[i], 0, work[i], 0, n);
            work[i][n + i] = 1;
        }
        for (int i = 0; i < n; i++) {
            double pivot = work[i][i];
            for (int j = 0; j < 2 * n; j++) {
                work[i][j] /= pivot;
            }
            for (int k = 0; k < n; k++) {
                if (k != i) {
                    double factor = work[k][i];
                    for (int j = 0; j < 2 * n; j++) {
                        work[k][j] -= factor * work[i][j];
                    }
                }
            }
        }
        double[][] inverse = new double[n][n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(work[i], n, inverse[i], 0, n);
        }
        return inverse;
    }

    @Test
    void noGamesAreNoFit() {
        assertThat(BradleyTerry.fit(games(0, List.of())).rating()).isEmpty();
    }
}
