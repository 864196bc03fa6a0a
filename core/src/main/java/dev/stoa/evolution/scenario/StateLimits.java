package dev.stoa.evolution.scenario;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How large the public state may be. Stateless, safe from any thread. */
public final class StateLimits {
    /** The largest state as JSON. */
    public static final int MOST_BYTES = 256 << 10;

    /** The deepest nesting of a state. */
    public static final int MOST_DEPTH = 16;

    private StateLimits() {}

    /** What is wrong with a state, or null. */
    public static @Nullable String wrong(Map<String, ? extends @Nullable Object> state) {
        if (depth(state, 0) > MOST_DEPTH) {
            return "the state is nested deeper than " + MOST_DEPTH;
        }
        try {
            return Json.write(state).getBytes(StandardCharsets.UTF_8).length > MOST_BYTES
                    ? "the state has more than " + MOST_BYTES + " bytes"
                    : null;
        } catch (StoaException e) {
            return "the state has a value that is not JSON: " + e.getMessage();
        }
    }

    /** How deep a value is nested; a plain one is 0. It stops counting when it is too deep. */
    public static int depth(@Nullable Object value, int above) {
        if (above > MOST_DEPTH) {
            return above;
        }
        return switch (value) {
            case Map<?, ?> map -> deepest(map.values(), above);
            case List<?> list -> deepest(list, above);
            case null, default -> above;
        };
    }

    private static int deepest(Iterable<?> values, int above) {
        int deepest = above + 1;
        for (Object value : values) {
            deepest = Math.max(deepest, depth(value, above + 1));
        }
        return deepest;
    }
}
