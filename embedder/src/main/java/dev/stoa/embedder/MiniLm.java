package dev.stoa.embedder;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.stoa.search.vector.SentenceModel;
import dev.stoa.search.vector.SentenceModelProvider;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;

/** The quantised all-MiniLM-L6-v2 on ONNX Runtime. Immutable; safe from any thread. */
public final class MiniLm implements SentenceModelProvider {
    /** About the 510 word pieces the model sees at once; longer text it would read in parts, at any cost. */
    private static final int LONGEST_TEXT = 2_000;

    private static final int DIMENSIONS = 384;

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");

    /** Every letter of ASCII is a word piece; of words above a hundred letters the model takes none. */
    private static final Pattern SURELY_KNOWN = Pattern.compile("(?<![^ ])[a-zA-Z0-9]{1,100}(?![^ ])");

    /** A word of which the model knows no piece. */
    private static final String UNKNOWN = "\uD83C\uDF89";

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
            return knows(model, text) ? embedded(model, text).content().vector() : new float[0];
        } catch (IllegalArgumentException e) {
            // Marks and control characters alone: the model drops them all, and refuses what is left.
            return new float[0];
        }
    }

    /**
     * Whether the model knows any word of the text. To it all others are one: without this, every text of emoji, or of
     * a script it never saw, would have the vector of every other that is as long.
     */
    private static boolean knows(EmbeddingModel model, String text) {
        String words = NO_WORD.matcher(text).replaceAll(" ").strip();
        if (words.isEmpty()) {
            return false;
        }
        if (SURELY_KNOWN.matcher(words).find()) {
            return true;
        }
        Response<Embedding> real = embedded(model, words);
        int pieces = Objects.requireNonNull(real.tokenUsage()).inputTokenCount();
        float[] unknown =
                embedded(model, (UNKNOWN + " ").repeat(pieces)).content().vector();
        return !Arrays.equals(real.content().vector(), unknown);
    }

    private static Response<Embedding> embedded(EmbeddingModel model, String text) {
        return model.embed(TextSegment.from(text));
    }
}
