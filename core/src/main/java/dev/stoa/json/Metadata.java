package dev.stoa.json;

import dev.stoa.base.Bounds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON object that a caller may attach to a row. Stateless, safe from any thread. */
public final class Metadata {
    private static final int MAX_BYTES = 16_384;
    private static final int MAX_DEPTH = 16;

    private Metadata() {}

    /** The stored form of an object of at most 16,384 bytes and depth 16. */
    public static String write(Map<String, ? extends @Nullable Object> value) {
        int depth = depth(value);
        if (depth > MAX_DEPTH) {
            throw Bounds.invalid("metadata is nested " + depth + " deep; at most " + MAX_DEPTH, "flatten it");
        }
        String json = Json.write(value);
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw Bounds.invalid(
                    String.format(Locale.ROOT, "metadata has %,d bytes; at most %,d", bytes, MAX_BYTES),
                    "keep long text elsewhere");
        }
        return json;
    }

    private static int depth(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                1 + map.values().stream().mapToInt(Metadata::depth).max().orElse(0);
            case List<?> list ->
                1 + list.stream().mapToInt(Metadata::depth).max().orElse(0);
            case null, default -> 0;
        };
    }
}
