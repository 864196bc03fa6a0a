package dev.stoa.embedder;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.stoa.search.vector.SentenceModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(BertModel.class);

    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;
    private final HuggingFaceTokenizer tokenizer;
    private final String question;
    private final String passage;

    private BertModel(OrtSession session, HuggingFaceTokenizer tokenizer, String question, String passage) {
        this.session = session;
        this.tokenizer = tokenizer;
        this.question = question;
        this.passage = passage;
    }

    /**
     * Loads a model, from a folder if it is unpacked there, else from the class path.
     *
     * @param name of its files, without their endings
     * @param unpacked the folder that {@link #unpack} was given, null if there is none
     * @param pieces how many word pieces it reads of a text, with the two that mark its ends
     * @param question what stands before a question
     * @param passage what stands before any other text
     */
    static BertModel load(String name, @Nullable Path unpacked, int pieces, String question, String passage) {
        // Both take a good part of the start of a short command, and neither needs the other.
        CompletableFuture<HuggingFaceTokenizer> tokenizer =
                CompletableFuture.supplyAsync(() -> tokenizer(name, pieces));
        OrtSession session = session(name, unpacked == null ? null : file(name, unpacked));
        try {
            return new BertModel(session, tokenizer.join(), question, passage);
        } catch (CompletionException e) {
            if (e.getCause() instanceof LinkageError missing) {
                throw missing;
            }
            throw e.getCause() instanceof RuntimeException failed ? failed : e;
        }
    }

    /** Leaves a model in a folder as the runtime has rewritten it, so that it is neither inflated nor rewritten again. */
    static void unpack(String name, Path folder) {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            // What goes beyond fits the processor at hand, and the folder may be looked into from another.
            options.setOptimizationLevel(OptLevel.EXTENDED_OPT);
            // Under its name only when it is whole: a disk may be full.
            Path part = folder.resolve(name + ".part");
            options.setOptimizedModelFilePath(part.toString());
            OrtEnvironment.getEnvironment().createSession(model(name), options).close();
            Files.move(part, file(name, folder), StandardCopyOption.REPLACE_EXISTING);
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(String name, Path folder) {
        return folder.resolve(name + ".onnx");
    }

    private static OrtSession session(String name, @Nullable Path unpacked) {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            if (unpacked != null && Files.exists(unpacked)) {
                try {
                    options.setOptimizationLevel(OptLevel.NO_OPT);
                    return OrtEnvironment.getEnvironment().createSession(unpacked.toString(), options);
                } catch (OrtException e) {
                    LOG.warn("{} cannot be read, so the model is loaded from the jar: {}", unpacked, e.getMessage());
                    options.setOptimizationLevel(OptLevel.ALL_OPT);
                }
            }
            return OrtEnvironment.getEnvironment().createSession(model(name), options);
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] model(String name) {
        try (InputStream in = resource(name + ".onnx")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HuggingFaceTokenizer tokenizer(String name, int pieces) {
        try (InputStream in = resource(name + "-tokenizer.json")) {
            return HuggingFaceTokenizer.newInstance(
                    in,
                    Map.of(
                            "padding",
                            "false",
                            "truncation",
                            "true",
                            "maxLength",
                            String.valueOf(pieces),
                            "modelMaxLength",
                            String.valueOf(pieces)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
