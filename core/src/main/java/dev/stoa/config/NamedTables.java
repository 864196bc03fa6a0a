package dev.stoa.config;

import dev.stoa.base.InvalidException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A group of tables whose names the user chooses, such as {@code [provider.command.NAME]}, all with the same settings.
 * Immutable; equal only to itself. They are set in files and by overrides, not by the environment, where a name could
 * not be told from a key.
 */
public final class NamedTables {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private final String prefix;
    private final Pattern names;
    private final List<Setting<?>> settings;
    private final Map<String, Map<String, Object>> builtIn;

    private NamedTables(
            String prefix, Pattern names, List<Setting<?>> settings, Map<String, Map<String, Object>> builtIn) {
        this.prefix = prefix;
        this.names = names;
        this.settings = settings;
        this.builtIn = builtIn;
    }

    /** Tables below a prefix, {@code provider.command}; the keys of the settings are single names. */
    public static NamedTables of(String prefix, Setting<?>... settings) {
        for (Setting<?> setting : settings) {
            if (setting.path().size() > 1) {
                throw new InvalidException(
                        ConfigLoader.INVALID,
                        "setting " + setting + " of [" + prefix + ".NAME] has a dot in its key",
                        "use the last part alone");
            }
        }
        return new NamedTables(prefix, NAME, List.of(settings), Map.of());
    }

    /** These tables, with one that exists in every configuration; given are plain values of some of its settings. */
    public NamedTables builtIn(String name, Map<String, Object> values) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>(builtIn);
        all.put(name, Collections.unmodifiableMap(new LinkedHashMap<>(values)));
        return new NamedTables(prefix, names, settings, Collections.unmodifiableMap(all));
    }

    /** These tables, with names of another form than the usual {@code [A-Za-z0-9][A-Za-z0-9._-]{0,63}}. */
    public NamedTables named(Pattern form) {
        return new NamedTables(prefix, form, settings, builtIn);
    }

    /** What stands before the name. */
    public String prefix() {
        return prefix;
    }

    /** The settings that each table can have. */
    public List<Setting<?>> settings() {
        return settings;
    }

    Pattern names() {
        return names;
    }

    Map<String, Map<String, Object>> builtIn() {
        return builtIn;
    }

    List<String> path() {
        return List.of(prefix.split("\\.", -1));
    }
}
