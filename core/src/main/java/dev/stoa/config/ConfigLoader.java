package dev.stoa.config;

import dev.stoa.config.Gathering.Place;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tomlj.Toml;

/**
 * The loading of a configuration. Stateless and safe from any thread. The layers, each beating those before it: built-in
 * defaults, {@code stoa.toml} in the data directory, {@code stoa.toml} in the working directory, the environment,
 * overrides.
 */
public final class ConfigLoader {
    /** The code of every error of a configuration. */
    public static final String INVALID = "invalid_config";

    /** The name of the file. */
    public static final String FILE = "stoa.toml";

    private ConfigLoader() {}

    /** The configuration of the modules from the sources; everything wrong with it is reported at once. */
    public static ConfigValues load(ConfigSources sources, List<ConfigModule> modules) {
        Problems problems = new Problems();
        Gathering gathering = new Gathering(new Catalog(modules), problems);
        for (Path file : files(sources)) {
            ConfigFile.read(file, gathering);
        }
        takeEnvironment(sources.environment(), gathering);
        for (ConfigSources.Given given : sources.overrides()) {
            Place place = new Place(given.origin(), given.origin());
            gathering.take(path(given.key()), given.value(), given.text(), place);
        }
        gathering.checkRequired();
        problems.throwIfAny();
        return new ConfigValues(sources.location(), gathering);
    }

    /** Both files; one, if the directories are the same. */
    private static Set<Path> files(ConfigSources sources) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path directory : List.of(sources.location().directory(), sources.workingDirectory())) {
            files.add(directory.resolve(FILE).toAbsolutePath().normalize());
        }
        return files;
    }

    /** Taken in the order of names, so that the same mistakes give the same message. */
    private static void takeEnvironment(Map<String, String> environment, Gathering gathering) {
        new TreeMap<>(environment).forEach((variable, text) -> {
            Place place = new Place(variable, "env " + variable);
            if (text.isEmpty()) {
                // What an empty variable means to most programs: nothing.
                return;
            }
            gathering
                    .catalog()
                    .byVariable(variable)
                    .ifPresentOrElse(
                            setting -> gathering.take(setting.path(), text, true, place),
                            () -> gathering
                                    .catalog()
                                    .variableProblem(variable)
                                    .ifPresent(problem -> gathering.problems().add(variable, problem)));
        });
    }

    private static List<String> path(String key) {
        try {
            return Toml.parseDottedKey(key);
        } catch (IllegalArgumentException e) {
            // No TOML key, and so no known one; the unknown key is then reported as it was typed.
            return List.of(key);
        }
    }
}
