package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The profile that stands in for the memory server of the protocol's authors. */
@Timeout(300)
@SuppressWarnings("NullAway.Init") // set before each test
class MemoryProfileTest {
    @TempDir
    Path folder;

    private RunningServer server;

    @BeforeEach
    void open() {
        server = RunningServer.at(folder.toString(), folder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private McpHttpClient client(@Nullable String token) {
        return McpHttpClient.begun(server.url() + "/mcp/memory", Revision.NOVEMBER, token);
    }

    private static Map<String, @Nullable Object> entity(String name, String... observations) {
        return Json.object("name", name, "entityType", "person", "observations", List.of(observations));
    }

    private static Map<String, @Nullable Object> relation(String from, String to) {
        return Json.object("from", from, "to", to, "relationType", "knows");
    }

    @Test
    void itsToolsAreListedByteForByteAsTheOriginalListsThem() throws IOException {
        try (McpHttpClient client = client(null);
                InputStream golden =
                        Objects.requireNonNull(MemoryTools.class.getResourceAsStream("memory-tools.json"))) {
            assertThat(Json.write(
                            client.ask("tools/list", Json.object()).result().get("tools")))
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @Test
    void itsResultsAreThoseOfTheOriginal() {
        try (McpHttpClient client = client(null)) {
            Map<?, ?> created = client.call(
                            "create_entities", Json.object("entities", List.of(entity("Ana", "tall"), entity("Bo"))))
                    .result();
            assertThat(Json.write(created))
                    .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"[\\n  {\\n    \\\"name\\\": \\\"Ana\\\",\\n"
                            + "    \\\"entityType\\\": \\\"person\\\",\\n    \\\"observations\\\": [\\n      \\\"tall\\\"\\n"
                            + "    ]\\n  },\\n  {\\n    \\\"name\\\": \\\"Bo\\\",\\n    \\\"entityType\\\": \\\"person\\\",\\n"
                            + "    \\\"observations\\\": []\\n  }\\n]\"}],\"structuredContent\":{\"entities\":["
                            + "{\"name\":\"Ana\",\"entityType\":\"person\",\"observations\":[\"tall\"]},"
                            + "{\"name\":\"Bo\",\"entityType\":\"person\",\"observations\":[]}]}}");
            assertThat(Json.write(client.call(
                                    "add_observations",
                                    Json.object(
                                            "observations",
                                            List.of(Json.object("entityName", "Zed", "contents", List.of("x")))))
                            .result()))
                    .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"Entity with name Zed not found\"}],"
                            + "\"isError\":true}");
            assertThat(Json.write(client.call("delete_entities", Json.object("entityNames", List.of("Zed")))
                            .result()))
                    .isEqualTo(
                            "{\"content\":[{\"type\":\"text\",\"text\":\"Entities deleted successfully\"}],"
                                    + "\"structuredContent\":{\"success\":true,\"message\":\"Entities deleted successfully\"}}");
            client.call("create_relations", Json.object("relations", List.of(relation("Ana", "Nobody"))));
            assertThat(TwelveCalls.structured(client.call("search_nodes", Json.object("query", "AN"))
                                    .result())
                            .toString())
                    .contains("Nobody")
                    .doesNotContain("Bo,");
            assertThat(client.ask("resources/read", Json.object("uri", GraphResource.URI))
                            .result()
                            .toString())
                    .contains("Nobody");
            assertThat(client.ask("prompts/list", Json.object()).error().get("code"))
                    .isEqualTo(-32_601L);
        }
    }

    @Test
    @DisplayName("Two clients of memory must lose nothing.")
    void twoClientsThatWriteAtOnceLoseNothing() throws InterruptedException {
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 2; writer++) {
            String name = "w" + writer + "-";
            writers.add(Thread.ofPlatform().start(() -> {
                try (McpHttpClient client = client(null)) {
                    for (int i = 0; i < 20; i++) {
                        client.call("create_entities", Json.object("entities", List.of(entity(name + i, "one", "two"))))
                                .result();
                    }
                }
            }));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        try (McpHttpClient client = client(null)) {
            assertThat((List<?>) TwelveCalls.structured(
                                    client.call("read_graph", Json.object()).result())
                            .get("entities"))
                    .hasSize(40);
        }
    }

    @Test
    void aTokenThatOnlyReadsReadsTheGraphAndWritesNothing() {
        String token = server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("test"), TokenDraft.of(Scopes.parse("read")))
                .token();
        try (McpHttpClient client = client(token)) {
            assertThat((List<?>)
                            client.ask("tools/list", Json.object()).result().get("tools"))
                    .hasSize(3);
            assertThat(client.call("create_entities", Json.object("entities", List.of(entity("Ana"))))
                            .result()
                            .get("isError"))
                    .isEqualTo(true);
            assertThat(TwelveCalls.structured(
                                    client.call("read_graph", Json.object()).result())
                            .get("entities"))
                    .isEqualTo(List.of());
        }
    }
}
