package dev.stoa.evolution.profile;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What distinguishes two profiles. Immutable.
 *
 * @param hyperparameters the parameters that differ, in the order of their paths
 * @param tacticFrom the tactic of the first; null if they do not differ
 * @param strategy the unified diff of the strategies; empty if they are equal
 * @param systemPrompt the unified diff of the whole prompts
 */
public record ProfileDiff(
        List<Change> hyperparameters,
        @Nullable String tacticFrom,
        @Nullable String tacticTo,
        String strategy,
        String systemPrompt) {
    public ProfileDiff {
        hyperparameters = List.copyOf(hyperparameters);
    }

    /** A parameter that differs; null where one of them has none. */
    public record Change(
            String path, @Nullable Object from, @Nullable Object to) {}

    static ProfileDiff of(Profile a, Profile b) {
        Map<String, @Nullable Object> from = paths(a.hyperparameters());
        Map<String, @Nullable Object> to = paths(b.hyperparameters());
        TreeSet<String> names = new TreeSet<>(from.keySet());
        names.addAll(to.keySet());
        List<Change> changes = new ArrayList<>();
        for (String name : names) {
            if (!Json.canonical(from.get(name)).equals(Json.canonical(to.get(name)))
                    || from.containsKey(name) != to.containsKey(name)) {
                changes.add(new Change(name, from.get(name), to.get(name)));
            }
        }
        boolean same = Objects.equals(a.tactic(), b.tactic());
        return new ProfileDiff(
                changes,
                same ? null : a.tactic(),
                same ? null : b.tactic(),
                UnifiedDiff.of(a.strategyText(), b.strategyText()),
                UnifiedDiff.of(a.systemPrompt(), b.systemPrompt()));
    }

    /** The values of an object by their dotted paths; a list is one value. */
    static Map<String, @Nullable Object> paths(Map<String, ? extends @Nullable Object> object) {
        Map<String, @Nullable Object> paths = new TreeMap<>();
        collect("", object, paths);
        return paths;
    }

    private static void collect(
            String prefix, Map<?, ? extends @Nullable Object> object, Map<String, @Nullable Object> paths) {
        object.forEach((key, value) -> {
            String path = prefix + key;
            if (value instanceof Map<?, ?> inner && !inner.isEmpty()) {
                collect(path + ".", inner, paths);
            } else {
                paths.put(path, value);
            }
        });
    }

    /** It as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "hyperparameters",
                hyperparameters.stream()
                        .map(change -> Json.object("path", change.path(), "from", change.from(), "to", change.to()))
                        .toList(),
                "tactic",
                tacticFrom == null && tacticTo == null ? null : Json.object("from", tacticFrom, "to", tacticTo),
                "strategy",
                strategy,
                "system_prompt",
                systemPrompt);
    }
}
