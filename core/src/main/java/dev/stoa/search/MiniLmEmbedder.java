package dev.stoa.search;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.stoa.base.UnavailableException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sentence model all-MiniLM-L6-v2 in this process, loaded at the first text. Safe from any thread. Its native code
 * does not exist for every platform: then each call fails as unavailable, and so it must be expected to.
 */
final class MiniLmEmbedder implements Embedder {
    private static final int DIMENSIONS = 384;

    /** About the 510 word pieces the model sees at once; longer text it would read in parts, at any cost. */
    private static final int MOST_CHARACTERS = 2_000;

    private final Supplier<EmbeddingModel> loader;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile @Nullable EmbeddingModel model;

    MiniLmEmbedder(Supplier<EmbeddingModel> loader) {
        this.loader = loader;
    }

    static MiniLmEmbedder create() {
        // The calling thread does the work: the native runtime has threads of its own.
        return new MiniLmEmbedder(() -> new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run));
    }

    @Override
    public String modelId() {
        return "all-minilm-l6-v2-q";
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
        return texts.stream().map(this::embed).toList();
    }

    /** One run for each text: the quantised model scales a batch as a whole, so neighbours would change a vector. */
    @Override
    public float[] embed(String text) {
        String clean = EmbeddedText.clean(text, MOST_CHARACTERS);
        if (clean.isEmpty()) {
            return new float[DIMENSIONS];
        }
        EmbeddingModel loaded = loaded();
        try {
            return Vectors.normalise(
                    loaded.embed(TextSegment.from(clean)).content().vector());
        } catch (IllegalArgumentException e) {
            // Marks and control characters alone: the model drops them all, and refuses what is left.
            return new float[DIMENSIONS];
        } catch (RuntimeException e) {
            throw unavailable(e);
        }
    }

    private EmbeddingModel loaded() {
        EmbeddingModel ready = model;
        if (ready != null) {
            return ready;
        }
        loading.lock();
        try {
            ready = model;
            if (ready == null) {
                ready = loader.get();
                model = ready;
            }
            return ready;
        } catch (RuntimeException | LinkageError e) {
            // Not remembered: a class whose loading failed fails the next time at once.
            throw unavailable(e);
        } finally {
            loading.unlock();
        }
    }

    private static UnavailableException unavailable(Throwable cause) {
        return new UnavailableException(
                "no_embedder",
                "all-MiniLM-L6-v2 cannot embed here: " + cause,
                "choose another embedder, or none, in stoa.toml",
                cause);
    }
}
