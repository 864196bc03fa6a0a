package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.society.channel.ChannelDraft;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The profiles beside the default one. */
@Timeout(300)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpProfilesTest {
    @Test
    void theyRunTheirTools(@TempDir Path folder) {
        try (RunningServer server = RunningServer.at(folder.toString(), folder)) {
            run(server);
        }
    }

    private static McpHttpClient client(RunningServer server, String profile, Revision revision) {
        return McpHttpClient.begun(server.url() + "/mcp/" + profile, revision, null);
    }

    private static List<String> tools(McpHttpClient client) {
        return ((List<?>) client.ask("tools/list", Json.object()).result().get("tools"))
                .stream()
                        .map(each -> String.valueOf(((Map<?, ?>) each).get("name")))
                        .toList();
    }

    private static void run(RunningServer server) {
        server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("work"));
        try (McpHttpClient society = client(server, "society", Revision.MODERN);
                McpHttpClient counsel = client(server, "counsel", Revision.MODERN);
                McpHttpClient read = client(server, "read", Revision.NOVEMBER)) {
            assertThat(tools(society)).hasSize(12);
            works(society, "write_note", Json.object("message", "Ship on Friday", "public", true));
            works(society, "inbox", Json.object());
            works(society, "search_context", Json.object("query", "Friday"));
            works(society, "claim_task", Json.object());
            works(counsel, "add_correction", Json.object("subject", "capital of Australia", "claim", "Canberra"));
            Map<?, ?> found =
                    works(counsel, "get_corrections", Json.object("question", "What is the capital of Australia?"));
            assertThat(TwelveCalls.shown(found)).contains("| Canberra");
            Object id = ((Map<?, ?>) ((List<?>) TwelveCalls.structured(found).get("items")).getFirst()).get("id");
            works(counsel, "confirm_correction", Json.object("correction_id", id));
            Map<?, ?> answered =
                    works(counsel, "ask", Json.object("question", "What is two plus two?", "level", "fast"));
            works(counsel, "search_conversations", Json.object("query", "two"));
            Object message = TwelveCalls.structured(answered).get("message_id");
            works(counsel, "give_feedback", Json.object("message_id", message, "accepted", true));
            assertThat(tools(read))
                    .containsExactly(
                            "recall",
                            "search_evidence",
                            "find_consensus",
                            "debate_status",
                            "get_corrections",
                            "inbox",
                            "search_context",
                            "search_conversations");
        }
    }

    private static Map<?, ?> works(McpHttpClient client, String tool, Map<String, @Nullable Object> arguments) {
        Map<?, ?> result = client.call(tool, arguments).result();
        assertThat(result.get("isError")).as("%s: %s", tool, result).isEqualTo(false);
        return result;
    }
}
