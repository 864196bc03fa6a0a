package dev.stoa.evolution.base;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.ConfigValues;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of the evolution. Constants; immutable. All but the cap are what a run takes where its scenario and its
 * command say nothing.
 */
public final class EvolutionSettings {
    private static final String SECTION = "evolution.";

    /** {@code evolution.strategy_cap}. */
    public static final Setting<Integer> STRATEGY_CAP = Setting.of(
            "evolution.strategy_cap",
            SettingType.integer(100, 1_000_000),
            10_000,
            "how many strategies are remembered before the weakest are evicted");

    private static final List<Setting<?>> DEFAULTS = List.of(
            whole("max_generations", 1, 10_000, 100, "how many generations a run has"),
            whole("epoch_size", 1, 1_000, 10, "how many episodes a generation produces"),
            above("worst_fraction", 1, .2, "which part of them the mutator looks at"),
            whole("mutation_variants", 1, 16, 3, "the size of a family of variants; its better half is tried"),
            whole("race_pool", 1, 64, 36, "how many variants enter the race for the trial"),
            above("mutation_sigma", 1, .25, "the first step of a mutation, as a part of the range"),
            whole("cull_trials", 1, 100, 3, "how many episodes each variant of a race plays in the first round"),
            whole("cull_turns", 0, 500, 0, "where an episode of the race ends; 0 for its full length"),
            whole("shadow_trial_count", 2, 100, 10, "how many paired episodes a trial has"),
            real("improvement_margin", 0, 10, .5, "how much better a candidate must be"),
            above("acceptance_lcb_lambda", 10, 1, "how many standard errors are taken off the difference"),
            above("acceptance_p_value_threshold", .5, .05, "how improbable chance must be"),
            whole("creation_patience", 1, 1_000, 5, "after how many stalled generations an agent is designed"),
            whole("creation_cooldown_generations", 0, 1_000, 3, "how many generations after it none is designed"),
            whole("max_active_created_agents", 0, 16, 3, "how many created agents play at once; 0 for none"),
            flag("require_human_approval_for_creation", true, "whether a person decides about a tried agent"),
            whole("created_review_generations", 0, 1_000_000, 10, "how often a created agent is reviewed; 0 never"),
            whole("scout_sweep_interval_generations", 0, 1_000_000, 5, "how often the scout looks; 0 never"),
            whole("max_concurrency", 1, 64, 5, "how many episodes are played at once"),
            whole("slot_attempts", 1, 5, 2, "how often an episode is tried"),
            Setting.of(
                    SECTION + "max_run_tokens",
                    SettingType.whole(0, Json.LARGEST_EXACT),
                    0L,
                    "how many tokens a run may use; 0 for any number"),
            whole("stop_stall", 0, 1_000_000, 0, "after how many generations without acceptance a run ends; 0 never"),
            Setting.of(
                    SECTION + "memory.embedder",
                    SettingType.choice(VectorSource.class),
                    VectorSource.AUTO,
                    "what makes vectors of strategies: auto takes hashing if every party is a policy, else archive"),
            Setting.of(
                    SECTION + "memory.scope",
                    SettingType.choice(Scope.class),
                    Scope.RUN,
                    "whose failures count: those of the run or of the whole archive"),
            whole("memory.neighbours", 1, 50, 5, "how many of the nearest failures are looked at"),
            whole("memory.recurrence_count", 1, 50, 3, "how many of them must be alike"),
            real("memory.recurrence_similarity", 0, 1, .8, "how alike they must be"),
            whole("memory.constraint_generations", 1, 1_000, 5, "for how many generations a failed tactic is avoided"));

    /** What makes vectors of strategies. */
    private enum VectorSource {
        AUTO,
        HASHING,
        ARCHIVE
    }

    /** Of which runs failures are remembered. */
    private enum Scope {
        RUN,
        ARCHIVE
    }

    private EvolutionSettings() {}

    private static Setting<Integer> whole(String name, int least, int most, int value, String doc) {
        return Setting.of(SECTION + name, SettingType.integer(least, most), value, doc);
    }

    private static Setting<Double> real(String name, double least, double most, double value, String doc) {
        return Setting.of(SECTION + name, SettingType.real(least, most), value, doc);
    }

    private static Setting<Double> above(String name, double most, double value, String doc) {
        return Setting.of(SECTION + name, SettingType.above(0, most), value, doc);
    }

    private static Setting<Boolean> flag(String name, boolean value, String doc) {
        return Setting.of(SECTION + name, SettingType.flag(), value, doc);
    }

    /** All of them. */
    public static ConfigModule module() {
        List<Setting<?>> all = new ArrayList<>(List.of(STRATEGY_CAP));
        all.addAll(DEFAULTS);
        return ConfigModule.of(all.toArray(Setting<?>[]::new));
    }

    /** What a run takes where its scenario says nothing, by the names that a scenario has for it. */
    public static Map<String, Object> defaults(ConfigValues values) {
        Map<String, Object> defaults = new LinkedHashMap<>();
        DEFAULTS.forEach(setting -> defaults.put(setting.key().substring(SECTION.length()), plain(values, setting)));
        return defaults;
    }

    private static <T> Object plain(ConfigValues values, Setting<T> setting) {
        return setting.type().plain(values.get(setting));
    }
}
