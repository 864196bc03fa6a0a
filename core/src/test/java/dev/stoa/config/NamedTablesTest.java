package dev.stoa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a module that is not part of the foundation can do: tables with free names, required and secret settings. */
@Tag("quick")
class NamedTablesTest {
    private static final Setting<List<String>> ARGV = Setting.required("argv", SettingType.texts(), "what to run");
    private static final Setting<Duration> LIMIT =
            Setting.of("time_limit_seconds", SettingType.seconds(1, 86_400), Duration.ofMinutes(5), "how long");
    private static final Setting<Map<String, String>> SET =
            Setting.of("set", SettingType.textTable(), Map.of(), "fixed variables");
    private static final NamedTables COMMANDS = NamedTables.of("provider.command", ARGV, LIMIT, SET)
            .builtIn("claude", Map.of("argv", List.of("claude", "-p")));
    private static final Setting<Optional<String>> KEY = Setting.of(
                    "provider.openai.key", SettingType.optional(SettingType.text(200)), Optional.empty(), "the API key")
            .secret();
    private static final ConfigModule PROVIDERS = ConfigModule.of(KEY).with(COMMANDS);

    @TempDir
    private Path directory;

    @Test
    void builtInTablesAreThereWithoutAFile() {
        ConfigValues values = load(sources());
        assertThat(values.tables(COMMANDS)).containsOnlyKeys("claude");
        SettingValues claude = claude(values);
        assertThat(claude.get(ARGV)).containsExactly("claude", "-p");
        assertThat(claude.get(LIMIT)).isEqualTo(Duration.ofMinutes(5));
        assertThat(claude.origin(ARGV)).isEqualTo("default");
    }

    @Test
    void filesAddTablesAndChangeKeysOfBuiltInOnes() throws IOException {
        write("""
                [provider.command.claude]
                time_limit_seconds = 60
                [provider.command.my-tool]
                argv = ["tool", "{prompt}"]
                set = { LANG = "C", "A B" = "1" }
                """);
        ConfigValues values = load(sources());
        assertThat(values.tables(COMMANDS).keySet()).containsExactly("claude", "my-tool");
        assertThat(claude(values).get(ARGV)).containsExactly("claude", "-p");
        assertThat(claude(values).get(LIMIT)).isEqualTo(Duration.ofMinutes(1));
        assertThat(values.entries())
                .contains(
                        new ConfigEntry(
                                "provider.command.claude.time_limit_seconds",
                                60L,
                                directory.resolve("stoa.toml") + ":2",
                                "how long"),
                        new ConfigEntry(
                                "provider.command.my-tool.set",
                                Map.of("LANG", "C", "A B", "1"),
                                directory.resolve("stoa.toml") + ":5",
                                "fixed variables"));
        assertThat(values.tables(COMMANDS)).isUnmodifiable();
    }

    @Test
    void anOverrideReachesATableToo() {
        ConfigValues values = load(sources().set("provider.command.claude.time_limit_seconds", "5", "--set"));
        assertThat(claude(values).get(LIMIT)).isEqualTo(Duration.ofSeconds(5));
        assertThat(claude(values).origin(LIMIT)).isEqualTo("--set");
    }

    @Test
    void aRequiredKeyIsMissedAtItsTable() throws IOException {
        write("[provider.command.empty]\n[provider.command.half]\ntime_limit_seconds = 1\n");
        assertThat(errors(sources()))
                .containsExactly(
                        at("1:1") + "provider.command.empty.argv: is required",
                        at("3:1") + "provider.command.half.argv: is required");
    }

    @Test
    void aWrongKeyIsNotMissedAsWell() throws IOException {
        write("[provider.command.x]\nargv = \"tool\"\n");
        assertThat(errors(sources()))
                .containsExactly(at("2:1") + "provider.command.x.argv: must be a list of texts, was \"tool\"");
    }

    @Test
    void namesAndKeysAreChecked() throws IOException {
        write("""
                [provider.command."two words"]
                argv = []
                [provider.command.x]
                argv = []
                time_limit = 3
                colour = 4
                [provider.comand.y]
                argv = []
                """);
        assertThat(errors(sources()))
                .containsExactly(
                        at("1:1") + "provider.command.\"two words\": the name does not match "
                                + "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
                        at("5:1")
                                + "provider.command.x.time_limit: unknown key; known are argv, time_limit_seconds, set",
                        at("6:1") + "provider.command.x.colour: unknown key; known are argv, time_limit_seconds, set",
                        at("7:1") + "provider.comand: unknown section; did you mean command?");
    }

    @Test
    void aTableMustBeATable() throws IOException {
        write("[provider.command]\nx = 3\n");
        assertThat(errors(sources())).containsExactly(at("2:1") + "provider.command.x: is a section, was 3");
        assertThat(errors(sources().set("provider.command.y.argv.z", "1", "--set")))
                .contains("--set: provider.command.y.argv.z: unknown key; did you mean argv?");
    }

    @Test
    void variablesDoNotReachTables() {
        ConfigSources sources = ConfigSources.of(
                directory,
                Map.of("STOA_PROVIDER_COMMAND_CLAUDE_ARGV", "x", "STOA_PROVIDER_OPENAI_KAY", "x"),
                Location.directory(directory));
        assertThat(errors(sources))
                .containsExactly(
                        "STOA_PROVIDER_COMMAND_CLAUDE_ARGV: tables with free names are not set by variables; use"
                                + " stoa.toml",
                        "STOA_PROVIDER_OPENAI_KAY: unknown variable; did you mean STOA_PROVIDER_OPENAI_KEY?");
    }

    @Test
    void aSecretIsReadButNeverShown() throws IOException {
        assertThat(load(sources()).entries())
                .contains(new ConfigEntry("provider.openai.key", "", "default", "the API key"));
        write("[provider.openai]\nkey = \"sk-1234\"\n");
        ConfigValues values = load(sources());
        assertThat(values.get(KEY)).contains("sk-1234");
        assertThat(values.entries().toString()).contains("***").doesNotContain("sk-1234");
        write("[provider.openai]\nkey = \"sk-" + "1234".repeat(100) + "\"\n");
        assertThat(errors(sources()))
                .containsExactly(
                        at("2:1") + "provider.openai.key: must be text of 1 to 200 characters, or \"\" for none");
    }

    @Test
    void aRequiredSettingWithoutATableNamesItsVariable() {
        Setting<Integer> port = Setting.required("server.port", SettingType.integer(1, 65_535), "where to listen");
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> ConfigLoader.load(sources(), List.of(ConfigModule.of(port))))
                .withMessage("stoa.toml: server.port: is required; set it there or by STOA_SERVER_PORT");
        ConfigSources given =
                ConfigSources.of(directory, Map.of("STOA_SERVER_PORT", "80"), Location.directory(directory));
        assertThat(ConfigLoader.load(given, List.of(ConfigModule.of(port))).get(port))
                .isEqualTo(80);
    }

    @Test
    void aModuleMayHaveATypeOfItsOwn() {
        SettingType<Integer> even = new SettingType<>() {
            @Override
            public String expected() {
                return "an even number";
            }

            @Override
            public Integer read(Object plain) {
                if (plain instanceof String text && text.length() % 2 == 0) {
                    return text.length();
                }
                throw refused(plain);
            }

            @Override
            public Object plain(Integer value) {
                return "x".repeat(value);
            }
        };
        Setting<Integer> setting = Setting.of("odd.even", even, 2, "");
        ConfigSources given = sources().set("odd.even", "abcd", "--even");
        assertThat(ConfigLoader.load(given, List.of(ConfigModule.of(setting))).get(setting))
                .isEqualTo(4);
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() ->
                        ConfigLoader.load(given.set("odd.even", "abc", "--even"), List.of(ConfigModule.of(setting))))
                .withMessage("--even: odd.even: must be an even number, was \"abc\"");
    }

    @Test
    void aSettingOfNoModuleIsRefused() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> load(sources()).get(FoundationSettings.READERS))
                .withMessage("setting storage.readers is not part of this configuration");
        assertThat(load(sources()).tables(NamedTables.of("other"))).isEmpty();
    }

    private ConfigSources sources() {
        return ConfigSources.of(directory, Map.of(), Location.directory(directory));
    }

    private void write(String toml) throws IOException {
        Files.writeString(directory.resolve("stoa.toml"), toml);
    }

    private String at(String place) {
        return directory.resolve("stoa.toml") + ":" + place + ": ";
    }

    private static ConfigValues load(ConfigSources sources) {
        return ConfigLoader.load(sources, List.of(PROVIDERS));
    }

    private static SettingValues claude(ConfigValues values) {
        return Optional.ofNullable(values.tables(COMMANDS).get("claude")).orElseThrow();
    }

    private static List<String> errors(ConfigSources sources) {
        try {
            load(sources);
        } catch (InvalidException e) {
            return e.getMessage().lines().toList();
        }
        return List.of();
    }
}
