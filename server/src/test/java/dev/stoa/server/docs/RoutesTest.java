package dev.stoa.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Need;
import dev.stoa.base.Right;
import dev.stoa.engine.access.SurfaceRights;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The table of routes, and what is made of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class RoutesTest {
    private RunningServer server;
    private List<Route> routes;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(folder.toString(), folder);
        routes = server.routes().all();
    }

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    @DisplayName("Every route must be documented, every documented route must exist.")
    void everyRouteIsDocumentedAndEveryDocumentedRouteExists() {
        Map<?, ?> paths =
                (Map<?, ?>) server.sendRaw("GET", "/openapi.json", null).body().get("paths");
        Set<String> documented = new TreeSet<>();
        paths.forEach((path, methods) -> ((Map<?, ?>) methods)
                .keySet()
                .forEach(method -> documented.add(method.toString().toUpperCase(Locale.ROOT) + " " + path)));
        assertThat(documented)
                .isEqualTo(routes.stream()
                        .map(route -> route.method() + " " + OpenApi.address(route))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(server.get("openapi.json").body())
                .isEqualTo(server.sendRaw("GET", "/openapi.json", null).body());
    }

    @Test
    void everyOperationHasANameOfItsOwn() {
        Set<Object> names = new HashSet<>();
        Map<?, ?> paths =
                (Map<?, ?>) server.sendRaw("GET", "/openapi.json", null).body().get("paths");
        List<Object> twice = new ArrayList<>();
        paths.values()
                .forEach(methods -> ((Map<?, ?>) methods).values().forEach(operation -> {
                    Object name = ((Map<?, ?>) operation).get("operationId");
                    if (!names.add(name)) {
                        twice.add(name);
                    }
                }));
        assertThat(twice).isEmpty();
    }

    @Test
    void everyRefusalIsDocumentedUnderItsStatus() {
        Map<?, ?> paths =
                (Map<?, ?>) server.sendRaw("GET", "/openapi.json", null).body().get("paths");
        Map<?, ?> ask = responses(paths, "ask", "post");
        assertThat(codes(ask, "409")).isEqualTo(List.of("key_reused", "query_over"));
        assertThat(codes(ask, "503")).isEqualTo(List.of("busy", "no_specialist"));
        assertThat(codes(responses(paths, "episodes/{id}/replay", "get"), "422"))
                .isEqualTo(List.of("verification_failed"));
        assertThat(routes.stream().filter(route -> route.errors().contains("stale")))
                .isNotEmpty()
                .allSatisfy(route -> assertThat(codes(
                                responses(paths, route.path(), route.method().toLowerCase(Locale.ROOT)), "412"))
                        .isEqualTo(List.of("stale")));
    }

    private static Map<?, ?> responses(Map<?, ?> paths, String path, String method) {
        Map<?, ?> methods = (Map<?, ?>) paths.get("/api/v1/" + path);
        return (Map<?, ?>) ((Map<?, ?>) methods.get(method)).get("responses");
    }

    private static Object codes(Map<?, ?> responses, String status) {
        return ((Map<?, ?>) responses.get(status)).get("x-stoa-codes");
    }

    @Test
    void everySentenceIsOneAndEveryFieldIsDescribed() {
        for (Route route : routes) {
            assertThat(route.summary()).as(route.path()).matches("[A-Z].*\\.");
            route.query().fields().forEach(field -> assertThat(field.about()).isNotBlank());
            route.body().fields().forEach(field -> assertThat(field.about()).isNotBlank());
        }
    }

    /** What a token may do is what the same person may do at the command line: no route needs less than its verb. */
    @Test
    void noRouteNeedsLessThanItsVerb() {
        List<String> wrong = new ArrayList<>();
        for (Route route : routes) {
            Need verb;
            try {
                verb = SurfaceRights.of(route.verb());
            } catch (IllegalStateException notAVerb) {
                continue;
            }
            Need own = route.scope().need();
            boolean weaker = own.right().compareTo(verb.right()) < 0
                    || (own.agents() && !verb.agents() && own.right() != Right.NOTHING);
            if (weaker) {
                wrong.add(route.method() + " " + route.path() + " needs "
                        + route.scope().letter() + ", " + route.verb() + " needs " + verb);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void thePageOfTheReferenceNeedsNoScriptAndNamesEveryRoute() {
        Reply page = server.sendRaw("GET", "/docs/api", null, "Accept", "text/html");
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(page.raw().body()).doesNotContain("<script").doesNotContain("style=");
        for (Route route : routes) {
            assertThat(page.raw().body()).contains(OpenApi.address(route).replace("'", "&#39;"));
        }
        assertThat(page.raw().body())
                .contains("curl -sg &#39;" + server.url() + "/api/v1/")
                .doesNotContain(":7070");
        assertThat(ReferencePage.quoted("it's")).isEqualTo("'it'\\''s'");
        assertThat(server.sendRaw("GET", "/docs/api.css", null, "Accept", "text/css")
                        .status())
                .isEqualTo(200);
    }
}
