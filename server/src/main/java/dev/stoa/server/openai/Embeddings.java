package dev.stoa.server.openai;

import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.conversation.TokenEstimate;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.search.vector.Embedder;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Places;
import dev.stoa.server.config.ServerSettings;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Vectors of texts. Thread-safe. Nothing is stored. */
final class Embeddings {
    private static final int MOST_TEXTS = 256;
    private static final int LONGEST = 8_192;
    private static final String FLOAT = "float";
    private static final String BASE64 = "base64";
    private static final String ALIASES = "text-embedding-";

    static final Shape SHAPE = Shape.of(
                    Field.text("model", 1, 512, "Model: stoa/embed.").must(),
                    Field.any("input", "A text of 1 to 8192 characters, or a list of up to 256.")
                            .must(),
                    Field.word(
                            "encoding_format",
                            List.of(FLOAT, BASE64),
                            "How vectors are written; base64 is of little-endian floats of 4 bytes (default: float)"),
                    Field.whole("dimensions", 1, 65_536, "The length of a vector; only the model's own is supported."))
            .open();

    private final Backend backend;

    Embeddings(Backend backend) {
        this.backend = backend;
    }

    Answer embed(Call call) {
        JsonFields fields = call.body();
        String model = fields.text("model");
        if (!isKnown(model)) {
            throw Models.unknown(model);
        }
        List<String> texts = texts(call.document().get("input"));
        Embedder embedder = backend.stoa().embedder();
        if (!embedder.isOn()) {
            throw new UnavailableException(
                    "unavailable",
                    embedder.shortfall().orElse("this server has no model for vectors"),
                    "set embedder to a model, and start the server again");
        }
        Long dimensions = fields.wholeOrNull("dimensions");
        if (dimensions != null && dimensions != embedder.dimensions()) {
            throw Unsupported.field("dimensions", "another number than " + embedder.dimensions());
        }
        boolean packed = fields.text("encoding_format", FLOAT).equals(BASE64);
        List<float[]> vectors;
        try (Places.Place place = backend.work().embeddings().take()) {
            vectors = embedder.embed(texts);
        }
        List<Map<String, @Nullable Object>> data = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i++) {
            float[] vector = vectors.get(i);
            data.add(Json.object(
                    "object", "embedding", "index", i, "embedding", packed ? packed(vector) : numbers(vector)));
        }
        long tokens = texts.stream().mapToLong(TokenEstimate::of).sum();
        return Answer.ok(Json.object(
                "object",
                "list",
                "data",
                data,
                "model",
                Models.EMBED.id(),
                "usage",
                Json.object("prompt_tokens", tokens, "total_tokens", tokens),
                "stoa",
                Json.object("tokens_estimated", true, "ignored", Ignored.of(SHAPE.others(call.document())))));
    }

    private boolean isKnown(String name) {
        return Models.find(name).filter(Models.EMBED::equals).isPresent()
                || (name.startsWith(ALIASES) && backend.stoa().config().get(ServerSettings.ALIAS_EMBEDDINGS));
    }

    private static List<String> texts(@Nullable Object input) {
        List<?> given = input instanceof List<?> list ? list : input == null ? List.of() : List.of(input);
        if (given.isEmpty() || given.size() > MOST_TEXTS) {
            throw Refusal.field("input", "has " + given.size() + " texts", "send 1 to " + MOST_TEXTS);
        }
        List<String> texts = new ArrayList<>();
        for (Object each : given) {
            if (!(each instanceof String text)) {
                throw Refusal.field("input", "is neither text nor a list of texts", "send texts; tokens are not read");
            }
            int length = text.codePointCount(0, text.length());
            if (length < 1 || length > LONGEST) {
                throw Refusal.field(
                        "input", "has a text of " + length + " characters", "send texts of 1 to " + LONGEST);
            }
            texts.add(text);
        }
        return texts;
    }

    private static List<Double> numbers(float[] vector) {
        List<Double> numbers = new ArrayList<>(vector.length);
        for (float value : vector) {
            // The shortest digits that give the same float again.
            numbers.add(Double.valueOf(Float.toString(value)));
        }
        return numbers;
    }

    private static String packed(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : vector) {
            bytes.putFloat(value);
        }
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
