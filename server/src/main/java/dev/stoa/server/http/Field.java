package dev.stoa.server.http;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.TextEnum;
import dev.stoa.json.Json;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field of a request: its name, what it may hold and a sentence about it. Immutable. The declaration checks requests,
 * prints the schemas of OpenAPI and MCP and feeds the fuzzer; the bounds are those of the store.
 *
 * @param least the least length, number of items or value
 * @param most the greatest length in code points, number of items or value
 * @param words what a word may be; empty for other kinds
 * @param shape the shape of an object, or of each object in a list; null if it is free
 */
public record Field(
        String name,
        Kind kind,
        boolean required,
        double least,
        double most,
        List<String> words,
        @Nullable Shape shape,
        String about) {
    /** What a field may hold. */
    public enum Kind {
        TEXT("string", "text"),
        WORD("string", "text"),
        WHOLE("integer", "a whole number"),
        REAL("number", "a number"),
        FLAG("boolean", "true or false"),
        OBJECT("object", "an object"),
        TEXTS("array", "a list of texts"),
        OBJECTS("array", "a list of objects"),
        ANY("", "a value");

        private final String schema;
        private final String shown;

        Kind(String schema, String shown) {
            this.schema = schema;
            this.shown = shown;
        }
    }

    private static final double NO_BOUND = Double.MAX_VALUE;
    private static final Pattern DECIMAL = Pattern.compile("-?([0-9]+(\\.[0-9]+)?|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?");

    public Field {
        words = List.copyOf(words);
    }

    private static Field of(String name, Kind kind, double least, double most, String about) {
        return new Field(name, kind, false, least, most, List.of(), null, about);
    }

    /** A text between two lengths, counted in code points. */
    public static Field text(String name, int least, int most, String about) {
        return of(name, Kind.TEXT, least, most, about);
    }

    /** An id or a reference that its wing accepts. */
    public static Field id(String name, String about) {
        return text(name, 1, 256, about);
    }

    public static Field word(String name, List<String> words, String about) {
        return new Field(name, Kind.WORD, false, 0, NO_BOUND, words, null, about);
    }

    /** One of the words of an enum. */
    public static Field word(String name, Enum<?>[] words, String about) {
        return word(
                name,
                Arrays.stream(words)
                        .map(word -> word instanceof TextEnum text
                                ? text.text()
                                : word.name().toLowerCase(Locale.ROOT))
                        .toList(),
                about);
    }

    public static Field whole(String name, long least, long most, String about) {
        return of(name, Kind.WHOLE, (double) least, (double) most, about);
    }

    public static Field real(String name, double least, double most, String about) {
        return of(name, Kind.REAL, least, most, about);
    }

    public static Field flag(String name, String about) {
        return of(name, Kind.FLAG, 0, NO_BOUND, about);
    }

    /** An object with free fields. */
    public static Field object(String name, String about) {
        return of(name, Kind.OBJECT, 0, NO_BOUND, about);
    }

    public static Field object(String name, Shape shape, String about) {
        return new Field(name, Kind.OBJECT, false, 0, NO_BOUND, List.of(), shape, about);
    }

    public static Field texts(String name, int most, String about) {
        return texts(name, 0, most, about);
    }

    public static Field texts(String name, int least, int most, String about) {
        return of(name, Kind.TEXTS, least, most, about);
    }

    public static Field objects(String name, int most, @Nullable Shape shape, String about) {
        return new Field(name, Kind.OBJECTS, false, 0, most, List.of(), shape, about);
    }

    /** A value of several types, which the store checks. */
    public static Field any(String name, String about) {
        return of(name, Kind.ANY, 0, NO_BOUND, about);
    }

    /** The same field, without which a request is refused. */
    public Field must() {
        return new Field(name, kind, true, least, most, words, shape, about);
    }

    /** The value that stands for a text of a query, in which all values are texts; a list is split at commas. */
    Object ofQuery(String text) {
        return switch (kind) {
            case WHOLE -> number(text, Long::valueOf);
            case REAL -> number(text, Field::decimal);
            case FLAG ->
                switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw wrong("is not true or false");
                };
            case TEXTS -> Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            case OBJECT -> Json.parseObject(text);
            default -> text;
        };
    }

    private interface Reading {
        Object of(String text);
    }

    private Object number(String text, Reading reading) {
        try {
            return reading.of(text);
        } catch (NumberFormatException e) {
            throw wrong(Bounds.shown(text) + " is not " + kind.shown);
        }
    }

    /** Java reads more as a number: NaN, 1d and 0x1p3. */
    private static Double decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new NumberFormatException(text);
        }
        return Double.valueOf(text);
    }

    /** Refuses a value that is not what the field may hold. */
    void check(Object value) {
        switch (kind) {
            case TEXT -> {
                String text = as(String.class, value);
                long length = text.codePointCount(0, text.length());
                inside((double) length, "has " + length + " characters");
            }
            case WORD -> known(as(String.class, value));
            case WHOLE -> {
                if (!(value instanceof Long || value instanceof Integer)) {
                    throw wrong("is not " + kind.shown);
                }
                inside(((Number) value).doubleValue(), "is " + value);
            }
            case REAL -> inside(as(Number.class, value).doubleValue(), "is " + value);
            case FLAG -> as(Boolean.class, value);
            case OBJECT -> checkObject(value, name);
            case TEXTS, OBJECTS -> checkItems(as(List.class, value));
            case ANY -> {}
        }
    }

    private void known(String word) {
        try {
            Bounds.word(name, word, words);
        } catch (InvalidException e) {
            throw Refusal.field(name, e.getMessage(), e.hint().orElse(null));
        }
    }

    private void checkItems(List<?> items) {
        inside(items.size(), "has " + items.size() + " items");
        for (int i = 0; i < items.size(); i++) {
            Object item = items.get(i);
            String place = name + "[" + i + "]";
            if (kind == Kind.TEXTS && !(item instanceof String)) {
                throw Refusal.field(place, "is not text", "send a list of texts");
            }
            if (kind == Kind.OBJECTS) {
                checkObject(item, place);
            }
        }
    }

    private void checkObject(@Nullable Object value, String place) {
        if (!(value instanceof Map<?, ?> object)) {
            throw Refusal.field(place, "is not an object", "send an object");
        }
        if (shape != null) {
            shape.check(object, place + ".");
        }
    }

    private <T> T as(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw wrong("is not " + kind.shown);
        }
        return type.cast(value);
    }

    private void inside(double value, String found) {
        if (value < least) {
            throw wrong(found + ", which is below " + number(least));
        }
        if (value > most) {
            throw wrong(found + ", which is above " + number(most));
        }
    }

    private Refusal wrong(String what) {
        return Refusal.field(name, what, "send " + allowed());
    }

    /** What may be sent, in words. */
    public String allowed() {
        String range = least == 0 && most == NO_BOUND
                ? ""
                : most == NO_BOUND ? " from " + number(least) : " of " + number(least) + " to " + number(most);
        return switch (kind) {
            case TEXT -> "a text" + range + " characters";
            case WORD -> "one of " + String.join(", ", words);
            case TEXTS, OBJECTS -> kind.shown + " with at most " + number(most) + " items";
            default -> kind.shown + range;
        };
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** The field as JSON Schema. */
    public Map<String, @Nullable Object> schema() {
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        if (shape != null && kind == Kind.OBJECT) {
            schema.putAll(shape.schema());
        } else if (kind != Kind.ANY) {
            schema.put("type", kind.schema);
        }
        switch (kind) {
            case TEXT -> {
                schema.put("minLength", (long) least);
                schema.put("maxLength", (long) most);
            }
            case WORD -> schema.put("enum", words);
            case WHOLE -> {
                schema.put("minimum", (long) least);
                schema.put("maximum", (long) most);
            }
            case REAL -> bounded(schema);
            case TEXTS, OBJECTS -> {
                if (least > 0) {
                    schema.put("minItems", (long) least);
                }
                schema.put("maxItems", (long) most);
                schema.put(
                        "items",
                        kind == Kind.TEXTS
                                ? Json.object("type", "string")
                                : shape == null ? Json.object("type", "object") : shape.schema());
            }
            default -> {}
        }
        schema.put("description", about);
        return schema;
    }

    private void bounded(Map<String, @Nullable Object> schema) {
        if (least > -NO_BOUND) {
            schema.put("minimum", least);
        }
        if (most < NO_BOUND) {
            schema.put("maximum", most);
        }
    }
}
