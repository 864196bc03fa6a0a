package dev.stoa.engine.tunnel;

import dev.stoa.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The laws as they were measured when this version was made, so that showing them costs nothing. Stateless. */
public final class StoredLaws {
    /** How many questions each was measured on. */
    public static final int QUESTIONS = 1_000;
    /** The seed of all draws. */
    public static final long SEED = 1;

    private StoredLaws() {}

    /** The laws as JSON, as {@code stoa tunnel laws} with these questions and this seed tells them. */
    public static Map<String, @Nullable Object> document() {
        try (InputStream file =
                Objects.requireNonNull(StoredLaws.class.getResourceAsStream("/dev/stoa/engine/tunnel/laws.json"))) {
            return Json.parseObject(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
