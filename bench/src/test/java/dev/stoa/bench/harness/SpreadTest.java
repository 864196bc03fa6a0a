package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMedianIsTheMiddleOne() {
        assertThat(Spread.of(3, 1, 2).median()).isEqualTo(2);
        assertThat(Spread.of(4, 1, 2, 3).median()).isEqualTo(2.5);
        assertThat(Spread.of(7).median()).isEqualTo(7);
    }

    @Test
    void theDeviationIsHalfTheDistanceOfTheQuartilesAsAPartOfTheMedian() {
        assertThat(Spread.of(1, 2, 3, 4, 5).deviation()).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(Spread.of(5, 5, 5).deviation()).isZero();
    }

    @Test
    void oneDisturbedRoundMovesNeitherMuch() {
        Spread calm = Spread.of(100, 101, 102, 103, 104, 105, 106);
        Spread disturbed = Spread.of(100, 101, 102, 103, 104, 105, 5000);
        assertThat(disturbed).isEqualTo(calm);
    }

    @Test
    void orderDoesNotMatterAndScaleIsKept() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 200; i++) {
            double[] values = random.doubles(1 + random.nextInt(12), 1, 9).toArray();
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            double[] doubled = Arrays.stream(values).map(v -> 2 * v).toArray();
            assertThat(Spread.of(values)).isEqualTo(Spread.of(sorted));
            assertThat(Spread.of(doubled).median())
                    .isCloseTo(2 * Spread.of(values).median(), within(1e-9));
            assertThat(Spread.of(doubled).deviation())
                    .isCloseTo(Spread.of(values).deviation(), within(1e-9));
        }
    }

    @Test
    void theValuesGivenAreLeftAsTheyAre() {
        double[] values = {3, 1, 2};
        Spread.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }
}
