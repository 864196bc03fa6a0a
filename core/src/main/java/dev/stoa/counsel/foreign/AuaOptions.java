package dev.stoa.counsel.foreign;

import dev.stoa.base.Bounds;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an {@code aua.db} is read. Immutable.
 *
 * @param key the key of 64 hex digits under which its texts are encrypted; null if they are not
 * @param aside the folder for rows that cannot be taken; if it is null, they refuse the file
 */
public record AuaOptions(@Nullable String key, @Nullable Path aside) {
    private static final Pattern KEY = Pattern.compile("[0-9A-Fa-f]{64}");

    public AuaOptions {
        if (key != null && !KEY.matcher(key).matches()) {
            throw Bounds.invalid(
                    "the key of the file has " + key.length() + " characters or others than hex digits",
                    "give 64 hex digits");
        }
    }

    /** No key, and nowhere to put rows that cannot be taken. */
    public static AuaOptions defaults() {
        return new AuaOptions(null, null);
    }

    public AuaOptions aside(Path folder) {
        return new AuaOptions(key, folder);
    }

    byte @Nullable [] keyBytes() {
        return key == null ? null : HexFormat.of().parseHex(key);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "AuaOptions[" + (key == null ? "no key" : "a key") + ", " + aside + "]";
    }
}
