package dev.stoa.evolution.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Seeds;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.evolution.trial.Decision.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedTrialTest {
    private static final AcceptanceRule RULE = new AcceptanceRule(.5, 1, .05);

    private static Decision alone(int... differences) {
        return PairedTrial.decide(List.of(differences), new int[differences.length], RULE)
                .getFirst();
    }

    private static String fifteen(double value) {
        return String.format(Locale.ROOT, "%.15f", value);
    }

    @Test
    void theWorkedExampleIsAcceptedAndCorrectedForBeingOneOfTwo() {
        int[] incumbent = {-1, 0, 1, 0, 2, -2, 1, 0, 1, -1};
        int[] candidate = {2, 2, 1, 3, 2, 1, 3, 2, 2, 1};
        List<Decision> decisions = PairedTrial.decide(List.of(candidate, incumbent), incumbent, RULE);
        Decision best = decisions.getFirst();
        assertThat(best.meanDiff()).isEqualTo(1.8);
        assertThat(fifteen(best.sdDiff())).isEqualTo("1.135292424395094");
        assertThat(fifteen(best.lcb())).isEqualTo("1.440989012857700");
        assertThat(best.p()).isEqualTo(1.0 / 256);
        assertThat(best.pHolm()).isEqualTo(.0078125);
        assertThat(best.outcome()).isEqualTo(Outcome.ACCEPTED);
        assertThat(decisions.get(1).outcome()).isEqualTo(Outcome.REJECTED);
    }

    @Test
    void theWorkedExampleIsRejectedByItsBound() {
        Decision decision = alone(3, -1, 2, 0, 2, -1, 1, 1);
        assertThat(fifteen(decision.lcb())).isEqualTo("0.359611796797792");
        assertThat(decision.p()).isEqualTo(.1015625);
        assertThat(decision.reason()).isEqualTo("lcb");
    }

    @Test
    void aStrictlyWorseAndAnEqualCandidateBothHavePOfOne() {
        assertThat(alone(-1, -2, -1, -3, -1, -1).p()).isEqualTo(1);
        assertThat(alone(0, 0, 0, 0, 0, 0).p()).isEqualTo(1);
    }

    @Test
    void pEqualsEnumerationUpToTenPairsWithTies() {
        RandomStream random = RandomStream.of(3);
        for (int round = 0; round < 400; round++) {
            int[] differences = new int[1 + random.below(10)];
            Arrays.setAll(differences, i -> random.below(21) - 10);
            assertThat(SignFlip.p(differences)).as(Arrays.toString(differences)).isEqualTo(enumerated(differences));
        }
    }

    private static double enumerated(int[] differences) {
        int[] sizes = Arrays.stream(differences).filter(each -> each != 0).toArray();
        int seen = Arrays.stream(differences).sum();
        int atLeast = 0;
        for (int signs = 0; signs < 1 << sizes.length; signs++) {
            int sum = 0;
            for (int i = 0; i < sizes.length; i++) {
                sum += (signs >> i & 1) == 0 ? sizes[i] : -sizes[i];
            }
            atLeast += sum >= seen ? 1 : 0;
        }
        return (double) atLeast / (1 << sizes.length);
    }

    @Test
    void aHundredPairsAreExactToo() {
        int[] all = new int[100];
        Arrays.fill(all, 1);
        assertThat(SignFlip.p(all)).isEqualTo(Math.scalb(1.0, -100));
        Arrays.fill(all, 10);
        all[0] = -10;
        assertThat(SignFlip.p(all)).isEqualTo(101 * Math.scalb(1.0, -100));
    }

    @Test
    void theWorkedRanks() {
        MannWhitney.Result first = MannWhitney.test(new int[] {3, 4, 4, 5}, new int[] {1, 2, 3, 3});
        assertThat(first.u()).isEqualTo(15);
        assertThat(fifteen(first.p())).isEqualTo("0.042857142857143");
        assertThat(MannWhitney.test(new int[] {2, 3, 3}, new int[] {1, 2, 2, 4}).p())
                .isEqualTo(2.0 / 7);
    }

    @Test
    void ranksEqualEnumeration() {
        RandomStream random = RandomStream.of(5);
        for (int round = 0; round < 200; round++) {
            int[] first = new int[1 + random.below(5)];
            int[] second = new int[1 + random.below(5)];
            Arrays.setAll(first, i -> random.below(5));
            Arrays.setAll(second, i -> random.below(5));
            assertThat(MannWhitney.test(first, second).p()).isCloseTo(enumerated(first, second), within(1e-14));
        }
    }

    private static double enumerated(int[] first, int[] second) {
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        int chosen = 0;
        int atLeast = 0;
        double seen = won(all, (1 << first.length) - 1);
        for (int choice = 0; choice < 1 << all.length; choice++) {
            if (Integer.bitCount(choice) == first.length) {
                chosen++;
                atLeast += won(all, choice) >= seen ? 1 : 0;
            }
        }
        return (double) atLeast / chosen;
    }

    /** How many pairs the chosen values win, ties half: orders choices as their rank sums do. */
    private static double won(int[] all, int choice) {
        double won = 0;
        for (int i = 0; i < all.length; i++) {
            for (int j = 0; j < all.length; j++) {
                if ((choice >> i & 1) == 1 && (choice >> j & 1) == 0) {
                    won += all[i] > all[j] ? 1 : all[i] == all[j] ? .5 : 0;
                }
            }
        }
        return won;
    }

    @Test
    void samplesTooSmallForTheirThresholdAreKnownBefore() {
        assertThat(MannWhitney.hopeless(3, 3, .05)).isTrue();
        assertThat(MannWhitney.hopeless(3, 4, .05)).isFalse();
        assertThat(MannWhitney.test(new int[30], new int[30]).p()).isEqualTo(1);
        int[] ones = new int[30];
        Arrays.fill(ones, 1);
        assertThat(MannWhitney.test(ones, new int[30]).p())
                .isCloseTo(1 / (double) 118_264_581_564_861_424L, within(1e-24));
    }

    @Test
    void theWorkedCorrection() {
        assertThat(Holm.correct(new double[] {.01, .02, .04})).containsExactly(.03, .04, .04);
        assertThat(Holm.correct(new double[] {.04, .01, .02})).containsExactly(.04, .03, .04);
        assertThat(Holm.correct(new double[] {.6, .9})).containsExactly(1, 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "3, 6", "16, 8"})
    void theSmallestTrialThatCanWin(int variants, int pairs) {
        assertThat(RULE.fewestPairs((variants + 1) / 2)).isEqualTo(pairs);
    }

    @Test
    void aConfigurationThatCannotReachSignificanceIsRefusedBeforeTheFirstEpisode() {
        var scenario = Scenarios.get("split-100");
        assertThatThrownBy(() -> AcceptanceRule.refuseUnwinnable(
                        SettingsReader.override(scenario, Map.of("shadow_trial_count", "5"))))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("shadow_trial_count 5 with mutation_variants 3")
                .extracting(e -> ((ConflictException) e).hint().orElseThrow())
                .isEqualTo("set shadow_trial_count to 6 or more");
        AcceptanceRule.refuseUnwinnable(SettingsReader.override(scenario, Map.of("shadow_trial_count", "6")));
    }

    @Test
    void tooFewPairsAreInsufficientAndNotRejected() {
        Decision decision = alone(5, 5, 5, 5);
        assertThat(decision.outcome()).isEqualTo(Outcome.INSUFFICIENT);
        assertThat(alone(5, 5, 5, 5, 5).outcome()).isEqualTo(Outcome.ACCEPTED);
    }

    @Test
    void ofTwoEligibleCandidatesTheLargerBoundWinsAndOfEqualOnesTheEarlier() {
        int[] good = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        int[] better = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
        assertThat(PairedTrial.decide(List.of(good, better), new int[10], RULE))
                .extracting(Decision::reason)
                .containsExactly("not_best", "accepted");
        assertThat(PairedTrial.decide(List.of(good, good), new int[10], RULE))
                .extracting(Decision::reason)
                .containsExactly("accepted", "not_best");
    }

    @Test
    void aBoundAtTheMarginIsNotAboveIt() {
        AcceptanceRule one = new AcceptanceRule(1, 1, .05);
        int[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        assertThat(PairedTrial.decide(List.of(ones), new int[10], one)
                        .getFirst()
                        .reason())
                .isEqualTo("lcb");
    }

    @Test
    void theCeilingIsWhereTheMarginWouldPassIt() {
        assertThat(RULE.atCeiling(4.5)).isTrue();
        assertThat(RULE.atCeiling(4.4)).isFalse();
    }

    /** The differences are symmetric about 0, so that every acceptance is an error. */
    @Test
    void ofTenThousandFamiliesWithoutEffectAtMostAlphaHaveAnAcceptance() {
        for (int spread : new int[] {1, 3, 10}) {
            int families = 0;
            AcceptanceRule testOnly = new AcceptanceRule(0, 1e-9, .05);
            int testAlone = 0;
            for (int family = 0; family < 10_000; family++) {
                RandomStream random = RandomStream.of(Seeds.derive("null", spread, family));
                List<int[]> survivors = List.of(symmetric(random, spread), symmetric(random, spread));
                families += accepted(survivors, RULE);
                // Without margin and bound the test itself has to keep the level.
                testAlone += accepted(survivors, testOnly);
            }
            assertThat(families).isLessThanOrEqualTo(500);
            assertThat(testAlone).isLessThanOrEqualTo(500).isPositive();
        }
    }

    private static int accepted(List<int[]> survivors, AcceptanceRule rule) {
        return PairedTrial.decide(survivors, new int[10], rule).stream().anyMatch(Decision::accepted) ? 1 : 0;
    }

    private static int[] symmetric(RandomStream random, int spread) {
        int[] differences = new int[10];
        do {
            Arrays.setAll(differences, i -> random.below(2 * spread + 1) - spread);
        } while (Arrays.stream(differences).allMatch(each -> each == 0));
        return differences;
    }
}
