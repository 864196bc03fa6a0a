package dev.stoa.cli.learning;

import dev.stoa.base.Bounds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The chosen fields of an object that is printed. Stateless, safe from any thread. */
final class ItemFields {
    private ItemFields() {}

    /**
     * The object with these fields alone, in the order given; all of it if none is given.
     *
     * @param names the names of fields; a field of an inner object is named with those it is in, separated by dots
     */
    static Map<String, @Nullable Object> of(Map<String, @Nullable Object> item, List<String> names) {
        if (names.isEmpty()) {
            return item;
        }
        Map<String, @Nullable Object> chosen = new LinkedHashMap<>();
        names.forEach(name -> chosen.put(name.strip(), value(item, name.strip())));
        return chosen;
    }

    private static @Nullable Object value(Map<?, ? extends @Nullable Object> item, String name) {
        Object value = item;
        boolean free = false; // the fields of metadata are those of its author
        for (String part : name.split("\\.", -1)) {
            if (!(value instanceof Map<?, ?> map) || !(free || map.containsKey(part))) {
                throw Bounds.invalid("a result has no field " + name, "choose among " + known(item));
            }
            value = map.get(part);
            free = free || part.equals("metadata");
            if (value == null) {
                return null;
            }
        }
        return value;
    }

    private static String known(Map<?, ? extends @Nullable Object> item) {
        return String.join(", ", item.keySet().stream().map(String::valueOf).toList());
    }
}
