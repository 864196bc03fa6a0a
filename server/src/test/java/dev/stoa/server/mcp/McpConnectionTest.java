package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.Bait;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpConnectionTest {
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");

    @Test
    void noArgumentOfAnyToolMakesTheServerOpenAConnection(@TempDir Path folder) throws Exception {
        int sent = 0;
        try (Bait bait = new Bait()) {
            try (RunningServer server = RunningServer.at(folder.toString(), folder, SETTINGS)) {
                for (String profile : Profiles.NAMES) {
                    String url = server.url() + "/mcp/" + profile;
                    try (McpHttpClient client = McpHttpClient.begun(url, Revision.NOVEMBER, null)) {
                        Object tools =
                                client.ask("tools/list", Json.object()).result().get("tools");
                        for (Object tool : (List<?>) tools) {
                            sent += call(client, (Map<?, ?>) tool, bait.addresses());
                        }
                    }
                }
            }
            assertThat(sent).isGreaterThan(100);
            bait.assertNeverCalled();
        }
    }

    /** Calls a tool with each form of the address in all fields that take a text. */
    private static int call(McpHttpClient client, Map<?, ?> tool, List<String> addresses) {
        Map<?, ?> fields = (Map<?, ?>) ((Map<?, ?>) tool.get("inputSchema")).get("properties");
        for (String address : addresses) {
            Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
            fields.forEach((field, schema) -> {
                Object value = value((Map<?, ?>) schema, address);
                if (value != null) {
                    arguments.put(String.valueOf(field), value);
                }
            });
            client.call(String.valueOf(tool.get("name")), arguments);
        }
        return addresses.size();
    }

    private static @Nullable Object value(Map<?, ?> schema, String address) {
        Object choices = schema.get("enum");
        if (choices instanceof List<?> all) {
            return all.getFirst();
        }
        return switch (String.valueOf(schema.get("type"))) {
            case "string" -> address;
            case "array" ->
                List.of(
                        schema.get("items") instanceof Map<?, ?> item && "object".equals(item.get("type"))
                                ? Json.object("url", address, "text", address, "title", address)
                                : address);
            case "object" -> Json.object("url", address, "base_url", address);
            default -> null;
        };
    }
}
