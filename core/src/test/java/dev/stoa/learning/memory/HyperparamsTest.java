package dev.stoa.learning.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HyperparamsTest {
    private static final Hyperparams DEFAULTS = Hyperparams.DEFAULTS;

    @Test
    void aLifeIsSixHalfLives() {
        assertThat(DEFAULTS.life(MemoryTier.FAST)).isEqualTo(Duration.ofHours(6));
        assertThat(DEFAULTS.life(MemoryTier.MEDIUM)).isEqualTo(Duration.ofDays(6));
        assertThat(DEFAULTS.life(MemoryTier.SLOW)).isEqualTo(Duration.ofDays(42));
        assertThat(DEFAULTS.life(MemoryTier.GLACIAL)).isEqualTo(Duration.ofDays(180));
    }

    @Test
    void theDefaultsAreWhatTheTableSays() {
        assertThat(DEFAULTS.document())
                .containsEntry("half_life_hours.slow", 168.0)
                .containsEntry("promote.medium", 0.55)
                .containsEntry("demote.slow", 0.10)
                .containsEntry("gate.slow", 0.60)
                .containsEntry("cap.glacial", 50_000L)
                .containsEntry("recall.lexical", 0.6)
                .hasSize(28);
        assertThat(Hyperparams.ofStored(Json.write(DEFAULTS.document()))).isEqualTo(DEFAULTS);
    }

    @Test
    void aValueOutOfBoundsIsRefusedWithItsNameAndItsBounds() {
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("half_life_hours.fast", 25.0)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("half_life_hours.fast 25")
                .hasMessageContaining("0.5")
                .hasMessageContaining("24");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("cap.fast", 9.0))).hasMessageContaining("cap.fast");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("cap.fast", 10.5))).hasMessageContaining("whole");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("floor", Double.NaN))).hasMessageContaining("floor");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("flor", 0.1)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("flor");
    }

    @Test
    void halfLivesMustRiseAndThresholdsMustKeepApart() {
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("half_life_hours.medium", 168.0)))
                .hasMessageContaining("half_life_hours.medium");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("promote.slow", 0.43))).hasMessageContaining("demote.medium");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("demote.fast", 0.36))).hasMessageContaining("promote.medium");
        assertThatThrownBy(() -> DEFAULTS.with(Map.of("outcome_weight", 0.0, "agent_weight", 0.0)))
                .hasMessageContaining("outcome_weight");
        assertThatThrownBy(() ->
                        DEFAULTS.with(Map.of("recall.lexical", 0.0, "recall.semantic", 0.0, "recall.retention", 0.0)))
                .hasMessageContaining("recall");
    }

    @Test
    void aStoredRowOfAnotherProgramCountsAsTheDefaults() {
        assertThat(Hyperparams.ofStored("{\"surprise_weight\":3,\"floor\":0.05}")
                        .floor())
                .isEqualTo(0.05);
        for (String odd : List.of("{\"floor\":7}", "[]", "not json", "{\"floor\":\"x\"}")) {
            assertThat(Hyperparams.ofStored(odd)).as(odd).isEqualTo(DEFAULTS);
        }
    }

    @Test
    void noAcceptedSetLetsOneOutcomeUndoAMove() {
        SplittableRandom random = new SplittableRandom(20261115);
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            Map<String, Double> wish = new HashMap<>();
            wish.put("ema_alpha", 0.05 + random.nextDouble() * 0.45);
            for (MemoryTier tier : MemoryTier.values()) {
                tier.faster().ifPresent(f -> wish.put("promote." + tier.text(), 0.2 + random.nextDouble() * 0.7));
                tier.slower().ifPresent(s -> wish.put("demote." + tier.text(), 0.02 + random.nextDouble() * 0.58));
            }
            Hyperparams params;
            try {
                params = DEFAULTS.with(wish);
            } catch (InvalidException e) {
                continue;
            }
            accepted++;
            for (MemoryTier tier : MemoryTier.values()) {
                if (tier.slower().isPresent()) {
                    MemoryTier slower = tier.slower().get();
                    // The least surprise after a promotion, and the greatest after a demotion.
                    double promoted = Surprise.after(params.promote(slower), 0, params);
                    double demoted = Surprise.after(params.demote(tier), 1, params);
                    assertThat(promoted).isGreaterThan(params.demote(tier));
                    assertThat(demoted).isLessThan(params.promote(slower));
                }
            }
        }
        assertThat(accepted).isGreaterThan(50);
    }

    @Test
    void aNudgeStopsAtItsBoundAndIsLeftOutWhereItWouldNotFit() {
        assertThat(DEFAULTS.nudged("promote.glacial", 2).promote(MemoryTier.GLACIAL))
                .isEqualTo(0.9);
        assertThat(DEFAULTS.nudged("demote.fast", 0.6)).isSameAs(DEFAULTS);
        assertThat(DEFAULTS.nudged("half_life_hours.medium", 168)).isSameAs(DEFAULTS);
    }

    @Test
    void manyMissedMemoriesLengthenTheSlowHalfLivesAndFewShortenThem() {
        Hyperparams longer = MemoryTuning.ruled(DEFAULTS, 20, 5, 0, 0);
        assertThat(longer.halfLifeHours(MemoryTier.SLOW)).isEqualTo(168 * 1.10);
        assertThat(longer.halfLifeHours(MemoryTier.GLACIAL)).isEqualTo(720 * 1.10);
        assertThat(longer.halfLifeHours(MemoryTier.MEDIUM)).isEqualTo(24);
        Hyperparams shorter = MemoryTuning.ruled(DEFAULTS, 100, 1, 0, 0);
        assertThat(shorter.halfLifeHours(MemoryTier.SLOW)).isEqualTo(168 * 0.98);
        assertThat(MemoryTuning.ruled(DEFAULTS, 19, 19, 9, 9)).isEqualTo(DEFAULTS);
        assertThat(MemoryTuning.ruled(DEFAULTS, 20, 4, 10, 2)).isEqualTo(DEFAULTS);
    }

    @Test
    void manyMovesBackMoveTheThresholdsApartUntilTheirBounds() {
        Hyperparams once = MemoryTuning.ruled(DEFAULTS, 0, 0, 10, 3);
        assertThat(once.promote(MemoryTier.MEDIUM)).isCloseTo(0.57, within(1e-12));
        assertThat(once.demote(MemoryTier.FAST)).isCloseTo(0.28, within(1e-12));
        assertThat(once.promote(MemoryTier.GLACIAL)).isCloseTo(0.42, within(1e-12));
        Hyperparams often = DEFAULTS;
        for (int i = 0; i < 100; i++) {
            often = MemoryTuning.ruled(often, 20, 20, 10, 10);
        }
        assertThat(often.promote(MemoryTier.SLOW)).isEqualTo(0.9);
        assertThat(often.demote(MemoryTier.SLOW)).isEqualTo(0.02);
        assertThat(often.halfLifeHours(MemoryTier.SLOW)).isEqualTo(720);
        assertThat(often.halfLifeHours(MemoryTier.GLACIAL)).isEqualTo(2_000);
    }
}
