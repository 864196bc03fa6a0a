package dev.stoa.server.docs;

import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Routes;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document and the page made of it. Thread-safe; both are printed once, when they are first asked for. */
public final class DocsRoutes {
    private static final String CSP = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final Supplier<Routes> table;
    private final String version;
    private @Nullable Printed document;
    private @Nullable String page;

    private record Printed(Map<String, @Nullable Object> document, String etag) {}

    public DocsRoutes(Supplier<Routes> table, String version) {
        this.table = table;
        this.version = version;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("openapi.json", "openapi", "Describe every route as OpenAPI 3.1.", Scope.NONE)
                        .mark(Route.Mark.ROOT, Route.Mark.ALWAYS)
                        .handle(Example.get("openapi.json"), call -> openApi()),
                Route.get("openapi.json", "openapi api", "Describe every route as OpenAPI 3.1.", Scope.NONE)
                        .mark(Route.Mark.ALWAYS)
                        .handle(Example.get("openapi.json"), call -> openApi()),
                Route.get("docs/api", "docs api", "Show the reference of the API as a page.", Scope.NONE)
                        .mark(Route.Mark.ROOT, Route.Mark.ALWAYS, Route.Mark.EXPORTS, Route.Mark.LINKED)
                        .handle(
                                Example.get("docs/api"),
                                call -> Answer.text("text/html; charset=utf-8", page())
                                        .with("Content-Security-Policy", CSP)),
                Route.get("docs/api.css", "docs style", "Give the style of the reference.", Scope.NONE)
                        .mark(Route.Mark.ROOT, Route.Mark.ALWAYS, Route.Mark.EXPORTS)
                        .handle(
                                Example.get("docs/api.css"),
                                call -> Answer.text("text/css; charset=utf-8", ReferencePage.STYLE)));
    }

    private Answer openApi() {
        Printed printed = printed();
        return Answer.ok(printed.document()).with("ETag", printed.etag()).with("Cache-Control", "no-cache");
    }

    private synchronized Printed printed() {
        if (document == null) {
            Map<String, @Nullable Object> made = OpenApi.of(table.get(), version);
            document = new Printed(made, '"' + Digest.sha256(Json.write(made)).substring(0, 16) + '"');
        }
        return Objects.requireNonNull(document);
    }

    private synchronized String page() {
        if (page == null) {
            page = ReferencePage.of(table.get());
        }
        return Objects.requireNonNull(page);
    }
}
