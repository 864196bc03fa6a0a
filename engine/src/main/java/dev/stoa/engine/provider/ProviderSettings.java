package dev.stoa.engine.provider;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.NamedTables;
import dev.stoa.config.Setting;
import dev.stoa.config.SettingType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The settings of providers: keys, addresses, commands, prices and context windows. Constants; immutable. */
public final class ProviderSettings {
    /** {@code provider.openai.api_key}. */
    public static final Setting<Optional<String>> OPENAI_KEY =
            key("provider.openai.api_key", "key of OpenAI, else OPENAI_API_KEY; not needed with a base URL");

    /** {@code provider.openai.base_url}. */
    public static final Setting<Optional<String>> OPENAI_URL =
            url("provider.openai.base_url", "any service that speaks OpenAI's protocol, for example .../v1");

    /** {@code provider.anthropic.api_key}. */
    public static final Setting<Optional<String>> ANTHROPIC_KEY =
            key("provider.anthropic.api_key", "key of Anthropic, else ANTHROPIC_API_KEY");

    /** {@code provider.anthropic.base_url}. */
    public static final Setting<Optional<String>> ANTHROPIC_URL =
            url("provider.anthropic.base_url", "address of Anthropic's service, if not its own");

    /** {@code provider.gemini.api_key}. */
    public static final Setting<Optional<String>> GEMINI_KEY =
            key("provider.gemini.api_key", "key of Gemini, else GEMINI_API_KEY or GOOGLE_API_KEY");

    /** {@code provider.gemini.base_url}. */
    public static final Setting<Optional<String>> GEMINI_URL =
            url("provider.gemini.base_url", "address of Gemini's service, if not its own");

    /** {@code provider.ollama.base_url}. */
    public static final Setting<Optional<String>> OLLAMA_URL =
            url("provider.ollama.base_url", "address of Ollama, else OLLAMA_HOST, else http://127.0.0.1:11434");

    static final Setting<List<String>> ARGV =
            Setting.required("argv", SettingType.texts(), "the program and its arguments, with {placeholders}");
    static final Setting<List<String>> MODEL_ARGS = Setting.of(
            "model_args", SettingType.texts(), List.of(), "what {model_args} stands for when a model is named");
    static final Setting<CommandInput> INPUT = Setting.of(
            "input",
            SettingType.choice(CommandInput.class),
            CommandInput.STDIN,
            "how the prompt arrives: stdin, or argument where {prompt} stands");
    static final Setting<List<String>> ENV =
            Setting.of("env", SettingType.texts(), List.of(), "names of variables that are passed on");
    static final Setting<Map<String, String>> SET = Setting.of(
                    "set", SettingType.textTable(), Map.of(), "variables with fixed values")
            .secret();
    static final Setting<Duration> TIME_LIMIT = Setting.of(
            "time_limit_seconds", SettingType.seconds(1, 86_400), Duration.ofMinutes(5), "how long it may run");
    static final Setting<Integer> MAX_OUTPUT = Setting.of(
            "max_output_bytes",
            SettingType.integer(1, 64 << 20),
            1 << 20,
            "how much of stdout is kept, from its start");
    static final Setting<Integer> MAX_STDERR = Setting.of(
            "max_stderr_bytes", SettingType.integer(1, 64 << 20), 1 << 18, "how much of stderr is kept, from its end");
    static final Setting<Integer> RETRIES =
            Setting.of("retries", SettingType.integer(0, 5), 0, "how often a failed run is repeated; not in debates");
    static final Setting<CommandReply> REPLY = Setting.of(
            "reply",
            SettingType.choice(CommandReply.class),
            CommandReply.STDOUT,
            "what a run posts: stdout, or none for agents that post by themselves; not in debates");
    static final Setting<Boolean> WALL = Setting.of(
            "wall",
            SettingType.flag(),
            false,
            "whether its agents see nothing but their folder, and reach Stoa through the server; not in debates");
    static final Setting<List<String>> SHOW =
            Setting.of("show", SettingType.texts(), List.of(), "files and folders that can be read behind the wall");

    /** {@code [provider.command.NAME]}. */
    public static final NamedTables COMMANDS = NamedTables.of(
                    "provider.command",
                    ARGV,
                    MODEL_ARGS,
                    INPUT,
                    ENV,
                    SET,
                    TIME_LIMIT,
                    MAX_OUTPUT,
                    MAX_STDERR,
                    RETRIES,
                    REPLY,
                    WALL,
                    SHOW)
            .builtIn("claude", agent("claude", "-p", "{model_args}"))
            .builtIn("codex", agent("codex", "exec", "--skip-git-repo-check", "{model_args}", "-"))
            .builtIn("gemini", agent("gemini", "{model_args}"));

    static final Setting<Double> PRICE_IN =
            Setting.required("input", SettingType.real(0, 1e6), "US dollars for a million tokens of prompts");
    static final Setting<Double> PRICE_OUT =
            Setting.required("output", SettingType.real(0, 1e6), "US dollars for a million tokens of replies");

    private static final Pattern TARGET = Pattern.compile("[a-z]{1,64}:[^\\s\\p{Cntrl}]{0,300}");

    /** {@code [price."PROVIDER:MODEL"]}. */
    public static final NamedTables PRICES =
            NamedTables.of("price", PRICE_IN, PRICE_OUT).named(TARGET);

    static final Setting<Integer> WINDOW_TOKENS = Setting.required(
            "tokens", SettingType.integer(16, 100_000_000), "how many tokens a prompt and its reply may have together");

    /** {@code [window."PROVIDER:MODEL"]}. */
    public static final NamedTables WINDOWS =
            NamedTables.of("window", WINDOW_TOKENS).named(TARGET);

    private ProviderSettings() {}

    /** All of them. */
    public static ConfigModule module() {
        return ConfigModule.of(OPENAI_KEY, OPENAI_URL, ANTHROPIC_KEY, ANTHROPIC_URL, GEMINI_KEY, GEMINI_URL, OLLAMA_URL)
                .with(COMMANDS)
                .with(PRICES)
                .with(WINDOWS);
    }

    private static Setting<Optional<String>> key(String key, String doc) {
        return Setting.of(key, SettingType.optional(SettingType.text(4_096)), Optional.empty(), doc)
                .secret();
    }

    private static Setting<Optional<String>> url(String key, String doc) {
        return Setting.of(key, SettingType.optional(SettingType.text(2_048)), Optional.empty(), doc);
    }

    private static Map<String, Object> agent(String... argv) {
        return Map.of("argv", List.of(argv), "model_args", List.of("--model", "{model}"));
    }
}
