package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.StoaServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that listen for as long as they like. */
@Timeout(300)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpListeningTest {
    private static final String URI = "stoa://channel/yard";

    private static Map<String, @Nullable Object> listen(McpHttpClient client) {
        return client.message(
                client.nextId(),
                "subscriptions/listen",
                Json.object("notifications", Json.object("resourceSubscriptions", List.of(URI))));
    }

    @Test
    void listenersTakeNoPlaceOfARequestAndAreBounded(@TempDir Path folder) {
        try (RunningServer server = RunningServer.at(
                        folder.toString(),
                        folder,
                        Map.of("STOA_SERVER_MAX_REQUESTS", "2", "STOA_SERVER_MAX_STREAMS", "2"));
                McpHttpClient modern = McpHttpClient.begun(server.url() + "/mcp", Revision.MODERN, null);
                McpHttpClient legacy = McpHttpClient.begun(server.url() + "/mcp", Revision.NOVEMBER, null);
                McpHttpClient third = McpHttpClient.begun(server.url() + "/mcp", Revision.NOVEMBER, null)) {
            Iterator<String> first = modern.stream(listen(modern)).body().iterator();
            assertThat(first.hasNext()).isTrue();
            HttpResponse<Stream<String>> second = legacy.listen();
            assertThat(second.statusCode()).isEqualTo(200);
            assertThat(server.get("memories").status()).isEqualTo(200);
            assertThat(third.listen().statusCode()).isEqualTo(503);
            assertThat(legacy.delete().statusCode()).isEqualTo(200);
            assertThat(second.body().filter(line -> line.contains("data:"))).isEmpty();
            assertThat(third.listen().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aServerThatStopsDoesNotWaitForListeners(@TempDir Path folder) throws Exception {
        StoaConfig config = StoaConfig.load(
                ConfigSources.of(folder, Map.of("STOA_SERVER_DRAIN_SECONDS", "1"), Location.directory(folder)));
        try (StoaServer server = StoaServer.start(config, "127.0.0.1", 0, InstantSource.system());
                McpHttpClient modern = McpHttpClient.begun(server.url() + "/mcp", Revision.MODERN, null);
                McpHttpClient legacy = McpHttpClient.begun(server.url() + "/mcp", Revision.NOVEMBER, null)) {
            Iterator<String> first = modern.stream(listen(modern)).body().iterator();
            Iterator<String> second = legacy.listen().body().iterator();
            assertThat(first.hasNext()).isTrue();
            assertThat(second.hasNext()).isTrue();
            assertThat(server.drain()).isTrue();
            first.forEachRemaining(line -> {});
            second.forEachRemaining(line -> {});
        }
    }
}
