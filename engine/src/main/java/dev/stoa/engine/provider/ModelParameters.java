package dev.stoa.engine.provider;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a call as services of language models want them. Immutable. */
record ModelParameters(String model, long callSeed, Map<String, String> params) {
    private static final double TEMPERATURE = 0.7;
    private static final int MAX_TOKENS = 2048;

    static ModelParameters of(Call call) {
        return new ModelParameters(call.model(), call.seed(), call.params());
    }

    boolean temperatureGiven() {
        return params.containsKey("temperature");
    }

    /** Null where the model shall decide. */
    @Nullable
    Double temperature() {
        String given = param("temperature");
        if (given == null) {
            return TEMPERATURE;
        }
        return given.equals(SpecText.NONE) ? null : Double.valueOf(given);
    }

    /** The tokens of the longest reply to an agent with these parameters. */
    static int maxTokens(Map<String, String> params) {
        return new ModelParameters("", 0, params).maxTokens();
    }

    int maxTokens() {
        Integer given = whole("max_tokens");
        return given == null ? MAX_TOKENS : given;
    }

    @Nullable
    Double topP() {
        return real("top_p");
    }

    @Nullable
    Double real(String name) {
        String given = param(name);
        return given == null ? null : Double.valueOf(given);
    }

    /** The seed in 31 bits, which is what the services take. */
    int seed() {
        return (int) ((callSeed ^ (callSeed >>> 32)) & Integer.MAX_VALUE);
    }

    @Nullable
    Integer whole(String name) {
        String given = param(name);
        return given == null ? null : Integer.valueOf(given);
    }

    @Nullable
    String param(String name) {
        return params.get(name);
    }
}
