package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.Route;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the document, held against its schemas and played on the demo data. */
@DisplayName("Every route must be documented, every documented route must exist, every example must validate and really"
        + " run.")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class DocumentedExamplesTest {
    /** What the demo data does not have, and where it is played instead. */
    private static final Map<String, String> ELSEWHERE = Map.of("keys", "needs a sealed archive");

    private static final Set<String> NO_SEED =
            Set.of("evolutions/{paused}/resume", "evolutions/{paused}/cancel", "created-agents/{created}/reject");

    private RunningServer server;
    private DocumentCheck check;

    @BeforeAll
    void open(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("stoa.toml"), """
                [code]
                enabled = true
                [provider.command.slow]
                argv = ["/bin/sleep", "600"]
                """);
        server = RunningServer.demo(folder.toString(), folder);
        check = new DocumentCheck(server);
    }

    @AfterAll
    void close() {
        check.end();
        server.close();
    }

    @Test
    void everySchemaOfTheDocumentIsOne() {
        var meta = check.schemas().getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        List<String> wrong = new ArrayList<>();
        for (Route route : server.routes().all()) {
            for (String schema : List.of(
                    Json.write(route.body().schema()), Json.write(route.query().schema()))) {
                meta.validate(schema, InputFormat.JSON)
                        .forEach(error -> wrong.add(route.method() + " " + route.path() + ": " + error));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyExampleMustValidate() {
        List<String> wrong = new ArrayList<>();
        int validated = 0;
        for (Route route : server.routes().all()) {
            Map<?, ?> operation = check.operation(route);
            List<Object> found = new ArrayList<>();
            if (operation.get("requestBody") != null) {
                Map<?, ?> json = DocumentCheck.map(DocumentCheck.map(
                                DocumentCheck.map(operation.get("requestBody")).get("content"))
                        .get("application/json"));
                if (json != null && json.get("example") != null) {
                    found.addAll(check.errors(json.get("schema"), Json.write(json.get("example"))));
                    validated++;
                }
            }
            found.addAll(parameters(route, operation));
            found.forEach(error -> wrong.add(route.method() + " " + route.path() + ": " + error));
        }
        assertThat(wrong).isEmpty();
        assertThat(validated).isGreaterThan(80);
    }

    @Test
    void everyStatusHasAnExampleAndEveryStreamTheListOfItsEvents() {
        List<String> wrong = new ArrayList<>();
        for (Route route : server.routes().all()) {
            Map<?, ?> operation = check.operation(route);
            boolean elsewhere = ELSEWHERE.containsKey(route.noun())
                    || NO_SEED.contains(route.example().path());
            DocumentCheck.map(operation.get("responses")).forEach((status, response) -> {
                Map<?, ?> content = DocumentCheck.map(check.response(response).get("content"));
                if (content != null && !(elsewhere && Integer.parseInt(status.toString()) < 300)) {
                    content.forEach((media, shown) -> {
                        if (DocumentCheck.map(shown).get("example") == null) {
                            wrong.add(route.method() + " " + route.path() + ": " + status + " has no example");
                        }
                    });
                }
            });
            if (route.is(Route.Mark.EVENTS) && ((List<?>) operation.get("x-stoa-events")).isEmpty()) {
                wrong.add(route.path() + " has no events");
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** What is wrong with the query of an example. */
    private List<Object> parameters(Route route, Map<?, ?> operation) {
        List<Object> wrong = new ArrayList<>();
        String path = route.example().path();
        Map<String, List<String>> given = new LinkedHashMap<>();
        for (String pair :
                path.contains("?") ? path.substring(path.indexOf('?') + 1).split("&", -1) : new String[0]) {
            given.computeIfAbsent(pair.substring(0, pair.indexOf('=')), name -> new ArrayList<>())
                    .add(URLDecoder.decode(pair.substring(pair.indexOf('=') + 1), StandardCharsets.UTF_8));
        }
        given.forEach((name, texts) -> {
            Map<?, ?> parameter = ((List<?>) operation.get("parameters"))
                    .stream()
                            .<Map<?, ?>>map(DocumentCheck::map)
                            .filter(each -> each.get("name").equals(name))
                            .findFirst()
                            .orElseThrow(() -> new AssertionError(route.path() + " has no parameter " + name));
            Map<?, ?> schema = DocumentCheck.map(parameter.get("schema"));
            Object type = schema.get("type");
            boolean plain = "integer".equals(type) || "number".equals(type) || "boolean".equals(type);
            String value = plain ? texts.getFirst() : Json.write("array".equals(type) ? texts : texts.getFirst());
            wrong.addAll(check.errors(schema, value));
        });
        return wrong;
    }

    @Test
    void everyExampleMustReallyRunAndItsAnswerIsInTheDocument() throws Exception {
        Set<String> others = RouteExamplesTest.NOUNS;
        List<Route> routes = new ArrayList<>(server.routes().all().stream()
                .filter(route -> !others.contains(route.noun()) && !ELSEWHERE.containsKey(route.noun()))
                .filter(route -> !NO_SEED.contains(route.example().path()))
                .toList());
        // The first token closes the server, so those come last.
        routes.sort(Comparator.comparing(route -> route.noun().equals("tokens")));
        DemoSeeds seeds = new DemoSeeds(server);
        List<String> wrong = new ArrayList<>();
        boolean open = true;
        for (Route route : routes) {
            if (open && route.noun().equals("tokens")) {
                seeds.close();
                open = false;
            }
            String found;
            try {
                found = played(seeds, route);
            } catch (RuntimeException e) {
                found = "its seeds cannot be made: " + e;
            }
            if (!found.isEmpty()) {
                wrong.add(route.method() + " " + route.path() + ": " + found);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(routes).hasSizeGreaterThan(100);
    }

    /** What is wrong with the answers to an example, as it is and without its flags; empty if nothing is. */
    private String played(DemoSeeds seeds, Route route) {
        String example = route.example().path();
        String plain = check.withoutFlags(route);
        String wrong = played(seeds, route, example);
        return plain.equals(example) ? wrong : wrong + played(seeds, route, plain);
    }

    private String played(DemoSeeds seeds, Route route, String example) {
        String path = (route.marks().contains(Route.Mark.ROOT) ? "/" : "/api/v1/")
                + seeds.filled(example).replace(" ", "%20");
        String body = route.example().body();
        Reply reply = seeds.send(route, path.replace("//", "/"), body == null ? null : seeds.filled(body));
        return check.wrong(route, reply);
    }
}
