package dev.stoa.debate.rules.voting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class WeightsTest {
    private static final ElectableOptions AB = new ElectableOptions(List.of(0, 1), Map.of());

    @Test
    void aConfidenceIsWorthHalfItselfUntilItHasARecord() {
        assertThat(Weights.worth(1, 0, 0)).isEqualTo(0.75);
        assertThat(Weights.worth(0, 0, 0)).isEqualTo(0.25);
        assertThat(Weights.worth(0.5, 0, 0)).isEqualTo(0.5);
        assertThat(Weights.worth(0.9, 10, 6)).isCloseTo(8.8 / 14, within(1e-12));
        assertThat(Weights.worth(0.9, 1_000_000, 0)).isCloseTo(0, within(1e-5));
    }

    @Test
    void copiesOfOneModelCountAsTheRootOfTheirNumber() {
        assertThat(Weights.weight(0.5, 1, 1)).isEqualTo(500_000);
        assertThat(4 * Weights.weight(0.5, 1, 4)).isEqualTo(2 * Weights.weight(0.5, 1, 1));
        // Half a unit goes up.
        assertThat(Weights.weight(0.5, 0.000001, 1)).isEqualTo(1);
        assertThat(Weights.weight(0.25, 0.000001, 1)).isZero();
    }

    @Test
    void onlyCountedBallotsMakeAFamilyLarge() {
        List<Ballot> ballots = Weights.ballots(
                List.of(
                        cast(0, 0, "x", null),
                        cast(1, 2, "x", null),
                        cast(2, -1, "x", "abstained"),
                        cast(3, 1, "y", null)),
                AB);
        assertThat(ballots).extracting(Ballot::weight).containsExactly(600_000L, 0L, 0L, 600_000L);
        assertThat(ballots).extracting(Ballot::valid).containsExactly(true, true, false, true);
        assertThat(ballots).extracting(Ballot::counted).containsExactly(true, false, false, true);
        assertThat(ballots).extracting(Ballot::reason).containsExactly(null, "struck", "abstained", null);
        assertThat(ballots).extracting(Ballot::seat).containsExactly(0, 1, 2, 3);
        assertThat(Weights.ballots(List.of(cast(0, 0, "x", null), cast(1, 1, "x", null)), AB))
                .extracting(Ballot::weight)
                .containsExactly(424_264L, 424_264L);
    }

    @Test
    void castsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new Weights.Cast(0, 0, List.of(), 0.5, 2, 3, 1, "x", null))
                .hasMessage("correct 3 is not within 0 to 2");
        assertThatThrownBy(() -> new Weights.Cast(0, 0, List.of(), 0.5, 0, 0, Double.NaN, "x", null))
                .hasMessage("reputation NaN is not within 0 to 1000000");
        assertThatThrownBy(() -> new Weights.Cast(0, 0, List.of(1, 0), 0.5, 0, 0, 1, "x", null))
                .hasMessage("the ranking does not begin with the choice");
    }

    @Test
    void aReputationReachesItsBounds() {
        for (double reputation : new double[] {0, 1_000_000}) {
            assertThat(new Weights.Cast(0, 0, List.of(), 0.5, 0, 0, reputation, "x", null).reputation())
                    .isEqualTo(reputation);
        }
    }

    @Test
    void aStageIsReadBackFromItsWord() {
        assertThat(Stage.of("draft")).isEqualTo(Stage.DRAFT);
        assertThat(Stage.ROUND.text()).isEqualTo("round");
        assertThat(Stage.of(Stage.FINAL.text())).isEqualTo(Stage.FINAL);
    }

    @Test
    void ballotsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> ballot(26, List.of(), 0.5, 1, true, true)).hasMessageContaining("choice 26");
        assertThatThrownBy(() -> ballot(-1, List.of(), 0.5, 1, true, false)).hasMessageContaining("has a choice");
        assertThatThrownBy(() -> ballot(-1, List.of(), 0.5, 1, false, true)).hasMessageContaining("cannot be counted");
        assertThatThrownBy(() -> ballot(0, List.of(0, 1, 1), 0.5, 1, true, true))
                .hasMessage("option 1 is ranked twice");
        assertThatThrownBy(() -> ballot(0, List.of(0, 26), 0.5, 1, true, true))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ballot(0, List.of(), Double.NaN, 1, true, true))
                .hasMessageContaining("worth NaN");
        assertThatThrownBy(() -> ballot(0, List.of(), 0.5, -1, true, true)).hasMessageContaining("weight -1");
    }

    @Test
    void aPaperAscends() {
        assertThatThrownBy(() -> new ElectableOptions(List.of(1, 0), Map.of()))
                .hasMessage("options [1, 0] do not ascend");
        assertThatThrownBy(() -> new ElectableOptions(List.of(1, 1), Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ElectableOptions(List.of(26), Map.of()))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(AB.has(1)).isTrue();
        assertThat(AB.has(-1)).isFalse();
    }

    private static Ballot ballot(
            int choice, List<Integer> ranking, double worth, long weight, boolean valid, boolean counted) {
        return new Ballot(0, choice, ranking, 0.5, worth, weight, valid, counted, null);
    }

    private static Weights.Cast cast(int seat, int choice, String family, @Nullable String reason) {
        return new Weights.Cast(seat, choice, List.of(), 0.7, 0, 0, 1, family, reason);
    }
}
