package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import dev.stoa.engine.provider.Pause;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Commits;
import dev.stoa.server.http.Scope;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The tools, resources and prompts that the conformance suite of the protocol's authors calls by name. Stateless. */
final class ConformanceFixture {
    /** Lets a tool take as long as the suite wants it to. */
    private static void takesTime(long millis) throws InterruptedException {
        if (new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("nothing counts down");
        }
    }

    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    private static final String SOUND = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
    private static final Map<String, @Nullable Object> ANYTHING = Json.object("type", "object");
    private static final String SCHEMA_2020 = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"address":{"$anchor":\
            "addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"properties":\
            {"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone",\
            "email"]},"phone":{"type":"string"},"email":{"type":"string"}},"allOf":[{"anyOf":[{"required":["phone"]},\
            {"required":["email"]}]}],"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},\
            "then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}""";

    private ConformanceFixture() {}

    /** Serves the fixture on a port until it is ended, to try the suite by hand. */
    public static void main(String[] args) throws Exception {
        FixtureServer server = FixtureServer.of(
                profile(), Files.createTempDirectory("conformance"), args.length == 0 ? 0 : Integer.parseInt(args[0]));
        System.err.println(server.url());
        Thread.currentThread().join();
    }

    static Profile profile() {
        return new Profile("default", "Fixture of the conformance suite.", tools(), new Resources(), prompts());
    }

    private static Tool tool(String name, Map<String, @Nullable Object> schema, Tool.Handler handler) {
        return new Tool(
                name,
                Json.object("name", name, "description", "Part of the suite.", "inputSchema", schema),
                Scope.READ_AGENT,
                null,
                arguments -> {},
                Tool.USUAL,
                Map.of(),
                handler);
    }

    private static Tool telling(String name, List<Map<String, @Nullable Object>> content) {
        return tool(name, ANYTHING, call -> ToolResult.content(content));
    }

    private static Map<String, @Nullable Object> image() {
        return Json.object("type", "image", "data", PIXEL, "mimeType", "image/png");
    }

    private static Map<String, @Nullable Object> embedded(String uri, String type, String text) {
        return Json.object("type", "resource", "resource", Json.object("uri", uri, "mimeType", type, "text", text));
    }

    private static List<Tool> tools() {
        List<Tool> tools = new ArrayList<>();
        tools.add(telling("test_simple_text", List.of(ToolResult.text("This is a simple text response for testing."))));
        tools.add(telling("test_image_content", List.of(image())));
        tools.add(telling(
                "test_audio_content", List.of(Json.object("type", "audio", "data", SOUND, "mimeType", "audio/wav"))));
        tools.add(telling(
                "test_embedded_resource",
                List.of(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."))));
        tools.add(telling(
                "test_multiple_content_types",
                List.of(
                        ToolResult.text("Multiple content types test:"),
                        image(),
                        embedded(
                                "test://mixed-content-resource",
                                "application/json",
                                "{\"test\":\"data\",\"value\":123}"))));
        tools.add(telling("test_logging_tool", List.of(ToolResult.text("Nothing is logged to clients."))));
        tools.add(tool("test_error_handling", ANYTHING, call -> {
            throw new IllegalStateException("This tool intentionally returns an error for testing");
        }));
        tools.add(tool("test_tool_with_progress", ANYTHING, call -> {
            for (int done = 0; done <= 100; done += 50) {
                call.progress().tell(done, 100.0, "Completed step " + done + " of 100");
                // Progress is told four times a second at most.
                takesTime(300);
            }
            return ToolResult.content(List.of(ToolResult.text("done")));
        }));
        tools.add(tool("test_reconnection", ANYTHING, call -> {
            // Long enough that the answer is streamed.
            takesTime(2_500);
            return ToolResult.content(List.of(ToolResult.text("The stream was long.")));
        }));
        tools.add(tool(
                "json_schema_2020_12_tool",
                Json.parseObject(SCHEMA_2020),
                call -> ToolResult.content(List.of(ToolResult.text(Json.write(call.arguments()))))));
        tools.add(tool("test_streaming_elicitation", ANYTHING, call -> {
            call.progress().tell(1, null, null);
            return new ToolResult(Json.object(
                    "resultType",
                    "input_required",
                    "inputRequests",
                    Json.object(
                            "name",
                            Json.object(
                                    "method",
                                    "elicitation/create",
                                    "params",
                                    Json.object(
                                            "mode",
                                            "form",
                                            "message",
                                            "Your name?",
                                            "requestedSchema",
                                            Json.object(
                                                    "type",
                                                    "object",
                                                    "properties",
                                                    Json.object("name", Json.object("type", "string"))))))));
        }));
        Tool sampling = telling("test_missing_capability", List.of(ToolResult.text("It was not missing.")));
        tools.add(new Tool(
                sampling.name(),
                sampling.definition(),
                sampling.scope(),
                null,
                sampling.check(),
                sampling.time(),
                Json.object("sampling", Json.object()),
                sampling.handler()));
        return tools;
    }

    private static List<Prompt> prompts() {
        return List.of(
                new Prompt(
                        "test_simple_prompt",
                        "Simple",
                        "A simple prompt.",
                        List.of(),
                        (by, values) -> List.of(Prompt.said("This is a simple prompt for testing."))),
                new Prompt(
                        "test_prompt_with_arguments",
                        "Arguments",
                        "A prompt with arguments.",
                        List.of(
                                new Prompt.Argument("arg1", "First test argument", true),
                                new Prompt.Argument("arg2", "Second test argument", true)),
                        (by, values) -> List.of(Prompt.said("Prompt with arguments: arg1='" + values.get("arg1")
                                + "', arg2='" + values.get("arg2") + "'"))),
                new Prompt(
                        "test_prompt_with_embedded_resource",
                        "Resource",
                        "A prompt with a resource.",
                        List.of(new Prompt.Argument("resourceUri", "URI of the resource to embed", true)),
                        (by, values) -> List.of(
                                Json.object(
                                        "role",
                                        "user",
                                        "content",
                                        embedded(
                                                String.valueOf(values.get("resourceUri")),
                                                "text/plain",
                                                "Embedded resource content for testing.")),
                                Prompt.said("Please process the embedded resource above."))),
                new Prompt(
                        "test_prompt_with_image",
                        "Image",
                        "A prompt with an image.",
                        List.of(),
                        (by, values) -> List.of(
                                Json.object("role", "user", "content", image()),
                                Prompt.said("Please analyze the image above."))));
    }

    /** Resources that are always the same. */
    private static final class Resources implements ResourceTable {
        @Override
        public List<Map<String, @Nullable Object>> list(Principal by) {
            return List.of(
                    Json.object("uri", "test://static-text", "name", "static-text", "mimeType", "text/plain"),
                    Json.object("uri", "test://static-binary", "name", "static-binary", "mimeType", "image/png"),
                    Json.object("uri", "test://watched-resource", "name", "watched", "mimeType", "text/plain"));
        }

        @Override
        public List<Map<String, @Nullable Object>> templates() {
            return List.of(Json.object(
                    "uriTemplate", "test://template/{id}/data", "name", "template", "mimeType", "application/json"));
        }

        @Override
        public @Nullable Map<String, @Nullable Object> read(Principal by, String uri) {
            if (uri.equals("test://static-binary")) {
                return Json.object("uri", uri, "mimeType", "image/png", "blob", PIXEL);
            }
            if (uri.matches("test://template/[^/]+/data")) {
                String id = uri.substring("test://template/".length(), uri.length() - "/data".length());
                return Json.object(
                        "uri",
                        uri,
                        "mimeType",
                        "application/json",
                        "text",
                        Json.write(Json.object("id", id, "templateTest", true, "data", "Data for ID: " + id)));
            }
            return uri.equals("test://static-text") || uri.equals("test://watched-resource")
                    ? Json.object(
                            "uri",
                            uri,
                            "mimeType",
                            "text/plain",
                            "text",
                            "This is the content of the static text resource.")
                    : null;
        }

        @Override
        public @Nullable String version(Principal by, String uri) {
            return read(by, uri) == null ? null : "1";
        }

        @Override
        public Commits commits() {
            return new Commits() {
                @Override
                public boolean await(Duration most) throws InterruptedException {
                    Pause.real().of(most);
                    return false;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public List<String> complete(Principal by, String template, String parameter, String prefix) {
            return List.of();
        }
    }
}
