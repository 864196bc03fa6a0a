package dev.stoa.json;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON columns as values; a column that is null is empty. Stateless, safe from any thread. */
public final class StoredJson {
    private StoredJson() {}

    public static Map<String, @Nullable Object> object(@Nullable String json) {
        return json == null ? Map.of() : Json.parseObject(json);
    }

    public static @Nullable Map<String, @Nullable Object> objectOrNull(@Nullable String json) {
        return json == null ? null : Json.parseObject(json);
    }

    public static List<@Nullable Object> array(@Nullable String json) {
        return json == null ? List.of() : Json.parseArray(json);
    }

    /** The numbers of an array of whole numbers. */
    public static List<Long> numbers(@Nullable String json) {
        return array(json).stream()
                .map(value -> ((Number) Objects.requireNonNull(value)).longValue())
                .toList();
    }

    /** The texts of an array of texts. */
    public static List<String> texts(@Nullable String json) {
        return array(json).stream().map(String::valueOf).toList();
    }
}
