package dev.stoa.search.vector;

import dev.stoa.base.UnavailableException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sentence model in this process, loaded at the first text. Safe from any thread. Its native code does not exist for
 * every platform: then each call fails as unavailable, and so it must be expected to.
 */
final class ModelEmbedder implements Embedder {
    private final SentenceModelProvider provider;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile @Nullable SentenceModel model;

    ModelEmbedder(SentenceModelProvider provider) {
        this.provider = provider;
    }

    @Override
    public String modelId() {
        return provider.modelId();
    }

    @Override
    public int dimensions() {
        return provider.dimensions();
    }

    @Override
    public CosineScale scale() {
        return provider.scale();
    }

    @Override
    public List<float[]> embed(List<String> texts) {
        return SharedWork.of(texts, String::length, this::embed);
    }

    /** One run for each text: a quantised model scales a batch as a whole, so neighbours would change a vector. */
    @Override
    public float[] embed(String text) {
        return embed(text, SentenceModel::vector);
    }

    @Override
    public float[] embedQuestion(String question) {
        return embed(question, SentenceModel::question);
    }

    private float[] embed(String text, BiFunction<SentenceModel, String, float[]> way) {
        String clean = EmbeddedText.clean(text, provider.longestText());
        if (clean.isEmpty()) {
            return new float[dimensions()];
        }
        SentenceModel loaded = loaded();
        try {
            float[] vector = way.apply(loaded, clean);
            return vector.length == 0 ? new float[dimensions()] : Vectors.normalise(vector);
        } catch (RuntimeException e) {
            throw unavailable(e);
        }
    }

    private SentenceModel loaded() {
        SentenceModel ready = model;
        if (ready != null) {
            return ready;
        }
        loading.lock();
        try {
            ready = model;
            if (ready == null) {
                ready = provider.load();
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

    private UnavailableException unavailable(Throwable cause) {
        return new UnavailableException(
                "no_embedder",
                provider.modelId() + " cannot embed here: " + cause,
                "choose another embedder, or none, in stoa.toml",
                cause);
    }
}
