package dev.stoa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class SettingTest {
    private static final SettingType<Integer> SMALL = SettingType.integer(1, 9);

    @Test
    void aSettingKnowsItselfAndItsVariable() {
        Setting<Integer> setting = Setting.of("storage.busy_timeout_seconds", SMALL, 3, "how long");
        assertThat(setting.key()).isEqualTo("storage.busy_timeout_seconds");
        assertThat(setting.variable()).isEqualTo("STOA_STORAGE_BUSY_TIMEOUT_SECONDS");
        assertThat(setting.defaultValue()).contains(3);
        assertThat(setting.doc()).isEqualTo("how long");
        assertThat(setting.type()).isEqualTo(SMALL);
        assertThat(setting.isSecret()).isFalse();
        assertThat(setting.secret().isSecret()).isTrue();
        assertThat(setting.secret().defaultValue()).contains(3);
        assertThat(Setting.required("a.b", SMALL, "").defaultValue()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.", ".a", "a..b", "A.b", "a-b.c", "1a.b", "a.b c"})
    void aKeyThatTomlOrAVariableCouldNotHoldIsRefused(String key) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Setting.of(key, SMALL, 1, ""))
                .withMessageContaining("does not match");
    }

    @Test
    void aDefaultOutsideItsOwnBoundsIsRefused() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Setting.of("a.b", SMALL, 10, ""))
                .withMessage("must be an integer from 1 to 9, was 10");
    }

    @Test
    void aModuleNamesItsSections() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> ConfigModule.of(Setting.of("alone", SMALL, 1, "")))
                .withMessage("setting alone is in no section");
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> NamedTables.of("a", Setting.of("b.c", SMALL, 1, "")))
                .withMessage("setting b.c of [a.NAME] has a dot in its key");
    }

    @Test
    void modulesThatContradictEachOtherAreRefused() {
        ConfigModule one = ConfigModule.of(Setting.of("a.b", SMALL, 1, ""));
        declaredTwice("a.b", one, ConfigModule.of(Setting.of("a.b", SMALL, 2, "")));
        declaredTwice("a.b", one, ConfigModule.of(Setting.of("a.b.c", SMALL, 2, "")));
        declaredTwice("a.b", one, ConfigModule.of().with(NamedTables.of("a.b")));
        declaredTwice("a", ConfigModule.of().with(NamedTables.of("a")).with(NamedTables.of("a")));
        declaredTwice(
                "STOA_A_B_C",
                ConfigModule.of(Setting.of("a.b_c", SMALL, 1, "")),
                ConfigModule.of(Setting.of("a_b.c", SMALL, 1, "")));
    }

    @Test
    void groupsKeepWhatTheyWereGiven() {
        Setting<Integer> setting = Setting.of("b", SMALL, 1, "");
        NamedTables group = NamedTables.of("x.y", setting).builtIn("n", Map.of("b", 2L));
        assertThat(group.prefix()).isEqualTo("x.y");
        assertThat(group.settings()).containsExactly(setting);
        assertThat(group.builtIn()).isEqualTo(Map.of("n", Map.of("b", 2L)));
    }

    private static void declaredTwice(String name, ConfigModule... modules) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> new Catalog(List.of(modules)))
                .withMessage(name + " is declared twice");
    }
}
