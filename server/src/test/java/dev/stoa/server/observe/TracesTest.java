package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.access.Door;
import dev.stoa.server.http.Front;
import dev.stoa.storage.StoreObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@SuppressWarnings("NullAway") // a field that a span lacks fails the test that reads it
class TracesTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String DEBATE =
            "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,\"agents\":[\"ana=sim:\",\"ben=sim:\"]}";

    @TempDir
    Path folder;

    private RunningServer server(Collector collector, boolean content) {
        return RunningServer.at(
                folder.toString(),
                folder,
                Map.of(
                        "STOA_SERVER_OTLP_ENDPOINT",
                        collector.endpoint(),
                        "STOA_SERVER_OTLP_CONTENT",
                        Boolean.toString(content)));
    }

    private static void awaitEnd(RunningServer server, Object debate) {
        while (!"completed".equals(server.get("debates/" + debate).body().get("status"))) {
            Thread.onSpinWait();
        }
    }

    private static List<Map<?, ?>> of(Collector collector, String trace) {
        return collector.spans().stream()
                .filter(span -> trace.equals(span.get("traceId")))
                .toList();
    }

    private static Map<?, ?> named(List<Map<?, ?>> spans, String name) {
        return spans.stream()
                .filter(span -> String.valueOf(span.get("name")).startsWith(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
    }

    @Test
    void aRequestContinuesTheTraceOfItsClientAndADebateBelongsToIt() throws Exception {
        try (Collector collector = Collector.answering()) {
            try (RunningServer server = server(collector, false)) {
                Reply begun = server.post("debates", DEBATE, "traceparent", PARENT, "X-Request-ID", "r-1");
                assertThat(begun.status()).as(begun.raw().body()).isEqualTo(202);
                awaitEnd(server, begun.body().get("id"));
                collector.awaitNamed("POST debates", "invoke_agent ana");
            }
            List<Map<?, ?>> spans = of(collector, TRACE);
            Map<?, ?> request = named(spans, "POST debates");
            assertThat(request.get("parentSpanId")).isEqualTo("b7ad6b7169203331");
            assertThat(request.get("kind")).isEqualTo(2L);
            assertThat(Collector.attributes(request))
                    .containsEntry("http.request.method", "POST")
                    .containsEntry("http.route", "debates")
                    .containsEntry("http.response.status_code", "202")
                    .containsEntry("stoa.request_id", "r-1");
            Map<?, ?> agent = named(spans, "invoke_agent ana");
            assertThat(agent.get("parentSpanId")).isEqualTo(request.get("spanId"));
            assertThat(Collector.attributes(agent))
                    .containsEntry("gen_ai.operation.name", "invoke_agent")
                    .containsEntry("gen_ai.agent.name", "ana");
            Map<?, ?> chat = spans.stream()
                    .filter(span -> agent.get("spanId").equals(span.get("parentSpanId")))
                    .findFirst()
                    .orElseThrow();
            assertThat(String.valueOf(chat.get("name"))).startsWith("chat ");
            assertThat(chat.get("kind")).isEqualTo(3L);
            assertThat(Collector.attributes(chat))
                    .containsEntry("gen_ai.operation.name", "chat")
                    .containsEntry("gen_ai.provider.name", "sim")
                    .containsKeys(
                            "gen_ai.request.model",
                            "gen_ai.response.model",
                            "gen_ai.usage.input_tokens",
                            "gen_ai.usage.output_tokens")
                    .doesNotContainKeys("gen_ai.input.messages", "gen_ai.output.messages", "error.type");
            assertThat(collector.spans().toString()).doesNotContain("91 prime");
            long start = Long.parseLong(String.valueOf(request.get("startTimeUnixNano")));
            assertThat(Long.parseLong(String.valueOf(request.get("endTimeUnixNano"))))
                    .isGreaterThanOrEqualTo(start);
        }
    }

    private static Reply recall(RunningServer server, String parent) {
        return server.sendRaw(
                "POST",
                "/mcp",
                """
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"WAL"},
                "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                "io.modelcontextprotocol/clientCapabilities":{}}}}""",
                "Accept",
                "application/json, text/event-stream",
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "recall",
                "traceparent",
                parent);
    }

    @Test
    void toolsAndMemoriesAreSpansAndPromptsOnlyIfTheyAreAskedFor() throws Exception {
        try (Collector collector = Collector.answering()) {
            try (RunningServer server = server(collector, true)) {
                server.post("memories", "{\"content\":\"WAL needs the -shm file\"}");
                recall(server, PARENT);
                awaitEnd(server, server.post("debates", DEBATE).body().get("id"));
                collector.awaitNamed("POST memories", "POST mcp", "invoke_agent ana");
            }
            Map<?, ?> update = named(collector.spans(), "update_memory");
            assertThat(Collector.attributes(update))
                    .containsEntry("gen_ai.operation.name", "update_memory")
                    .containsEntry("gen_ai.memory.store.id", "continuum");
            assertThat(update.get("parentSpanId"))
                    .isEqualTo(named(collector.spans(), "POST memories").get("spanId"));
            List<Map<?, ?>> spans = of(collector, TRACE);
            Map<?, ?> tool = named(spans, "execute_tool recall");
            assertThat(tool.get("parentSpanId"))
                    .isEqualTo(named(spans, "POST mcp").get("spanId"));
            assertThat(named(spans, "search_memory").get("parentSpanId")).isEqualTo(tool.get("spanId"));
            Map<String, String> chat = Collector.attributes(named(collector.spans(), "chat "));
            assertThat(chat.get("gen_ai.input.messages"))
                    .startsWith("[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"")
                    .contains("91 prime");
            assertThat(chat.get("gen_ai.output.messages")).startsWith("[{\"role\":\"assistant\",");
        }
    }

    @Test
    void aTraceThatTheClientDoesNotKeepIsNotSentAndASlowStoreCallIsAChild() throws Exception {
        try (Collector collector = Collector.answering()) {
            SpanExporter exporter = SpanExporter.to(collector.endpoint(), "1", PATIENCE, PATIENCE);
            try (Traces traces = Traces.over(exporter, false)) {
                traces.done("debate", StoreObserver.Kind.READ, 9_000_000);
                String own = traces.begun(null);
                assertThat(own).matches("[0-9a-f]{32}");
                traces.done("debate", StoreObserver.Kind.READ, 4_999_999);
                traces.done("debate", StoreObserver.Kind.WRITE, 5_000_000);
                Thread platform =
                        Thread.ofPlatform().start(() -> traces.done("society", StoreObserver.Kind.READ, 9_000_000));
                platform.join();
                Thread.ofVirtual()
                        .start(() -> traces.done("counsel", StoreObserver.Kind.READ, 9_000_000))
                        .join();
                traces.done(finished());
                traces.done("debate", StoreObserver.Kind.READ, 9_000_000);
            }
            assertThat(collector.spans().stream().map(span -> String.valueOf(span.get("name"))))
                    .containsExactly("write debate", "read counsel", "GET x");
            Object id = named(collector.spans(), "GET x").get("spanId");
            assertThat(collector.spans().subList(0, 2)).allMatch(span -> id.equals(span.get("parentSpanId")));
        }
        try (Collector collector = Collector.answering()) {
            try (RunningServer server = server(collector, false)) {
                String unkept = PARENT.replaceFirst("01$", "00");
                server.get("memories", "traceparent", unkept);
                assertThat(recall(server, unkept).status()).isEqualTo(200);
                awaitEnd(
                        server,
                        server.post("debates", DEBATE, "traceparent", unkept)
                                .body()
                                .get("id"));
                server.get("memories", "traceparent", "00-" + "0".repeat(32) + "-b7ad6b7169203331-01");
                collector.awaitNamed("GET memories");
            }
            assertThat(collector.spans().stream().map(span -> String.valueOf(span.get("name"))))
                    .contains("GET memories")
                    .noneMatch(name -> name.matches("(execute_tool|search_memory|invoke_agent|chat|POST).*"));
            assertThat(named(collector.spans(), "GET memories").get("traceId"))
                    .isNotEqualTo(TRACE)
                    .isNotEqualTo("0".repeat(32));
        }
    }

    private static Front.Finished finished() {
        return new Front.Finished("GET", "x", 200, Duration.ofMillis(20), 0, 0, "", "", "127.0.0.1", "r");
    }

    @Test
    void aDeadCollectorCostsNoRequestAnything() throws Exception {
        try (Collector collector = Collector.silent()) {
            try (RunningServer server = server(collector, false)) {
                // The collector holds the thread of the exporter; requests that waited for it would not end.
                for (int i = 0; i < 600; i++) {
                    assertThat(server.get("health/live").status()).isEqualTo(200);
                }
                collector.awaitRequest();
                assertThat(server.get("health/live").status()).isEqualTo(200);
                assertThat(server.sendRaw("GET", "/metrics", null, "Accept", "text/plain")
                                .raw()
                                .body())
                        .contains("stoa_spans_total{outcome=\"sent\"} 0.0");
            }
        }
    }

    /** Requests to both servers take turns, so that what else the machine does takes the same from both. */
    @Test
    @DisplayName("A dead trace collector must cost no request more than 1 ms.")
    void aDeadCollectorCostsNoRequestMoreThanAMillisecond(@TempDir Path untraced) throws Exception {
        try (Collector collector = Collector.silent();
                RunningServer dead = server(collector, false);
                RunningServer none = RunningServer.at(untraced.toString(), untraced)) {
            for (int i = 0; i < 2 * SpanExporter.BATCH; i++) {
                took(dead);
                took(none);
            }
            collector.awaitRequest();
            List<Long> differences = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                differences.add(i % 2 == 0 ? took(dead) - took(none) : -took(none) + took(dead));
            }
            Collections.sort(differences);
            assertThat(Duration.ofNanos(differences.get(differences.size() / 2)))
                    .isLessThan(Duration.ofMillis(1));
        }
    }

    private static long took(RunningServer server) {
        long start = System.nanoTime();
        assertThat(server.get("health/live").status()).isEqualTo(200);
        return System.nanoTime() - start;
    }

    @Test
    void withoutAnEndpointNothingIsTracedButTheTraceOfTheClientIsKept() {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_ACCESS", "token"))) {
            assertThat(server.get("memories", "traceparent", PARENT, "X-Request-ID", "r-2")
                            .status())
                    .isEqualTo(401);
            assertThat(server.stoa()
                            .counsel()
                            .audit()
                            .tail(Door.itself(), null, 1)
                            .toString())
                    .contains("r-2", TRACE);
        }
    }
}
