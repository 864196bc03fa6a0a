package dev.stoa.config;

import dev.stoa.base.InvalidException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be configured: its key, its type and bounds, its default and one line about it. Immutable; equal
 * only to itself. It is declared once, as a constant of the module that uses it, and is then the way to its value.
 *
 * @param <T> the type of the value
 */
public final class Setting<T> {
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");

    private final String key;
    private final SettingType<T> type;
    private final @Nullable T defaultValue;
    private final String doc;
    private final boolean secret;

    private Setting(String key, SettingType<T> type, @Nullable T defaultValue, String doc, boolean secret) {
        if (!KEY.matcher(key).matches()) {
            throw new InvalidException(
                    ConfigLoader.INVALID, "setting key \"" + key + "\" does not match " + KEY, "rename the setting");
        }
        this.key = key;
        this.type = type;
        this.defaultValue = defaultValue;
        this.doc = doc;
        this.secret = secret;
    }

    /** A setting with a default, which must itself be within the bounds. */
    public static <T> Setting<T> of(String key, SettingType<T> type, T defaultValue, String doc) {
        return new Setting<>(key, type, type.read(type.plain(defaultValue)), doc, false);
    }

    /** A setting without a default; it is required where its table is given. */
    public static <T> Setting<T> required(String key, SettingType<T> type, String doc) {
        return new Setting<>(key, type, null, doc, false);
    }

    /** The same setting, except that no message and no listing shows its value. */
    public Setting<T> secret() {
        return new Setting<>(key, type, defaultValue, doc, true);
    }

    /** The full key, {@code section.name}; in tables with free names only the name. */
    public String key() {
        return key;
    }

    /** What values it can have. */
    public SettingType<T> type() {
        return type;
    }

    /** The default value; empty if the setting is required. */
    public Optional<T> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /** One line for people. */
    public String doc() {
        return doc;
    }

    /** Whether the value is hidden from messages and listings. */
    public boolean isSecret() {
        return secret;
    }

    List<String> path() {
        return List.of(key.split("\\.", -1));
    }

    /** The environment variable that sets it, {@code STOA_SECTION_NAME}. */
    String variable() {
        return variable(key);
    }

    static String variable(String key) {
        return "STOA_" + key.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return key;
    }
}
