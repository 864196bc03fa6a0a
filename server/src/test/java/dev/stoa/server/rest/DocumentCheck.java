package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds requests and answers against the document of a server. Not thread-safe. */
@SuppressWarnings("NullAway") // a field that the document lacks fails the test that reads it
final class DocumentCheck {
    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<String, @Nullable Object> document;
    private final RecordedAnswers recorded = new RecordedAnswers();

    DocumentCheck(RunningServer server) {
        this.document = server.sendRaw("GET", "/openapi.json", null).body();
    }

    SchemaRegistry schemas() {
        return schemas;
    }

    static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) value;
    }

    Map<?, ?> operation(Route route) {
        return map(map(map(document.get("paths")).get(OpenApi.address(route)))
                .get(route.method().toLowerCase(Locale.ROOT)));
    }

    /** A response of an operation, or the shared one that it refers to. */
    Map<?, ?> response(Object named) {
        Object reference = map(named).get("$ref");
        if (reference == null) {
            return map(named);
        }
        assertThat(reference.toString()).startsWith("#/components/responses/");
        Map<?, ?> shared = map(map(document.get("components")).get("responses"));
        return Objects.requireNonNull(map(shared.get(reference.toString().substring(23))), reference.toString());
    }

    /** What is wrong with a value by a schema of the document; formats count. */
    List<?> errors(Object schema, String value) {
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        map(schema).forEach((name, part) -> whole.put(String.valueOf(name), part));
        whole.put("components", document.get("components"));
        Consumer<ExecutionContext> strict =
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true));
        return schemas.getSchema(Json.write(whole), InputFormat.JSON).validate(value, InputFormat.JSON, strict);
    }

    /** What is wrong with the answer to the example of a route; empty if nothing is. */
    String wrong(Route route, Reply reply) {
        String text = reply.raw().body();
        if (reply.status() != route.example().status()) {
            return reply.status() + " " + text;
        }
        Object named = map(operation(route).get("responses")).get(Integer.toString(reply.status()));
        if (named == null) {
            return reply.status() + " is not in the document";
        }
        Map<?, ?> response = response(named);
        String type = String.valueOf(reply.header("Content-Type")).replaceFirst(";.*", "");
        if (!type.endsWith("json")) {
            recorded.noteText(route, type, text);
            return map(response.get("content")).get(type) == null ? "the document does not name " + type : "";
        }
        String value = type.endsWith("x-ndjson") ? text.lines().findFirst().orElse("{}") : text;
        if (!type.startsWith("application/problem")) {
            recorded.note(route, type, Json.parse(value));
        }
        Map<?, ?> content = map(map(response.get("content")).get(type));
        if (content == null || content.get("example") == null) {
            return "the document has no example in " + type;
        }
        List<?> errors = errors(content.get("schema"), value);
        // The document does not show itself.
        Set<String> untold =
                route.path().equals("openapi.json") ? Set.of() : untold(map(content.get("schema")), Json.parse(value));
        return errors.isEmpty() && untold.isEmpty() ? "" : errors + " the document lacks " + untold;
    }

    /** The fields of an answer, and of the items of its lists, that its schema does not name. */
    private static Set<String> untold(Map<?, ?> schema, @Nullable Object value) {
        Set<String> untold = new TreeSet<>();
        if (value instanceof Map<?, ?> answer && schema.get("properties") instanceof Map<?, ?> told) {
            answer.forEach((name, part) -> {
                if (!told.containsKey(name)) {
                    untold.add(String.valueOf(name));
                } else if (part instanceof List<?> items
                        && map(told.get(name)).get("items") instanceof Map<?, ?> item) {
                    items.forEach(each -> untold.addAll(untold(item, each)));
                }
            });
        }
        return untold;
    }

    /** The path of an example without its flags: what they add to an answer is not in every one. */
    String withoutFlags(Route route) {
        Set<Object> flags = new HashSet<>();
        Object parameters = operation(route).get("parameters");
        for (Object each : parameters == null ? List.of() : (List<?>) parameters) {
            if ("boolean".equals(map(map(each).get("schema")).get("type"))) {
                flags.add(map(each).get("name"));
            }
        }
        String[] parts = route.example().path().split("\\?", 2);
        String kept = parts.length == 1
                ? ""
                : Arrays.stream(parts[1].split("&", -1))
                        .filter(pair -> !flags.contains(pair.replaceFirst("=.*", "")))
                        .collect(Collectors.joining("&"));
        return kept.isEmpty() ? parts[0] : parts[0] + "?" + kept;
    }

    /** Ends the check; where answers are recorded, they are written. */
    void end() {
        recorded.write();
    }
}
