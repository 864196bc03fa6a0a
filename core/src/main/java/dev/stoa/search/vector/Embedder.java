package dev.stoa.search.vector;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A model that turns text into a vector, so that texts of like meaning have a high cosine; how high differs between
 * models, so compare by {@link #likeness}. Implementations are safe from any thread and return L2-normalised vectors;
 * text without content gives the zero vector, which is like nothing. Vectors of two models do not compare: store
 * {@link #modelId} beside each.
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

    /** The vector of what is searched for among the vectors of texts; some models embed a question otherwise. */
    default float[] embedQuestion(String question) {
        return embed(question);
    }

    /** How the cosines of two vectors of this model are read. */
    default CosineScale scale() {
        return CosineScale.PLAIN;
    }

    /** How much two vectors of this model are alike in meaning: 1 the same, about 0 nothing in common. */
    default double likeness(float[] a, float[] b) {
        return scale().likeness(Vectors.dot(a, b));
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
     * The sentence model e5-small-v2 (quantised, 384 dimensions), run in this process, if the module
     * {@code stoa-embedder} is there; else an embedder that is off and has a {@link #shortfall}. Nothing is loaded
     * before the first text; then it takes about a second and 260 MB.
     */
    static Embedder e5() {
        return e5(ServiceLoader.load(SentenceModelProvider.class, Embedder.class.getClassLoader()));
    }

    /** The model e5-small-v2 of one of these providers. */
    private static Embedder e5(Iterable<SentenceModelProvider> providers) {
        for (SentenceModelProvider provider : providers) {
            if (provider.modelId().equals("e5-small-v2-q")) {
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
