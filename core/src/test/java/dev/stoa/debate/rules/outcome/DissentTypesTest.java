package dev.stoa.debate.rules.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class DissentTypesTest {
    @ParameterizedTest
    @CsvSource({
        "This is a RISK!, risk_warning",
        "a security hole at the boundary, risk_warning",
        "Data-loss is possible, risk_warning",
        "loss of data, alternative_approach",
        "asterisk, alternative_approach",
        "risks abound, alternative_approach",
        "the data we gain and lose, alternative_approach",
        "an edge case: zero, edge_case_concern",
        "edge of the case, alternative_approach",
        "Race condition, edge_case_concern",
        "integer overflow, edge_case_concern",
        "empty\u00a0input, edge_case_concern",
        "'', alternative_approach",
    })
    void wordsComeBeforeTheVote(String text, String kind) {
        assertThat(DissentTypes.classify(text, true, false, 0.5).text()).isEqualTo(kind);
    }

    @Test
    void theVoteDecidesWhereWordsDoNot() {
        assertThat(DissentTypes.classify("rather not", true, false, 0.75))
                .isEqualTo(DissentKind.FUNDAMENTAL_DISAGREEMENT);
        assertThat(DissentTypes.classify("rather not", true, false, 0.7499))
                .isEqualTo(DissentKind.ALTERNATIVE_APPROACH);
        assertThat(DissentTypes.classify("a typo", true, true, 0.99)).isEqualTo(DissentKind.MINOR_QUIBBLE);
        assertThat(DissentTypes.classify("unsafe", true, true, 0.99)).isEqualTo(DissentKind.RISK_WARNING);
    }

    @Test
    void whoDidNotVoteAbstainsWhateverTheWords() {
        assertThat(DissentTypes.classify("dangerous", false, false, 1)).isEqualTo(DissentKind.ABSTENTION);
    }

    @Test
    void everyKindIsReadBackFromItsWord() {
        for (DissentKind kind : DissentKind.values()) {
            assertThat(DissentKind.of(kind.text())).isEqualTo(kind);
        }
    }
}
