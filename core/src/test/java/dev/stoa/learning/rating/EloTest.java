package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The arithmetic of one match. */
@Tag("quick")
class EloTest {
    private static final long[] NEW = new long[16];

    private static long[] seasoned(int n) {
        long[] matches = new long[n];
        Arrays.fill(matches, Elo.PROVISIONAL_MATCHES);
        return matches;
    }

    private static double[] changes(double[] ratings, long[] matches, double... scores) {
        double[] after = Elo.after(ratings, matches, scores);
        for (int i = 0; i < after.length; i++) {
            after[i] -= ratings[i];
        }
        return after;
    }

    @Test
    void twoNewcomersWinAndLoseTwentyFour() {
        assertThat(changes(new double[] {1500, 1500}, NEW, 1, 0)).containsExactly(24, -24);
    }

    @Test
    void aFavouriteGainsLittle() {
        double[] changes = changes(new double[] {1600, 1500}, seasoned(2), 3, 1);
        assertThat(changes[0]).isCloseTo(11.517920006, within(1e-9));
        assertThat(changes[1]).isCloseTo(-11.517920006, within(1e-9));
    }

    @Test
    void threeAgentsAreThreePairs() {
        double[] changes = changes(new double[] {1600, 1500, 1400}, seasoned(3), 1, 3, 2);
        assertThat(changes[0]).isCloseTo(-22.396990823, within(1e-9));
        assertThat(changes[1]).isCloseTo(16, within(1e-9));
        assertThat(changes[2]).isCloseTo(6.396990823, within(1e-9));
    }

    @Test
    void theTenthMatchEndsTheProvisionalTime() {
        assertThat(Elo.k(9)).isEqualTo(48);
        assertThat(Elo.k(10)).isEqualTo(32);
        assertThat(Elo.provisional(9)).isTrue();
        assertThat(Elo.provisional(10)).isFalse();
        assertThat(changes(new double[] {1500, 1500}, new long[] {9, 10}, 1, 0)).containsExactly(24, -16);
    }

    @Test
    void aRatingNeverFallsBelowItsFloor() {
        assertThat(Elo.after(new double[] {110, 110}, NEW, new double[] {0, 1})).containsExactly(100, 134);
    }

    @Test
    @DisplayName("Among 8 equals a winner must gain K/2")
    void theWinnerAmongEightEqualsGainsHalfOfK() {
        double[] equal = new double[8];
        Arrays.fill(equal, 1500);
        assertThat(changes(equal, seasoned(8), 1, 0, 0, 0, 0, 0, 0, 0)[0]).isCloseTo(16, within(1e-12));
        assertThat(changes(equal, new long[8], 1, 0, 0, 0, 0, 0, 0, 0)[0]).isCloseTo(24, within(1e-12));
    }

    @Test
    @DisplayName("A winner must never lose points")
    void aSoleWinnerNeverLosesWhateverTheRatings() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 5_000; round++) {
            int n = random.nextInt(2, 17);
            double[] ratings = random.doubles(n, 100, 3000).toArray();
            long[] matches = random.longs(n, 0, 20).toArray();
            double[] scores = random.ints(n, 0, 4).asDoubleStream().toArray();
            double[] after = Elo.after(ratings, matches, scores);
            int winner = Elo.winner(scores);
            if (winner >= 0) {
                assertThat(after[winner]).isGreaterThanOrEqualTo(ratings[winner]);
            }
            for (int i = 0; i < n; i++) {
                assertThat(after[i]).isGreaterThanOrEqualTo(Elo.FLOOR).isFinite();
                assertThat(Math.abs(after[i] - ratings[i])).isLessThanOrEqualTo(Elo.k(matches[i]));
            }
        }
    }

    @Test
    void pointsAreOnlyMovedWhereAllHaveTheSameK() {
        SplittableRandom random = new SplittableRandom(8);
        for (int round = 0; round < 1_000; round++) {
            int n = random.nextInt(2, 17);
            double[] ratings = random.doubles(n, 1000, 2000).toArray();
            double[] changes = changes(
                    ratings, seasoned(n), random.ints(n, 0, 3).asDoubleStream().toArray());
            assertThat(Arrays.stream(changes).sum()).isCloseTo(0, within(1e-9));
        }
    }

    @Test
    void oneHighestScoreWinsSeveralDrawAndTheRestLoses() {
        assertThat(Elo.winner(new double[] {1, 3, 2})).isEqualTo(1);
        assertThat(Elo.winner(new double[] {3, 1, 3})).isEqualTo(-1);
        assertThat(Elo.winner(new double[] {3, 3, 4})).isEqualTo(2);
        assertThat(Elo.end(new double[] {1, 3, 3}, 0)).isEqualTo(-1);
        assertThat(Elo.end(new double[] {1, 3, 3}, 1)).isZero();
        assertThat(Elo.end(new double[] {1, 3, 2}, 1)).isOne();
        assertThat(Elo.end(new double[] {1, 3, 2}, 2)).isEqualTo(-1);
    }
}
