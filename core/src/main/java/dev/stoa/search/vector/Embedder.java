package dev.stoa.search.vector;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A model that turns text into a vector, so that texts of like meaning have a high cosine. Implementations are safe
 * from any thread and return L2-normalised vectors; text without content gives the zero vector, which is like nothing.
 * Vectors of two models do not compare: store {@link #modelId} beside each.
 */
public interface Embedder {
    /** The name of the model; equal names give comparable vectors. */
    String modelId();

    /** The length of every vector; 0 if the embedder is off. */
    int dimensions();

    /** The vectors of these texts, in order. Each is what it would be alone. */
    List<float[]> embed(List<String> texts);

    /** The vector of one text. */
    default float[] embed(String text) {
        return embed(List.of(text)).getFirst();
    }

    /** Whether it embeds; {@link #off} does not. */
    default boolean isOn() {
        return dimensions() > 0;
    }

    /** Why it does not embed although a model was configured, and what to do; empty if it embeds as configured. */
    default Optional<String> shortfall() {
        return Optional.empty();
    }

    /**
     * The sentence model all-MiniLM-L6-v2 (quantised, 384 dimensions), run in this process, if the module
     * {@code stoa-embedder} is there; else an embedder that is off and has a {@link #shortfall}. Nothing is loaded
     * before the first text; then it takes about a second and 235 MB.
     */
    static Embedder miniLm() {
        return miniLm(ServiceLoader.load(SentenceModelProvider.class, Embedder.class.getClassLoader()));
    }

    /** The model all-MiniLM-L6-v2 of one of these providers. */
    private static Embedder miniLm(Iterable<SentenceModelProvider> providers) {
        for (SentenceModelProvider provider : providers) {
            if (provider.modelId().equals("all-minilm-l6-v2-q")) {
                return new ModelEmbedder(provider);
            }
        }
        return NoEmbedder.MISSING;
    }

    /**
     * An embedder by hashing of words and their parts: equal to the last bit on every machine, and like for texts that
     * share words, regardless of meaning.
     */
    static Embedder hashing(int dimensions) {
        return HashingEmbedder.of(dimensions);
    }

    /** The embedder that is off: every call fails as unavailable. */
    static Embedder off() {
        return NoEmbedder.OFF;
    }
}
