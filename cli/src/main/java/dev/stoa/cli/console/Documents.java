package dev.stoa.cli.console;

import dev.stoa.base.Page;
import dev.stoa.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JSON documents that several commands print. Stateless. */
public final class Documents {
    private Documents() {}

    /** An object with one more field at its end. */
    public static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> object, String field, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(object);
        more.put(field, value);
        return more;
    }

    /** A page of things: its items and where the next page begins. */
    public static <T> Map<String, @Nullable Object> page(
            Page<T> page, Function<T, Map<String, @Nullable Object>> document) {
        return Json.object("items", page.items().stream().map(document).toList(), "next", page.next());
    }
}
