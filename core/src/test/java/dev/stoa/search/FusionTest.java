package dev.stoa.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.search.Fusion.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class FusionTest {
    @Test
    void ranksOneAndThreeOfTheWorkedExample() {
        Map<String, Double> fused = Fusion.reciprocalRanks(List.of(List.of("x", "y"), List.of("z", "y", "x")));
        assertThat(fused.getOrDefault("x", 0.0) * (0.95 + 0.05 * 0.8)).isCloseTo(0.974285714, within(1e-9));
        assertThat(fused).containsOnlyKeys("x", "y", "z");
        assertThat(fused.get("z")).isEqualTo(0.5);
        assertThat(fused.get("y")).isCloseTo(61.0 / 62, within(1e-15));
    }

    @Test
    void aListAloneKeepsItsOrder() {
        Map<Long, Double> fused = Fusion.reciprocalRanks(List.of(List.of(9L, 4L, 7L)));
        assertThat(fused.keySet()).containsExactly(9L, 4L, 7L);
        assertThat(fused.values()).containsExactly(1.0, 61.0 / 62, 61.0 / 63);
        assertThat(Fusion.<Long>reciprocalRanks(List.of())).isEmpty();
    }

    @Test
    void anEmptyListIsNotAMissingOne() {
        assertThat(Fusion.reciprocalRanks(List.of(List.of(9L), List.<Long>of())))
                .containsExactly(Map.entry(9L, 0.5));
    }

    @Test
    void aKeyCountsOnceInAList() {
        assertThat(Fusion.reciprocalRanks(List.of(List.of("x", "x", "y"))))
                .containsEntry("x", 1.0)
                .containsEntry("y", 61.0 / 62);
    }

    @Test
    void aBetterRankNeverScoresLessAndTheOrderOfListsDoesNotMatter() {
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            List<Long> a = shuffled(random);
            List<Long> b = shuffled(random);
            Map<Long, Double> fused = Fusion.reciprocalRanks(List.of(a, b));
            assertThat(Fusion.reciprocalRanks(List.of(b, a))).isEqualTo(fused);
            for (long x : a) {
                for (long y : a) {
                    if (a.indexOf(x) <= a.indexOf(y) && b.indexOf(x) <= b.indexOf(y)) {
                        assertThat(fused.get(x)).isGreaterThanOrEqualTo(fused.get(y));
                    }
                }
                assertThat(fused.get(x)).isGreaterThan(0).isLessThanOrEqualTo(1);
            }
        }
    }

    private static List<Long> shuffled(Random random) {
        List<Long> keys = new ArrayList<>(LongStream.range(0, 12).boxed().toList());
        Collections.shuffle(keys, random);
        return keys;
    }

    @Test
    void valuesAreMixedByTheirWeights() {
        assertThat(Fusion.mixed(List.of(new Part(0.6, 1.0), new Part(0.2, 0.5), new Part(0.2, 0.25))))
                .isCloseTo(0.75, within(1e-12));
    }

    @Test
    void aMissingValueGivesItsWeightToTheOthers() {
        List<Part> parts = List.of(new Part(0.6, 1.0), new Part(0.2, null), new Part(0.2, 0.25));
        assertThat(Fusion.mixed(parts)).isCloseTo(0.8125, within(1e-12));
        List<Part> rescaled = Fusion.rescaled(parts);
        assertThat(rescaled.get(0).weight()).isCloseTo(0.75, within(1e-12));
        assertThat(rescaled.get(1)).isEqualTo(new Part(0, null));
        assertThat(rescaled.get(2).weight()).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void completeValuesKeepTheirWeights() {
        List<Part> parts = List.of(new Part(0.5, 0.0), new Part(1.5, 1.0));
        assertThat(Fusion.rescaled(parts)).isEqualTo(parts);
        assertThat(Fusion.mixed(parts)).isEqualTo(1.5);
    }

    @Test
    void nothingToMixIsZero() {
        assertThat(Fusion.mixed(List.of())).isZero();
        assertThat(Fusion.mixed(List.of(new Part(0.6, null)))).isZero();
        assertThat(Fusion.mixed(List.of(new Part(0.6, null), new Part(0, 1.0)))).isZero();
    }

    @Test
    void aMixStaysWithinItsValues() {
        Random random = new Random(2);
        for (int i = 0; i < 500; i++) {
            double[] values = random.doubles(3).toArray();
            List<Part> parts = new ArrayList<>(List.of(new Part(0.1, null)));
            for (double value : values) {
                parts.add(new Part(random.nextDouble(0.01, 1), value));
            }
            double least = DoubleStream.of(values).min().orElseThrow();
            double most = DoubleStream.of(values).max().orElseThrow();
            assertThat(Fusion.mixed(parts)).isBetween(least - 1e-12, most + 1e-12);
        }
    }
}
