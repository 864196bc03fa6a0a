package dev.stoa.server.docs;

import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Routes;
import dev.stoa.server.http.Scope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The OpenAPI document and the page made of it. Thread-safe; both are printed when they are first asked for, the page
 * again under another address.
 */
public final class DocsRoutes {
    private static final String CSP = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:\\[\\]_-]{1,300}");
    private static final String USUAL_HOST = "127.0.0.1:7070";

    private final Supplier<Routes> table;
    private final String version;
    private final Optional<String> publicUrl;
    private @Nullable Printed document;
    private @Nullable Page page;

    /** The page for those who reach the server at an address. */
    private record Page(String address, String text) {}

    private record Printed(Map<String, @Nullable Object> document, String etag) {}

    /**
     * The routes.
     *
     * @param publicUrl where clients see the server; empty if that is where they ask
     */
    public DocsRoutes(Supplier<Routes> table, String version, Optional<String> publicUrl) {
        this.table = table;
        this.publicUrl = publicUrl;
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
                                call -> Answer.text("text/html; charset=utf-8", page(address(call)))
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

    private String address(Call call) {
        return publicUrl.orElseGet(() -> {
            String host = call.header("Host");
            boolean usable = host != null && HOST.matcher(host).matches();
            return (call.visit().secure() ? "https://" : "http://") + (usable ? host : USUAL_HOST);
        });
    }

    private synchronized String page(String address) {
        Page printed = page;
        if (printed == null || !printed.address().equals(address)) {
            printed = new Page(address, ReferencePage.of(table.get(), address));
            page = printed;
        }
        return printed.text();
    }
}
