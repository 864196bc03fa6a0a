package dev.stoa.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.cli.Main;
import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server process, and what it says about one request in all places. */
@Timeout(180)
class ObservedServeTest {
    private static final String FORGED = "stoa_abcdefghijkl_plantedplantedplantedplantedplantedplantedpla";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @DisplayName("A request id must lead from the answer to log, audit row and trace.")
    void aRequestIdLeadsFromTheAnswerToLogAuditRowAndTrace() throws Exception {
        List<String> traces = new CopyOnWriteArrayList<>();
        HttpServer collector = collector(traces);
        try (Terminal terminal = Terminal.on(Dialect.SQLITE, folder)) {
            String id = refused(terminal, collector, traces);
            String trace = audited(terminal, id);
            // Sent while the server stopped.
            assertThat(traces).singleElement().asString().contains("\"" + trace + "\"", "\"" + id + "\"");
        } finally {
            collector.stop(0);
        }
    }

    /** The same of a request that was allowed, and of a trace that its caller began. */
    @Test
    void theIdAndTheTraceThatACallerSendsAreInTheAnswerTheLogTheAuditRowAndTheTrace() throws Exception {
        String id = "my.request:7";
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        List<String> traces = new CopyOnWriteArrayList<>();
        HttpServer collector = collector(traces);
        try (Terminal terminal = Terminal.on(Dialect.SQLITE, folder)) {
            String logged = written(terminal, collector, id, trace);
            Map<String, @Nullable Object> line = Json.parseObject(logged.lines()
                    .filter(each -> each.contains(id))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(logged)));
            assertThat(line).containsEntry("request_id", id).containsEntry("trace_id", trace);
            assertThat(String.valueOf(line.get("message"))).contains(" POST tokens 201 ", " " + id);
            assertThat(audited(terminal, id)).isEqualTo(trace);
            assertThat(String.join("", traces)).contains("\"" + trace + "\"", "\"" + id + "\"");
        } finally {
            collector.stop(0);
        }
    }

    /** What a server logs that is asked for a token by a caller with an id and a trace of its own. */
    private static String written(Terminal terminal, HttpServer collector, String id, String trace) throws Exception {
        List<String> through = new ArrayList<>(List.of(
                "env",
                "STOA_SERVER_ACCESS_LOG=stderr",
                "STOA_SERVER_OTLP_ENDPOINT=http://127.0.0.1:"
                        + collector.getAddress().getPort()));
        terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
        try (Child server = Child.start(through, Main.class, "serve", "--port", "0", "--no-jobs");
                HttpClient client = HttpClient.newHttpClient()) {
            String said = server.expect("stoa: listening on");
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(said.substring(said.indexOf("http")) + "/api/v1/tokens"))
                            .header("X-Request-ID", id)
                            .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                            .POST(BodyPublishers.ofString("{\"scopes\":[\"read\"]}"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            assertThat(answer.headers().firstValue("X-Request-ID")).contains(id);
            server.handle().destroy();
            assertThat(server.exit()).isEqualTo(143);
            String logged = server.complaints();
            assertThat(logged)
                    .doesNotContain(
                            String.valueOf(Json.parseObject(answer.body()).get("token")));
            return logged;
        }
    }

    private static HttpServer collector(List<String> traces) throws IOException {
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            traces.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        return collector;
    }

    /** The id in the answer to a request that is refused, by a server that has logged it and then ended. */
    private static String refused(Terminal terminal, HttpServer collector, List<String> traces) throws Exception {
        List<String> through = new ArrayList<>(List.of(
                "env",
                "STOA_SERVER_ACCESS=token",
                "STOA_SERVER_ACCESS_LOG=stderr",
                "STOA_SERVER_OTLP_ENDPOINT=http://127.0.0.1:"
                        + collector.getAddress().getPort()));
        terminal.environment().forEach((name, value) -> through.add(name + "=" + value));
        try (Child server = Child.start(through, Main.class, "serve", "--port", "0", "--no-jobs");
                HttpClient client = HttpClient.newHttpClient()) {
            String said = server.expect("stoa: listening on");
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(said.substring(said.indexOf("http")) + "/api/v1/memories"))
                            .header("Authorization", "Bearer " + FORGED)
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(401);
            String id = answer.headers().firstValue("X-Request-ID").orElseThrow();
            assertThat(Json.parseObject(answer.body())).containsEntry("request_id", id);
            server.handle().destroy();
            assertThat(server.exit()).isEqualTo(143);
            String logged = server.complaints().replaceFirst("; its errors:\\R?", "");
            assertThat(logged).doesNotContain(FORGED, "planted");
            Map<String, @Nullable Object> line = Json.parseObject(logged.strip());
            assertThat(line).containsEntry("level", "info").containsEntry("request_id", id);
            assertThat(String.valueOf(line.get("message"))).contains(" GET memories 401 ", " " + id);
            assertThat(traces).isNotEmpty();
            assertThat(traces.getFirst()).contains(String.valueOf(line.get("trace_id")));
            return id;
        }
    }

    /** The trace that the audit row of a request names. */
    private static String audited(Terminal terminal, String id) {
        try (Stoa stoa = terminal.open()) {
            return stoa.counsel().audit().tail(Principal.local(), null, 20).stream()
                    .map(entry -> Json.write(entry.document()))
                    .filter(entry -> entry.contains(id))
                    .map(entry -> String.valueOf(Json.parseObject(entry).get("trace_id")))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
