package dev.stoa.json;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Nearest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a received JSON object, read one by one. Not thread-safe. A field of the wrong type is
 * refused with its name; a reader that has read all its known fields calls {@link #end}, which refuses the others. A
 * field that is null counts as absent.
 */
public final class JsonFields {
    private final Map<String, @Nullable Object> fields;
    private final String prefix;
    /** What was asked for, some of it more than once. */
    private final List<String> asked = new ArrayList<>();

    private JsonFields(Map<String, @Nullable Object> fields, String prefix) {
        this.fields = fields;
        this.prefix = prefix;
    }

    public static JsonFields of(Map<String, @Nullable Object> object) {
        return new JsonFields(object, "");
    }

    /** Whether the field is there with a value. */
    public boolean has(String name) {
        return taken(name) != null;
    }

    /** The value as it was read, for a field that may be of several types. */
    public @Nullable Object valueOrNull(String name) {
        return taken(name);
    }

    public String text(String name) {
        return required(name, textOrNull(name));
    }

    public String text(String name, String otherwise) {
        String value = textOrNull(name);
        return value == null ? otherwise : value;
    }

    public @Nullable String textOrNull(String name) {
        return as(name, String.class, "text");
    }

    public double real(String name) {
        return required(name, realOrNull(name));
    }

    public double real(String name, double otherwise) {
        Double value = realOrNull(name);
        return value == null ? otherwise : value;
    }

    public @Nullable Double realOrNull(String name) {
        Number value = as(name, Number.class, "a number");
        return value == null ? null : value.doubleValue();
    }

    public long whole(String name) {
        return required(name, wholeOrNull(name));
    }

    public long whole(String name, long otherwise) {
        Long value = wholeOrNull(name);
        return value == null ? otherwise : value;
    }

    public @Nullable Long wholeOrNull(String name) {
        Object value = taken(name);
        return switch (value) {
            case null -> null;
            case Long whole -> whole;
            case Integer whole -> whole.longValue();
            case Double real when real == Math.rint(real) && Math.abs(real) < 1L << 53 -> real.longValue();
            case BigInteger big -> throw wrong(name, "is beyond 64 bits", "send a smaller one");
            default -> throw wrong(name, "is not a whole number", "send one");
        };
    }

    public boolean flag(String name) {
        return required(name, flagOrNull(name));
    }

    public boolean flag(String name, boolean otherwise) {
        Boolean value = flagOrNull(name);
        return value == null ? otherwise : value;
    }

    public @Nullable Boolean flagOrNull(String name) {
        return as(name, Boolean.class, "true or false");
    }

    /** The object of a field, empty if there is none. */
    // Every map of the reader has text as keys.
    @SuppressWarnings("unchecked")
    public Map<String, @Nullable Object> object(String name) {
        Map<?, ?> value = as(name, Map.class, "an object");
        return value == null ? Map.of() : (Map<String, @Nullable Object>) value;
    }

    /** The texts of an array field, empty if there is none. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object value : list(name)) {
            if (!(value instanceof String text)) {
                throw wrong(name, "is not an array of text", "send one");
            }
            texts.add(text);
        }
        return texts;
    }

    /** The numbers of an object field by name, in the order of the text, empty if there is none. */
    public Map<String, Double> reals(String name) {
        Map<String, Double> reals = new LinkedHashMap<>();
        object(name).forEach((key, value) -> {
            if (!(value instanceof Number number)) {
                throw wrong(name + "." + key, "is not a number", "send one");
            }
            reals.put(key, number.doubleValue());
        });
        return reals;
    }

    /** The objects of an array field, empty if there is none. Each has to be taken and ended like this one. */
    // Every map of the reader has text as keys.
    @SuppressWarnings("unchecked")
    public List<JsonFields> objects(String name) {
        List<JsonFields> objects = new ArrayList<>();
        for (Object value : list(name)) {
            if (!(value instanceof Map<?, ?> map)) {
                throw wrong(name, "is not an array of objects", "send one");
            }
            objects.add(
                    new JsonFields((Map<String, @Nullable Object>) map, prefix + name + "[" + objects.size() + "]."));
        }
        return objects;
    }

    /** Refuses every field that was not read, and names the nearest known name. */
    public void end() {
        Set<String> known = new HashSet<>(asked);
        for (String name : fields.keySet()) {
            if (!known.contains(name)) {
                throw new InvalidException(
                        "invalid",
                        "there is no field \"" + prefix + name + "\"",
                        Nearest.of(name, known)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("leave it out"));
            }
        }
    }

    private List<?> list(String name) {
        List<?> value = as(name, List.class, "an array");
        return value == null ? List.of() : value;
    }

    private @Nullable Object taken(String name) {
        asked.add(name);
        return fields.get(name);
    }

    private <T> @Nullable T as(String name, Class<T> type, String words) {
        Object value = taken(name);
        if (value != null && !type.isInstance(value)) {
            throw wrong(name, "is not " + words, "send " + words);
        }
        return value == null ? null : type.cast(value);
    }

    private <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw wrong(name, "is missing", "send it");
        }
        return value;
    }

    private InvalidException wrong(String name, String what, String hint) {
        return new InvalidException("invalid", "field \"" + prefix + name + "\" " + what, hint);
    }
}
