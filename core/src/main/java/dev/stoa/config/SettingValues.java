package dev.stoa.config;

import dev.stoa.base.Credentials;
import dev.stoa.base.InvalidException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of settings, each with its origin. Immutable. */
public final class SettingValues {
    /**
     * A value in force.
     *
     * @param value what the type of its setting read
     * @param origin who gave it
     */
    record Value(Object value, String origin) {}

    private final Map<Setting<?>, Value> values;

    SettingValues(Map<Setting<?>, Value> values) {
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The value of a setting; one that no module of the configuration declared is refused. */
    // A value is only ever put beside its setting after the type of that setting has made it.
    @SuppressWarnings("unchecked")
    public <T> T get(Setting<T> setting) {
        return (T) value(setting).value();
    }

    /** Where the value of a setting comes from, as in {@link ConfigEntry}. */
    public String origin(Setting<?> setting) {
        return value(setting).origin();
    }

    private Value value(Setting<?> setting) {
        Value value = values.get(setting);
        if (value == null) {
            throw new InvalidException(
                    ConfigLoader.INVALID,
                    "setting " + setting + " is not part of this configuration",
                    "load it with the module that declares the setting");
        }
        return value;
    }

    /** A plain value without the credentials of URLs in it. */
    private static Object safe(Object plain) {
        return switch (plain) {
            case String text -> Credentials.hidden(text);
            case List<?> list -> list.stream().map(SettingValues::safe).toList();
            case Map<?, ?> map -> {
                Map<Object, Object> table = new LinkedHashMap<>();
                map.forEach((name, value) -> table.put(name, safe(value)));
                yield table;
            }
            default -> plain;
        };
    }

    <T> ConfigEntry entry(Setting<T> setting, String key) {
        String origin = origin(setting);
        boolean hidden = setting.isSecret() && !origin.equals(ConfigSources.DEFAULT);
        return new ConfigEntry(key, hidden ? "***" : safe(setting.type().plain(get(setting))), origin, setting.doc());
    }
}
