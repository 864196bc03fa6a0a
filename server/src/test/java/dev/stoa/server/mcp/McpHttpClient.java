package dev.stoa.server.mcp;

import dev.stoa.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A client of the protocol over HTTP that speaks one revision in raw JSON. Thread-safe once it has begun. */
final class McpHttpClient implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicLong ids = new AtomicLong();
    private final String url;
    private final Revision revision;
    private final @Nullable String token;
    private volatile @Nullable String session;

    McpHttpClient(String url, Revision revision, @Nullable String token) {
        this.url = url;
        this.revision = revision;
        this.token = token;
    }

    /** A client that has begun. */
    static McpHttpClient begun(String url, Revision revision, @Nullable String token) {
        McpHttpClient client = new McpHttpClient(url, revision, token);
        if (revision.isLegacy()) {
            Got begun = client.ask("initialize", begin(revision.text()));
            client.session = begun.raw().headers().firstValue("Mcp-Session-Id").orElseThrow();
            client.tell("notifications/initialized", Json.object());
        }
        return client;
    }

    static Map<String, @Nullable Object> begin(String version) {
        return Json.object(
                "protocolVersion",
                version,
                "capabilities",
                Json.object(),
                "clientInfo",
                Json.object("name", "test", "version", "1"));
    }

    /** An answer: the last message of it, and those that came before. */
    record Got(
            int status,
            Map<String, @Nullable Object> message,
            List<Map<String, @Nullable Object>> before,
            HttpResponse<?> raw) {
        Map<?, ?> result() {
            if (!(message.get("result") instanceof Map<?, ?> result)) {
                throw new AssertionError("no result: " + message);
            }
            return result;
        }

        Map<?, ?> error() {
            if (!(message.get("error") instanceof Map<?, ?> error)) {
                throw new AssertionError("no error: " + message);
            }
            return error;
        }
    }

    @Nullable
    String session() {
        return session;
    }

    void session(@Nullable String other) {
        session = other;
    }

    long nextId() {
        return ids.incrementAndGet();
    }

    Got ask(String method, Map<String, @Nullable Object> params) {
        return send(message(nextId(), method, params));
    }

    Got call(String tool, Map<String, @Nullable Object> arguments) {
        return ask("tools/call", Json.object("name", tool, "arguments", arguments));
    }

    Got tell(String method, Map<String, @Nullable Object> params) {
        return send(Json.object("jsonrpc", "2.0", "method", method, "params", params));
    }

    /** A request that says of itself what its revision demands. */
    Map<String, @Nullable Object> message(long id, String method, Map<String, @Nullable Object> params) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(params);
        if (!revision.isLegacy()) {
            Map<String, @Nullable Object> meta = new LinkedHashMap<>();
            if (params.get("_meta") instanceof Map<?, ?> given) {
                given.forEach((key, value) -> meta.put(String.valueOf(key), value));
            }
            meta.put(Rpc.VERSION_KEY, revision.text());
            meta.put(Rpc.CAPABILITIES_KEY, Json.object());
            all.put("_meta", meta);
        }
        return Json.object("jsonrpc", "2.0", "id", id, "method", method, "params", all);
    }

    Got send(Map<String, @Nullable Object> message) {
        return read(post(Json.write(message), headers(message)), BodyHandlers.ofString());
    }

    /** The lines of an answer as they come. */
    HttpResponse<Stream<String>> stream(Map<String, @Nullable Object> message) {
        return sent(post(Json.write(message), headers(message)), BodyHandlers.ofLines());
    }

    /** Listens to what the server says by itself. */
    HttpResponse<Stream<String>> listen(String... more) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).GET();
        headers(Json.object()).forEach(request::header);
        for (int i = 0; i < more.length; i += 2) {
            request.header(more[i], more[i + 1]);
        }
        return sent(request.setHeader("Accept", "text/event-stream").build(), BodyHandlers.ofLines());
    }

    HttpResponse<String> delete() {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).DELETE();
        headers(Json.object()).forEach(request::header);
        return sent(request.build(), BodyHandlers.ofString());
    }

    Map<String, String> headers(Map<String, @Nullable Object> message) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        String known = session;
        if (known != null) {
            headers.put("Mcp-Session-Id", known);
        }
        if (token != null) {
            headers.put("Authorization", "Bearer " + token);
        }
        if (!revision.isLegacy()) {
            headers.put("MCP-Protocol-Version", revision.text());
            headers.put("Mcp-Method", String.valueOf(message.get("method")));
            if (message.get("params") instanceof Map<?, ?> params) {
                Object name =
                        params.get(String.valueOf(message.get("method")).startsWith("resources/") ? "uri" : "name");
                if (name instanceof String text) {
                    headers.put("Mcp-Name", text);
                }
            }
        } else if (known != null && revision != Revision.MARCH) {
            headers.put("MCP-Protocol-Version", revision.text());
        }
        return headers;
    }

    HttpRequest post(String body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body));
        headers.forEach(request::setHeader);
        return request.build();
    }

    Got read(HttpRequest request, HttpResponse.BodyHandler<String> body) {
        HttpResponse<String> raw = sent(request, body);
        List<Map<String, @Nullable Object>> messages = new ArrayList<>();
        if (raw.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
            raw.body().lines().forEach(line -> {
                if (line.startsWith("data: {")) {
                    messages.add(Json.parseObject(line.substring("data: ".length())));
                }
            });
        } else if (raw.body().startsWith("{")) {
            messages.add(Json.parseObject(raw.body()));
        } else if (raw.body().startsWith("[")) {
            messages.add(Json.object("batch", Json.parseArray(raw.body())));
        }
        Map<String, @Nullable Object> last = messages.isEmpty() ? Json.object() : messages.removeLast();
        return new Got(raw.statusCode(), last, messages, raw);
    }

    private <T> HttpResponse<T> sent(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
