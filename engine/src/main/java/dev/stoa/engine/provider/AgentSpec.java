package dev.stoa.engine.provider;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An agent as a person names it: {@code name=provider:model?key=value&…}, or the JSON object that says the same.
 * Immutable, and checked as far as its text goes; whether its provider can be called is for {@link Providers} to say.
 *
 * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ -}
 * @param target the model that is asked first, with the parameters
 * @param role what it is to do in a debate; null if nothing special
 * @param family what it has in common with others; null if nothing is said
 * @param fallback the models that are asked in turn when those before them fail
 * @param system what it is told before everything else; null if nothing
 * @param profile the profile of the evolution that it was made of; null if none
 */
public record AgentSpec(
        String name,
        Target target,
        @Nullable String role,
        @Nullable String family,
        List<Target> fallback,
        @Nullable String system,
        @Nullable String profile) {
    public AgentSpec {
        fallback = List.copyOf(fallback);
    }

    /** An agent of no profile. */
    public AgentSpec(
            String name, Target target, @Nullable String role, @Nullable String family, List<Target> fallback) {
        this(name, target, role, family, fallback, null, null);
    }

    /** The agent of a text; the provider must be one of those known. */
    public static AgentSpec parse(String spec, Collection<String> providers) {
        int equals = spec.indexOf('=');
        int colon = spec.indexOf(':', equals + 1);
        int question = spec.indexOf('?', equals + 1);
        if (equals < 0 || colon < 0 || (question >= 0 && question < colon)) {
            throw Bounds.invalid(
                    "agent " + Bounds.shown(spec) + " is not name=provider:model?key=value&…",
                    "for example ana=sim:?accuracy=0.7 or o=openai:gpt-5-mini");
        }
        String name = SpecText.name(spec.substring(0, equals));
        Map<String, String> query = question < 0 ? new TreeMap<>() : SpecText.query(name, spec.substring(question + 1));
        String role = query.remove("role");
        String family = query.remove("family");
        String fallback = query.remove("fallback");
        return of(
                name,
                spec.substring(equals + 1, colon),
                SpecText.decoded(name, spec.substring(colon + 1, question < 0 ? spec.length() : question)),
                role,
                family,
                fallback == null ? List.of() : List.of(fallback.split("\\|", -1)),
                query,
                providers);
    }

    /** The agent of the object {@code {name, provider, model, role, family, fallback, params, system, profile}}. */
    public static AgentSpec fromJson(JsonFields fields, Collection<String> providers) {
        String name = SpecText.name(fields.text("name"));
        Map<String, String> params = new TreeMap<>();
        fields.object("params").forEach((key, value) -> params.put(key, text(name, key, value)));
        AgentSpec spec = of(
                name,
                fields.text("provider"),
                fields.text("model", ""),
                fields.textOrNull("role"),
                fields.textOrNull("family"),
                fields.texts("fallback"),
                params,
                providers);
        AgentSpec whole = new AgentSpec(
                spec.name(),
                spec.target(),
                spec.role(),
                spec.family(),
                spec.fallback(),
                fields.textOrNull("system"),
                fields.textOrNull("profile"));
        fields.end();
        return whole;
    }

    private static String text(String name, String key, @Nullable Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean flag -> flag.toString();
            case Double real ->
                new BigDecimal(real.toString()).stripTrailingZeros().toPlainString();
            case Number whole -> whole.toString();
            case null, default ->
                throw Bounds.invalid(
                        "params." + key + " of agent " + name + " is no text, number or flag", "send one of these");
        };
    }

    private static AgentSpec of(
            String name,
            String provider,
            String model,
            @Nullable String role,
            @Nullable String family,
            List<String> fallback,
            Map<String, String> params,
            Collection<String> providers) {
        SpecText.checkCount(name, params);
        params.forEach((key, value) -> SpecText.checkParam(name, key, value));
        Target first = new Target(SpecText.provider(name, provider, providers), SpecText.model(name, model), params);
        return new AgentSpec(
                name,
                first,
                SpecText.word(name, "role", role),
                SpecText.word(name, "family", family),
                Bounds.size("fallback", fallback, 0, 8).stream()
                        .map(text -> fallback(name, text, first, providers))
                        .toList());
    }

    private static Target fallback(String name, String text, Target first, Collection<String> providers) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new InvalidException(
                    "invalid",
                    "fallback " + Bounds.shown(text) + " of agent " + name + " is not provider:model",
                    "separate several with |");
        }
        return first.instead(
                SpecText.provider(name, text.substring(0, colon), providers),
                SpecText.model(name, text.substring(colon + 1)));
    }

    public String provider() {
        return target.provider();
    }

    public String model() {
        return target.model();
    }

    public Map<String, String> params() {
        return target.params();
    }

    /** The JSON object from which {@link #fromJson} makes this agent. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(Json.object(
                "name", name,
                "provider", provider(),
                "model", model(),
                "role", role,
                "family", family,
                "fallback", fallback.stream().map(Target::toString).toList(),
                "params", params()));
        if (system != null) {
            document.put("system", system);
        }
        if (profile != null) {
            document.put("profile", profile);
        }
        return document;
    }
}
