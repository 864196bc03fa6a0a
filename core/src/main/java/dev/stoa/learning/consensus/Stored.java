package dev.stoa.learning.consensus;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row of a {@link StoredTable} as its owner reads it: values by column, and the fields of its {@code data}.
 * Immutable. Rows of other programs have fields missing and data that is no JSON; those read as absent.
 */
final class Stored {
    private static final JsonLimits LARGE = new JsonLimits(64, 256 << 20);

    private final Map<String, ? extends @Nullable Object> values;
    private final Map<String, @Nullable Object> data;

    Stored(Map<String, ? extends @Nullable Object> values) {
        this.values = values;
        this.data = object((String) values.get("data"));
    }

    /** The object that a text is, or an empty one. */
    static Map<String, @Nullable Object> object(@Nullable String json) {
        try {
            return json == null ? Map.of() : Json.parseObject(json, LARGE);
        } catch (InvalidException e) {
            return Map.of();
        }
    }

    String text(String column) {
        return Objects.requireNonNull(textOrNull(column), column);
    }

    String text(String column, String otherwise) {
        String value = textOrNull(column);
        return value == null ? otherwise : value;
    }

    @Nullable
    String textOrNull(String column) {
        return (String) values.get(column);
    }

    @Nullable
    Double realOrNull(String column) {
        return values.get(column) instanceof Number number ? (Double) number.doubleValue() : null;
    }

    @Nullable
    Long wholeOrNull(String column) {
        return values.get(column) instanceof Number number ? (Long) number.longValue() : null;
    }

    @Nullable
    Instant timeOrNull(String column) {
        String text = textOrNull(column);
        try {
            return text == null ? null : Times.parse(text);
        } catch (InvalidException e) {
            return null;
        }
    }

    @Nullable
    Object field(String name) {
        return data.get(name);
    }

    @Nullable
    String fieldText(String name) {
        return data.get(name) instanceof String text ? text : null;
    }

    /** The texts of the first of these fields that is an array. */
    List<String> fieldTexts(String... names) {
        for (String name : names) {
            if (data.get(name) instanceof List<?> list) {
                return texts(list);
            }
        }
        return List.of();
    }

    /** The texts of a column that holds a JSON array. */
    List<String> columnTexts(String column) {
        String json = textOrNull(column);
        try {
            return json != null && Json.parse(json) instanceof List<?> list ? texts(list) : List.of();
        } catch (InvalidException e) {
            return List.of();
        }
    }

    // Every map of the reader has text as keys.
    @SuppressWarnings("unchecked")
    Map<String, @Nullable Object> fieldObject(String name) {
        return data.get(name) instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    private static List<String> texts(List<?> list) {
        return list.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }
}
