package dev.stoa.debate.external;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the call that led to a turn. Immutable.
 *
 * @param provider who answered; null for the provider of the seat
 * @param model null for the model of the seat
 * @param costUsd null where the price is unknown
 */
public record ExternalCall(
        @Nullable String prompt,
        @Nullable String provider,
        @Nullable String model,
        int tokensIn,
        int tokensOut,
        @Nullable Double costUsd,
        @Nullable String error,
        long responseTimeMs,
        Map<String, String> params,
        Map<String, @Nullable Object> metadata) {
    /** A call of which nothing is known. */
    public static final ExternalCall UNKNOWN =
            new ExternalCall(null, null, null, 0, 0, null, null, 0, Map.of(), Map.of());

    // Not a compact one: its class file would not say that metadata may hold nulls.
    public ExternalCall(
            @Nullable String prompt,
            @Nullable String provider,
            @Nullable String model,
            int tokensIn,
            int tokensOut,
            @Nullable Double costUsd,
            @Nullable String error,
            long responseTimeMs,
            Map<String, String> params,
            Map<String, @Nullable Object> metadata) {
        this.prompt = prompt;
        this.provider = provider;
        this.model = model;
        this.tokensIn = tokensIn;
        this.tokensOut = tokensOut;
        this.costUsd = costUsd;
        this.error = error;
        this.responseTimeMs = responseTimeMs;
        this.params = Collections.unmodifiableMap(new TreeMap<>(params));
        this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /** The fields of a turn that tell of its call. */
    static ExternalCall fromJson(JsonFields fields) {
        Map<String, String> params = new TreeMap<>();
        fields.object("params").forEach((name, value) -> params.put(name, String.valueOf(value)));
        return new ExternalCall(
                fields.textOrNull("prompt"),
                fields.textOrNull("provider"),
                fields.textOrNull("model"),
                whole(fields, "tokens_in"),
                whole(fields, "tokens_out"),
                fields.realOrNull("cost_usd"),
                fields.textOrNull("error"),
                Bounds.whole("response_time_ms", fields.whole("response_time_ms", 0), 0, Long.MAX_VALUE),
                params,
                fields.object("metadata"));
    }

    private static int whole(JsonFields fields, String name) {
        return (int) Bounds.whole(name, fields.whole(name, 0), 0, Integer.MAX_VALUE);
    }
}
