package dev.stoa.embedder;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.stoa.search.vector.SentenceModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A loaded model of the BERT family on ONNX Runtime; the vector of a text is the mean of those of its word pieces. Safe
 * from any thread.
 *
 * <p>Each text is a run of its own, on the thread of the caller. A quantised model scales all texts of a run together,
 * so neighbours would change a vector, and padding would be computed for nothing. Threads of the runtime's own wait for
 * each other by spinning, which costs more than it saves on texts of this length; callers have threads.
 */
final class BertModel implements SentenceModel {
    private static final String UNKNOWN = "[UNK]";
    private static final Pattern LETTER = Pattern.compile("[\\p{L}\\p{N}]");

    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;
    private final HuggingFaceTokenizer tokenizer;
    private final String question;
    private final String passage;

    private BertModel(byte[] model, InputStream tokenizer, int pieces, String question, String passage)
            throws OrtException, IOException {
        this.question = question;
        this.passage = passage;
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            this.session = environment.createSession(model, options);
        }
        this.tokenizer = HuggingFaceTokenizer.newInstance(
                tokenizer,
                Map.of(
                        "padding",
                        "false",
                        "truncation",
                        "true",
                        "maxLength",
                        String.valueOf(pieces),
                        "modelMaxLength",
                        String.valueOf(pieces)));
    }

    /**
     * Loads a model from the class path.
     *
     * @param name of its files, without their endings
     * @param pieces how many word pieces it reads of a text, with the two that mark its ends
     * @param question what stands before a question
     * @param passage what stands before any other text
     */
    static BertModel load(String name, int pieces, String question, String passage) {
        try (InputStream model = resource(name + ".onnx");
                InputStream tokenizer = resource(name + "-tokenizer.json")) {
            return new BertModel(model.readAllBytes(), tokenizer, pieces, question, passage);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(BertModel.class.getClassLoader().getResourceAsStream(name), name);
    }

    @Override
    public float[] vector(String text) {
        return vector(passage, text);
    }

    @Override
    public float[] question(String text) {
        return vector(question, text);
    }

    private float[] vector(String mark, String text) {
        Encoding encoding = tokenizer.encode(mark + text, true, false);
        if (!isKnown(encoding, mark.length())) {
            return new float[0];
        }
        long[] shape = {1, encoding.getIds().length};
        try (OnnxTensor ids = tensor(encoding.getIds(), shape);
                OnnxTensor mask = tensor(encoding.getAttentionMask(), shape);
                OnnxTensor types = tensor(encoding.getTypeIds(), shape);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", ids, "attention_mask", mask, "token_type_ids", types))) {
            OnnxTensor pieces = (OnnxTensor) result.get(0);
            return mean(pieces.getFloatBuffer(), encoding.getIds().length);
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Whether the model knows any word of the text. To it all others are one: without this, every text of emoji, or of
     * a script it never saw, would have the vector of every other that is as long.
     */
    private static boolean isKnown(Encoding encoding, int from) {
        String[] pieces = encoding.getTokens();
        CharSpan[] places = encoding.getCharTokenSpans();
        // The first and the last mark the ends.
        for (int i = 1; i < pieces.length - 1; i++) {
            if (places[i].getStart() >= from
                    && !pieces[i].equals(UNKNOWN)
                    && LETTER.matcher(pieces[i]).find()) {
                return true;
            }
        }
        return false;
    }

    private OnnxTensor tensor(long[] values, long[] shape) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
    }

    private static float[] mean(FloatBuffer pieces, int count) {
        int dimensions = pieces.remaining() / count;
        float[] sum = new float[dimensions];
        for (int piece = 0; piece < count; piece++) {
            for (int i = 0; i < dimensions; i++) {
                sum[i] += pieces.get(piece * dimensions + i);
            }
        }
        for (int i = 0; i < dimensions; i++) {
            sum[i] /= count;
        }
        return sum;
    }
}
