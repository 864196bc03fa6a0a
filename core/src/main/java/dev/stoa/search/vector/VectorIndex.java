package dev.stoa.search.vector;

import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * An exact nearest-neighbour search over the vectors of one table, held in memory. Safe from any thread: searches never
 * wait, and each sees one version of the rows. It follows the table only when {@link #refresh} is called, and it does
 * not learn of deleted rows: callers read the hits again, or filter by the keys that exist.
 */
public final class VectorIndex {
    // Rows per query of a refresh, so that its memory does not grow with the table.
    private static final int CHUNK = 1_000;

    private final VectorSource source;
    private final int dimensions;
    private final DotProduct dot;
    private final int chunk;

    private final ReentrantLock writing = new ReentrantLock();

    /** Where the live row of each key is; guarded by the lock. */
    private final Map<Long, Integer> positions = new HashMap<>();

    /** The greatest vector_seq taken in; guarded by the lock. */
    private long seen = Long.MIN_VALUE;

    private volatile VectorMatrix matrix;

    VectorIndex(VectorSource source, int dimensions, DotProduct dot, int chunk) {
        this.source = source;
        this.dimensions = dimensions;
        this.dot = dot;
        this.chunk = chunk;
        this.matrix = VectorMatrix.empty(dimensions);
    }

    /** An index over a table with vectors of this many dimensions; empty until its first {@link #refresh}. */
    public static VectorIndex over(VectorSource source, int dimensions) {
        if (dimensions < 1) {
            throw new InvalidException(
                    "invalid", "dimensions " + dimensions + " is below 1", "give the length of the vectors");
        }
        return new VectorIndex(source, dimensions, DotProduct.best(), CHUNK);
    }

    /**
     * Takes in what was written to the table since the last call, and returns the number of vectors taken in. A key
     * that comes again has its vector replaced. If the source fails, what came before stays and the next call goes on
     * from there.
     */
    public int refresh() {
        writing.lock();
        try {
            int taken = 0;
            List<VectorRow> rows;
            do {
                rows = source.after(seen, chunk);
                take(rows);
                taken += rows.size();
            } while (rows.size() >= chunk);
            return taken;
        } finally {
            writing.unlock();
        }
    }

    /**
     * The k nearest rows among those whose key passes the filter and whose cosine is at least {@code minCosine}: higher
     * cosine first, then higher key. The query is L2-normalised, of the model that made the rows.
     */
    public List<VectorHit> search(float[] query, int k, LongPredicate filter, double minCosine) {
        if (k < 1) {
            throw new InvalidException("invalid", "k " + k + " is below 1", "ask for at least one hit");
        }
        NearestHits nearest = new NearestHits(k, minCosine);
        each(query, filter, nearest);
        return nearest.best();
    }

    /** Hands every row whose key passes the filter to the visitor, in no particular order. */
    public void each(float[] query, LongPredicate filter, VectorVisitor visitor) {
        if (query.length != dimensions) {
            throw new InvalidException(
                    "invalid",
                    "a query of " + query.length + " dimensions; the index has " + dimensions,
                    "embed it with the model of the rows");
        }
        matrix.scan(query, dot, filter, visitor);
    }

    /** Forgets the row of this key, if there is one; says whether there was. */
    public boolean remove(long seq) {
        writing.lock();
        try {
            Integer position = positions.remove(seq);
            if (position == null) {
                return false;
            }
            publish(matrix.minus(position));
            return true;
        } finally {
            writing.unlock();
        }
    }

    /**
     * Forgets every row whose key does not pass, such as those deleted by other processes; returns their number. The
     * supplier reads the keys that exist; it is asked while no row can come in, so that none is taken for deleted
     * because it is newer than the answer.
     */
    public int retain(Supplier<? extends LongPredicate> existing) {
        writing.lock();
        try {
            int before = matrix.live();
            replace(matrix.compacted(existing.get()));
            return before - matrix.live();
        } finally {
            writing.unlock();
        }
    }

    /** The number of rows that a search without filter looks at. */
    public int size() {
        return matrix.live();
    }

    /** The number of rows that memory is held for. */
    int heldRows() {
        return matrix.rows();
    }

    private void take(List<VectorRow> rows) {
        // All are checked before one is taken, so that a bad row leaves the index as it was.
        long last = seen;
        for (VectorRow row : rows) {
            if (row.vectorSeq() <= last) {
                throw new InvalidException(
                        "invalid", "vector_seq " + row.vectorSeq() + " came after " + last, "order rows by vector_seq");
            }
            if (row.vector().length != dimensions) {
                throw new VerificationException(
                        "damaged_vector",
                        "the vector of row " + row.seq() + " has " + row.vector().length + " dimensions, not "
                                + dimensions,
                        "embed the row again");
            }
            last = row.vectorSeq();
        }
        VectorMatrix next = matrix;
        for (VectorRow row : rows) {
            Integer old = positions.put(row.seq(), next.rows());
            next = old == null ? next : next.minus(old);
            next = next.plus(row.seq(), row.vector(), 0);
        }
        seen = last;
        publish(next);
    }

    private void publish(VectorMatrix next) {
        if (next.isWasteful()) {
            replace(next.compacted(seq -> true));
        } else {
            matrix = next;
        }
    }

    private void replace(VectorMatrix compacted) {
        positions.clear();
        compacted.forEach((position, seq) -> positions.put(seq, position));
        matrix = compacted;
    }
}
