package dev.stoa.search.vector;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The best k of the hits offered so far: higher cosine first, then higher seq. For one thread. The result does not
 * depend on the order of the offers as long as no seq is offered twice.
 */
final class NearestHits implements VectorVisitor {
    private static final Comparator<VectorHit> WORST_FIRST =
            Comparator.comparingDouble(VectorHit::cosine).thenComparingLong(VectorHit::seq);

    private final PriorityQueue<VectorHit> kept = new PriorityQueue<>(WORST_FIRST);
    private final int k;
    private final double minCosine;

    NearestHits(int k, double minCosine) {
        this.k = k;
        this.minCosine = minCosine;
    }

    @Override
    public void visit(long seq, double cosine) {
        VectorHit worst = kept.size() < k ? null : kept.element();
        boolean wanted = worst == null || cosine > worst.cosine() || (cosine == worst.cosine() && seq > worst.seq());
        if (cosine >= minCosine && wanted) {
            if (worst != null) {
                kept.remove();
            }
            kept.add(new VectorHit(seq, cosine));
        }
    }

    List<VectorHit> best() {
        return kept.stream().sorted(WORST_FIRST.reversed()).toList();
    }
}
