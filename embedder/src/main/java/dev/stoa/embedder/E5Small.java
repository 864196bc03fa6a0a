package dev.stoa.embedder;

import dev.stoa.search.vector.CosineScale;
import dev.stoa.search.vector.SentenceModel;
import dev.stoa.search.vector.SentenceModelProvider;
import java.nio.file.Path;

/** The quantised e5-small-v2 on ONNX Runtime. Immutable; safe from any thread. */
public final class E5Small implements SentenceModelProvider {
    private static final String NAME = "e5-small-v2-q";
    private static final int DIMENSIONS = 384;

    /** It was trained with twice as many; the rest of a text changes its vector little and costs as much again. */
    private static final int PIECES = 256;

    /** More than the word pieces that are read of any prose; it bounds the work of the tokenizer. */
    private static final int LONGEST_TEXT = 2_000;

    /** The system property that names the folder of {@link #unpack}. */
    private static final String UNPACKED = "stoa.natives";

    /** The marks that it was trained with. */
    private static final String QUESTION = "query: ";

    private static final String PASSAGE = "passage: ";

    /** Texts that have nothing in common have cosines of .65 to .77, a question and its answer of .8 to .9. */
    private static final CosineScale SCALE = new CosineScale(0.7);

    /** For {@link java.util.ServiceLoader}. */
    public E5Small() {}

    @Override
    public String modelId() {
        return NAME;
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public CosineScale scale() {
        return SCALE;
    }

    @Override
    public int longestText() {
        return LONGEST_TEXT;
    }

    @Override
    public SentenceModel load() {
        String unpacked = System.getProperty(UNPACKED);
        return BertModel.load(NAME, unpacked == null ? null : Path.of(unpacked), PIECES, QUESTION, PASSAGE);
    }

    @Override
    public void unpack(Path folder) {
        BertModel.unpack(NAME, folder);
    }
}
