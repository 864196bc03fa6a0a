package dev.stoa.engine.provider;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON schema without bounds and with closed objects, for services that refuse the one and require the other.
 * Stateless. Nothing is lost by it: replies are held to their bounds when they are parsed.
 */
final class PlainSchema {
    private static final Set<String> BOUNDS = Set.of(
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "minItems",
            "maxItems",
            "uniqueItems");

    private PlainSchema() {}

    static Map<String, @Nullable Object> of(Map<String, @Nullable Object> schema) {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        schema.forEach((key, value) -> {
            if (key.equals("properties") && value instanceof Map<?, ?> properties) {
                // A property may have the name of a keyword.
                Map<String, @Nullable Object> each = new LinkedHashMap<>();
                properties.forEach((name, inner) -> each.put(String.valueOf(name), inner(inner)));
                plain.put(key, each);
            } else if (!BOUNDS.contains(key)) {
                plain.put(key, key.equals("enum") || key.equals("required") ? value : inner(value));
            }
        });
        if ("object".equals(schema.get("type"))) {
            plain.put("additionalProperties", false);
        }
        return plain;
    }

    private static @Nullable Object inner(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> schema = new LinkedHashMap<>();
            map.forEach((key, each) -> schema.put(String.valueOf(key), each));
            return of(schema);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(each -> all.add(inner(each)));
            return all;
        }
        return value;
    }
}
