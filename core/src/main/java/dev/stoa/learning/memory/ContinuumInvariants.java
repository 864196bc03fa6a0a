package dev.stoa.learning.memory;

import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;

/** What must always hold of memories and takes more than one plain query to see. Stateless. */
final class ContinuumInvariants {
    static final String TRUST = """
            SELECT m.id FROM continuum_memory m JOIN memory_sources s ON s.memory_id = m.id
                LEFT JOIN continuum_memory f ON s.source_kind = 'memory' AND f.id = s.source_id
            WHERE m.trust > s.source_trust OR m.trust > f.trust""";

    private static final double RANK_ERROR = 1e-6;
    private static final double STRENGTH_ERROR = 1e-9;

    private ContinuumInvariants() {}

    /** The memories whose stored rank does not follow from their values and the half-lives in force. */
    static List<String> ranks(Tx tx, int most) {
        Hyperparams params = new Parameters().of(tx);
        List<String> wrong = new ArrayList<>();
        tx.each("""
                SELECT id, tier, importance, surprise_score, updated_ms, log_strength, rank_key
                FROM continuum_memory""", row -> {
            Double logStrength = row.realOrNull(6);
            Double rank = row.realOrNull(7);
            Long updated = row.numberOrNull(5);
            boolean right = logStrength != null
                    && rank != null
                    && updated != null
                    && MemoryTier.isKnown(row.text(2))
                    && Math.abs(Retention.rankKey(logStrength, updated, params.lambda(MemoryTier.of(row.text(2))))
                                    - rank)
                            <= RANK_ERROR
                    && Math.abs(Math.exp(logStrength)
                                    - Retention.strength(
                                            MemoryRow.or(row.realOrNull(3), 0), MemoryRow.or(row.realOrNull(4), 0)))
                            <= STRENGTH_ERROR;
            if (!right && wrong.size() < most) {
                wrong.add(String.valueOf(row.textOrNull(1)));
            }
        });
        return wrong;
    }
}
