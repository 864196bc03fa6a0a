package dev.stoa.cli.remote;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request to a server: its method, its path below {@code /api/v1} and its fields, which are the query of a request
 * without a body. Used by one thread.
 */
final class RemoteRequest {
    private final String method;
    private final String path;
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private RemoteRequest(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /**
     * A request.
     *
     * @param template the path, in which each {@code {}} stands for one of the values
     */
    static RemoteRequest of(String method, String template, @Nullable Object... values) {
        StringBuilder path = new StringBuilder();
        int next = 0;
        for (String segment : template.split("/", -1)) {
            path.append(path.isEmpty() ? "" : "/");
            path.append(segment.equals("{}") ? encoded(String.valueOf(values[next++])) : segment);
        }
        return new RemoteRequest(method, path.toString());
    }

    private static String encoded(String segment) {
        if (segment.isEmpty()) {
            throw Bounds.invalid("an id or name is empty", "give one");
        }
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The same with a field; nothing, an empty list and a flag that is not set are left out. */
    RemoteRequest with(String name, @Nullable Object value) {
        boolean absent = value == null
                || Boolean.FALSE.equals(value)
                || (value instanceof Collection<?> items && items.isEmpty());
        return absent ? this : exactly(name, value);
    }

    /** The same with a field, whatever its value is. */
    RemoteRequest exactly(String name, @Nullable Object value) {
        fields.put(name, value instanceof Integer number ? Long.valueOf(number) : value);
        return this;
    }

    /** The same with the values of options as fields, each under the name of its option. */
    RemoteRequest with(TypedVerb typed, String... options) {
        for (String option : options) {
            with(option.substring(2).replace('-', '_').toLowerCase(Locale.ROOT), typed.option(option));
        }
        return this;
    }

    String method() {
        return method;
    }

    private boolean hasBody() {
        return !method.equals("GET") && !method.equals("DELETE");
    }

    /** The path with the query. */
    String target() {
        return path + (hasBody() || fields.isEmpty() ? "" : "?" + query());
    }

    /** The body; null if there is none. */
    @Nullable
    String body() {
        return hasBody() ? Json.write(fields) : null;
    }

    private String query() {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(plain(field.getValue()), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String plain(@Nullable Object value) {
        return value instanceof Collection<?> items
                ? items.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }
}
