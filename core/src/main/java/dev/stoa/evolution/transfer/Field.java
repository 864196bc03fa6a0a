package dev.stoa.evolution.transfer;

import dev.stoa.base.Bounds;
import dev.stoa.evolution.base.Documents;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column as a line has it. Immutable.
 *
 * @param role what it is for
 * @param words the words it may have; empty if it may have any
 */
record Field(String name, Kind kind, Role role, boolean required, List<String> words) {
    private static final int LONGEST_DOCUMENT = 4 << 20;
    private static final int LONGEST_TEXT = 4 << 20;

    /** What it holds. */
    enum Kind {
        TEXT,
        WHOLE,
        REAL,
        FLAG,
        TIME,
        JSON,
        BYTES
    }

    /** What it is for. */
    enum Role {
        /** It says which row it is. */
        KEY,
        /** It makes rows equal or unequal. */
        CONTENT,
        /** The store that takes the row gives it. */
        NUMBER,
        /** It says how the row was kept, and may differ. */
        STATE
    }

    static Field key(String name) {
        return new Field(name, Kind.TEXT, Role.KEY, true, List.of());
    }

    static Field number(String name) {
        return new Field(name, Kind.WHOLE, Role.NUMBER, false, List.of());
    }

    static Field of(Kind kind, String name) {
        return new Field(name, kind, Role.CONTENT, true, List.of());
    }

    static Field string(String name) {
        return of(Kind.TEXT, name);
    }

    static Field word(String name, String... words) {
        return new Field(name, Kind.TEXT, Role.CONTENT, true, List.of(words));
    }

    Field orNull() {
        return new Field(name, kind, role, false, words);
    }

    Field state() {
        return new Field(name, kind, Role.STATE, required, words);
    }

    /** The value in a line. */
    @Nullable
    Object shown(Row row, int column) {
        String text = kind == Kind.BYTES ? null : row.textOrNull(column);
        if (kind != Kind.BYTES && text == null) {
            return null;
        }
        return switch (kind) {
            case TEXT -> text;
            case WHOLE -> Json.exact(row.number(column));
            case REAL -> row.realOrNull(column);
            case FLAG -> row.flag(column);
            case TIME -> row.instantOrNull(column);
            case JSON -> Documents.foreign(String.valueOf(text));
            case BYTES -> {
                byte[] bytes = row.bytesOrNull(column);
                yield bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
            }
        };
    }

    /** The value to store for that of a line. */
    @Nullable
    Object stored(Map<String, @Nullable Object> line) {
        Object value = line.get(name);
        if (value == null) {
            if (required) {
                throw Bounds.invalid(name + " is missing", "take the line from an export");
            }
            return null;
        }
        return switch (kind) {
            case TEXT -> checked(value);
            case WHOLE -> whole(value);
            case REAL -> value instanceof Number number ? (Object) number.doubleValue() : refuse(value, "a number");
            case FLAG -> value instanceof Boolean ? value : refuse(value, "true or false");
            case TIME -> time(value);
            case JSON -> Documents.text(name, value, LONGEST_DOCUMENT);
            case BYTES -> bytes(value);
        };
    }

    private Object checked(Object value) {
        if (!(value instanceof String text)) {
            return refuse(value, "text");
        }
        Bounds.text(name, text, 0, LONGEST_TEXT);
        if (role == Role.KEY || name.endsWith("_id")) {
            Bounds.id(name, text);
        }
        return words.isEmpty() ? text : Bounds.word(name, text, words);
    }

    private Object whole(Object value) {
        if (value instanceof Long) {
            return value;
        }
        try {
            return value instanceof String text ? (Object) Long.valueOf(text) : refuse(value, "a whole number");
        } catch (NumberFormatException e) {
            return refuse(value, "a whole number");
        }
    }

    private Object time(Object value) {
        try {
            return value instanceof String text ? (Object) Instant.parse(text) : refuse(value, "a time");
        } catch (DateTimeParseException e) {
            return refuse(value, "a time");
        }
    }

    private Object bytes(Object value) {
        try {
            return value instanceof String text ? (Object) Base64.getDecoder().decode(text) : refuse(value, "base64");
        } catch (IllegalArgumentException e) {
            return refuse(value, "base64");
        }
    }

    private Object refuse(Object value, String wanted) {
        throw Bounds.invalid(
                name + " " + Bounds.shown(String.valueOf(value)) + " is not " + wanted, "correct the line");
    }
}
