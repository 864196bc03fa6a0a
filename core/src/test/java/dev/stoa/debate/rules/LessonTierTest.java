package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Wilson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LessonTierTest {
    @ParameterizedTest
    @CsvSource({
        "5, 5, 0.565517535, SILVER",
        "15, 13, 0.621180172, SILVER",
        "15, 14, 0.701834701, GOLD",
        "40, 38, 0.834961226, PLATINUM"
    })
    void theWorkedNumbersHold(long uses, long successes, double lower, LessonTier tier) {
        assertThat(Wilson.interval(successes, uses).low()).isEqualTo(lower, within(1e-9));
        assertThat(LessonTier.of(uses, successes)).isEqualTo(tier);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "4, 4", "1, 1", "1, 0", "10, 5", "1000, 500", "5, 4"})
    void whatHasNotProvedItselfIsBronze(long uses, long successes) {
        assertThat(LessonTier.of(uses, successes)).isEqualTo(LessonTier.BRONZE);
    }

    @Test
    void aPerfectRecordIsNotEnoughWithoutTheUses() {
        assertThat(LessonTier.of(14, 14)).isEqualTo(LessonTier.SILVER);
        assertThat(LessonTier.of(39, 39)).isEqualTo(LessonTier.GOLD);
        assertThat(LessonTier.of(40, 40)).isEqualTo(LessonTier.PLATINUM);
    }

    @Test
    void aFurtherSuccessNeverLowersATierAndAFurtherFailureNeverRaisesOne() {
        for (int uses = 0; uses <= 120; uses++) {
            for (int successes = 0; successes <= uses; successes++) {
                LessonTier tier = LessonTier.of(uses, successes);
                assertThat(LessonTier.of(uses + 1, successes + 1)).isGreaterThanOrEqualTo(tier);
                if (uses + 1 != 5 && uses + 1 != 15 && uses + 1 != 40) {
                    assertThat(LessonTier.of(uses + 1, successes)).isLessThanOrEqualTo(tier);
                }
            }
        }
    }

    @Test
    void aWordThatIsNoTierIsRefusedWithTheNearest() {
        assertThat(LessonTier.of("gold")).isEqualTo(LessonTier.GOLD);
        assertThatThrownBy(() -> LessonTier.of("goldd"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("bronze, silver, gold, platinum");
    }
}
