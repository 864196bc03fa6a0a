package dev.stoa.server.console.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of a description of the API. Stateless. */
public final class ApiRoutes {
    private ApiRoutes() {}

    /** Each route with its method and path beside what is said of it. */
    public static List<Doc> of(Doc described) {
        List<Doc> routes = new ArrayList<>();
        described.doc("paths").fields().forEach((path, methods) -> {
            for (Map.Entry<?, ?> each :
                    methods instanceof Map<?, ?> all ? all.entrySet() : Map.of().entrySet()) {
                if (each.getValue() instanceof Map<?, ?> said) {
                    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                    said.forEach((name, value) -> fields.put(String.valueOf(name), value));
                    fields.put("path", path);
                    fields.put("method", String.valueOf(each.getKey()).toUpperCase(Locale.ROOT));
                    routes.add(new Doc(fields));
                }
            }
        });
        return routes;
    }

    /** The fields of the body of a route. */
    public static List<Doc> body(Doc route) {
        Doc schema = route.doc("requestBody").doc("content").inner().doc("schema");
        List<String> must = schema.texts("required");
        List<Doc> fields = new ArrayList<>();
        schema.doc("properties").fields().forEach((name, value) -> {
            Doc said = value instanceof Map<?, ?> inner ? new Doc(inner) : Doc.EMPTY;
            fields.add(new Doc(Map.of(
                    "name",
                    String.valueOf(name),
                    "in",
                    "body",
                    "required",
                    must.contains(String.valueOf(name)),
                    "description",
                    said.raw("description"),
                    "schema",
                    Map.of("type", said.raw("type")))));
        });
        return fields;
    }
}
