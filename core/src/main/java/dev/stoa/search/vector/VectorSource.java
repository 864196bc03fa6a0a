package dev.stoa.search.vector;

import java.util.List;

/** The table a {@link VectorIndex} follows. Called by one thread at a time, with a lock of the index held. */
@FunctionalInterface
public interface VectorSource {
    /**
     * The first rows with a greater {@code vector_seq}, in its order, at most {@code limit} of them; fewer only if
     * there are no more now. All vectors are of one model.
     */
    List<VectorRow> after(long vectorSeq, int limit);
}
