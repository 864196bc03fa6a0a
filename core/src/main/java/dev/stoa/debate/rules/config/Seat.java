package dev.stoa.debate.rules.config;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import dev.stoa.json.RecordFields;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One agent's place in a debate, with everything that is needed to call it. Immutable.
 *
 * @param role the role that was given to it, which stands for the phase's own
 * @param family what it shares its errors with; none: the provider and model that answered
 * @param fallback who is asked if it fails, as {@code provider:model}, in this order
 * @param params what its provider is told
 * @param system the text before the instruction: an agent's constitution, a profile's prompt
 * @param profile the profile of the evolution that it was made of, which learns from its results; null for the others
 */
public record Seat(
        String agent,
        String provider,
        String model,
        @Nullable String role,
        @Nullable String family,
        List<String> fallback,
        Map<String, String> params,
        @Nullable String system,
        @Nullable String profile) {
    /** The provider under which a profile of the evolution is named. */
    public static final String PROFILE = "profile";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public Seat {
        if (!NAME.matcher(agent).matches()) {
            throw Bounds.invalid(
                    "agent " + Bounds.shown(agent) + " is not 1 to 64 of A-Z a-z 0-9 . _ -", "give it another name");
        }
        Bounds.text("provider", provider, 1, 64);
        Bounds.text("model", model, 0, 200);
        Bounds.textOrNull("role", role, 1, 64);
        Bounds.textOrNull("family", family, 1, 64);
        Bounds.textOrNull("system", system, 0, 65_536);
        Bounds.textOrNull("profile", profile, 1, 200);
        fallback = List.copyOf(Bounds.size("fallback", fallback, 0, 8));
        params = Collections.unmodifiableMap(new TreeMap<>(params));
    }

    /** A seat without a profile. */
    public Seat(
            String agent,
            String provider,
            String model,
            @Nullable String role,
            @Nullable String family,
            List<String> fallback,
            Map<String, String> params,
            @Nullable String system) {
        this(agent, provider, model, role, family, fallback, params, system, null);
    }

    /** A seat of a provider and nothing else. */
    public static Seat of(String agent, String provider, String model) {
        return new Seat(agent, provider, model, null, null, List.of(), Map.of(), null);
    }

    /** The seat with other parameters. */
    public Seat params(Map<String, String> params) {
        return new Seat(agent, provider, model, role, family, fallback, params, system, profile);
    }

    /** The seat with a role. */
    public Seat role(String role) {
        return new Seat(agent, provider, model, role, family, fallback, params, system, profile);
    }

    /** The seat of a profile of the evolution. */
    public Seat profile(String id) {
        return new Seat(agent, provider, model, role, family, fallback, params, system, id);
    }

    /** The profile that learns from its results; another engine may name it as the model of its seat. */
    public @Nullable String observed() {
        return profile == null && provider.equals(PROFILE) ? model : profile;
    }

    public boolean plays(String role) {
        return role.equals(this.role);
    }

    static Seat of(JsonFields fields) {
        Map<String, String> params = new TreeMap<>();
        fields.object("params").forEach((key, value) -> params.put(key, String.valueOf(value)));
        Seat seat = new Seat(
                fields.text("name"),
                fields.text("provider"),
                fields.text("model", ""),
                fields.textOrNull("role"),
                fields.textOrNull("family"),
                fields.texts("fallback"),
                params,
                fields.textOrNull("system"),
                fields.textOrNull("profile"));
        fields.end();
        return seat;
    }

    /** The seat as JSON, in the form in which a request may give it. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document =
                new LinkedHashMap<>(RecordFields.document(this, Map.of("agent", "name")));
        // Debates that were stored before there were profiles keep their hashes.
        document.remove("profile", null);
        return document;
    }
}
