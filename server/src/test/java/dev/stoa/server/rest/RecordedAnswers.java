package dev.stoa.server.rest;

import dev.stoa.json.Json;
import dev.stoa.server.http.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes what examples were answered with into the resource that the document is printed from, if the tests run with
 * {@code -Dstoa.record=true}. Not thread-safe. Of a list one item is kept, and its schema is that of all items. What
 * only some answers to a route have is in its schema, but not required.
 */
final class RecordedAnswers {
    private static final Path FILE = Path.of("src/main/resources/dev/stoa/server/http/answers.json");
    private static final int LONGEST = 160;
    private static final int MOST_LEVELS = 6;

    private final boolean on = Boolean.getBoolean("stoa.record");
    private final Map<String, @Nullable Object> all = new TreeMap<>();

    /**
     * Notes an answer.
     *
     * @param media its media type
     * @param answer the answer, or its first line
     */
    void note(Route route, String media, @Nullable Object answer) {
        if (on && answer instanceof Map<?, ?> whole) {
            // The document does not show itself.
            Map<?, ?> object =
                    route.path().equals("openapi.json") ? Json.object("openapi", whole.get("openapi")) : whole;
            Map<String, @Nullable Object> schema = schema(object, 0);
            String key = route.method() + " " + route.path();
            Set<String> required = new TreeSet<>();
            object.keySet().forEach(name -> required.add(String.valueOf(name)));
            Object example = route.is(Route.Mark.SECRET) ? hidden(object) : cut(object);
            if (typed(all.get(key)).get(media) instanceof Map<?, ?> first) {
                // Of the same request with fewer flags: only what both have is always there.
                Map<String, @Nullable Object> wider = typed(first.get("schema"));
                required.retainAll((List<?>) Objects.requireNonNull(wider.get("required")));
                wider.remove("type");
                wider.remove("required");
                schema = merged(schema, wider);
                example = first.get("example");
            }
            schema.put("type", "object");
            schema.put("required", List.copyOf(required));
            all.put(key, Json.object(media, Json.object("schema", schema, "example", example)));
        }
    }

    /** Notes an answer that is no JSON, of which the first line is shown. */
    void noteText(Route route, String media, String text) {
        if (on && !route.is(Route.Mark.EVENTS)) {
            boolean readable = media.startsWith("text/");
            all.put(
                    route.method() + " " + route.path(),
                    Json.object(
                            media,
                            Json.object(
                                    "schema",
                                    readable
                                            ? Json.object("type", "string")
                                            : Json.object("type", "string", "format", "binary"),
                                    "example",
                                    readable ? cut(text.lines().findFirst().orElse("")) : "the bytes of a file")));
        }
    }

    private static Map<String, @Nullable Object> hidden(Map<?, ?> object) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        object.forEach((name, value) -> shown.put(String.valueOf(name), cut(value)));
        shown.replace("token", "stoa_ID_SECRET");
        return shown;
    }

    private static @Nullable Object cut(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> object -> {
                Map<String, @Nullable Object> shown = new LinkedHashMap<>();
                object.forEach((name, part) -> shown.put(String.valueOf(name), cut(part)));
                yield shown;
            }
            case List<?> list ->
                list.stream().limit(1).map(RecordedAnswers::cut).toList();
            case String text ->
                text.codePointCount(0, text.length()) > LONGEST
                        ? text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "…"
                        : text;
            case null, default -> value;
        };
    }

    private static Map<String, @Nullable Object> schema(@Nullable Object value, int level) {
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        if (level > MOST_LEVELS) {
            return schema;
        }
        switch (value) {
            case null -> {}
            case Map<?, ?> object -> {
                schema.put("type", List.of("null", "object"));
                Map<String, @Nullable Object> parts = new TreeMap<>();
                object.forEach((name, part) -> parts.put(String.valueOf(name), schema(part, level + 1)));
                schema.put("properties", parts);
            }
            case List<?> list -> {
                schema.put("type", List.of("array", "null"));
                Map<String, @Nullable Object> items = new LinkedHashMap<>();
                for (Object each : list) {
                    items = merged(items, schema(each, level + 1));
                }
                schema.put("items", items);
            }
            case Boolean truth -> schema.put("type", List.of("boolean", "null"));
            case Number number -> schema.put("type", List.of("null", "number"));
            default -> schema.put("type", List.of("null", "string"));
        }
        return schema;
    }

    /** A schema of what either is one of; one without a type is of a value that was null. */
    private static Map<String, @Nullable Object> merged(
            Map<String, @Nullable Object> first, Map<String, @Nullable Object> second) {
        Map<String, @Nullable Object> both = new LinkedHashMap<>(first);
        second.forEach((name, value) -> both.merge(name, value, (one, other) -> switch (name) {
            case "type" -> {
                TreeSet<String> types = new TreeSet<>();
                ((List<?>) one).forEach(type -> types.add(String.valueOf(type)));
                ((List<?>) other).forEach(type -> types.add(String.valueOf(type)));
                yield new ArrayList<>(types);
            }
            case "items" -> merged(typed(one), typed(other));
            case "properties" -> {
                Map<String, @Nullable Object> parts = new TreeMap<>(typed(one));
                typed(other)
                        .forEach((part, schema) ->
                                parts.merge(part, schema, (left, right) -> merged(typed(left), typed(right))));
                yield parts;
            }
            default -> other;
        }));
        return both;
    }

    private static Map<String, @Nullable Object> typed(@Nullable Object value) {
        Map<String, @Nullable Object> typed = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, part) -> typed.put(String.valueOf(name), part));
        }
        return typed;
    }

    void write() {
        if (!on) {
            return;
        }
        try {
            if (Files.exists(FILE)) {
                Json.parseObject(Files.readString(FILE)).forEach(all::putIfAbsent);
            }
            // One line for each, so that a change of one is seen.
            Files.writeString(
                    FILE,
                    all.entrySet().stream()
                            .map(each -> Json.write(each.getKey()) + ":" + Json.write(each.getValue()))
                            .collect(Collectors.joining(",\n", "{\n", "\n}\n"))
                            .replaceAll("/[^\" ]*/junit-?[0-9]+", "/var/lib/stoa")
                            .replace(InetAddress.getLocalHost().getHostName(), "host"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
