package dev.stoa.evolution.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.config.ConfigLoader;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.ConfigValues;
import dev.stoa.config.Location;
import dev.stoa.config.Setting;
import dev.stoa.evolution.base.EvolutionSettings;
import dev.stoa.json.Json;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class ConfiguredDefaultsTest {
    private static final Pattern BOUNDS = Pattern.compile("(from|above) (\\S+) to (\\S+)");
    // Their upper bounds depend on other settings.
    private static final Set<String> RELATIVE = Set.of("cull_turns", "memory.recurrence_count");

    @TempDir
    Path folder;

    private ConfigValues values(Map<String, String> environment) {
        return ConfigLoader.load(
                ConfigSources.of(folder, environment, new Location.Directory(folder, "test")),
                List.of(EvolutionSettings.module()));
    }

    private static Map<String, @Nullable Object> flat(Map<String, @Nullable Object> settings) {
        Map<String, @Nullable Object> flat = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) {
                inner.forEach((key, each) -> flat.put(name + "." + key, each));
            } else {
                flat.put(name, value);
            }
        });
        return flat;
    }

    @Test
    void everySettingOfAScenarioHasTheSameDefaultInTheConfiguration() {
        String text = Scenarios.text("split-100");
        Scenario bare = ScenarioReader.toml("a.toml", text.substring(0, text.indexOf("[evolution]")));
        assertThat(Json.canonical(new TreeMap<>(EvolutionSettings.defaults(values(Map.of())))))
                .isEqualTo(Json.canonical(flat(bare.evolution().document())));
    }

    @Test
    void everySettingHasTheSameBoundsInTheConfiguration() {
        Scenario scenario = Scenarios.get("split-100");
        int bounded = 0;
        for (Setting<?> setting : EvolutionSettings.module().settings()) {
            String name = setting.key().substring("evolution.".length());
            Matcher bounds = BOUNDS.matcher(setting.type().expected());
            if (!bounds.find() || RELATIVE.contains(name) || setting == EvolutionSettings.STRATEGY_CAP) {
                continue;
            }
            bounded++;
            boolean above = bounds.group(1).equals("above");
            BigDecimal least = new BigDecimal(bounds.group(2));
            BigDecimal most = new BigDecimal(bounds.group(3));
            BigDecimal step = least.scale() > 0 ? new BigDecimal("0.01") : BigDecimal.ONE;
            BigDecimal lowest = above ? least.add(step) : least;
            if (!name.equals("memory.neighbours")) {
                SettingsReader.override(scenario, Map.of(name, lowest.toPlainString()));
            }
            SettingsReader.override(scenario, Map.of(name, most.toPlainString()));
            for (BigDecimal outside : List.of(above ? least : least.subtract(step), most.add(step))) {
                assertThatThrownBy(() -> SettingsReader.override(scenario, Map.of(name, outside.toPlainString())))
                        .as("%s = %s", name, outside)
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining(name);
            }
        }
        assertThat(bounded).isEqualTo(23);
    }

    @Test
    void theCommandComesBeforeTheScenarioTheScenarioBeforeTheConfigurationAndThatBeforeTheDefault() {
        Map<String, Object> configured = EvolutionSettings.defaults(values(Map.of(
                "STOA_EVOLUTION_MAX_GENERATIONS",
                "7",
                "STOA_EVOLUTION_EPOCH_SIZE",
                "4",
                "STOA_EVOLUTION_SHADOW_TRIAL_COUNT",
                "12",
                "STOA_EVOLUTION_CULL_TURNS",
                "400",
                "STOA_EVOLUTION_MEMORY_NEIGHBOURS",
                "2",
                "STOA_EVOLUTION_REQUIRE_HUMAN_APPROVAL_FOR_CREATION",
                "false")));
        Scenario read = Scenarios.get("split-100", configured);
        var settings = SettingsReader.override(read, Map.of("epoch_size", "6")).evolution();
        assertThat(settings.epochSize()).isEqualTo(6);
        assertThat(settings.maxGenerations()).isEqualTo(30);
        assertThat(settings.shadowTrialCount()).isEqualTo(12);
        assertThat(settings.requireHumanApprovalForCreation()).isFalse();
        assertThat(settings.mutationVariants()).isEqualTo(3);
        // A default that is too large for this scenario is as large as the scenario allows.
        assertThat(settings.cullTurns()).isEqualTo(20);
        assertThat(settings.memory().recurrenceCount()).isEqualTo(2);
    }

    @Test
    void aSettingOutsideItsBoundsIsRefusedWithTheBounds() {
        assertThatThrownBy(() -> values(Map.of("STOA_EVOLUTION_WORST_FRACTION", "0")))
                .hasMessageContaining("must be a number above 0.0 to 1.0, was 0");
        assertThatThrownBy(() -> values(Map.of("STOA_EVOLUTION_MEMORY_SCOPE", "world")))
                .hasMessageContaining("must be \"run\" or \"archive\"");
    }
}
