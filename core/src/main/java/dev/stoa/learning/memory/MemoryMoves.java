package dev.stoa.learning.memory;

import dev.stoa.base.ConflictException;
import dev.stoa.learning.memory.OutcomeResult.Move;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What outcomes do to memories, and the moves between tiers. Stateless. */
final class MemoryMoves {
    private static final int SWEPT_PER_EDGE = 1_000;

    private static final String OUTCOME = """
            INSERT INTO memory_outcomes (memory_id, outcome_key, success, prediction_error, observed, surprise_after,
                tier, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String APPLIED = """
            SELECT success, observed, surprise_after FROM memory_outcomes WHERE memory_id = ? AND outcome_key = ?""";

    private static final String UNPROTECTED = """
             AND coalesce(red_line, 0) <> 1 AND (expires_at IS NULL OR expires_at > ?)""";

    private MemoryMoves() {}

    private record Applied(boolean success, double observed, double surpriseAfter) {}

    static OutcomeResult outcome(MemoryTx unit, String id, Outcome outcome) {
        MemoryRow row = unit.live(id);
        if (outcome.key() != null) {
            Optional<Applied> applied =
                    unit.tx.one(APPLIED, r -> new Applied(r.flag(1), r.real(2), r.real(3)), id, outcome.key());
            if (applied.isPresent()) {
                return again(unit, row, outcome, applied.get());
            }
        }
        double before = row.surprise;
        double observed = Surprise.observed(
                outcome.success(), row.successes, row.failures, outcome.predictionError(), unit.params);
        row.surprise = Surprise.after(before, observed, unit.params);
        if (outcome.success()) {
            row.successes++;
        } else {
            row.failures++;
        }
        row.consolidation = Surprise.consolidation(row.successes + row.failures);
        if (!row.redLine) {
            row.importance = Surprise.importance(row.importance, outcome.success(), unit.params);
        }
        row.updates++;
        row.updatedAt = unit.now;
        MemoryTier from = row.tier;
        Move moved = row.redLine ? null : move(unit, row);
        row.renewLife(unit.params, unit.now);
        if (moved == null) {
            MemoryWriter.touch(unit, row);
        } else {
            MemoryWriter.change(unit, row);
            MemoryWriter.transition(unit, row, moved.from(), moved.to(), moved.reason());
        }
        unit.tx.later(
                OUTCOME,
                id,
                outcome.key(),
                outcome.success() ? 1 : 0,
                outcome.predictionError(),
                observed,
                row.surprise,
                from.text(),
                unit.now);
        return new OutcomeResult(unit.memory(row), true, observed, before, row.surprise, moved);
    }

    private static OutcomeResult again(MemoryTx unit, MemoryRow row, Outcome outcome, Applied applied) {
        if (applied.success() != outcome.success()) {
            throw new ConflictException(
                    "conflict",
                    "the outcome " + outcome.key() + " of memory " + row.id + " is on record as a "
                            + (applied.success() ? "success" : "failure"),
                    "give another key if it is another outcome");
        }
        return new OutcomeResult(unit.memory(row), false, applied.observed(), null, applied.surpriseAfter(), null);
    }

    /** Moves a row in memory if the rule says so; the caller writes it. */
    private static @Nullable Move move(MemoryTx unit, MemoryRow row) {
        Optional<TierRule.Step> step =
                TierRule.of(row.tier, row.surprise, row.consolidation, row.lastPromotionAt, unit.now, unit.params);
        if (step.isEmpty()) {
            return null;
        }
        Move moved = new Move(row.tier, step.get().to(), step.get().reason());
        row.tier = moved.to();
        if (step.get().isPromotion()) {
            row.lastPromotionAt = unit.now;
        }
        return moved;
    }

    /** Moves a memory one tier by hand. */
    static Memory byHand(MemoryTx unit, String id, String reason, boolean promotion) {
        MemoryRow row = unit.live(id);
        String verb = promotion ? "promoted" : "demoted";
        if (row.redLine) {
            throw MemoryKeeping.redLined(id, verb);
        }
        MemoryTier from = row.tier;
        MemoryTier to = (promotion ? from.faster() : from.slower())
                .orElseThrow(() -> new ConflictException(
                        "precondition",
                        "memory " + id + " is " + from.text() + " and cannot be " + verb + " further",
                        null));
        row.tier = to;
        if (promotion) {
            row.lastPromotionAt = unit.now;
        }
        row.renewLife(unit.params, unit.now);
        MemoryWriter.change(unit, row);
        MemoryWriter.transition(unit, row, from, to, "manual: " + reason);
        return unit.memory(row);
    }

    /** Applies the rule to rows that a cooldown or other thresholds have left behind; none moves twice. */
    static Continuum.Swept sweep(MemoryTx unit) {
        Set<Long> candidates = new LinkedHashSet<>();
        for (MemoryTier tier : MemoryTier.values()) {
            if (tier.faster().isPresent()) {
                candidates.addAll(promotable(unit, tier));
            }
            if (tier.slower().isPresent()) {
                candidates.addAll(demotable(unit, tier));
            }
        }
        int promoted = 0;
        int demoted = 0;
        for (long seq : candidates) {
            MemoryRow row = MemoryRows.find(unit.tx, seq).orElseThrow();
            Move moved = move(unit, row);
            if (moved != null) {
                row.renewLife(unit.params, unit.now);
                MemoryWriter.change(unit, row);
                MemoryWriter.transition(unit, row, moved.from(), moved.to(), moved.reason());
                if (moved.reason().equals(TierRule.PROMOTED)) {
                    promoted++;
                } else {
                    demoted++;
                }
            }
        }
        return new Continuum.Swept(promoted, demoted);
    }

    private static List<Long> promotable(MemoryTx unit, MemoryTier tier) {
        return unit.tx.list(
                "SELECT seq FROM continuum_memory WHERE tier = ? AND surprise_score >= ? " + UNPROTECTED + " " + """
                         AND (last_promotion_at IS NULL OR last_promotion_at <= ?)
                        ORDER BY surprise_score DESC, seq LIMIT ?""",
                row -> row.number(1),
                tier.text(),
                unit.params.promote(tier),
                unit.now,
                unit.now.minus(unit.params.cooldown()),
                SWEPT_PER_EDGE);
    }

    private static List<Long> demotable(MemoryTx unit, MemoryTier tier) {
        return unit.tx.list(
                "SELECT seq FROM continuum_memory WHERE tier = ? AND surprise_score <= ? " + UNPROTECTED + " " + """
                         AND consolidation_score >= ?
                        ORDER BY surprise_score, seq LIMIT ?""",
                row -> row.number(1),
                tier.text(),
                unit.params.demote(tier),
                unit.now,
                unit.params.gate(tier),
                SWEPT_PER_EDGE);
    }
}
