package dev.stoa.counsel.correction;

import dev.stoa.base.StoaException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives corrections their vectors, after they are written and again when the model is another. Thread-safe. An embedder
 * that fails or is off fails neither a write nor a search: corrections are then found by their words.
 */
final class CorrectionEmbedding {
    private static final Logger LOG = LoggerFactory.getLogger(CorrectionEmbedding.class);
    // Texts per call of the model and per commit, so that other writers get their turn.
    private static final int BATCH = 32;

    private final CounselContext context;
    private final Embedder embedder;
    private final Executor executor;
    private final CorrectionIndex index;
    private final AtomicBoolean scheduled = new AtomicBoolean();

    CorrectionEmbedding(CounselContext context, Embedder embedder, Executor executor, CorrectionIndex index) {
        this.context = context;
        this.embedder = embedder;
        this.executor = executor;
        this.index = index;
    }

    /** The vector of a question; null if there is none. */
    float @Nullable [] of(String question) {
        if (!embedder.isOn()) {
            return null;
        }
        try {
            float[] vector = embedder.embedQuestion(question);
            for (float part : vector) {
                if (part != 0) {
                    return vector;
                }
            }
        } catch (StoaException e) {
            LOG.warn("corrections are looked for by words alone: {}", e.getMessage());
        }
        return null;
    }

    /** Sees that corrections without a vector of the present model get one, without waiting for it. */
    void renew() {
        if (!embedder.isOn() || !scheduled.compareAndSet(false, true)) {
            return;
        }
        Thread caller = Thread.currentThread();
        try {
            executor.execute(() -> {
                try {
                    // A caller that embeds on its own thread is not kept for more than one batch.
                    boolean own = Thread.currentThread().equals(caller);
                    int left;
                    do {
                        left = batch();
                    } while (left > 0 && !own && !Thread.currentThread().isInterrupted());
                } catch (RuntimeException e) {
                    LOG.warn("corrections were not embedded: {}", e.getMessage());
                } finally {
                    scheduled.set(false);
                }
            });
        } catch (RejectedExecutionException e) {
            // The owner is closing; the corrections stay without vectors.
            scheduled.set(false);
        }
    }

    /** Embeds some corrections and returns how many were stored. */
    private int batch() {
        index.refresh();
        List<String> ids = index.unembedded(BATCH);
        if (ids.isEmpty()) {
            return 0;
        }
        List<Correction> rows =
                context.archive().read(tx -> CorrectionTable.all(tx, context.seal(), ids, context.now()));
        // Before the unit of work: the model is slow, and other writers would wait for it.
        List<float[]> vectors =
                embedder.embed(rows.stream().map(CorrectionEmbedding::text).toList());
        return context.archive().write(tx -> {
            context.seal().admit(tx);
            int stored = 0;
            for (int i = 0; i < rows.size(); i++) {
                // A row that has changed meanwhile has another number, and nothing is stored.
                stored += CorrectionTable.embed(
                        tx, context.seal(), rows.get(i), Vectors.encode(vectors.get(i)), embedder.modelId());
            }
            return stored;
        });
    }

    /** What is embedded of a correction. */
    static String text(Correction c) {
        return c.subject() + "\n" + c.claim();
    }
}
