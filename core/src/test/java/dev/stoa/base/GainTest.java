package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class GainTest {
    @Test
    void theIntervalIsThatOfTheMeanOfThePairedDifferences() {
        Random random = new Random(7);
        for (int run = 0; run < 200; run++) {
            int n = 2 + random.nextInt(50);
            double[] differences = new double[n];
            int won = 0;
            int lost = 0;
            for (int i = 0; i < n; i++) {
                int first = random.nextInt(2);
                int second = random.nextInt(2);
                differences[i] = first - second;
                won += first > second ? 1 : 0;
                lost += first < second ? 1 : 0;
            }
            double mean = 0;
            for (double difference : differences) {
                mean += difference / n;
            }
            double squares = 0;
            for (double difference : differences) {
                squares += (difference - mean) * (difference - mean);
            }
            double half = 1.959963984540054 * Math.sqrt(squares / (n - 1) / n);

            Gain gain = Gain.of(n, won, lost);

            assertThat(gain.questions()).isEqualTo(n);
            assertThat(gain.mean()).isEqualTo(mean, within(1e-12));
            assertThat(gain.low()).isEqualTo(mean - half, within(1e-12));
            assertThat(gain.high()).isEqualTo(mean + half, within(1e-12));
        }
    }

    @Test
    void tooFewQuestionsHaveNoInterval() {
        assertThat(Gain.of(0, 0, 0)).isEqualTo(new Gain(0, null, null, null));
        assertThat(Gain.of(1, 1, 0)).isEqualTo(new Gain(1, 1.0, null, null));
    }

    @Test
    void twoThatAlwaysAgreeGainNothingForCertain() {
        assertThat(Gain.of(100, 0, 0)).isEqualTo(new Gain(100, 0.0, 0.0, 0.0));
    }

    @Test
    void moreDifferencesThanQuestionsAreRefused() {
        assertThatThrownBy(() -> Gain.of(3, 2, 2)).hasMessage("2 won and 2 lost of 3");
        assertThatThrownBy(() -> Gain.of(3, -1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
