package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WilsonTest {
    @ParameterizedTest
    @CsvSource({"5, 5, 0.565517535", "13, 15, 0.621180172", "14, 15, 0.701834701", "38, 40, 0.834961226"})
    void theWorkedLowerBounds(long successes, long n, double low) {
        assertThat(Wilson.interval(successes, n).low()).isCloseTo(low, within(1e-9));
    }

    @Test
    void bothBoundsSolveTheEquationTheyComeFrom() {
        double z2 = 1.959963984540054 * 1.959963984540054;
        for (int n = 1; n <= 60; n++) {
            for (int successes = 0; successes <= n; successes++) {
                Wilson interval = Wilson.interval(successes, n);
                double share = (double) successes / n;
                for (double bound : new double[] {interval.low(), interval.high()}) {
                    assertThat((share - bound) * (share - bound))
                            .isCloseTo(z2 * bound * (1 - bound) / n, within(1e-12));
                }
                assertThat(share).isBetween(interval.low(), interval.high());
                assertThat(Wilson.interval(n - successes, n).low()).isCloseTo(1 - interval.high(), within(1e-12));
            }
        }
    }

    @Test
    void theEndsAreExactAndNothingKnownIsEverything() {
        assertThat(Wilson.interval(0, 20).low()).isZero();
        assertThat(Wilson.interval(20, 20).high()).isEqualTo(1);
        assertThat(Wilson.interval(0, 0)).isEqualTo(new Wilson(0, 1));
        assertThatThrownBy(() -> Wilson.interval(3, 2)).hasMessage("successes 3 is not within 0 to 2");
        assertThatThrownBy(() -> Wilson.interval(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    }
}
