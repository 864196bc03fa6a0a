package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.server.RunningServer;
import dev.stoa.society.channel.ChannelDraft;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java client of the protocol's authors, which also holds each result against its schema. */
@Timeout(300)
class SdkClientTest {
    @Test
    @DisplayName("The SDK client (2025-11-25), the npm client 2.4.0 (2026-07-28) and stdio must each list 12 tools and"
            + " run each.")
    void itListsTheTwelveToolsAndRunsEach(@TempDir Path folder) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder);
                McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(server.url())
                                .endpoint("/mcp")
                                .build())
                        .requestTimeout(Duration.ofSeconds(200))
                        .build()) {
            server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("sdk"));
            assertThat(client.initialize().protocolVersion()).isEqualTo(Revision.NOVEMBER.text());
            assertThat(client.listTools().tools().stream().map(McpSchema.Tool::name))
                    .containsExactlyElementsOf(TwelveCalls.NAMES);
            TwelveCalls.run((tool, arguments) -> call(client, tool, arguments), "sdk");
        }
    }

    private static Map<?, ?> call(McpSyncClient client, String tool, Map<String, @Nullable Object> arguments) {
        McpSchema.CallToolResult result = client.callTool(McpSchema.CallToolRequest.builder(tool)
                .arguments(new HashMap<>(arguments))
                .build());
        return Map.of(
                "isError",
                Boolean.TRUE.equals(result.isError()),
                "structuredContent",
                result.structuredContent(),
                "content",
                List.of(Map.of("text", ((McpSchema.TextContent) result.content().getFirst()).text())));
    }
}
