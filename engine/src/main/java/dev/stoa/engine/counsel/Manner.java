package dev.stoa.engine.counsel;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How models shall answer, where an agent's own parameters do not say otherwise. Immutable. It is stored with the query,
 * so that a process which goes on with an ask asks in the same manner.
 *
 * @param temperature null for the usual one
 * @param maxTokens the most tokens of one reply; null for the usual bound
 * @param seed null for the usual one
 * @param stop texts at which a reply ends
 */
public record Manner(
        @Nullable Double temperature,
        @Nullable Long maxTokens,
        @Nullable Long seed,
        List<String> stop) {
    /** Nothing special. */
    public static final Manner USUAL = new Manner(null, null, null, List.of());

    /** The names of the parameters that it may give calls. */
    static final Set<String> PARAMS = Set.of("temperature", "max_tokens", "stop");

    private static final int MOST_TOKENS = 10_000_000;
    private static final int MOST_STOPS = 4;

    public Manner {
        if (temperature != null) {
            Bounds.real("temperature", temperature, 0, 2);
        }
        if (maxTokens != null) {
            Bounds.whole("max_tokens", maxTokens, 1, MOST_TOKENS);
        }
        stop = List.copyOf(Bounds.size("stop", stop, 0, MOST_STOPS));
        stop.forEach(text -> Bounds.text("stop", text, 1, 256));
    }

    /** The parameters of calls. */
    Map<String, String> params() {
        Map<String, String> params = new TreeMap<>();
        if (temperature != null) {
            params.put("temperature", Json.canonical(temperature));
        }
        if (maxTokens != null) {
            params.put("max_tokens", maxTokens.toString());
        }
        if (!stop.isEmpty()) {
            params.put("stop", Json.write(stop));
        }
        return params;
    }

    /** As it is stored; empty for the usual manner. */
    Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new TreeMap<>();
        if (temperature != null) {
            document.put("temperature", temperature);
        }
        if (maxTokens != null) {
            document.put("max_tokens", maxTokens);
        }
        if (seed != null) {
            document.put("seed", seed);
        }
        if (!stop.isEmpty()) {
            document.put("stop", stop);
        }
        return document;
    }

    /** What was stored. */
    static Manner of(Map<String, @Nullable Object> stored) {
        JsonFields fields = JsonFields.of(stored);
        return new Manner(
                fields.realOrNull("temperature"),
                fields.wholeOrNull("max_tokens"),
                fields.wholeOrNull("seed"),
                fields.texts("stop"));
    }

    long callSeed() {
        return seed == null ? 0 : seed;
    }
}
