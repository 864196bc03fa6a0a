package dev.stoa.evolution.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.evolution.issue.Issue;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Preference;
import dev.stoa.evolution.issue.Utility;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class PolicyTest {
    private static final OutcomeGrid GRID =
            OutcomeGrid.of(List.of(new Issue("offer.x", 0, 10, 1), new Issue("offer.y", 0, 10, 1)));
    private static final Utility LEFT =
            Utility.of(GRID, new Preference(List.of(new Preference.Side(.8, true), new Preference.Side(.2, true))));

    @Test
    void theKnownVectorsOfChance() {
        RandomStream stream = RandomStream.of(0);
        assertThat(List.of(
                        Long.toHexString(stream.next()),
                        Long.toHexString(stream.next()),
                        String.format("%016x", stream.next())))
                .containsExactly("e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f");
        assertThat(Seeds.derive(42, 1, "trial", 0)).isEqualTo(8999292277647291424L);
        assertThat(Seeds.derive(-1L, "a")).isEqualTo(Seeds.derive("-1/a"));
    }

    @Test
    void aStreamIsUniformAndNormal() {
        RandomStream stream = RandomStream.of(7);
        double sum = 0;
        double squares = 0;
        int[] counts = new int[3];
        for (int i = 0; i < 30_000; i++) {
            double each = stream.gaussian();
            sum += each;
            squares += each * each;
            counts[stream.below(3)]++;
        }
        assertThat(sum / 30_000).isBetween(-.02, .02);
        assertThat(squares / 30_000).isBetween(.97, 1.03);
        assertThat(Arrays.stream(counts).boxed().toList())
                .allSatisfy(count -> assertThat(count).isBetween(9_700, 10_300));
    }

    @Test
    void theWorkedTarget() {
        Concession concession = new Concession(Policy.parse("policy:concession?open=0.95&floor=0.2&pace=0.5"), GRID);
        assertThat(String.format(Locale.ROOT, "%.15f", concession.target(.3, 5, 20)))
                .isEqualTo("0.914681440443213");
    }

    @Test
    void anOfferIsOfThoseWorthTheTargetTheOneNearestToTheIdeal() {
        // Even: all issues alike. Selective: the weighty issue first, the other given away.
        assertThat(GRID.values(OfferSearch.offer(LEFT, .5, 0))).isEqualTo(Map.of("offer.x", 5L, "offer.y", 5L));
        assertThat(GRID.values(OfferSearch.offer(LEFT, .8, 1))).isEqualTo(Map.of("offer.x", 10L, "offer.y", 0L));
        assertThat(GRID.values(OfferSearch.offer(LEFT, .9, 1))).isEqualTo(Map.of("offer.x", 10L, "offer.y", 5L));
        assertThat(OfferSearch.ideal(LEFT, .9, .5)).containsExactly(new double[] {.95, .7}, within(1e-12));
        for (double target = 0; target <= 1.0001; target += .07) {
            for (double tradeoff = 0; tradeoff <= 1; tradeoff += .25) {
                assertThat(LEFT.of(OfferSearch.offer(LEFT, Math.min(1, target), tradeoff)))
                        .isGreaterThanOrEqualTo(Math.min(1, target) - 1e-9);
            }
        }
    }

    private static Payload payload(Utility utility, double reservation, int turn, Payload.Offer... offers) {
        return new Payload(
                turn,
                0,
                20,
                new Payload.You("left", "Left", "", List.of(), "", reservation, utility),
                Map.of(),
                0,
                GRID,
                List.of(offers),
                List::of,
                Map.of(),
                null);
    }

    private static Proposal says(String policy, Payload payload) {
        Brain brain = Policy.parse(policy).brain(GRID, List.of("left", "right"));
        return brain.propose(payload, RandomStream.of(1)) instanceof Reply.Ready ready ? ready.proposal() : fail();
    }

    private static Proposal fail() {
        throw new AssertionError("a policy answers with a proposal");
    }

    @Test
    void aPolicyAcceptsOnlyWhatAnotherOfferedAndWhatIsWorthItsReservation() {
        String patient = "policy:aspiration?ask=0.9&accept=0.5";
        int good = GRID.outcome(6, 6);
        assertThat(says(patient, payload(LEFT, .3, 3, new Payload.Offer(2, "right", good)))
                        .mutations())
                .isEmpty();
        assertThat(says(patient, payload(LEFT, .3, 3, new Payload.Offer(2, "left", good)))
                        .mutations())
                .as("its own offer")
                .hasSize(2);
        assertThat(says(patient, payload(LEFT, .7, 3, new Payload.Offer(2, "right", good)))
                        .mutations())
                .as("below its reservation")
                .hasSize(2);
        assertThat(says(patient, payload(LEFT, .3, 0)).resolves()).isTrue();
    }

    @Test
    void titForTatGivesAsMuchAsItGets() {
        String policy = "policy:tit_for_tat?open=0.9&floor=0&reciprocity=1";
        Payload.Offer first = new Payload.Offer(1, "right", GRID.outcome(0, 0));
        Payload.Offer second = new Payload.Offer(3, "right", GRID.outcome(2, 2));
        assertThat(says(policy, payload(LEFT, 0, 2, first))
                        .mutations()
                        .getFirst()
                        .value())
                .isEqualTo(9L);
        assertThat(says(policy, payload(LEFT, 0, 4, first, second))
                        .mutations()
                        .getFirst()
                        .value())
                .isEqualTo(7L);
        assertThat(says(policy, payload(LEFT, 0, 4, second, first))
                        .mutations()
                        .getFirst()
                        .value())
                .as("what is taken back is not repaid")
                .isEqualTo(9L);
    }

    @Test
    void aBrokerStandsBetweenTheNewestOffersHalvesUpAndIsSilentBefore() {
        Payload.Offer left = new Payload.Offer(0, "left", GRID.outcome(10, 8));
        Payload.Offer right = new Payload.Offer(1, "right", GRID.outcome(3, 0));
        Proposal proposal = says("policy:broker?weight=0.5", payload(LEFT, 0, 2, left, right));
        assertThat(proposal.mutations()).extracting(StateMutation::value).containsExactly(7L, 4L);
        assertThat(proposal.resolves()).isFalse();
        assertThat(says("policy:broker", payload(LEFT, 0, 2, left)).mutations()).isEmpty();
    }

    @Test
    void aRandomPolicyOffersOnlyWhatIsGoodEnough() {
        Brain brain = Policy.parse("policy:random?low=0.5").brain(GRID, List.of("left", "right"));
        for (int seed = 0; seed < 200; seed++) {
            Reply reply = brain.propose(payload(LEFT, .4, 0), RandomStream.of(seed));
            assertThat(reply).isInstanceOf(Reply.Ready.class);
            List<StateMutation> mutations = ((Reply.Ready) reply).proposal().mutations();
            int x = ((Number) java.util.Objects.requireNonNull(mutations.get(0).value())).intValue();
            int y = ((Number) java.util.Objects.requireNonNull(mutations.get(1).value())).intValue();
            assertThat(LEFT.of(GRID.outcome(x, y))).isGreaterThanOrEqualTo(.7 - 1e-9);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "policy:concession?open=0.95&pace=0.5, aggressive_opening/late_concession/even_trade",
        "policy:concession?open=0.85&pace=1&tradeoff=0.5, aggressive_opening/steady_concession/selective_trade",
        "policy:concession?open=0.65&pace=10, moderate_opening/early_concession/even_trade",
        "policy:concession?open=0.64&pace=10, soft_opening/early_concession/even_trade",
        "policy:tit_for_tat?open=0.5, soft_opening/reciprocal_concession/even_trade",
        "policy:aspiration?ask=1, aggressive_opening/fixed_concession/even_trade",
        "policy:random, random"
    })
    void theNamesOfTactics(String policy, String tactic) {
        assertThat(Tactic.of(Policy.parse(policy))).isEqualTo(tactic);
    }

    @Test
    void thereAreEighteenCellsTradeFastest() {
        assertThat(Tactic.CELLS)
                .hasSize(18)
                .startsWith(
                        "aggressive_opening/late_concession/even_trade",
                        "aggressive_opening/late_concession/selective_trade",
                        "aggressive_opening/steady_concession/even_trade");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "policy:concesion",
                "policy:concession?open=2",
                "policy:concession?opne=0.9",
                "policy:concession?open",
                "policy:concession?open=NaN",
                "policy:concession?open=0.9&open=0.8",
                "policy:scripted",
                "policy:scripted?script=[]",
                "policy:"
            })
    void aBadPolicyIsRefused(String policy) {
        assertThatThrownBy(() -> Policy.parse(policy)).isInstanceOf(InvalidException.class);
    }

    @Test
    void aPolicyIsKeptInItsHyperparameters() {
        Policy policy = Policy.parse("policy:concession?open=0.9");
        assertThat(policy.hyperparameters())
                .containsEntry("brain", "policy:concession")
                .containsEntry("floor", .4);
        assertThat(Policy.of(policy.hyperparameters())).contains(policy);
        assertThat(Policy.of(Map.of("brain", "openai:gpt-5-mini"))).isEmpty();
        assertThat(policy.lines()).containsExactly("open = 0.9", "floor = 0.4", "pace = 0.5", "tradeoff = 0");
    }
}
