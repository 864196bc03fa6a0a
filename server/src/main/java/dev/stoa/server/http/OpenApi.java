package dev.stoa.server.http;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document of a table of routes. Stateless: the table says everything that it prints. */
public final class OpenApi {
    private static final List<Integer> ALWAYS = List.of(401, 403, 406, 421, 422, 429, 500, 503);
    /** The refusals that are the same wherever they are answered, so that they stand in the document once. */
    private static final List<Integer> SHARED =
            List.of(400, 401, 403, 404, 406, 409, 412, 413, 415, 421, 422, 429, 500, 503);

    private static final Pattern WHOLE = Pattern.compile("\\{[a-z]+}");
    private static final Map<String, @Nullable Object> JSON_OBJECT = Json.object("type", "object");

    private OpenApi() {}

    /** The document, version 3.1.1. */
    public static Map<String, @Nullable Object> of(Routes routes, String version) {
        Map<String, Map<String, @Nullable Object>> paths = new LinkedHashMap<>();
        Set<String> nouns = new LinkedHashSet<>();
        for (Route route : routes.all()) {
            nouns.add(route.noun());
            paths.computeIfAbsent(address(route), path -> new LinkedHashMap<>())
                    .put(route.method().toLowerCase(Locale.ROOT), operation(route));
        }
        List<Object> tags = new ArrayList<>();
        nouns.forEach(noun -> tags.add(Json.object("name", noun)));
        return Json.object(
                "openapi",
                "3.1.1",
                "info",
                Json.object(
                        "title",
                        "Stoa",
                        "version",
                        version,
                        "description",
                        "The system of record and runtime for societies of AI agents."),
                "jsonSchemaDialect",
                "https://json-schema.org/draft/2020-12/schema",
                "security",
                List.of(Json.object("token", List.of()), Json.object()),
                "tags",
                tags,
                "paths",
                paths,
                "components",
                Json.object(
                        "securitySchemes",
                        Json.object("token", Json.object("type", "http", "scheme", "bearer")),
                        "responses",
                        refusals(),
                        "schemas",
                        Json.object("Problem", problem(), "OpenAiError", openAiError())));
    }

    private static Map<String, @Nullable Object> refusals() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        for (boolean openAi : new boolean[] {false, true}) {
            for (int status : SHARED) {
                all.put(name(openAi) + status, refusal(openAi, Answered.problem(status)));
            }
        }
        return all;
    }

    private static String name(boolean openAi) {
        return openAi ? "OpenAiError" : "Problem";
    }

    /** The address of a route, from the root of the server. */
    public static String address(Route route) {
        return (route.is(Route.Mark.ROOT) ? "/" : "/api/v1/") + route.path();
    }

    private static Map<String, @Nullable Object> operation(Route route) {
        Map<String, @Nullable Object> operation = new LinkedHashMap<>();
        operation.put("operationId", route.operationId() + suffix(route));
        operation.put("summary", route.summary());
        operation.put("tags", List.of(route.noun()));
        operation.put("x-stoa-scope", route.scope().letter());
        operation.put("x-stoa-idempotency", route.repeat().text());
        if (route.is(Route.Mark.EVENTS)) {
            operation.put("x-stoa-events", route.events());
        }
        List<Object> parameters = parameters(route);
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        if (route.takes() != Route.Takes.NOTHING) {
            operation.put("requestBody", requestBody(route));
        }
        operation.put("responses", responses(route));
        return operation;
    }

    /** Two methods of one verb are two operations. */
    private static String suffix(Route route) {
        return route.verb().contains(" ") || route.path().equals(route.verb())
                ? ""
                : "_" + route.method().toLowerCase(Locale.ROOT);
    }

    private static List<Object> parameters(Route route) {
        List<Object> parameters = new ArrayList<>();
        for (String segment : route.segments()) {
            if (Routes.isParameter(segment)) {
                parameters.add(Json.object(
                        "name",
                        segment.substring(1, segment.length() - 1),
                        "in",
                        "path",
                        "required",
                        true,
                        "schema",
                        Json.object("type", "string")));
            }
        }
        for (Field field : route.query().fields()) {
            Map<String, @Nullable Object> schema = new LinkedHashMap<>(field.schema());
            schema.remove("description");
            parameters.add(Json.object(
                    "name",
                    field.name(),
                    "in",
                    "query",
                    "required",
                    field.required(),
                    "description",
                    field.about(),
                    "schema",
                    schema));
        }
        if (route.repeat() == Repeat.KEPT || route.repeat() == Repeat.KEY) {
            parameters.add(Json.object(
                    "name",
                    "Idempotency-Key",
                    "in",
                    "header",
                    "required",
                    false,
                    "description",
                    "The key under which a repeated request happens once.",
                    "schema",
                    Json.object("type", "string", "minLength", 1, "maxLength", 128)));
        }
        return parameters;
    }

    private static Map<String, @Nullable Object> requestBody(Route route) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        if (route.takes() == Route.Takes.BYTES) {
            content.put("application/octet-stream", Json.object("schema", Json.object()));
        } else {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("schema", route.body().schema());
            String example = route.example().body();
            // Some are documents of the demo data as a whole, which stand here as a name alone.
            if (example != null && !example.isEmpty() && !WHOLE.matcher(example).matches()) {
                json.put("example", Json.parse(example));
            }
            content.put(Answer.JSON, json);
            if (route.takes() == Route.Takes.OBJECT_OR_LINES) {
                content.put(Front.LINES, Json.object("schema", route.body().schema()));
            }
        }
        boolean required = route.body().fields().stream().anyMatch(Field::required);
        return Json.object("required", required, "content", content);
    }

    private static Map<String, @Nullable Object> responses(Route route) {
        Map<Integer, Map<String, @Nullable Object>> responses = new TreeMap<>();
        for (int each : ALWAYS) {
            responses.put(each, refusal(route, each));
        }
        if (route.is(Route.Mark.OPENAI)) {
            responses.remove(422);
            responses.put(400, refusal(route, 400));
            responses.put(404, refusal(route, 404));
        }
        if (route.path().contains("{")) {
            responses.put(404, refusal(route, 404));
        }
        Map<Integer, List<String>> special = new TreeMap<>();
        for (String code : route.errors()) {
            special.computeIfAbsent(Problem.status(code, 409), status -> new ArrayList<>())
                    .add(code);
        }
        special.forEach((status, codes) -> responses.put(status, special(route, status, codes)));
        if (route.takes() != Route.Takes.NOTHING) {
            responses.put(413, refusal(route, 413));
            responses.put(415, refusal(route, 415));
        }
        if (route.is(Route.Mark.VERSIONED)) {
            boolean reads = route.method().equals("GET");
            responses.putIfAbsent(
                    reads ? 304 : 412,
                    reads ? Json.object("description", "The version is that one.") : refusal(route, 412));
        }
        Map<String, @Nullable Object> content = content(route);
        int status = route.example().status();
        // Some want a header or a session that the example has not.
        if (status >= 400 && Answered.of(route) == null) {
            responses.putIfAbsent(status, refusal(route, status));
        } else {
            responses.put(status, Json.object("description", "The answer.", "content", content));
        }
        if (status >= 400) {
            responses.put(200, Json.object("description", "The answer."));
        }
        if (status == 201) {
            responses.put(200, Json.object("description", "It was there already.", "content", content));
        }
        Map<String, @Nullable Object> byText = new LinkedHashMap<>();
        responses.forEach((number, response) -> byText.put(Integer.toString(number), response));
        return byText;
    }

    /** A refusal with the codes by which a route tells what it refuses. */
    private static Map<String, @Nullable Object> special(Route route, int status, List<String> codes) {
        Problem usual = Answered.problem(status);
        Problem first =
                codes.contains(usual.code()) && status != 409 ? usual : Answered.special(status, codes.getFirst());
        Map<String, @Nullable Object> refusal = new LinkedHashMap<>(refusal(route.is(Route.Mark.OPENAI), first));
        refusal.put("x-stoa-codes", codes);
        return refusal;
    }

    private static Map<String, @Nullable Object> content(Route route) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        Map<?, ?> recorded = Answered.of(route);
        if (recorded != null) {
            recorded.forEach((media, shown) -> content.put(String.valueOf(media), shown));
        } else if (!route.is(Route.Mark.EVENTS)) {
            content.put(Answer.JSON, Json.object("schema", JSON_OBJECT));
        }
        if (route.is(Route.Mark.EVENTS) || (route.is(Route.Mark.OPENAI) && route.is(Route.Mark.EXPORTS))) {
            content.put(
                    "text/event-stream",
                    Json.object(
                            "schema",
                            Json.object("type", "string"),
                            "example",
                            route.is(Route.Mark.OPENAI) ? "data: [DONE]\n\n" : "retry: 2000\n\n"));
        }
        return content;
    }

    private static Map<String, @Nullable Object> refusal(Route route, int status) {
        boolean openAi = route.is(Route.Mark.OPENAI);
        return SHARED.contains(status)
                ? Json.object("$ref", "#/components/responses/" + name(openAi) + status)
                : refusal(openAi, Answered.problem(status));
    }

    private static Map<String, @Nullable Object> refusal(boolean openAi, Problem problem) {
        return Json.object(
                "description",
                Problem.title(problem.status()),
                "content",
                Json.object(
                        openAi ? Answer.JSON : Problem.MEDIA_TYPE,
                        Json.object(
                                "schema",
                                Json.object("$ref", "#/components/schemas/" + name(openAi)),
                                "example",
                                openAi ? openAiError(problem) : problem.document(Answered.request()))));
    }

    private static Map<String, @Nullable Object> openAiError(Problem problem) {
        return Json.object(
                "error",
                Json.object(
                        "message",
                        problem.detail(),
                        "type",
                        openAiType(problem.status()),
                        "param",
                        null,
                        "code",
                        problem.code()));
    }

    private static String openAiType(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> status >= 500 ? "server_error" : "invalid_request_error";
        };
    }

    private static Map<String, @Nullable Object> openAiError() {
        Map<String, @Nullable Object> textOrNull = Json.object("type", List.of("string", "null"));
        return Json.object(
                "type",
                "object",
                "required",
                List.of("error"),
                "properties",
                Json.object(
                        "error",
                        Json.object(
                                "type",
                                "object",
                                "required",
                                List.of("message", "type", "param", "code"),
                                "properties",
                                Json.object(
                                        "message",
                                        Json.object("type", "string"),
                                        "type",
                                        Json.object("type", "string"),
                                        "param",
                                        textOrNull,
                                        "code",
                                        textOrNull))));
    }

    private static Map<String, @Nullable Object> problem() {
        Map<String, @Nullable Object> text = Json.object("type", "string");
        return Json.object(
                "type",
                "object",
                "required",
                List.of("type", "title", "status", "detail", "code", "hint", "request_id"),
                "properties",
                Json.object(
                        "type",
                        text,
                        "title",
                        text,
                        "status",
                        Json.object("type", "integer"),
                        "detail",
                        text,
                        "code",
                        text,
                        "hint",
                        Json.object("type", List.of("string", "null")),
                        "request_id",
                        text,
                        "fields",
                        Json.object(
                                "type",
                                "array",
                                "items",
                                Json.object(
                                        "type",
                                        "object",
                                        "required",
                                        List.of("name", "message"),
                                        "properties",
                                        Json.object("name", text, "message", text)))));
    }
}
