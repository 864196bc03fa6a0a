package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.StoaConfig;
import dev.stoa.base.InvalidException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.engine.DebateSettings;
import dev.stoa.testing.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which agents could be called as a place is set up, and what is said of settings that are wrong. */
class ProvidersTest {
    private static final Map<String, String> KEYS =
            Map.of("OPENAI_API_KEY", "sk-1234567", "ANTHROPIC_API_KEY", "sk-2345678", "GOOGLE_API_KEY", "sk-3456789");

    @TempDir
    private Path directory;

    @Test
    void agentsOfWhatIsSetUpPass() throws IOException {
        Providers providers = providers("""
                [provider.command.tool]
                argv = ["tool", "--size", "{size}"]
                """, KEYS);

        assertThat(providers.names()).containsExactly("anthropic", "command", "gemini", "ollama", "openai");
        for (String spec : List.of(
                "a=openai:m?top_p=0&reasoning_effort=low&temperature=1&max_tokens=5&frequency_penalty=-2",
                "a=anthropic:m?top_k=1&top_p=1",
                "a=gemini:m?top_k=10000000",
                "a=ollama:m?num_ctx=8192",
                "a=command:tool?size=3",
                "a=command:claude",
                "a=openai:m?fallback=ollama:x|command:codex")) {
            assertThatCode(() -> check(providers, spec)).as(spec).doesNotThrowAnyException();
        }
    }

    @Test
    void aServiceWithoutAKeyIsRefusedWithWhereToPutIt() throws IOException {
        Providers providers = providers("", Map.of("OPENAI_API_KEY", " "));

        refused(
                providers,
                "a=openai:m",
                "provider openai of agent a has no key",
                "provider.openai.api_key",
                "OPENAI_API_KEY");
        refused(providers, "a=anthropic:m", "provider anthropic of agent a has no key", "ANTHROPIC_API_KEY");
        refused(providers, "a=gemini:m", "has no key", "GEMINI_API_KEY or GOOGLE_API_KEY");
        refused(providers, "a=ollama:m?fallback=openai:m", "provider openai of agent a has no key");
        assertThatCode(() -> check(providers, "a=ollama:m")).doesNotThrowAnyException();
        Providers own = providers("[provider.openai]\nbase_url = \"http://127.0.0.1:9/v1\"\n", Map.of());
        assertThatCode(() -> check(own, "a=openai:m")).doesNotThrowAnyException();
    }

    @Test
    void modelsAndTheirParametersAreChecked() throws IOException {
        Providers providers = providers("", KEYS);

        refused(providers, "a=openai:", "agent a names no model of openai", "write a=openai:MODEL");
        refused(providers, "a=ollama:m?fallback=ollama:", "agent a names no model of ollama");
        refused(providers, "a=openai:m?top_k=3", "agent a has the unknown parameter \"top_k\"", "top_p");
        refused(providers, "a=anthropic:m?accuracy=1", "unknown parameter \"accuracy\"", "known are");
        refused(providers, "a=openai:m?top_p=1.1", "top_p of agent a", "1.1", "1");
        refused(providers, "a=openai:m?top_p=x", "top_p of agent a is \"x\"");
        refused(providers, "a=anthropic:m?top_k=0", "top_k of agent a", "1");
        refused(providers, "a=ollama:m?num_ctx=1.5", "num_ctx of agent a is \"1.5\"");
        refused(providers, "a=openai:m?frequency_penalty=2.5", "frequency_penalty of agent a", "2.5");
        refused(providers, "a=anthropic:m?frequency_penalty=1", "unknown parameter \"frequency_penalty\"");
        refused(providers, "a=ollama:m?frequency_penalty=1", "unknown parameter \"frequency_penalty\"");
        refused(providers, "a=openai:m?reasoning_effort=" + "x".repeat(65), "reasoning_effort of agent a", "64");
    }

    @Test
    void aParameterThatIsToBeMovedIsOneThatTheModelTakes() throws IOException {
        Providers providers = providers("""
                [provider.command.tool]
                argv = ["tool", "--size", "{size}"]
                """, KEYS);

        moved(providers, "a=openai:m", "frequency_penalty", 0, 2);
        moved(providers, "a=gemini:m", "top_k", 1, 40);
        moved(providers, "a=openai:gpt-5-mini?temperature=1", "temperature", 0, 2);
        moved(providers, "a=command:tool?size=3", "size", 1, 3);
        assertThatThrownBy(() -> moved(providers, "a=anthropic:m", "frequency_penalty", 0, 2))
                .hasMessageContaining("agent a has the parameter \"frequency_penalty\"")
                .hasMessageContaining("anthropic:m does not take");
        assertThatThrownBy(() -> moved(providers, "a=openai:gpt-5-mini", "temperature", 0, 2))
                .hasMessageContaining("openai:gpt-5-mini does not take");
        assertThatThrownBy(() -> moved(providers, "a=command:claude", "temperature", 0, 1))
                .hasMessageContaining("command:claude does not take");
        assertThatThrownBy(() -> moved(providers, "a=openai:m", "temperature", 0, 3))
                .hasMessageContaining("temperature of agent a 3");
        assertThatThrownBy(() -> moved(providers, "a=gemini:m", "top_k", 0, 40))
                .hasMessageContaining("top_k of agent a 0");
        assertThat(ModelParams.text("top_k", 12.5)).isEqualTo("13");
        assertThat(ModelParams.text("temperature", 12.5)).isEqualTo("12.5");
    }

    private static void moved(Providers providers, String spec, String parameter, double low, double high) {
        providers.checkRange(AgentSpec.parse(spec, providers.names()), parameter, low, high);
    }

    @Test
    void aParameterOfASimulatedAgentThatIsWrongIsRefusedWhereItIsGiven() throws IOException {
        Providers providers = providers("", KEYS).with("sim", call -> {
            throw new AssertionError("nobody calls it");
        });
        assertThatCode(() -> check(providers, "a=sim:?accuracy=0.7")).doesNotThrowAnyException();
        refused(providers, "a=sim:?accuracy=7", "accuracy");
        refused(providers, "a=sim:?acuracy=0.7", "acuracy", "accuracy");
    }

    @Test
    void commandsAreChecked() throws IOException {
        Providers providers = providers("""
                [provider.command.tool]
                argv = ["tool", "--size", "{size}"]
                """, Map.of());

        refused(providers, "a=command:tol", "agent a has the unknown command \"tol\"", "did you mean tool?");
        refused(
                providers,
                "a=command:",
                "agent a has the unknown command \"\"",
                "known are claude, codex, gemini, tool");
        refused(providers, "-a=command:tool?size=3", "agent -a could be taken for an option");
        refused(providers, "a=command:tool", "{size} is neither a placeholder nor a key of the agent");
        refused(providers, "a=command:tool?size=--all", "size of an agent of command tool does not match");
        refused(providers, "a=command:tool?size=a%20b", "size of an agent of command tool does not match");
    }

    @Test
    void pricesAreForAMillionTokens() throws IOException {
        Providers providers = providers("""
                [price."openai:m"]
                input = 2.5
                output = 10
                [price."ollama:x:8b"]
                input = 0
                output = 0
                """, KEYS);

        assertThat(providers.cost(new Target("openai", "m", Map.of()), 1_000, 500))
                .isCloseTo(0.0075, within(1e-12));
        assertThat(providers.cost(new Target("ollama", "x:8b", Map.of()), 9, 9)).isZero();
        assertThat(providers.cost(new Target("openai", "other", Map.of()), 1_000, 500))
                .isNull();
        assertThat(providers.cost(new Target("anthropic", "m", Map.of()), 0, 0)).isNull();
    }

    @Test
    void settingsThatAreWrongAreNamedWithTheirBounds() throws IOException {
        wrong("[provider.openai]\napi_key = 3\n", "provider.openai.api_key: must be text");
        wrong("[provider.openai]\nkey = \"x\"\n", "provider.openai.key: unknown key", "api_key");
        wrong("[provider.opnai]\napi_key = \"x\"\n", "provider.opnai: unknown section; did you mean openai?");
        wrong("[provider.command.x]\n", "provider.command.x.argv: is required");
        wrong("[provider.command.x]\nargv = \"tool\"\n", "provider.command.x.argv: must be a list of texts");
        wrong("[provider.command.\"a b\"]\nargv = [\"x\"]\n", "the name does not match");
        wrong(command("time_limit_seconds = 0"), "provider.command.x.time_limit_seconds", "1", "86400");
        wrong(command("max_output_bytes = 0"), "provider.command.x.max_output_bytes", "67108864");
        wrong(command("retries = 6"), "provider.command.x.retries", "5");
        wrong(command("input = \"file\""), "provider.command.x.input", "stdin", "argument");
        wrong("[price.openai]\ninput = 1\noutput = 1\n", "price.openai: the name does not match", ":");
        wrong("[price.\"openai:m\"]\ninput = 1\n", "price.\"openai:m\".output: is required");
        wrong("[price.\"openai:m\"]\ninput = -1\noutput = 1\n", "price.\"openai:m\".input", "0");
        wrong(
                "[debate]\nrecover = \"maybe\"\n",
                "debate.recover: must be \"resume\" or \"leave\" or \"fail\", was \"maybe\"");
        wrong("[debate]\nretention_days = -1\n", "debate.retention_days", "36500");
        wrong("[debate]\nkeep_prompts_days = 36501\n", "debate.keep_prompts_days", "36500");
        wrong("[learning]\nholdout = 1.5\n", "learning.holdout", "1");
        wrong("[learning]\nrate = \"all\"\n", "learning.rate: must be \"panel\" or \"truth\"");
        wrong("[code]\nenabled = \"yes\"\n", "code.enabled", "true or false");
        wrong("[check.spell]\n", "check.spell.argv: is required");
        wrong("[check.\"-x\"]\nargv = [\"x\"]\n", "the name does not match");
    }

    @Test
    void commandsThatCouldNotRunAreNamed() {
        assertThatThrownBy(() -> providers("[provider.command.x]\nargv = []\n", Map.of()))
                .isInstanceOf(InvalidException.class)
                .hasMessage("provider.command.x: argv names no program");
        assertThatThrownBy(() -> providers("[provider.command.x]\nargv = [\"y\", \"-m{model_args}\"]\n", Map.of()))
                .hasMessageContaining("{model_args} is part of an element of argv");
        assertThatThrownBy(() -> providers(command("input = \"argument\""), Map.of()))
                .hasMessage("provider.command.x: input is argument, but argv holds no {prompt}");
        assertThatThrownBy(() -> providers("[provider.command.x]\nargv = [\"x\", \"{prompt}\"]\n", Map.of()))
                .hasMessage("provider.command.x: argv holds {prompt}, but input is stdin");
    }

    private static String command(String line) {
        return "[provider.command.x]\nargv = [\"tool\"]\n" + line + "\n";
    }

    private Providers providers(String toml, Map<String, String> environment) throws IOException {
        return Providers.of(config(toml), environment, TestClock.at("2026-01-01T00:00:00Z"));
    }

    private StoaConfig config(String toml) throws IOException {
        Files.writeString(directory.resolve("stoa.toml"), toml);
        return StoaConfig.load(
                ConfigSources.of(directory, Map.of(), Location.directory(directory)),
                ProviderSettings.module(),
                DebateSettings.module());
    }

    private static void check(Providers providers, String spec) {
        providers.check(AgentSpec.parse(spec, providers.names()));
    }

    private static void refused(Providers providers, String spec, String... words) {
        assertThatThrownBy(() -> check(providers, spec))
                .as(spec)
                .isInstanceOfSatisfying(
                        InvalidException.class,
                        e -> assertThat(e.getMessage() + "; " + e.hint().orElse(""))
                                .contains(words));
    }

    private void wrong(String toml, String... words) {
        assertThatThrownBy(() -> config(toml)).as(toml).isInstanceOfSatisfying(InvalidException.class, e -> {
            assertThat(e.code()).isEqualTo("invalid_config");
            assertThat(Objects.requireNonNull(e.getMessage()))
                    .contains("stoa.toml:")
                    .contains(words)
                    .hasLineCount(1);
        });
    }
}
