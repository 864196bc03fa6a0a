package dev.stoa.server;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Work;
import dev.stoa.server.http.Routes;
import dev.stoa.testing.EmptyArchives;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A real server on a free port, and a client of it. Used by one test. */
public final class RunningServer implements AutoCloseable {
    private final StoaServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    private RunningServer(StoaServer server) {
        this.server = server;
    }

    /** A server over a data directory or a database, such as a place of the tests gives. */
    public static RunningServer at(String where, Path folder) {
        return at(where, folder, Map.of());
    }

    /** The same with settings, each by its name in the environment. */
    public static RunningServer at(String where, Path folder, Map<String, String> environment) {
        return at(where, folder, environment, InstantSource.system());
    }

    /** The same with a time of its own. */
    public static RunningServer at(String where, Path folder, Map<String, String> environment, InstantSource clock) {
        return new RunningServer(StoaServer.start(config(where, folder, environment), "127.0.0.1", 0, clock));
    }

    private static StoaConfig config(String where, Path folder, Map<String, String> environment) {
        boolean database = where.startsWith("jdbc:");
        if (!database) {
            EmptyArchives.into(Path.of(where), Stoa.ARCHIVES);
        }
        Location location = database ? Location.postgres(where, folder) : Location.directory(Path.of(where));
        return StoaConfig.load(ConfigSources.of(folder, patient(environment), location));
    }

    /** A search that is slow on a busy machine is no failure. */
    private static Map<String, String> patient(Map<String, String> environment) {
        Map<String, String> patient = new HashMap<>(environment);
        patient.putIfAbsent("STOA_SERVER_SEARCH_SECONDS", "60");
        return patient;
    }

    /** A server that does the work in the background, with settings and a time of its own. */
    public static RunningServer working(Path folder, Map<String, String> environment, InstantSource clock) {
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, patient(environment), Location.directory(folder)));
        return new RunningServer(
                StoaServer.start(config, new StoaServer.Options("127.0.0.1", 0, true, Map.of(), null), clock));
    }

    /** A server with the demo, when that is filled in. */
    public static RunningServer demo(String where, Path folder) {
        return demo(where, folder, InstantSource.system());
    }

    /** The same with a time of its own; when it is filled in, nothing more happens in it by itself. */
    public static RunningServer demo(String where, Path folder, InstantSource clock) {
        StoaServer server = StoaServer.start(
                config(where, folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing")),
                new StoaServer.Options("127.0.0.1", 0, true, Map.of(), null, Principal.local()),
                clock);
        try {
            server.awaitDemo();
            return new RunningServer(server);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Creates a token; the first closes the server. */
    public CreatedToken token(String... scopes) {
        return tokenOf(null, scopes);
    }

    /** Creates a token of a user; null for the usual one. */
    public CreatedToken tokenOf(@Nullable String subject, String... scopes) {
        return stoa().counsel()
                .tokens()
                .create(Principal.operator("local"), new TokenDraft(new Scopes(List.of(scopes)), "", subject, null));
    }

    public Stoa stoa() {
        return server.stoa();
    }

    /** What it works on, and the places for that. */
    public Work work() {
        return server.work();
    }

    /** The table of its routes. */
    public Routes routes() {
        return server.routes();
    }

    public int port() {
        return server.port();
    }

    public String url() {
        return server.url();
    }

    /** An answer: its status, its headers and the object in its body. */
    public record Reply(int status, Map<String, @Nullable Object> body, HttpResponse<String> raw) {
        public @Nullable String header(String name) {
            return raw.headers().firstValue(name).orElse(null);
        }
    }

    /** Sends a request to a path below {@code /api/v1}; headers as name, value, name, value. */
    public Reply send(String method, String path, @Nullable String body, String... headers) {
        return sendRaw(method, "/api/v1/" + path, body, headers);
    }

    /** Sends a request to a path of the server. */
    public Reply sendRaw(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null && !String.join(" ", headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            String text = answer.body();
            return new Reply(
                    answer.statusCode(),
                    text.startsWith("{") && text.indexOf('\n') < 0 ? Json.parseObject(text) : Map.of(),
                    answer);
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    public Reply post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }
}
