package dev.stoa.evolution.memory;

import dev.stoa.search.vector.CosineScale;
import dev.stoa.search.vector.VectorHit;
import dev.stoa.search.vector.VectorIndex;
import dev.stoa.search.vector.VectorRow;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of one model and their metadata, held in memory. Thread-safe. It follows the table at each search; rows
 * that are gone are noticed when the hits are read.
 */
final class StrategyIndex {
    // The products of the index are single precision; what is this near to the last hit is looked at again.
    private static final double SLACK = 1e-3;
    private static final int FEWEST = 16;
    private static final int CHUNK = 400;
    // Looking for deleted rows reads all numbers of the table, so it must be rare.
    private static final int CHECKED_AGAIN = 1_000;

    private final Archive archive;
    private final String model;
    private final int dimensions;
    private final CosineScale scale;
    private final VectorIndex vectors;
    private final Map<Long, StrategyMetadata> metadata = new ConcurrentHashMap<>();
    private final AtomicLong sinceCheck = new AtomicLong();

    StrategyIndex(Archive archive, String model, int dimensions, CosineScale scale) {
        this.archive = archive;
        this.model = model;
        this.dimensions = dimensions;
        this.scale = scale;
        this.vectors = VectorIndex.over(this::after, dimensions);
    }

    int dimensions() {
        return dimensions;
    }

    /** The nearest strategies that pass, by their exact likeness; of equal ones the older first. */
    List<StrategyHit> search(float[] unit, List<StrategyCondition> conditions, int k) {
        refresh();
        LongPredicate filter = conditions.isEmpty()
                ? seq -> true
                : seq -> {
                    StrategyMetadata row = metadata.get(seq);
                    return row != null && passes(row, conditions);
                };
        for (int wide = 2 * k + FEWEST; ; wide *= 4) {
            List<VectorHit> hits = vectors.search(unit, wide, filter, -1);
            List<StrategyHit> exact = exact(unit, hits);
            boolean all = hits.size() < wide;
            if (all
                    || (exact.size() >= k
                            && exact.get(k - 1).similarity() - SLACK
                                    > scale.likeness(hits.getLast().cosine()))) {
                return exact.subList(0, Math.min(k, exact.size()));
            }
        }
    }

    private static boolean passes(StrategyMetadata row, List<StrategyCondition> conditions) {
        for (StrategyCondition condition : conditions) {
            if (!condition.holds(row)) {
                return false;
            }
        }
        return true;
    }

    /** The hits that are still there, with likenesses that are the same on every machine. */
    private List<StrategyHit> exact(float[] unit, List<VectorHit> hits) {
        List<StrategyHit> exact = new ArrayList<>();
        for (int i = 0; i < hits.size(); i += CHUNK) {
            @Nullable
            Object[] seqs = hits.subList(i, Math.min(hits.size(), i + CHUNK)).stream()
                    .map(VectorHit::seq)
                    .toArray();
            exact.addAll(archive.list(
                    "SELECT " + StrategyTable.COLUMNS + StrategyTable.FROM + " WHERE s.seq IN (" + Tx.marks(seqs.length)
                            + ")",
                    row -> new StrategyHit(
                            StrategyTable.strategy(row),
                            Math.min(1, scale.likeness(Vectors.dot(unit, Vectors.decode(row.bytes(17), dimensions))))),
                    seqs));
        }
        exact.sort(Comparator.comparingDouble(StrategyHit::similarity)
                .reversed()
                .thenComparingLong(hit -> hit.strategy().seq()));
        return exact;
    }

    private void refresh() {
        long taken = sinceCheck.addAndGet(vectors.refresh());
        if (taken > Math.max(CHECKED_AGAIN, metadata.size())) {
            sinceCheck.set(0);
            vectors.retain(this::existing);
        }
    }

    private LongPredicate existing() {
        Set<Long> seqs = new HashSet<>(
                archive.list("SELECT seq FROM strategy_memory WHERE embedding_model = ?", row -> row.number(1), model));
        metadata.keySet().retainAll(seqs);
        return seqs::contains;
    }

    private List<VectorRow> after(long seq, int limit) {
        return archive.list(
                "SELECT " + StrategyTable.COLUMNS + StrategyTable.FROM
                        + " WHERE s.embedding_model = ? AND s.seq > ? ORDER BY s.seq LIMIT ?",
                this::taken,
                model,
                seq,
                limit);
    }

    private VectorRow taken(Row row) {
        long seq = row.number(2);
        metadata.put(
                seq,
                new StrategyMetadata(
                        row.text(3),
                        row.text(4),
                        row.text(9).intern(),
                        row.text(10).intern(),
                        row.integer(11),
                        row.text(12).intern(),
                        StrategyTable.names(row.text(13)),
                        row.text(6).intern(),
                        row.text(7).intern(),
                        row.text(8).intern(),
                        row.number(5)));
        return new VectorRow(seq, seq, Vectors.decode(row.bytes(17), dimensions));
    }
}
