package dev.stoa.search.vector;

import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vectors of one table: made of its texts after they are written, seen by every process at its next search, and
 * searched exactly. Safe from any thread.
 *
 * <p>The table has the columns {@code seq} (unique; a row whose text changes takes a new one), {@code embedding_model},
 * {@code vector_seq} with an index on each of {@code (vector_seq)} and {@code (embedding_model, seq)}, and one for the
 * bytes. An embedder that fails or is off fails neither a write nor a search: rows stay pending and a search does
 * without. Hazard: {@link #query} reads the archive, so it is called outside of a unit of work; what it returns is for
 * use inside of one.
 */
public final class VectorColumn {
    private static final Logger LOG = LoggerFactory.getLogger(VectorColumn.class);
    // Texts per call of the model and per commit: an interruption loses little work, and other writers get their turn.
    private static final int BATCH = 32;

    // Looking for deleted rows reads all numbers of the table, so it must be rare.
    private static final int CHECKED_AGAIN = 1_000;

    private final Archive archive;
    private final Embedder embedder;
    private final Executor executor;
    private final Layout layout;
    private final Optional<VectorIndex> index;
    private final Queue<Long> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicLong sinceCheck = new AtomicLong();

    /**
     * Where the vectors are.
     *
     * @param table the table
     * @param text an SQL expression of the text that is embedded
     * @param vector the column of the bytes
     */
    public record Layout(String table, String text, String vector) {
        /**
         * The vectors of a model with a number above another, in their order. The model is compared as the value of an
         * expression: SQLite would take its index instead, and read and sort every row that has a vector.
         */
        public String after() {
            return "SELECT vector_seq, seq, " + vector + " FROM " + table
                    + " WHERE vector_seq > ? AND embedding_model || '' = ? ORDER BY vector_seq LIMIT ?";
        }
    }

    /**
     * A row that is near.
     *
     * @param cosine on the scale of {@link Embedder#likeness}
     */
    public record Near<T>(T row, double cosine) {}

    private record Pending(long seq, String text) {}

    private VectorColumn(Archive archive, Embedder embedder, Executor executor, Layout layout) {
        this.archive = archive;
        this.embedder = embedder;
        this.executor = executor;
        this.layout = layout;
        this.index = embedder.isOn()
                ? Optional.of(VectorIndex.over(this::vectorsAfter, embedder.dimensions()))
                : Optional.empty();
    }

    /** The vectors of a table, made by the embedder on the executor. */
    public static VectorColumn over(Archive archive, Embedder embedder, Executor executor, Layout layout) {
        return new VectorColumn(archive, embedder, executor, layout);
    }

    /** Says that these rows were committed, so that they are embedded soon; never waits for the model by itself. */
    public void written(Collection<Long> seqs) {
        if (embedder.isOn() && !seqs.isEmpty()) {
            waiting.addAll(seqs);
            schedule();
        }
    }

    /** Embeds what any process has left pending, and returns the number of rows. */
    public int embedPending() {
        if (!embedder.isOn()) {
            return 0;
        }
        int embedded = 0;
        // Three ranges of one index instead of "is not this model", which would read the whole table.
        for (String range : List.of("embedding_model IS NULL", "embedding_model < ?", "embedding_model > ?")) {
            long after = Long.MIN_VALUE;
            List<Pending> rows;
            do {
                rows = pending(range, after);
                embedded += embed(rows);
                after = rows.isEmpty() ? after : rows.getLast().seq();
            } while (rows.size() == BATCH);
        }
        return embedded;
    }

    /** How many rows have no vector of the present model; 0 if the embedder is off. */
    public long pending() {
        return embedder.isOn()
                ? archive.read(
                        tx -> tx.number("SELECT count(*) FROM " + layout.table() + " WHERE embedding_model IS NULL")
                                + tx.number(
                                        "SELECT count(*) FROM " + layout.table()
                                                + " WHERE embedding_model < ? OR embedding_model > ?",
                                        embedder.modelId(),
                                        embedder.modelId()))
                : 0;
    }

    /** Why there is no search by meaning although one was configured, and what to do; empty if all is as configured. */
    public Optional<String> shortfall() {
        return embedder.shortfall();
    }

    /** Forgets the vector of a row that was deleted, so that it takes no more room. */
    public void deleted(long seq) {
        index.ifPresent(vectors -> vectors.remove(seq));
    }

    /**
     * A search by meaning; empty if there is no embedder, it failed, or the text means nothing to it. Call it outside of
     * a unit of work.
     */
    public Optional<Query> query(String text) {
        if (index.isEmpty()) {
            return Optional.empty();
        }
        try {
            float[] vector = embedder.embedQuestion(text);
            if (Vectors.isZero(vector)) {
                return Optional.empty();
            }
            refresh(index.get());
            return Optional.of(new Query(index.get(), vector, embedder.scale()));
        } catch (StoaException e) {
            // A search that its caller gave up does not continue, so there is nothing to warn of.
            if (!Thread.currentThread().isInterrupted()) {
                LOG.warn("search of {} continues without vectors: {}", layout.table(), e.getMessage());
            }
            return Optional.empty();
        }
    }

    /** A text that is searched for by meaning. Immutable. */
    public static final class Query {
        private final VectorIndex index;
        private final float[] vector;
        private final CosineScale scale;

        private Query(VectorIndex index, float[] vector, CosineScale scale) {
            this.index = index;
            this.vector = vector;
            this.scale = scale;
        }

        /** The cosine of a stored vector of the present model, scaled as all others here. */
        public double cosine(byte[] stored) {
            return scale.likeness(Vectors.dot(vector, Vectors.decode(stored, vector.length)));
        }

        /** The scaled cosines of the rows with these numbers; one that has no vector is missing. */
        public Map<Long, Double> cosines(Set<Long> seqs) {
            Map<Long, Double> cosines = new HashMap<>();
            if (!seqs.isEmpty()) {
                // Every row is asked for: no number is made an object for it.
                long[] sorted =
                        seqs.stream().mapToLong(Long::longValue).sorted().toArray();
                index.each(
                        vector,
                        seq -> Arrays.binarySearch(sorted, seq) >= 0,
                        (seq, cosine) -> cosines.put(seq, scale.likeness(cosine)));
            }
            return cosines;
        }

        /**
         * The k nearest rows with at least this scaled cosine: higher cosine first, then higher seq.
         *
         * @param live reads those of the given rows that exist and pass every filter, by their seq
         */
        public <T> List<Near<T>> nearest(int k, double minCosine, Function<List<Long>, Map<Long, T>> live) {
            Map<Long, T> rows = new HashMap<>();
            int looked = 0;
            // Rows that are gone or filtered out make room for those behind them.
            for (int wide = 2 * k; ; wide *= 4) {
                List<VectorHit> hits = index.search(vector, wide, seq -> true, scale.cosine(minCosine));
                while (looked < hits.size() && rows.size() < k) {
                    int to = Math.min(hits.size(), looked + k);
                    rows.putAll(live.apply(hits.subList(looked, to).stream()
                            .map(VectorHit::seq)
                            .toList()));
                    looked = to;
                }
                if (rows.size() >= k || hits.size() < wide) {
                    List<Near<T>> near = new ArrayList<>();
                    for (VectorHit hit : hits) {
                        T row = rows.get(hit.seq());
                        if (row != null && near.size() < k) {
                            near.add(new Near<>(row, scale.likeness(hit.cosine())));
                        }
                    }
                    return near;
                }
            }
        }
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            try {
                executor.execute(this::drain);
            } catch (RejectedExecutionException e) {
                // The owner is closing; the rows stay pending.
                scheduled.set(false);
            }
        }
    }

    private void drain() {
        try {
            while (!waiting.isEmpty() && !Thread.currentThread().isInterrupted()) {
                List<Long> seqs = new ArrayList<>();
                while (seqs.size() < BATCH && waiting.peek() != null) {
                    seqs.add(waiting.remove());
                }
                embed(texts(seqs));
            }
        } catch (RuntimeException e) {
            // The caller that wrote the rows has its answer already; the rows stay pending.
            LOG.warn("rows of {} were not embedded: {}", layout.table(), e.getMessage());
        } finally {
            scheduled.set(false);
            // A row added after the last look and before the flag was cleared would wait for the next write.
            if (!waiting.isEmpty() && !Thread.currentThread().isInterrupted()) {
                schedule();
            }
        }
    }

    private int embed(List<Pending> rows) {
        if (rows.isEmpty()) {
            return 0;
        }
        List<float[]> vectors;
        // Before the unit of work: the model is slow, and other writers would wait for it.
        try {
            vectors = embedder.embed(rows.stream().map(Pending::text).toList());
        } catch (StoaException e) {
            LOG.warn("{} rows of {} were not embedded: {}", rows.size(), layout.table(), e.getMessage());
            return 0;
        }
        return archive.write(tx -> {
            int changed = 0;
            for (int i = 0; i < rows.size(); i++) {
                changed += store(tx, rows.get(i).seq(), vectors.get(i));
            }
            return changed;
        });
    }

    /**
     * Stores the vector of a row. If the text has changed meanwhile, the row has another {@code seq} and nothing is
     * stored. The new {@code vector_seq} lets every process find the vectors that it has not read yet.
     */
    private int store(Tx tx, long seq, float[] vector) {
        return tx.update(
                "UPDATE " + layout.table() + " SET " + layout.vector()
                        + " = ?, embedding_model = ?, vector_seq = ? WHERE seq = ?",
                Vectors.encode(vector),
                embedder.modelId(),
                tx.next("vector"),
                seq);
    }

    private List<Pending> pending(String range, long after) {
        String sql = "SELECT seq, " + layout.text() + " FROM " + layout.table() + " WHERE " + range
                + " AND seq > ? ORDER BY seq LIMIT " + BATCH;
        return range.endsWith("?")
                ? archive.list(sql, row -> new Pending(row.number(1), row.text(2)), embedder.modelId(), after)
                : archive.list(sql, row -> new Pending(row.number(1), row.text(2)), after);
    }

    private List<Pending> texts(List<Long> seqs) {
        return archive.read(tx -> {
            List<Pending> rows = new ArrayList<>();
            for (long seq : seqs) {
                tx.one(
                                "SELECT " + layout.text() + " FROM " + layout.table()
                                        + " WHERE seq = ? AND (embedding_model IS NULL OR embedding_model <> ?)",
                                row -> row.text(1),
                                seq,
                                embedder.modelId())
                        .ifPresent(text -> rows.add(new Pending(seq, text)));
            }
            return rows;
        });
    }

    private List<VectorRow> vectorsAfter(long vectorSeq, int limit) {
        return archive.list(
                layout.after(),
                row -> new VectorRow(row.number(1), row.number(2), Vectors.decode(row.bytes(3), embedder.dimensions())),
                vectorSeq,
                embedder.modelId(),
                limit);
    }

    /** Takes in what is new and, after as many new rows as there are, forgets those that others have deleted. */
    private void refresh(VectorIndex vectors) {
        long taken = sinceCheck.addAndGet(vectors.refresh());
        if (taken > Math.max(CHECKED_AGAIN, vectors.size())) {
            sinceCheck.set(0);
            vectors.retain(this::existing);
        }
    }

    private LongPredicate existing() {
        var seqs = new HashSet<>(archive.list(
                "SELECT seq FROM " + layout.table() + " WHERE vector_seq IS NOT NULL", row -> row.number(1)));
        return seqs::contains;
    }
}
