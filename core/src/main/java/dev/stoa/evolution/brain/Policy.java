package dev.stoa.evolution.brain;

import dev.stoa.base.Bounds;
import dev.stoa.base.Nearest;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A built-in policy with the values of its parameters. Immutable.
 *
 * @param kind which policy
 * @param values a value for each parameter, in the order of the kind
 * @param script the replies of a scripted brain, empty for the others
 */
public record Policy(PolicyKind kind, Map<String, Double> values, List<String> script) {
    private static final String SCHEME = "policy:";

    public Policy {
        Map<String, Double> ordered = new LinkedHashMap<>();
        for (Parameter parameter : kind.parameters()) {
            double value = values.getOrDefault(parameter.name(), parameter.initial());
            ordered.put(parameter.name(), Bounds.real(parameter.name(), value, parameter.low(), parameter.high()));
        }
        for (String name : values.keySet()) {
            if (!ordered.containsKey(name)) {
                throw Bounds.invalid(
                        "policy " + kind.text() + " has no parameter " + Bounds.shown(name),
                        Nearest.of(name, ordered.keySet())
                                .map(near -> "did you mean " + near + "?")
                                .orElse("use " + String.join(", ", ordered.keySet())));
            }
        }
        values = java.util.Collections.unmodifiableMap(ordered);
        script = List.copyOf(script);
    }

    /** A policy without a script. */
    public static Policy of(PolicyKind kind, Map<String, Double> values) {
        return new Policy(kind, values, List.of());
    }

    /** Whether a brain names a policy at all; anything else is an agent of a provider. */
    public static boolean names(String brain) {
        return brain.startsWith(SCHEME);
    }

    /** Reads {@code policy:NAME?key=value&…}; the replies of a scripted one are its {@code script}, a JSON list. */
    public static Policy parse(String brain) {
        String spec = brain.substring(SCHEME.length());
        int mark = spec.indexOf('?');
        PolicyKind kind =
                dev.stoa.base.TextEnum.of("policy", PolicyKind.values(), mark < 0 ? spec : spec.substring(0, mark));
        if (kind == PolicyKind.SCRIPTED) {
            return scripted(mark < 0 ? "" : spec.substring(mark + 1));
        }
        Map<String, Double> values = new LinkedHashMap<>();
        if (mark >= 0) {
            for (String pair : spec.substring(mark + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw Bounds.invalid(
                            Bounds.shown(pair) + " is not key=value", "write policy:NAME?key=value&key=value");
                }
                String key = pair.substring(0, equals);
                if (values.putIfAbsent(key, number(key, pair.substring(equals + 1))) != null) {
                    throw Bounds.invalid("parameter " + Bounds.shown(key) + " stands twice", "leave one out");
                }
            }
        }
        return of(kind, values);
    }

    private static Policy scripted(String rest) {
        if (!rest.startsWith("script=")) {
            throw Bounds.invalid("a scripted brain has no script", "write policy:scripted?script=[\"…\"]");
        }
        List<String> replies = new ArrayList<>();
        for (Object reply : Json.parseArray(rest.substring("script=".length()))) {
            replies.add(reply instanceof String text ? text : Json.write(reply));
        }
        if (replies.isEmpty()) {
            throw Bounds.invalid("the script of a scripted brain is empty", "give one reply or more");
        }
        return new Policy(PolicyKind.SCRIPTED, Map.of(), replies);
    }

    private static double number(String key, String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, as for infinities.
        }
        throw Bounds.invalid(
                "parameter " + Bounds.shown(key) + ": " + Bounds.shown(text) + " is not a number", "give one");
    }

    /** The value of a parameter. */
    public double value(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("policy " + kind.text() + " has no parameter " + name);
        }
        return value;
    }

    /** The same policy with other values. */
    public Policy with(Map<String, Double> changed) {
        Map<String, Double> all = new LinkedHashMap<>(values);
        all.putAll(changed);
        return new Policy(kind, all, script);
    }

    /** Its hyperparameters as a profile keeps them: the brain and then every parameter. */
    public Map<String, @Nullable Object> hyperparameters() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("brain", SCHEME + kind.text());
        all.putAll(values);
        if (kind == PolicyKind.SCRIPTED) {
            all.put("script", script);
        }
        return all;
    }

    /** The policy that a profile keeps; empty where its brain is a provider's. */
    public static Optional<Policy> of(Map<String, ? extends @Nullable Object> hyperparameters) {
        if (!(hyperparameters.get("brain") instanceof String brain) || !names(brain)) {
            return Optional.empty();
        }
        PolicyKind kind = dev.stoa.base.TextEnum.of("policy", PolicyKind.values(), brain.substring(SCHEME.length()));
        Map<String, Double> values = new LinkedHashMap<>();
        List<String> script = new ArrayList<>();
        hyperparameters.forEach((key, value) -> {
            if (value instanceof Number number) {
                values.put(key, number.doubleValue());
            } else if (key.equals("script") && value instanceof List<?> replies) {
                replies.forEach(reply -> script.add(String.valueOf(reply)));
            }
        });
        return Optional.of(new Policy(kind, values, script));
    }

    /** One line for each parameter, as a strategy has them. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        values.forEach((name, value) -> lines.add(name + " = " + shown(value)));
        return lines;
    }

    /** A number as strategies and documents write it: the fewest digits. */
    static String shown(double value) {
        return Json.canonical(value);
    }

    /** The brain that follows it; the first two required actors are those between whom a broker stands. */
    public Brain brain(@Nullable OutcomeGrid grid, List<String> required) {
        if (kind == PolicyKind.SCRIPTED) {
            return new ScriptedBrain(script);
        }
        if (grid == null) {
            throw Bounds.invalid("policy " + kind.text() + " needs issues", "declare issues, or use another brain");
        }
        return switch (kind) {
            case CONCESSION -> new Concession(this, grid);
            case TIT_FOR_TAT -> new TitForTat(this, grid);
            case ASPIRATION -> new Aspiration(this, grid);
            case RANDOM -> new RandomOffers(this, grid);
            case BROKER -> new Broker(this, grid, required.get(0), required.get(1));
            case SCRIPTED -> throw new AssertionError("made above");
        };
    }
}
