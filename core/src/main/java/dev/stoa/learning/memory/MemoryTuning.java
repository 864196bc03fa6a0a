package dev.stoa.learning.memory;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The change of hyper-parameters, by a user or by rule from what happened since the last time. Stateless. A changed
 * half-life rewrites the ranks of its tier in the same unit, so that no reader ever mixes two.
 */
final class MemoryTuning {
    private static final int OUTCOMES_NEEDED = 100;
    private static final int FORGOTTEN_NEEDED = 20;
    private static final int MOVES_NEEDED = 10;
    private static final double MUCH_MISSED = 0.20;
    private static final double LITTLE_MISSED = 0.02;
    private static final double MUCH_UNDONE = 0.20;
    private static final double STEP = 0.02;

    private static final String FORGOTTEN = """
            SELECT count(*), coalesce(sum(CASE WHEN
                EXISTS (SELECT 1 FROM continuum_memory m WHERE m.namespace = a.namespace
                    AND m.content_hash = a.content_hash AND m.created_at >= a.archived_at)
                OR EXISTS (SELECT 1 FROM continuum_memory_archive b WHERE b.content_hash = a.content_hash
                    AND b.namespace = a.namespace AND b.created_at >= a.archived_at AND b.id <> a.id)
                THEN 1 ELSE 0 END), 0)
            FROM continuum_memory_archive a
            WHERE a.archive_reason IN ('expired', 'tier_limit') AND a.archived_at > ?""";

    private static final String MOVES = """
            SELECT t.from_tier, t.to_tier,
                (SELECT p.to_tier || ' ' || p.from_tier FROM tier_transitions p
                    WHERE p.memory_id = t.memory_id AND p.id < t.id ORDER BY p.id DESC LIMIT 1)
            FROM tier_transitions t
            WHERE t.reason IN ('high_surprise', 'high_stability') AND t.created_at > ?""";

    private MemoryTuning() {}

    private record State(long cycles, long through) {}

    private record Share(long all, long part) {
        @Nullable
        Double rate() {
            return all == 0 ? null : (Double) ((double) part / all);
        }
    }

    private record Window(long outcomes, @Nullable Double meanObserved, long last) {}

    static Tuning tune(MemoryTx unit, TuneRequest request) {
        State state = unit.tx
                .one(
                        "SELECT cycles_evaluated, through_outcome FROM meta_learning_state ORDER BY id DESC LIMIT 1",
                        row -> new State(MemoryRow.or(row.numberOrNull(1), 0), row.number(2)))
                .orElse(new State(0, 0));
        return request.isByRule() ? byRule(unit, state) : byHand(unit, state, request);
    }

    private static Tuning byHand(MemoryTx unit, State state, TuneRequest request) {
        Hyperparams base = request.reset() ? Hyperparams.DEFAULTS : unit.params;
        Hyperparams next = base.with(request.set());
        Tuning tuning = new Tuning(
                !next.equals(unit.params),
                (request.reset() ? "reset to the defaults" : "set by hand") + differences(unit.params, next),
                next.document(),
                null,
                null,
                null,
                state.cycles() + 1);
        store(unit, next, tuning, state.through());
        return tuning;
    }

    private static Tuning byRule(MemoryTx unit, State state) {
        Window window = window(unit.tx, state);
        if (window.outcomes() < OUTCOMES_NEEDED) {
            return new Tuning(
                    false,
                    window.outcomes() + " outcomes since the last tuning; it takes " + OUTCOMES_NEEDED,
                    unit.params.document(),
                    null,
                    null,
                    null,
                    state.cycles());
        }
        Instant since = since(unit.tx, state);
        Share missed = share(unit.tx, FORGOTTEN, since);
        Share undone = undone(unit.tx, since);
        Hyperparams next = ruled(unit.params, missed, undone);
        Double mean = window.meanObserved();
        Tuning tuning = new Tuning(
                !next.equals(unit.params),
                next.equals(unit.params)
                        ? window.outcomes() + " outcomes gave no reason for a change"
                        : "by " + window.outcomes() + " outcomes" + differences(unit.params, next),
                next.document(),
                mean == null ? null : (Double) (1 - mean),
                retained(unit),
                missed.rate(),
                state.cycles() + 1);
        store(unit, next, tuning, window.last());
        return tuning;
    }

    /** What the rules make of the two rates; each step that would not fit is left out. */
    static Hyperparams ruled(Hyperparams params, long forgotten, long missed, long moves, long undone) {
        return ruled(params, new Share(forgotten, missed), new Share(moves, undone));
    }

    private static Hyperparams ruled(Hyperparams params, Share missed, Share undone) {
        Hyperparams next = params;
        Double missedRate = missed.rate();
        if (missedRate != null && missed.all() >= FORGOTTEN_NEEDED) {
            if (missedRate > MUCH_MISSED) {
                next = scaled(scaled(next, MemoryTier.GLACIAL, 1.10), MemoryTier.SLOW, 1.10);
            } else if (missedRate < LITTLE_MISSED) {
                next = scaled(scaled(next, MemoryTier.SLOW, 0.98), MemoryTier.GLACIAL, 0.98);
            }
        }
        Double undoneRate = undone.rate();
        if (undoneRate != null && undone.all() >= MOVES_NEEDED && undoneRate > MUCH_UNDONE) {
            for (MemoryTier tier : MemoryTier.values()) {
                if (tier.faster().isPresent()) {
                    next = next.nudged("promote." + tier.text(), next.promote(tier) + STEP);
                }
                if (tier.slower().isPresent()) {
                    next = next.nudged("demote." + tier.text(), next.demote(tier) - STEP);
                }
            }
        }
        return next;
    }

    private static Hyperparams scaled(Hyperparams params, MemoryTier tier, double factor) {
        return params.nudged("half_life_hours." + tier.text(), params.halfLifeHours(tier) * factor);
    }

    private static Window window(Tx tx, State state) {
        return tx.one(
                        "SELECT count(*), avg(observed), coalesce(max(id), 0) FROM memory_outcomes WHERE id > ?",
                        row -> new Window(row.number(1), row.realOrNull(2), row.number(3)),
                        state.through())
                .orElseThrow();
    }

    /** When the row was stored that first looked at the last outcome; at first the beginning of time. */
    private static Instant since(Tx tx, State state) {
        if (state.through() == 0) {
            return Instant.EPOCH;
        }
        return tx.one(
                        "SELECT created_at FROM meta_learning_state WHERE through_outcome = ? ORDER BY id LIMIT 1",
                        row -> row.instant(1),
                        state.through())
                .orElse(Instant.EPOCH);
    }

    private static Share share(Tx tx, String sql, Instant since) {
        return tx.one(sql, row -> new Share(row.number(1), row.number(2)), since)
                .orElseThrow();
    }

    private static Share undone(Tx tx, Instant since) {
        List<Boolean> moves =
                tx.list(MOVES, row -> Objects.equals(row.text(1) + " " + row.text(2), row.textOrNull(3)), since);
        return new Share(moves.size(), moves.stream().filter(back -> back).count());
    }

    private static @Nullable Double retained(MemoryTx unit) {
        return share(unit.tx, """
                        SELECT count(*), coalesce(sum(CASE WHEN success_count > failure_count THEN 1 ELSE 0 END), 0)
                        FROM continuum_memory
                        WHERE success_count + failure_count > 0 AND (expires_at IS NULL OR expires_at > ?)""", unit.now).rate();
    }

    private static void store(MemoryTx unit, Hyperparams next, Tuning tuning, long through) {
        unit.tx.update(
                """
                INSERT INTO meta_learning_state (hyperparams, learning_efficiency, pattern_retention_rate,
                    forgetting_rate, cycles_evaluated, created_at, through_outcome)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
                Json.write(tuning.hyperparams()),
                tuning.learningEfficiency(),
                tuning.patternRetentionRate(),
                tuning.forgettingRate(),
                tuning.cyclesEvaluated(),
                unit.now,
                through);
        for (MemoryTier tier : MemoryTier.values()) {
            if (next.halfLifeHours(tier) != unit.params.halfLifeHours(tier)) {
                unit.tx.update(
                        "UPDATE continuum_memory SET rank_key = log_strength + updated_ms / 1000.0 * ? WHERE tier = ?",
                        next.lambda(tier),
                        tier.text());
            }
        }
    }

    private static String differences(Hyperparams before, Hyperparams after) {
        List<String> differences = new ArrayList<>();
        for (String name : Hyperparams.NAMES) {
            if (before.get(name) != after.get(name)) {
                differences.add(name + " " + before.document().get(name) + " to "
                        + after.document().get(name));
            }
        }
        return differences.isEmpty() ? ", nothing changed" : ": " + String.join(", ", differences);
    }
}
