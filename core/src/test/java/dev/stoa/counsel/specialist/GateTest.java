package dev.stoa.counsel.specialist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class GateTest {
    private static Gate.Pair pair(double delta) {
        return new Gate.Pair(delta, false, false);
    }

    /** Pairs with exactly this mean and deviation. */
    private static List<Gate.Pair> pairs(int n, double mean, double deviation) {
        double step = deviation * Math.sqrt((n - 1.0) / n);
        List<Gate.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            pairs.add(pair(mean + (i % 2 == 0 ? step : -step)));
        }
        return pairs;
    }

    @Test
    void theWorkedExamplePasses() {
        assertThat(Gate.bound(1, .03, .10)).isCloseTo(.002281923513006, within(1e-15));
        Gate gate = Gate.of(pairs(50, .03, .10));
        assertThat(gate.look()).isEqualTo(1);
        assertThat(gate.n()).isEqualTo(50);
        assertThat(gate.mean()).isCloseTo(.03, within(1e-12));
        assertThat(gate.bound()).isCloseTo(.002281923513006, within(1e-12));
        assertThat(gate.passed()).isTrue();
    }

    @Test
    void theQuantilesAreThoseOfTheNormalDistribution() {
        assertThat(Gate.z(1)).isCloseTo(1.95996398454005, within(1e-14));
        assertThat(Gate.z(2)).isCloseTo(2.24140272760495, within(1e-14));
        assertThat(Gate.z(3)).isCloseTo(2.49770547441237, within(1e-14));
        double error = 0;
        for (int look = 1; look <= 7; look++) {
            double tail = tail(Gate.z(look));
            assertThat(tail).isCloseTo(.05 / Math.pow(2, look), within(1e-9));
            assertThat(Gate.pairs(look)).isEqualTo(50 << (look - 1));
            error += tail;
        }
        assertThat(error).isLessThan(.05);
        assertThat(Gate.MOST_PAIRS).isEqualTo(3_200);
    }

    /** The part of the normal distribution above z, by Simpson's rule. */
    private static double tail(double z) {
        int steps = 20_000;
        double end = 12;
        double h = (end - z) / steps;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double x = z + i * h;
            double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * Math.exp(-x * x / 2);
        }
        return sum * h / 3 / Math.sqrt(2 * Math.PI);
    }

    @Test
    void eachConditionIsNeeded() {
        assertThat(Gate.of(pairs(49, .5, .01)).passed()).as("too few pairs").isFalse();
        assertThat(Gate.of(pairs(50, .0249, .001)).passed()).as("too small").isFalse();
        assertThat(Gate.of(pairs(50, .03, .11)).passed()).as("too uncertain").isFalse();
        List<Gate.Pair> blocked = new ArrayList<>(pairs(50, .1, .01));
        blocked.set(0, new Gate.Pair(.1, false, true));
        assertThat(Gate.of(blocked).passed()).as("one more blocked").isTrue();
        blocked.set(1, new Gate.Pair(.1, false, true));
        assertThat(Gate.of(blocked).passed()).as("two more blocked").isFalse();
        blocked.set(2, new Gate.Pair(.1, true, false));
        assertThat(Gate.of(blocked).passed()).isTrue();
    }

    @Test
    void laterLooksUseMorePairsAndAPassedOneStays() {
        List<Gate.Pair> pairs = new ArrayList<>(pairs(50, 0, .1));
        pairs.addAll(pairs(49, .2, .1));
        assertThat(Gate.of(pairs).look()).isEqualTo(1);
        assertThat(Gate.of(pairs).passed()).isFalse();
        pairs.add(pair(.2));
        Gate second = Gate.of(pairs);
        assertThat(second.look()).isEqualTo(2);
        assertThat(second.n()).isEqualTo(100);
        assertThat(second.passed()).isTrue();
        pairs.addAll(pairs(300, -.5, .1));
        assertThat(Gate.of(pairs)).isEqualTo(second);
    }

    @Test
    void equalModelsArePromotedInAtMostFivePercentOverAllLooks() {
        Random random = new Random(3);
        int passed = 0;
        int trials = 400;
        for (int trial = 0; trial < trials; trial++) {
            List<Gate.Pair> pairs = new ArrayList<>();
            for (int i = 0; i < Gate.MOST_PAIRS; i++) {
                pairs.add(pair(random.nextGaussian()));
            }
            passed += Gate.of(pairs).passed() ? 1 : 0;
        }
        // Five percent and three standard errors.
        assertThat(passed).isLessThanOrEqualTo((int) (trials * (.05 + 3 * Math.sqrt(.05 * .95 / trials))));
    }

    @Test
    void theScoreOfAnAnswerDoesNotKnowItsAuthor() {
        assertThat(ShadowScore.u0(.55, .35, .06, .72)).isCloseTo(.55 * .71 + .35 * .72, within(1e-15));
        assertThat(ShadowScore.u0(.55, .35, .5, .72)).isCloseTo(.55 + .35 * .72, within(1e-15));
    }
}
