package dev.stoa.learning.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of memories whose time is over or whose tier is full. Stateless. Each call does one batch, so that writers
 * never wait long; red-lined rows are passed by, but count.
 */
final class MemoryCleanup {
    static final String EXPIRED = "expired";
    static final String TIER_LIMIT = "tier_limit";
    static final int BATCH = 500;

    private static final Duration GENERATIONS_KEPT = Duration.ofDays(365);
    private static final Duration OUTCOMES_KEPT = Duration.ofDays(90);

    private static final String OVER_TIME = "SELECT " + MemoryRow.COLUMNS + " " + """
             FROM continuum_memory WHERE expires_at <= ? AND coalesce(red_line, 0) <> 1
            ORDER BY expires_at, seq LIMIT ?""";

    private static final String WEAKEST = "SELECT " + MemoryRow.COLUMNS + " " + """
             FROM continuum_memory WHERE namespace = ? AND tier = ? AND coalesce(red_line, 0) <> 1
            ORDER BY rank_key, seq LIMIT ?""";

    private MemoryCleanup() {}

    /** Archives a batch of the memories whose time is over, and tells how many there were. */
    static int expire(MemoryTx unit) {
        List<MemoryRow> rows = unit.tx.list(OVER_TIME, MemoryRow::read, unit.now, BATCH);
        rows.forEach(row -> MemoryWriter.archive(unit, row, EXPIRED));
        return rows.size();
    }

    /** Brings tiers that are too full down to their caps, the weakest first, as far as one batch goes. */
    static CleanupResult shrink(MemoryTx unit) {
        Map<MemoryTier, Map<String, Long>> counts = counts(unit);
        CleanupResult done = new CleanupResult(0, 0, 0, false);
        for (MemoryTier tier : MemoryTier.values()) {
            Map<String, Long> namespaces = counts.getOrDefault(tier, Map.of());
            for (String namespace : namespaces.keySet().stream().sorted().toList()) {
                long over = namespaces.getOrDefault(namespace, 0L) - unit.params.cap(tier);
                long room = Math.min(over, BATCH - done.total());
                if (room > 0) {
                    CleanupResult part = shrink(unit, namespace, tier, room);
                    done = done.plus(part);
                    int overflowed = part.overflowed();
                    tier.slower()
                            .ifPresent(slower -> counts.computeIfAbsent(slower, t -> new HashMap<>())
                                    .merge(namespace, (long) overflowed, Long::sum));
                }
            }
        }
        return done;
    }

    private static Map<MemoryTier, Map<String, Long>> counts(MemoryTx unit) {
        Map<MemoryTier, Map<String, Long>> counts = new HashMap<>();
        unit.tx.each("SELECT namespace, tier, count(*) FROM continuum_memory GROUP BY namespace, tier", row -> {
            if (MemoryTier.isKnown(row.text(2))) {
                counts.computeIfAbsent(MemoryTier.of(row.text(2)), t -> new HashMap<>())
                        .put(row.text(1), row.number(3));
            }
        });
        return counts;
    }

    private static CleanupResult shrink(MemoryTx unit, String namespace, MemoryTier tier, long most) {
        int evicted = 0;
        int overflowed = 0;
        for (MemoryRow row : unit.tx.list(WEAKEST, MemoryRow::read, namespace, tier.text(), most)) {
            MemoryTier slower = tier.slower().orElse(tier);
            if (slower != tier && row.consolidation >= unit.params.gate(tier)) {
                row.tier = slower;
                MemoryWriter.change(unit, row);
                MemoryWriter.transition(unit, row, tier, slower, "overflow");
                overflowed++;
            } else {
                MemoryWriter.archive(unit, row, TIER_LIMIT);
                evicted++;
            }
        }
        return new CleanupResult(0, evicted, overflowed, false);
    }

    /** All of it in one unit, for those who only want to know. */
    static CleanupResult rehearse(MemoryTx unit) {
        CleanupResult done = new CleanupResult(0, 0, 0, true);
        int expired;
        do {
            expired = expire(unit);
            done = done.plus(new CleanupResult(expired, 0, 0, true));
        } while (expired == BATCH);
        CleanupResult part;
        do {
            part = shrink(unit);
            done = done.plus(part);
        } while (part.total() > 0);
        return done;
    }

    /** Removes for good what was archived or recorded too long ago. */
    static PruneResult prune(MemoryTx unit) {
        Instant generations = unit.now.minus(GENERATIONS_KEPT);
        Instant outcomes = unit.now.minus(OUTCOMES_KEPT);
        return new PruneResult(
                unit.tx.update("DELETE FROM continuum_memory_archive WHERE archived_at < ?", generations),
                unit.tx.update("DELETE FROM memory_outcomes WHERE created_at < ?", outcomes),
                false);
    }
}
