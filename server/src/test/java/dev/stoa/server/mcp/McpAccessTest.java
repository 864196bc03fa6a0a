package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.access.Door;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.message.Messages;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tokens at the protocol. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpAccessTest {
    private static final String MARK = "quokka";

    private RunningServer server;
    private String note;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(folder.toString(), folder);
        var society = server.stoa().society();
        for (String name : List.of("xena", "yuri")) {
            society.agents().register(Principal.local(), AgentDraft.of(name, "sim:"));
        }
        society.channels().create(Principal.local(), ChannelDraft.of("yard"));
        server.post("channels", "{\"name\":\"den\",\"restricted\":true}", "Stoa-Agent", "yuri");
        society.messages().send(Principal.as("yuri"), "den", MessageDraft.of("a " + MARK + " sleeps here"));
        note = String.valueOf(server.post("notes", "{\"message\":\"the " + MARK + " is mine\"}", "Stoa-Agent", "yuri")
                .body()
                .get("memory_id"));
    }

    @AfterAll
    void close() {
        server.close();
    }

    private McpHttpClient client(String profile, Revision revision, CreatedToken token) {
        return McpHttpClient.begun(server.url() + "/mcp/" + profile, revision, token.token());
    }

    private void revoke(CreatedToken token) {
        server.stoa()
                .counsel()
                .tokens()
                .revoke(Principal.operator("local"), token.stored().tokenId());
    }

    @Test
    void aToolThatIsRefusedIsOnTheAuditLogWithItsToken() {
        CreatedToken token = server.token("read");
        try (McpHttpClient client = client("default", Revision.NOVEMBER, token)) {
            assertThat(client.call("remember", Json.object("content", "x"))
                            .result()
                            .get("isError"))
                    .isEqualTo(true);
        }
        assertThat(server.stoa().counsel().audit().tail(Door.itself(), null, 5).toString())
                .contains("auth_failure", "forbidden", "mcp", token.stored().tokenId());
    }

    @Test
    void revokingATokenEndsItsStreams() {
        CreatedToken token = server.token("read");
        String uri = "stoa://channel/yard";
        try (McpHttpClient modern = client("default", Revision.MODERN, token);
                McpHttpClient legacy = client("default", Revision.NOVEMBER, token)) {
            Iterator<String> modernLines = modern.stream(modern.message(
                            modern.nextId(),
                            "subscriptions/listen",
                            Json.object("notifications", Json.object("resourceSubscriptions", List.of(uri)))))
                    .body()
                    .iterator();
            legacy.ask("resources/subscribe", Json.object("uri", uri));
            Iterator<String> legacyLines = legacy.listen().body().iterator();
            assertThat(modernLines.hasNext()).isTrue();
            assertThat(legacyLines.hasNext()).isTrue();
            revoke(token);
            server.stoa().society().messages().send(Principal.as("yuri"), "yard", MessageDraft.of("too late"));
            for (Iterator<String> lines : List.of(modernLines, legacyLines)) {
                while (lines.hasNext()) {
                    assertThat(lines.next()).doesNotContain("resources/updated");
                }
            }
        }
    }

    @Test
    @DisplayName("An agent:X token must never act or read as Y, by MCP.")
    void anAgentsTokenNeverActsOrReadsAsAnother() {
        CreatedToken token = server.token("agent:xena");
        for (String profile : Profiles.NAMES) {
            try (McpHttpClient client = client(profile, Revision.NOVEMBER, token)) {
                Object tools = client.ask("tools/list", Json.object()).result().get("tools");
                for (Object tool : (List<?>) tools) {
                    String name = String.valueOf(((Map<?, ?>) tool).get("name"));
                    Map<?, ?> fields =
                            (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) tool).get("inputSchema")).get("properties");
                    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
                    fields.forEach((field, schema) -> argument(arguments, String.valueOf(field), (Map<?, ?>) schema));
                    McpHttpClient.Got got = client.call(name, arguments);
                    assertThat(got.message().toString()).as(name).doesNotContain("sleeps here", "is mine");
                    for (String who : List.of("agent", "as", "actor")) {
                        arguments.put(who, "yuri");
                        assertThat(client.call(name, arguments).message().toString())
                                .as(name)
                                .doesNotContain("sleeps here", "is mine");
                        arguments.remove(who);
                    }
                }
                for (String uri : List.of("stoa://channel/den", "stoa://note/" + note)) {
                    assertThat(client.ask("resources/read", Json.object("uri", uri))
                                    .message()
                                    .toString())
                            .doesNotContain(MARK);
                }
            }
        }
        assertThat(server.stoa()
                        .society()
                        .messages()
                        .history(Principal.as("yuri"), "den", new Messages.Range(null, null, 50))
                        .items())
                .hasSize(1);
    }

    private static void argument(Map<String, @Nullable Object> arguments, String field, Map<?, ?> schema) {
        switch (field) {
            case "channel" -> arguments.put(field, "den");
            case "wait_seconds" -> arguments.put(field, 0L);
            case "from", "to", "owner", "author" -> arguments.put(field, "yuri");
            default -> {
                if ("string".equals(schema.get("type")) && !schema.containsKey("enum")) {
                    arguments.put(field, MARK);
                }
            }
        }
    }
}
