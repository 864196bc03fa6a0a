package dev.stoa.society.base;

import dev.stoa.base.Bounds;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an agent's model may be. Stateless. */
public final class ModelNames {
    private static final Pattern SPEC = Pattern.compile("[a-z][a-z0-9_-]*:.*", Pattern.DOTALL);
    private static final int LONGEST = 200;

    private ModelNames() {}

    /** The model as it is stored: a bare name stands for the provider that is configured for its beginning. */
    public static String resolve(AgentKind kind, @Nullable String model, Map<String, String> prefixes) {
        if (model == null && kind == AgentKind.HUMAN) {
            return "human:";
        }
        if (model == null) {
            throw Bounds.invalid("model is missing", "give provider:model, such as command:claude");
        }
        Bounds.text("model", model, 1, LONGEST);
        if (SPEC.matcher(model).matches()) {
            return model;
        }
        return prefixes.entrySet().stream()
                .filter(entry -> model.startsWith(entry.getKey()))
                .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(entry -> entry.getValue() + "?model=" + model)
                .orElseThrow(() -> Bounds.invalid(
                        "model " + Bounds.shown(model) + " names no provider",
                        "give provider:model, or add how it begins to society.models"));
    }
}
