package dev.stoa.engine.provider;

import dev.stoa.base.InvalidException;
import dev.stoa.config.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A configured command, {@code [provider.command.NAME]}. Immutable, and checked when it is made. Hazard: a command that
 * gets its prompt as an argument has it from its first moment, before its process id could be recorded; only one
 * that reads its prompt surely has none if the worker dies in between.
 */
public record Command(
        String name,
        List<String> argv,
        List<String> modelArgs,
        CommandInput input,
        List<String> env,
        Map<String, String> set,
        Duration timeLimit,
        int mostOutput,
        int mostError,
        int retries,
        CommandReply reply,
        boolean wall,
        List<String> show) {
    /** The longest prompt that can be an argument, in bytes. */
    public static final int LONGEST_ARGUMENT = 100_000;

    /** What queries of agents may put into arguments: nothing that could be an option. */
    static final Pattern VALUE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}");

    private static final String MODEL_ARGS = "{model_args}";
    private static final Set<String> FIXED = Set.of("identity", "model", "channel", "task_id", "session_id", "prompt");
    private static final List<String> ALWAYS_PASSED = List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_-]*)}");

    public Command {
        argv = List.copyOf(argv);
        modelArgs = List.copyOf(modelArgs);
        env = List.copyOf(env);
        set = Map.copyOf(set);
        show = List.copyOf(show);
        if (argv.isEmpty() || argv.getFirst().isBlank()) {
            throw wrong(name, "argv names no program");
        }
        if (argv.stream().anyMatch(element -> element.contains(MODEL_ARGS) && !element.equals(MODEL_ARGS))) {
            throw wrong(name, MODEL_ARGS + " is part of an element of argv, but stands for elements of its own");
        }
        boolean placed = placeholders(argv).contains("prompt");
        if (placed != (input == CommandInput.ARGUMENT)) {
            throw wrong(
                    name,
                    placed
                            ? "argv holds {prompt}, but input is stdin"
                            : "input is argument, but argv holds no {prompt}");
        }
    }

    static Command of(String name, SettingValues values) {
        return new Command(
                name,
                values.get(ProviderSettings.ARGV),
                values.get(ProviderSettings.MODEL_ARGS),
                values.get(ProviderSettings.INPUT),
                values.get(ProviderSettings.ENV),
                values.get(ProviderSettings.SET),
                values.get(ProviderSettings.TIME_LIMIT),
                values.get(ProviderSettings.MAX_OUTPUT),
                values.get(ProviderSettings.MAX_STDERR),
                values.get(ProviderSettings.RETRIES),
                values.get(ProviderSettings.REPLY),
                values.get(ProviderSettings.WALL),
                values.get(ProviderSettings.SHOW));
    }

    /** Whether a key of an agent has an effect: one that no argument holds has none. */
    boolean takes(String key) {
        return !FIXED.contains(key)
                && (placeholders(argv).contains(key) || placeholders(modelArgs).contains(key));
    }

    /** Refuses a query whose values could be options, or that leaves a placeholder without a meaning. */
    public void check(Map<String, String> query) {
        query.forEach((key, value) -> {
            if (!VALUE.matcher(value).matches()) {
                throw new InvalidException(
                        "invalid",
                        key + " of an agent of command " + name + " does not match " + VALUE,
                        "choose a value that does");
            }
        });
        Set<String> unknown = new HashSet<>(placeholders(argv));
        unknown.addAll(placeholders(modelArgs));
        unknown.removeAll(FIXED);
        unknown.removeAll(query.keySet());
        unknown.remove("model_args");
        if (!unknown.isEmpty()) {
            throw wrong(name, "{" + unknown.iterator().next() + "} is neither a placeholder nor a key of the agent");
        }
    }

    /**
     * The arguments for one run.
     *
     * @param values what the placeholders stand for; those that are missing are empty
     */
    public List<String> arguments(Map<String, String> values) {
        List<String> all = new ArrayList<>();
        for (String element : argv) {
            if (!element.equals(MODEL_ARGS)) {
                all.add(filled(element, values));
            } else if (!values.getOrDefault("model", "").isEmpty()) {
                modelArgs.forEach(part -> all.add(filled(part, values)));
            }
        }
        return all;
    }

    /** What of an environment is passed on, with the fixed values. */
    public Map<String, String> environment(Map<String, String> parent) {
        Map<String, String> child = new LinkedHashMap<>();
        for (List<String> names : List.of(ALWAYS_PASSED, env)) {
            for (String variable : names) {
                String value = parent.get(variable);
                if (value != null) {
                    child.put(variable, value);
                }
            }
        }
        child.putAll(set);
        return child;
    }

    /** Values that were given to this command alone, and so may be secret. */
    List<String> secrets(Map<String, String> parent) {
        Map<String, String> own = environment(parent);
        own.keySet().removeAll(ALWAYS_PASSED);
        return List.copyOf(own.values());
    }

    private static String filled(String element, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(element)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
    }

    private static Set<String> placeholders(List<String> elements) {
        Set<String> found = new HashSet<>();
        for (String element : elements) {
            PLACEHOLDER.matcher(element).results().forEach(result -> found.add(result.group(1)));
        }
        return found;
    }

    private static InvalidException wrong(String name, String what) {
        return new InvalidException(
                "invalid_config", "provider.command." + name + ": " + what, "correct it in stoa.toml");
    }
}
