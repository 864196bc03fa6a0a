package dev.stoa.learning.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule by which heads become a strength. */
@Tag("quick")
class StrengthTest {
    @ParameterizedTest
    @CsvSource({
        "5, 5, unanimous",
        "4, 5, moderate",
        "3, 5, moderate",
        "2, 5, split",
        "9, 11, strong",
        "5, 9, weak",
        "1, 2, split",
        "0, 1, split",
        "1, 1, unanimous",
        "0, 64, split"
    })
    void countsHeads(int agreeing, int participants, String strength) {
        assertThat(Strength.of(agreeing, participants, false).text()).isEqualTo(strength);
    }

    @Test
    @DisplayName("Strength follows its rule for every a <= n <= 16")
    void strengthFollowsItsRuleForEveryCount() {
        for (int n = 1; n <= 16; n++) {
            for (int a = 0; a <= n; a++) {
                // Thousandths of a percent of whole heads cannot be hit by rounding at these sizes.
                double share = 100.0 * a / n;
                Strength expected = a == n
                        ? Strength.UNANIMOUS
                        : share > 80.0001
                                ? Strength.STRONG
                                : share > 59.9999
                                        ? Strength.MODERATE
                                        : share > 50.0001 ? Strength.WEAK : Strength.SPLIT;
                assertThat(Strength.of(a, n, false)).as(a + " of " + n).isEqualTo(expected);
                assertThat(Strength.of(a, n, true))
                        .as(a + " of " + n + ", contested")
                        .isEqualTo(expected == Strength.SPLIT ? Strength.CONTESTED : expected);
            }
        }
    }

    @Test
    void aStoredWordOfAnotherProgramIsNone() {
        assertThat(Strength.stored("weak")).contains(Strength.WEAK);
        assertThat(Strength.stored("overwhelming")).isEmpty();
        assertThat(Strength.stored(null)).isEmpty();
    }
}
