package dev.stoa.server.http;

import dev.stoa.base.Rights;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the API inside the server, on behalf of a request that was admitted: the same routes, rights, bounds and
 * refusals as over HTTP. Thread-safe.
 */
public final class Inside {
    private final Supplier<Routes> api;

    public Inside(Supplier<Routes> api) {
        this.api = api;
    }

    /** Reads what an address below {@code /api/v1} answers as JSON. */
    public Answer get(Call outer, String address) throws Exception {
        return call(outer, "GET", address, Map.of(), Map.of("Accept", "application/json"));
    }

    /**
     * Calls a route.
     *
     * @param address the path and query below {@code /api/v1}, encoded as in a request
     * @param headers further headers of the call; those of the outer request do not count
     */
    public Answer call(
            Call outer, String method, String address, Map<String, @Nullable Object> body, Map<String, String> headers)
            throws Exception {
        return call(outer, method, address, body, headers, InputStream::nullInputStream);
    }

    /** Sends bytes to a route that reads them itself. */
    public Answer send(Call outer, String address, Supplier<InputStream> bytes) throws Exception {
        return call(outer, "POST", address, Map.of(), Map.of(), bytes);
    }

    private Answer call(
            Call outer,
            String method,
            String address,
            Map<String, @Nullable Object> body,
            Map<String, String> headers,
            Supplier<InputStream> bytes)
            throws Exception {
        int mark = address.indexOf('?');
        String path = mark < 0 ? address : address.substring(0, mark);
        Routes.Found found = api.get().find(RawPath.segments("/api/v1/" + path)).orElseThrow(Inside::nothing);
        Route route = found.byMethod().get(method);
        if (route == null) {
            throw nothing();
        }
        Rights.check(outer.by(), route.scope().need(), route.verb());
        Map<String, @Nullable Object> query =
                route.query().ofQuery(RawPath.query(mark < 0 ? null : address.substring(mark + 1)));
        route.body().check(body);
        Call inner = new Call(
                route,
                outer.by(),
                outer.time(),
                found.values(),
                query,
                body,
                headers::get,
                bytes,
                0,
                outer.visit(),
                outer::again,
                outer::count);
        inner.checkKey();
        return route.handler().answer(inner);
    }

    private static Refusal nothing() {
        return Refusal.of(404, "not_found", "there is nothing of that name", "see the list for what there is");
    }
}
