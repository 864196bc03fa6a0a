package dev.stoa.server.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.Tool;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The official client of OpenAI's service. */
@Tag("clients")
@Timeout(120)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
@NeedsTool(Tool.CLIENTS)
class OpenAiClientTest {
    private static final Path CLIENTS =
            Path.of(System.getProperty("stoa.basedir", "..")).resolve("server/src/test/clients");
    private static final Path NODE = CLIENTS.resolve("node_modules/node/bin/node");

    private static String token(RunningServer server, String... scopes) {
        return server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("local"), TokenDraft.of(new Scopes(List.of(scopes))))
                .token();
    }

    @Test
    @DisplayName(
            "The official npm client must chat, stream, list models and embed, and must raise its own error classes.")
    void theOfficialNpmClientChatsStreamsListsModelsEmbedsAndRaisesItsOwnErrorClasses(@TempDir Path folder)
            throws IOException {
        try (RunningServer server =
                RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"))) {
            Process client = new ProcessBuilder(
                            NODE.toAbsolutePath().toString(),
                            "openai-client.mjs",
                            server.url(),
                            token(server, "ask", "read"),
                            token(server, "read"))
                    .directory(CLIENTS.toFile())
                    .redirectErrorStream(true)
                    .start();
            Map<Object, Map<?, ?>> did = new HashMap<>();
            try (BufferedReader out = client.inputReader(StandardCharsets.UTF_8)) {
                for (String line : out.lines().toList()) {
                    assertThat(line).startsWith("{");
                    Map<?, ?> one = Json.parseObject(line);
                    did.put(one.get("name"), one);
                }
            }
            Map<?, ?> chat = did.get("chat");
            Map<?, ?> stream = did.get("stream");
            assertThat(chat.get("finish")).isEqualTo("stop");
            Object conversation = ((Map<?, ?>) chat.get("stoa")).get("conversation_id");
            assertThat(((Map<?, ?>) stream.get("stoa")).get("conversation_id")).isEqualTo(conversation);
            assertThat(stream.get("usage")).isNotNull();
            assertThat(((Map<?, ?>) stream.get("stoa")).get("ignored")).isEqualTo(List.of());
            assertThat(server
                            .stoa()
                            .counsel()
                            .messages()
                            .page(Principal.local(), String.valueOf(conversation), MessageRequest.newest(10))
                            .items()
                            .stream()
                            .map(Message::content))
                    .containsExactly(
                            "What is a lease?",
                            String.valueOf(chat.get("text")),
                            "Is it long?",
                            String.valueOf(stream.get("text")));
            assertThat(did.get("models").get("models").toString()).contains("stoa/fast", "stoa/vote", "stoa/embed");
            assertThat(did.get("models").get("one").toString()).contains("id=stoa/fast", "owned_by=stoa");
            List<?> packed = (List<?>) did.get("embeddings").get("packed");
            assertThat(packed).hasSize(384);
            for (int i = 0; i < packed.size(); i++) {
                Object plain = ((List<?>) did.get("embeddings").get("plain")).get(i);
                assertThat(((Number) plain).floatValue()).isEqualTo(((Number) packed.get(i)).floatValue());
            }
            raised(did.get("bad"), "BadRequestError", 400, "unsupported");
            assertThat(did.get("bad").get("param")).isEqualTo("n");
            raised(did.get("unknown"), "NotFoundError", 404, "model_not_found");
            raised(did.get("missing"), "NotFoundError", 404, "model_not_found");
            raised(did.get("key"), "AuthenticationError", 401, "invalid_api_key");
            raised(did.get("scope"), "PermissionDeniedError", 403, "forbidden");
            raised(did.get("streamed"), "NotFoundError", 404, "model_not_found");
            assertThat(did.get("rate").get("raised")).isEqualTo("RateLimitError");
            assertThat(did.get("rate").get("type")).isEqualTo("rate_limit_error");
        }
    }

    private static void raised(Map<?, ?> failure, String type, int status, String code) {
        assertThat(failure.get("raised")).as("%s", failure).isEqualTo(type);
        assertThat(((Number) failure.get("status")).intValue()).isEqualTo(status);
        assertThat(failure.get("code")).isEqualTo(code);
    }
}
