package dev.stoa.evolution.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.issue.Issue;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Preference;
import dev.stoa.evolution.issue.Utility;
import dev.stoa.evolution.judge.Settlement.Party;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class SettlementTest {
    private static final OutcomeGrid GRID = OutcomeGrid.of(List.of(new Issue("offer.left_share", 0, 100, 1)));
    private static final Utility LEFT = utility(true);
    private static final Utility RIGHT = utility(false);

    private static Utility utility(boolean high) {
        return Utility.of(GRID, new Preference(List.of(new Preference.Side(1, high))));
    }

    private static List<Party> parties(double left, double right) {
        return List.of(new Party(LEFT, left, true), new Party(RIGHT, right, true));
    }

    private static String fifteen(double value) {
        return String.format(Locale.ROOT, "%.15f", value);
    }

    @Test
    void theWorkedExample() {
        Settlement worked = Settlement.of(parties(.30, .10), OptionalInt.of(55), Settlement.timeFactor(.97, 4, 2));
        assertThat(fifteen(worked.nashRatio())).isEqualTo("0.860701343055556");
        assertThat(10 * worked.nashRatio() - 5).isBetween(3.5, 4.5);
    }

    @Test
    void theBestOutcomeIsFoundByLookingAtAll() {
        double best = 0;
        int at = -1;
        for (int share = 0; share <= 100; share++) {
            double ratio =
                    Settlement.of(parties(.30, .10), OptionalInt.of(share), 1).nashRatio();
            if (ratio > best) {
                best = ratio;
                at = share;
            }
        }
        assertThat(best).isEqualTo(1);
        assertThat(at).isEqualTo(60);
        assertThat(Settlement.of(parties(.30, .10), OptionalInt.of(60), 1)
                        .shares()
                        .getFirst()
                        .bestSurplus())
                .isEqualTo(.90 - .30);
    }

    @Test
    void whatIsNotAgreedIsWorthTheReservation() {
        Settlement none = Settlement.of(parties(.30, .10), OptionalInt.empty(), .5);
        assertThat(none.shares()).allSatisfy(share -> {
            assertThat(share.surplus()).isZero();
            assertThat(share.gain()).isZero();
        });
        assertThat(none.shares().getFirst().utility()).isEqualTo(.30);
        assertThat(none.nashRatio()).isZero();
        assertThat(none.zopa()).isTrue();
    }

    @Test
    void aLossIsNoDealAndWithoutAZoneNoDealIsRight() {
        assertThat(Settlement.of(parties(.30, .10), OptionalInt.of(20), 1).nashRatio())
                .isZero();
        // Both lose: the product of two losses is not a gain.
        assertThat(Settlement.of(parties(.90, .90), OptionalInt.of(50), 1).nashRatio())
                .isZero();
        Settlement hopeless = Settlement.of(parties(.60, .40), OptionalInt.empty(), 1);
        assertThat(hopeless.zopa()).isFalse();
        assertThat(hopeless.nashRatio()).isEqualTo(1);
        assertThat(hopeless.shares().getFirst().gain()).isZero();
    }

    @Test
    void timeCostsOnlyBeyondOneTurnForEachRequiredActor() {
        assertThat(Settlement.timeFactor(.97, 2, 2)).isEqualTo(1);
        assertThat(Settlement.timeFactor(.97, 1, 2)).isEqualTo(1);
        assertThat(Settlement.timeFactor(.97, 3, 2)).isEqualTo(.97);
    }

    @Test
    void anActorThatIsNotRequiredNeitherHelpsNorHinders() {
        List<Party> three = List.of(new Party(LEFT, .3, true), new Party(RIGHT, .1, true), new Party(LEFT, .99, false));
        Settlement deal = Settlement.of(three, OptionalInt.of(60), 1);
        assertThat(deal.nashRatio()).isEqualTo(1);
        assertThat(deal.shares().get(2).surplus()).isNegative();
    }
}
