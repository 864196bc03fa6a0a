package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class RetentionTest {
    private static final Hyperparams PARAMS = Hyperparams.DEFAULTS;
    private static final double HOUR = 3_600;

    @Test
    void theWorkedNumbersHold() {
        double slow = PARAMS.halfLifeSeconds(MemoryTier.SLOW);
        double strength = Retention.strength(0.8, 0.25);
        assertThat(strength).isCloseTo(1, within(1e-12));
        assertThat(Retention.of(strength, slow, slow, 0.02)).isCloseTo(0.25, within(1e-9));
        long now = 1_800_000_000_000L;
        double key = Retention.rankKey(Math.log(strength), now - 7 * 86_400_000L, PARAMS.lambda(MemoryTier.SLOW));
        assertThat(Retention.level(key, now, PARAMS.lambda(MemoryTier.SLOW))).isCloseTo(Math.log(0.5), within(1e-9));

        double half = Retention.strength(0.5, 0);
        assertThat(Retention.of(half, 2 * HOUR, HOUR, 0.02)).isCloseTo(0.0625, within(1e-9));
        assertThat(Retention.of(half, 10 * HOUR, HOUR, 0.02)).isEqualTo(0.02);
        assertThat(Retention.isFloored(half, 10 * HOUR, HOUR, 0.02)).isTrue();
        assertThat(Retention.isFloored(half, 2 * HOUR, HOUR, 0.02)).isFalse();
    }

    @Test
    void theStoredOrderIsTheOrderByRetentionAtEveryMomentAcrossTiers() {
        SplittableRandom random = new SplittableRandom(1);
        record One(MemoryTier tier, double strength, long updated, double key) {}
        List<One> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            MemoryTier tier = List.of(MemoryTier.values()).get(random.nextInt(4));
            double strength = Retention.strength(random.nextDouble(), random.nextDouble());
            long updated = 1_800_000_000_000L + random.nextLong(-5_000_000_000L, 5_000_000_000L);
            rows.add(new One(
                    tier, strength, updated, Retention.rankKey(Math.log(strength), updated, PARAMS.lambda(tier))));
        }
        for (long now : new long[] {1_795_000_000_000L, 1_800_000_000_000L, 1_820_000_000_000L}) {
            rows.sort(Comparator.comparingDouble(
                    (One row) -> -Retention.level(row.key(), now, PARAMS.lambda(row.tier()))));
            double last = 1;
            for (One row : rows) {
                double retention = Retention.of(
                        row.strength(),
                        Retention.ageSeconds(row.updated(), now),
                        PARAMS.halfLifeSeconds(row.tier()),
                        PARAMS.floor());
                assertThat(retention).isBetween(0.02, 1.0).isLessThanOrEqualTo(last + 1e-9);
                last = Math.min(last, retention);
            }
        }
    }

    @Test
    void nothingIsNegativeInfiniteOrNotANumberHoweverTheClockStands() {
        for (double age : new double[] {-1e15, -1e9, 0, 1e9, 1e15, Double.MAX_VALUE}) {
            for (double importance : new double[] {0, 1e-9, 1}) {
                for (MemoryTier tier : MemoryTier.values()) {
                    assertThat(Retention.of(
                                    Retention.strength(importance, 0),
                                    age,
                                    PARAMS.halfLifeSeconds(tier),
                                    PARAMS.floor()))
                            .isBetween(0.02, 1.0);
                }
            }
        }
        assertThat(Math.log(Retention.strength(0, 0))).isFinite();
    }

    @Test
    void anOutcomeIsMeasuredAgainstWhatTheOnesBeforeItLetExpect() {
        assertThat(Surprise.observed(true, 0, 0, null, PARAMS)).isEqualTo(0.5);
        assertThat(Surprise.observed(false, 3, 1, null, PARAMS)).isCloseTo(4 / 6.0, within(1e-12));
        assertThat(Surprise.observed(true, 0, 0, 1.0, PARAMS)).isCloseTo(0.6 * 0.5 + 0.4, within(1e-12));
        assertThat(Surprise.consolidation(99)).isEqualTo(1);
        assertThat(Surprise.consolidation(1_000)).isEqualTo(1);
        assertThat(Surprise.importance(0.5, true, PARAMS)).isCloseTo(0.525, within(1e-12));
        assertThat(Surprise.importance(0.5, false, PARAMS)).isCloseTo(0.45, within(1e-12));
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 10_000; i++) {
            double observed = Surprise.observed(
                    random.nextBoolean(), random.nextLong(100), random.nextLong(100), random.nextDouble(), PARAMS);
            assertThat(observed).isBetween(0.0, 1.0);
            assertThat(Surprise.after(random.nextDouble(), observed, PARAMS)).isBetween(0.0, 1.0);
        }
    }
}
