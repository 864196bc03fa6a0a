package dev.stoa.config;

import dev.stoa.base.Bounds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a configuration is read from, handed in so that nothing is taken from the process behind one's back. Immutable;
 * each {@code set} makes a new one.
 *
 * @param workingDirectory where the second {@code stoa.toml} may lie
 * @param environment the variables of the process
 * @param location the data, beside which the first {@code stoa.toml} may lie
 * @param overrides what beats all of these; of equal keys the last wins
 */
public record ConfigSources(
        Path workingDirectory, Map<String, String> environment, Location location, List<Given> overrides) {
    /** The origin of a default value. */
    public static final String DEFAULT = "default";

    /** The origin of what a program gave. */
    public static final String JAVA = "java";

    public ConfigSources {
        Bounds.given("workingDirectory", workingDirectory);
        Bounds.given("location", location);
        environment = Map.copyOf(Bounds.given("environment", environment));
        overrides = List.copyOf(Bounds.given("overrides", overrides));
    }

    /** Sources without overrides. */
    public static ConfigSources of(Path workingDirectory, Map<String, String> environment, Location location) {
        return new ConfigSources(workingDirectory, environment, location, List.of());
    }

    /** These sources and a text for a key, from the command line; the flag is what the user typed. */
    public ConfigSources set(String key, String text, String flag) {
        return and(new Given(key, text, true, flag));
    }

    /** These sources and a value from a program. */
    public <T> ConfigSources set(Setting<T> setting, T value) {
        return and(new Given(setting.key(), setting.type().plain(value), false, JAVA));
    }

    private ConfigSources and(Given given) {
        List<Given> all = new ArrayList<>(overrides);
        all.add(given);
        return new ConfigSources(workingDirectory, environment, location, all);
    }

    /**
     * A value that beats files and environment.
     *
     * @param key the full key
     * @param value the plain form, or its text
     * @param text whether it is the text
     * @param origin who gave it
     */
    public record Given(String key, Object value, boolean text, String origin) {}
}
