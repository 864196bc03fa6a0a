package dev.stoa.evolution.scenario;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code [evolution]} with its bounds and defaults. Stateless, safe from any thread. */
public final class SettingsReader {
    private SettingsReader() {}

    /**
     * The settings of a table.
     *
     * @param defaults what holds where the table says nothing, by name; what is not in it has the built-in default
     */
    static EvolutionSettings read(Table table, int maxTurns, Map<String, ?> defaults) {
        Fallback or = new Fallback(defaults);
        Table memory = table.table("memory");
        EvolutionSettings settings = new EvolutionSettings(
                (int) table.whole("max_generations", 1, 10_000, or.whole("max_generations", 100)),
                (int) table.whole("epoch_size", 1, 1_000, or.whole("epoch_size", 10)),
                table.real("worst_fraction", 0, true, 1, or.real("worst_fraction", .2)),
                (int) table.whole("mutation_variants", 1, 16, or.whole("mutation_variants", 3)),
                (int) table.whole("race_pool", 1, 64, or.whole("race_pool", 36)),
                table.real("mutation_sigma", 0, true, 1, or.real("mutation_sigma", .25)),
                (int) table.whole("cull_trials", 1, 100, or.whole("cull_trials", 3)),
                // An episode that ends before the cut plays its full length.
                (int) table.whole("cull_turns", 0, maxTurns, Math.min(maxTurns, or.whole("cull_turns", 0))),
                (int) table.whole("shadow_trial_count", 2, 100, or.whole("shadow_trial_count", 10)),
                table.real("improvement_margin", 0, false, 10, or.real("improvement_margin", .5)),
                table.real("acceptance_lcb_lambda", 0, true, 10, or.real("acceptance_lcb_lambda", 1)),
                table.real("acceptance_p_value_threshold", 0, true, .5, or.real("acceptance_p_value_threshold", .05)),
                (int) table.whole("creation_patience", 1, 1_000, or.whole("creation_patience", 5)),
                (int) table.whole(
                        "creation_cooldown_generations", 0, 1_000, or.whole("creation_cooldown_generations", 3)),
                (int) table.whole("max_active_created_agents", 0, 16, or.whole("max_active_created_agents", 3)),
                table.flag("require_human_approval_for_creation", or.flag("require_human_approval_for_creation", true)),
                (int) table.whole(
                        "created_review_generations", 0, 1_000_000, or.whole("created_review_generations", 10)),
                (int) table.whole(
                        "scout_sweep_interval_generations",
                        0,
                        1_000_000,
                        or.whole("scout_sweep_interval_generations", 5)),
                (int) table.whole("max_concurrency", 1, 64, or.whole("max_concurrency", 5)),
                (int) table.whole("slot_attempts", 1, 5, or.whole("slot_attempts", 2)),
                table.whole("max_run_tokens", 0, Json.LARGEST_EXACT, or.whole("max_run_tokens", 0)),
                (int) table.whole("stop_stall", 0, 1_000_000, or.whole("stop_stall", 0)),
                memory(memory, or));
        memory.end();
        table.end();
        return settings;
    }

    private static EvolutionSettings.Memory memory(Table table, Fallback or) {
        int neighbours = (int) table.whole("neighbours", 1, 50, or.whole("memory.neighbours", 5));
        return new EvolutionSettings.Memory(
                table.word("embedder", List.of("auto", "hashing", "archive"), or.text("memory.embedder", "auto")),
                table.word("scope", List.of("run", "archive"), or.text("memory.scope", "run")),
                neighbours,
                (int) table.whole(
                        "recurrence_count",
                        1,
                        neighbours,
                        Math.min(or.whole("memory.recurrence_count", 3), neighbours)),
                table.real("recurrence_similarity", 0, false, 1, or.real("memory.recurrence_similarity", .8)),
                (int) table.whole("constraint_generations", 1, 1_000, or.whole("memory.constraint_generations", 5)));
    }

    /** What holds where a table says nothing. */
    private record Fallback(Map<String, ?> configured) {
        long whole(String name, long otherwise) {
            return configured.get(name) instanceof Number number ? number.longValue() : otherwise;
        }

        double real(String name, double otherwise) {
            return configured.get(name) instanceof Number number ? number.doubleValue() : otherwise;
        }

        boolean flag(String name, boolean otherwise) {
            return configured.get(name) instanceof Boolean flag ? flag : otherwise;
        }

        String text(String name, String otherwise) {
            return configured.get(name) instanceof String text ? text : otherwise;
        }
    }

    /**
     * A scenario with other settings on top, by name: {@code "epoch_size", "20"} or {@code "memory.scope", "archive"}.
     * A text is read as the type that the setting has.
     */
    public static Scenario override(Scenario scenario, Map<String, String> overrides) {
        Map<String, @Nullable Object> tree =
                new LinkedHashMap<>(scenario.evolution().document());
        Problems problems = new Problems();
        overrides.forEach((key, text) -> {
            List<String> path = new ArrayList<>(List.of(key.split("\\.", 2)));
            if (path.size() == 2 && path.getFirst().equals("memory") && tree.get("memory") instanceof Map<?, ?> old) {
                Map<String, @Nullable Object> memory = new LinkedHashMap<>();
                old.forEach((name, value) -> memory.put(String.valueOf(name), value));
                memory.put(path.get(1), typed(memory.get(path.get(1)), text));
                tree.put("memory", memory);
            } else {
                tree.put(key, typed(tree.get(key), text));
            }
        });
        EvolutionSettings settings = read(
                Table.of(Tree.plain(tree, problems), "evolution", problems),
                scenario.limits().maxTurns(),
                Map.of());
        problems.throwIfAny("");
        return scenario.with(settings);
    }

    private static Object typed(@Nullable Object like, String text) {
        try {
            return switch (like) {
                case Integer whole -> (Object) Long.parseLong(text);
                case Long whole -> (Object) Long.parseLong(text);
                case Double real -> (Object) Double.parseDouble(text);
                case Boolean flag when text.equals("true") || text.equals("false") -> (Object) text.equals("true");
                case null, default -> text;
            };
        } catch (NumberFormatException e) {
            // The reader says which type it wants.
            return text;
        }
    }
}
