package dev.stoa.learning.memory;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rule by which a memory moves to a neighbouring tier by itself. Pure functions. */
final class TierRule {
    static final String PROMOTED = "high_surprise";
    static final String DEMOTED = "high_stability";

    private TierRule() {}

    /** A move that the rule asks for. */
    record Step(MemoryTier to, boolean isPromotion) {
        String reason() {
            return isPromotion ? PROMOTED : DEMOTED;
        }
    }

    static Optional<Step> of(
            MemoryTier tier,
            double surprise,
            double consolidation,
            @Nullable Instant lastPromotion,
            Instant now,
            Hyperparams params) {
        Optional<MemoryTier> faster = tier.faster();
        if (faster.isPresent() && surprise >= params.promote(tier) && isRested(lastPromotion, now, params)) {
            return Optional.of(new Step(faster.get(), true));
        }
        Optional<MemoryTier> slower = tier.slower();
        if (slower.isPresent() && surprise <= params.demote(tier) && consolidation >= params.gate(tier)) {
            return Optional.of(new Step(slower.get(), false));
        }
        return Optional.empty();
    }

    static boolean isRested(@Nullable Instant lastPromotion, Instant now, Hyperparams params) {
        return lastPromotion == null || !lastPromotion.plus(params.cooldown()).isAfter(now);
    }
}
