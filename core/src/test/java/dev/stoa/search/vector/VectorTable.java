package dev.stoa.search.vector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/** A table of vectors in memory, with the answers a search of it must give. Safe from any thread. */
final class VectorTable implements VectorSource {
    private final Map<Long, VectorRow> bySeq = new TreeMap<>();
    private final TreeMap<Long, VectorRow> byVectorSeq = new TreeMap<>();
    private long lastVectorSeq;

    synchronized void put(long seq, float[] vector) {
        delete(seq);
        VectorRow row = new VectorRow(++lastVectorSeq, seq, vector);
        bySeq.put(seq, row);
        byVectorSeq.put(row.vectorSeq(), row);
    }

    synchronized void delete(long seq) {
        VectorRow old = bySeq.remove(seq);
        if (old != null) {
            byVectorSeq.remove(old.vectorSeq());
        }
    }

    synchronized boolean contains(long seq) {
        return bySeq.containsKey(seq);
    }

    synchronized List<Long> keys() {
        return new ArrayList<>(bySeq.keySet());
    }

    @Override
    public synchronized List<VectorRow> after(long vectorSeq, int limit) {
        return byVectorSeq.tailMap(vectorSeq, false).values().stream()
                .limit(limit)
                .toList();
    }

    /** What a search must find, by sorting everything. */
    synchronized List<VectorHit> nearest(float[] query, DotProduct dot, int k, LongPredicate filter, double least) {
        return bySeq.values().stream()
                .filter(row -> filter.test(row.seq()))
                .map(row -> new VectorHit(
                        row.seq(), Math.clamp(dot.of(query, 0, row.vector(), 0, query.length), -1.0, 1.0)))
                .filter(hit -> hit.cosine() >= least)
                .sorted(Comparator.comparingDouble(VectorHit::cosine)
                        .thenComparingLong(VectorHit::seq)
                        .reversed())
                .limit(k)
                .toList();
    }

    /** A unit vector; coarse ones repeat often, so that their cosines tie. */
    static float[] random(SplittableRandom random, int dimensions, boolean coarse) {
        float[] vector = new float[dimensions];
        for (int d = 0; d < dimensions; d++) {
            vector[d] = coarse ? random.nextInt(-1, 2) : (float) random.nextDouble(-1, 1);
        }
        return Vectors.normalise(vector);
    }
}
