package dev.stoa.evolution.base;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON as columns keep it: canonical, bounded, and storable by both databases. Stateless. PostgreSQL keeps some columns
 * as values instead of text, so what is read is made canonical again before it is compared or hashed.
 */
public final class Documents {
    // An even number of backslashes before it would make it text.
    private static final Pattern NUL = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\u0000");

    private static final int LONGEST_KEY = 10_000;

    private Documents() {}

    /** The text to store for a value. */
    public static String text(String field, @Nullable Object value, int mostBytes) {
        String text = Json.canonical(value);
        // No character has more than three bytes, so that short texts, which most are, need not be counted.
        int bytes = text.length() <= mostBytes / 3 ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > mostBytes) {
            throw Bounds.invalid(
                    String.format(Locale.ROOT, "%s has %,d bytes as JSON; at most %,d", field, bytes, mostBytes),
                    "shorten it");
        }
        if (text.contains("\\u0000") && NUL.matcher(text).find()) {
            throw Bounds.invalid(field + " has a NUL in a text", "remove it");
        }
        return text;
    }

    /** The text to store for a value that may be absent. */
    public static @Nullable String textOrNull(String field, @Nullable Object value, int mostBytes) {
        return value == null ? null : text(field, value, mostBytes);
    }

    /** The canonical text of a stored one. */
    public static String canonical(String stored) {
        return Json.canonical(Json.parse(stored));
    }

    /** The object of a column that another program may have written, who may have left any text there. */
    public static Map<String, @Nullable Object> foreignObject(@Nullable String stored) {
        try {
            return StoredJson.object(stored);
        } catch (InvalidException e) {
            return Json.object("imported", stored);
        }
    }

    /** The value of a column that another program may have written; text that is no JSON is itself. */
    public static @Nullable Object foreign(String stored) {
        try {
            return Json.parse(stored);
        } catch (InvalidException e) {
            return stored;
        }
    }

    /** An id that is asked for. Another program may have given its rows any text as an id, so that none is refused. */
    public static String key(String field, String value) {
        return Bounds.text(field, value, 0, LONGEST_KEY);
    }

    /** Text with a limit of bytes in UTF-8. */
    public static String bytes(String field, String value, int most) {
        Bounds.text(field, value, 0, most);
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > most) {
            throw Bounds.invalid(
                    String.format(Locale.ROOT, "%s has %,d bytes; at most %,d", field, bytes, most), "shorten it");
        }
        return value;
    }
}
