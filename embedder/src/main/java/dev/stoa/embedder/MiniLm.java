package dev.stoa.embedder;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.stoa.search.vector.SentenceModel;
import dev.stoa.search.vector.SentenceModelProvider;

/** The quantised all-MiniLM-L6-v2 on ONNX Runtime. Immutable; safe from any thread. */
public final class MiniLm implements SentenceModelProvider {
    /** About the 510 word pieces the model sees at once; longer text it would read in parts, at any cost. */
    private static final int LONGEST_TEXT = 2_000;

    private static final int DIMENSIONS = 384;

    /** For {@link java.util.ServiceLoader}. */
    public MiniLm() {}

    @Override
    public String modelId() {
        return "all-minilm-l6-v2-q";
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public int longestText() {
        return LONGEST_TEXT;
    }

    @Override
    public SentenceModel load() {
        // The calling thread does the work: the native runtime has threads of its own.
        EmbeddingModel model = new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
        return text -> vector(model, text);
    }

    private static float[] vector(EmbeddingModel model, String text) {
        try {
            return model.embed(TextSegment.from(text)).content().vector();
        } catch (IllegalArgumentException e) {
            // Marks and control characters alone: the model drops them all, and refuses what is left.
            return new float[0];
        }
    }
}
