package dev.stoa.server.mcp;

import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The schemas of results, as short as a client needs them. Stateless. */
final class Schemas {
    static final Map<String, @Nullable Object> OBJECT = Json.object("type", "object");
    static final Map<String, @Nullable Object> OBJECT_OR_NULL = Json.object("type", List.of("object", "null"));
    static final Map<String, @Nullable Object> TEXT = Json.object("type", "string");
    static final Map<String, @Nullable Object> TEXT_OR_NULL = Json.object("type", List.of("string", "null"));
    static final Map<String, @Nullable Object> WHOLE = Json.object("type", "integer");
    static final Map<String, @Nullable Object> FLAG = Json.object("type", "boolean");
    static final Map<String, @Nullable Object> OBJECTS = Json.object("type", "array", "items", OBJECT);

    private Schemas() {}

    /** An object with these fields and perhaps more: name, schema, name, schema. */
    static Map<String, @Nullable Object> of(Object... namesAndSchemas) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            properties.put(String.valueOf(namesAndSchemas[i]), namesAndSchemas[i + 1]);
        }
        return Json.object("type", "object", "properties", properties, "required", List.copyOf(properties.keySet()));
    }

    /** A list of objects. */
    static Map<String, @Nullable Object> items() {
        return of("items", OBJECTS);
    }
}
