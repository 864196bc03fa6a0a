package dev.stoa.learning.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    /** Archives a batch of the memories whose time is over, and returns their number. */
    static int expire(MemoryTx unit) {
        List<MemoryRow> rows = unit.tx.list(OVER_TIME, MemoryRow::read, unit.now, BATCH);
        rows.forEach(row -> MemoryWriter.archive(unit, row, EXPIRED));
        return rows.size();
    }

    /**
     * How much has to be written before a tier can be too full, as counted last: counting reads the index of all
     * memories. Thread-safe. A namespace that is renamed into another is not noticed before the next count.
     */
    static final class Room {
        private static final String WRITTEN = """
                SELECT COALESCE((SELECT value FROM archive_sequence WHERE name = ?), 0)
                    + (SELECT COALESCE(max(id), 0) FROM tier_transitions)""";

        private volatile @Nullable Counted last;

        /** What was written when all tiers had room for at least so many more, by these parameters. */
        private record Counted(long written, long room, Hyperparams params) {}

        /** Does what {@link MemoryCleanup#shrink} does, unless no tier can be too full. */
        CleanupResult shrink(MemoryTx unit) {
            // Every row that comes into a tier is a new number or a move.
            long written = unit.tx.number(WRITTEN, MemoryTx.SEQUENCE);
            Counted before = last;
            if (before != null
                    && before.params().equals(unit.params)
                    && written >= before.written()
                    && written - before.written() <= before.room()) {
                return new CleanupResult(0, 0, 0, false);
            }
            Map<MemoryTier, Map<String, Long>> counts = counts(unit);
            last = new Counted(written, room(unit, counts), unit.params);
            return MemoryCleanup.shrink(unit, counts);
        }

        /** The least room of a tier, also of one in a namespace that is not there yet. */
        private static long room(MemoryTx unit, Map<MemoryTier, Map<String, Long>> counts) {
            long least = Long.MAX_VALUE;
            for (MemoryTier tier : MemoryTier.values()) {
                long most = counts.getOrDefault(tier, Map.of()).values().stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0);
                least = Math.min(least, unit.params.cap(tier) - most);
            }
            return least;
        }
    }

    /** Brings tiers that are too full down to their caps, the weakest first, as far as one batch goes. */
    static CleanupResult shrink(MemoryTx unit) {
        return shrink(unit, counts(unit));
    }

    private static CleanupResult shrink(MemoryTx unit, Map<MemoryTier, Map<String, Long>> counts) {
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

    /** All of it in one unit, for a dry run. */
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
