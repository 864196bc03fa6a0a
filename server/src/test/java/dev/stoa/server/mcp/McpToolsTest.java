package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The tools over a real server on each database, and who may use them. */
@OnBothDatabases
@Timeout(300)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpToolsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private McpHttpClient client(String path, Revision revision, @Nullable String token) {
        return McpHttpClient.begun(server.url() + path, revision, token);
    }

    private static List<String> tools(McpHttpClient client) {
        return ((List<?>) client.ask("tools/list", Json.object()).result().get("tools"))
                .stream()
                        .map(each -> String.valueOf(((Map<?, ?>) each).get("name")))
                        .toList();
    }

    @Test
    void everyRevisionListsTheTwelveToolsInTheirOrderAndRunsEach() {
        for (Revision revision : Revision.values()) {
            String channel = "c-" + revision.text();
            server.stoa().society().channels().create(Principal.local(), ChannelDraft.of(channel));
            try (McpHttpClient client = client("/mcp", revision, null)) {
                assertThat(tools(client)).isEqualTo(TwelveCalls.NAMES);
                if (dialect == Dialect.SQLITE || revision == Revision.MODERN) {
                    TwelveCalls.run(
                            (tool, arguments) -> client.call(tool, arguments).result(), channel);
                }
            }
        }
    }

    private String token(String scopes) {
        CreatedToken created = server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("test"), TokenDraft.of(Scopes.parse(scopes)));
        return created.token();
    }

    @Test
    void toolsThatATokenMayNotCallAreNotListedAndRefused() {
        String reader = token("read");
        String writer = token("write");
        for (Revision revision : List.of(Revision.MODERN, Revision.NOVEMBER)) {
            try (McpHttpClient reading = client("/mcp", revision, reader);
                    McpHttpClient writing = client("/mcp", revision, writer)) {
                assertThat(tools(reading))
                        .containsExactly(
                                "recall",
                                "search_evidence",
                                "find_consensus",
                                "debate_status",
                                "read_messages",
                                "get_corrections");
                assertThat(tools(writing)).doesNotContain("start_debate").contains("remember", "recall");
                Map<?, ?> refused =
                        reading.call("remember", Json.object("content", "x")).result();
                assertThat(refused.get("isError")).isEqualTo(true);
                assertThat(TwelveCalls.structured(refused).toString()).contains("code=forbidden");
            }
        }
        assertThat(server.stoa().learning().memories().stats().toString()).contains("0");
    }

    @Test
    void messagesThatDoNotFitIntoOneResultStayUnread() {
        Principal writer = Principal.as("writer");
        server.stoa().society().agents().register(Principal.local(), AgentDraft.of("writer", "none:"));
        server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("large"));
        List<String> sent = List.of("a", "b", "c", "d", "e");
        for (String letter : sent) {
            server.stoa().society().messages().send(writer, "large", MessageDraft.of(letter.repeat(60_000)));
        }
        try (McpHttpClient client = client("/mcp", Revision.MODERN, null)) {
            assertThat(letters(client, Json.object("channel", "large", "peek", true)))
                    .startsWith("a")
                    .hasSizeLessThan(5);
            List<String> read = new ArrayList<>(letters(client, Json.object("channel", "large")));
            assertThat(read).hasSizeBetween(1, 4);
            // Without a channel it is the way that waits.
            read.addAll(letters(client, Json.object()));
            read.addAll(letters(client, Json.object("channel", "large", "wait_seconds", 0L)));
            assertThat(read).isEqualTo(sent);
        }
    }

    private static List<String> letters(McpHttpClient client, Map<String, @Nullable Object> arguments) {
        Map<?, ?> result = client.call("read_messages", arguments).result();
        assertThat(TwelveCalls.shown(result).length()).isLessThanOrEqualTo(ToolResult.LARGEST);
        return ((List<?>) TwelveCalls.structured(result).get("items"))
                .stream()
                        .map(each -> String.valueOf(((Map<?, ?>) each).get("content"))
                                .substring(0, 1))
                        .toList();
    }

    @Test
    void aTokenThatMayOnlyReadLooksAtMessagesAndLeavesThemUnread() {
        server.stoa().society().agents().register(Principal.local(), AgentDraft.of("writer", "none:"));
        server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("seen"));
        server.stoa().society().messages().send(Principal.as("writer"), "seen", MessageDraft.of("x marks it"));
        try (McpHttpClient reading = client("/mcp", Revision.MODERN, token("read"))) {
            for (int i = 0; i < 2; i++) {
                assertThat(letters(reading, Json.object("channel", "seen", "peek", true)))
                        .containsExactly("x");
            }
            Map<?, ?> refused = reading.call("read_messages", Json.object("channel", "seen"))
                    .result();
            assertThat(refused.get("isError")).isEqualTo(true);
            assertThat(TwelveCalls.structured(refused).toString())
                    .contains("code=forbidden", "read_messages without peek", "the right write");
        }
    }

    @Test
    void aSessionBelongsToTheTokenThatMadeIt() {
        String one = token("write");
        String other = token("write");
        try (McpHttpClient first = client("/mcp", Revision.NOVEMBER, one);
                McpHttpClient second = new McpHttpClient(server.url() + "/mcp", Revision.NOVEMBER, other);
                McpHttpClient elsewhere = new McpHttpClient(server.url() + "/mcp/read", Revision.NOVEMBER, one)) {
            second.session(first.session());
            elsewhere.session(first.session());
            assertThat(second.ask("ping", Json.object()).status()).isEqualTo(404);
            assertThat(elsewhere.ask("ping", Json.object()).status()).isEqualTo(404);
            assertThat(second.delete().statusCode()).isEqualTo(404);
            assertThat(first.ask("ping", Json.object()).result()).isEmpty();
            assertThat(first.delete().statusCode()).isEqualTo(200);
            assertThat(first.ask("ping", Json.object()).status()).isEqualTo(404);
        }
    }

    @Test
    void anAgentTokenActsAsItsAgentAlone() {
        server.stoa().society().channels().create(Principal.local(), ChannelDraft.of("talk"));
        server.stoa().society().agents().register(Principal.local(), AgentDraft.of("ana", "none:"));
        String ana = token("agent:ana");
        try (McpHttpClient client = client("/mcp", Revision.MODERN, ana)) {
            Map<?, ?> sent = client.call("send_message", Json.object("channel", "talk", "content", "hello"))
                    .result();
            assertThat(TwelveCalls.structured(sent).get("identity")).isEqualTo("ana");
        }
    }
}
