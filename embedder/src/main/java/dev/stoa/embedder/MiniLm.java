package dev.stoa.embedder;

import dev.stoa.search.vector.SentenceModel;
import dev.stoa.search.vector.SentenceModelProvider;

/** The quantised all-MiniLM-L6-v2 on ONNX Runtime. Immutable; safe from any thread. */
public final class MiniLm implements SentenceModelProvider {
    private static final String NAME = "all-minilm-l6-v2-q";
    private static final int DIMENSIONS = 384;

    /** As many as it was trained with. */
    private static final int PIECES = 128;

    /** More than the word pieces that are read of any prose; it bounds the work of the tokenizer. */
    private static final int LONGEST_TEXT = 2_000;

    /** For {@link java.util.ServiceLoader}. */
    public MiniLm() {}

    @Override
    public String modelId() {
        return NAME;
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
        return BertModel.load(NAME, PIECES);
    }
}
