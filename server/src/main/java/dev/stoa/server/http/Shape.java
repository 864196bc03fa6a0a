package dev.stoa.server.http;

import dev.stoa.base.Nearest;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields that an object of a request may have, in the order in which documents name them. Immutable. A field that
 * is null counts as absent.
 */
public final class Shape {
    /** Of a request that has no fields. */
    public static final Shape NONE = of();

    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final boolean open;

    private Shape(List<Field> fields, boolean open) {
        this.open = open;
        for (Field field : fields) {
            if (this.fields.put(field.name(), field) != null) {
                throw new IllegalArgumentException("two fields have the name " + field.name());
            }
        }
    }

    public static Shape of(Field... fields) {
        return new Shape(Arrays.asList(fields), false);
    }

    /** The same shape with more fields. */
    public Shape and(Field... more) {
        List<Field> all = new ArrayList<>(fields.values());
        all.addAll(Arrays.asList(more));
        return new Shape(all, open);
    }

    /** The same shape of an object that may have further fields, of which nothing is known. */
    public Shape open() {
        return new Shape(fields(), true);
    }

    /** Whether an object may have further fields. */
    public boolean isOpen() {
        return open;
    }

    /** The names of the fields of an object that are given and are not those of this shape. */
    public List<String> others(Map<?, ?> object) {
        return object.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .map(entry -> String.valueOf(entry.getKey()))
                .filter(name -> !fields.containsKey(name))
                .toList();
    }

    /** The fields, in order. */
    public List<Field> fields() {
        return List.copyOf(fields.values());
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Refuses an object with a field that is unknown, missing, of another type or out of its bounds. */
    public void check(Map<?, ?> object) {
        check(object, "");
    }

    void check(Map<?, ?> object, String prefix) {
        for (Map.Entry<?, ?> entry : object.entrySet()) {
            String name = String.valueOf(entry.getKey());
            Field field = fields.get(name);
            if (field == null && !open) {
                throw unknown(prefix + name, name);
            }
            Object value = entry.getValue();
            if (field != null && value != null) {
                try {
                    field.check(value);
                } catch (Refusal refused) {
                    throw prefix.isEmpty() ? refused : refused.within(prefix);
                }
            }
        }
        for (Field field : fields.values()) {
            if (field.required() && object.get(field.name()) == null) {
                throw Refusal.field(prefix + field.name(), "is missing", "send " + field.allowed());
            }
        }
    }

    private Refusal unknown(String place, String name) {
        return Refusal.unknown(
                "there is no field \"" + Refusal.shown(place) + "\"",
                place,
                Nearest.of(name, fields.keySet())
                        .map(near -> "did you mean " + near + "?")
                        .orElse(
                                fields.isEmpty()
                                        ? "send none"
                                        : "the fields are " + String.join(", ", fields.keySet())));
    }

    /** The values of a query, by the types of the fields; unknown ones and doubled ones are refused. */
    Map<String, @Nullable Object> ofQuery(Map<String, List<String>> given) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        given.forEach((name, texts) -> {
            Field field = fields.get(name);
            if (field == null) {
                throw unknown(name, name);
            }
            if (texts.size() > 1 && field.kind() != Field.Kind.TEXTS) {
                throw Refusal.field(name, "is given " + texts.size() + " times", "give it once");
            }
            values.put(name, texts.size() > 1 ? texts : field.ofQuery(Objects.requireNonNull(texts.getFirst())));
        });
        check(values);
        return values;
    }

    /** The object as JSON Schema. */
    public Map<String, @Nullable Object> schema() {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        fields.forEach((name, field) -> properties.put(name, field.schema()));
        Map<String, @Nullable Object> schema =
                new LinkedHashMap<>(Json.object("type", "object", "properties", properties));
        List<String> required = fields.values().stream()
                .filter(Field::required)
                .map(Field::name)
                .toList();
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", open);
        return schema;
    }
}
