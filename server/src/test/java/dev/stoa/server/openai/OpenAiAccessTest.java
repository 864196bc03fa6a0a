package dev.stoa.server.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.society.agent.AgentDraft;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class OpenAiAccessTest {
    private static final String CHAT = "/v1/chat/completions";

    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(
                folder.toString(),
                folder,
                Map.of("STOA_SEARCH_EMBEDDER", "off", "STOA_SERVER_TRUSTED_PROXIES", "127.0.0.0/8"));
        for (String name : List.of("x", "y")) {
            server.stoa().society().agents().register(Principal.operator("local"), AgentDraft.of(name, "sim:"));
        }
    }

    @AfterAll
    void close() {
        server.close();
    }

    private String token(@Nullable String subject, String... scopes) {
        return server.stoa()
                .counsel()
                .tokens()
                .create(Principal.operator("local"), new TokenDraft(new Scopes(List.of(scopes)), "", subject, null))
                .token();
    }

    private Reply chat(String token, String fields, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + token;
        return server.sendRaw("POST", CHAT, "{" + fields + "}", all);
    }

    private static String asked(String model) {
        return "\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"What is a lease?\"}]";
    }

    private static void refused(Reply reply, int status, String type, String code) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(status);
        Map<?, ?> error = (Map<?, ?>) reply.body().get("error");
        assertThat(error.get("type")).isEqualTo(type);
        assertThat(error.get("code")).isEqualTo(code);
    }

    private String models(String token) {
        Reply reply = server.sendRaw("GET", "/v1/models", null, "Authorization", "Bearer " + token);
        assertThat(reply.status()).isEqualTo(200);
        return reply.raw().body();
    }

    private static Object conversation(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        return ((Map<?, ?>) reply.body().get("stoa")).get("conversation_id");
    }

    @Test
    void aMissingOrWrongKeyIsRefusedAsThatServiceDoes() {
        token(null, "read");
        for (String path : List.of("/v1/models", "/v1/models/stoa:fast", "/v1/models/stoa/fast")) {
            refused(server.sendRaw("GET", path, null), 401, "authentication_error", "invalid_api_key");
        }
        refused(
                server.sendRaw("POST", CHAT, "{" + asked("stoa/fast") + "}"),
                401,
                "authentication_error",
                "invalid_api_key");
        refused(chat("sk-live-1", asked("stoa/fast")), 401, "authentication_error", "invalid_api_key");
    }

    @Test
    void aTokenUsesAndSeesTheModelsOfItsScopes() {
        String read = token("ana", "read");
        assertThat(models(read)).isEqualTo("{\"object\":\"list\",\"data\":[]}");
        refused(chat(read, asked("stoa/fast")), 403, "permission_error", "forbidden");
        // There is no embedder, which is said to those who may embed alone.
        String input = "{\"model\":\"stoa/embed\",\"input\":\"x\"}";
        refused(
                server.sendRaw("POST", "/v1/embeddings", input, "Authorization", "Bearer " + read),
                503,
                "server_error",
                "unavailable");
        String ask = token("ana", "ask");
        refused(
                server.sendRaw("POST", "/v1/embeddings", input, "Authorization", "Bearer " + ask),
                403,
                "permission_error",
                "forbidden");
        assertThat(models(ask))
                .contains("stoa/fast", "stoa/debate", "stoa/vote")
                .doesNotContain("agent/", "embed");
        assertThat(chat(ask, asked("stoa/fast")).status()).isEqualTo(200);
        Reply held = chat(ask, asked("stoa/vote"), "Idempotency-Key", "v");
        Reply again = chat(ask, asked("stoa/vote"), "Idempotency-Key", "v");
        assertThat(held.status()).as(held.raw().body()).isEqualTo(200);
        assertThat(again.body().get("id")).isEqualTo(held.body().get("id"));
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
        // Whether the agent is there is not told.
        refused(chat(ask, asked("agent/x")), 403, "permission_error", "forbidden");
        refused(chat(ask, asked("agent/none")), 403, "permission_error", "forbidden");
        refused(
                server.sendRaw("GET", "/v1/models/agent/x", null, "Authorization", "Bearer " + ask),
                404,
                "invalid_request_error",
                "model_not_found");
        assertThat(models(token("ana", "operate"))).contains("agent/x", "agent/y");
    }

    @Test
    @DisplayName("An agent:X token must never act or read as Y, by OpenAI field.")
    void anAgentTokenNeverActsOrReadsAsAnotherByAnOpenAiField() {
        String own = token(null, "agent:x");
        assertThat(models(own)).doesNotContain("stoa/", "agent/");
        for (String model : List.of("stoa/fast", "stoa/vote", "agent/x", "agent/y", "specialist/y")) {
            refused(chat(own, asked(model), "Stoa-Agent", "y"), 403, "permission_error", "forbidden");
        }
        String asking = token(null, "agent:x", "ask");
        assertThat(models(asking)).contains("stoa/vote").doesNotContain("stoa/fast", "agent/");
        refused(chat(asking, asked("stoa/fast")), 403, "permission_error", "forbidden");
        refused(chat(asking, asked("agent/y")), 403, "permission_error", "forbidden");
        Reply held =
                chat(asking, asked("stoa/vote") + ",\"user\":\"y\",\"metadata\":{\"agent\":\"y\"}", "Stoa-Agent", "y");
        assertThat(held.status()).as(held.raw().body()).isEqualTo(200);
        assertThat(server.get("debates/" + held.body().get("id"), "Authorization", "Bearer " + token(null, "admin"))
                        .body()
                        .toString())
                .contains("=x")
                .doesNotContain("created_by=y");
    }

    @Test
    void theHeaderThatNamesAnAgentIsNotReadAndTheUserIsNoSubject() {
        String ask = token("ana", "ask", "read");
        Reply reply = chat(ask, asked("stoa/fast") + ",\"user\":\"eve\"", "Stoa-Agent", "x");
        Object conversation = conversation(reply);
        Reply shown = server.get("conversations/" + conversation, "Authorization", "Bearer " + ask);
        assertThat(shown.body()).containsEntry("user_id", "ana");
        assertThat(server.get("conversations/" + conversation, "Authorization", "Bearer " + token("eve", "read"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theConversationOfAnotherUserDoesNotExistByIdOrByHistory() {
        String ana = token("ana", "ask", "read");
        String eve = token("eve", "ask", "read");
        Reply first = chat(ana, asked("stoa/fast"));
        Object hers = conversation(first);
        Reply foreign = chat(eve, asked("stoa/fast") + ",\"metadata\":{\"conversation_id\":\"" + hers + "\"}");
        refused(foreign, 404, "invalid_request_error", "not_found");
        Reply none = chat(eve, asked("stoa/fast") + ",\"metadata\":{\"conversation_id\":\"none\"}");
        assertThat(foreign.raw().body().replace(String.valueOf(hers), "none"))
                .isEqualTo(none.raw().body());
        refused(
                chat(eve, asked("stoa/fast"), "X-Session-ID", String.valueOf(hers)),
                404,
                "invalid_request_error",
                "not_found");
        Map<?, ?> message = (Map<?, ?>) ((Map<?, ?>) ((List<?>) first.body().get("choices")).getFirst()).get("message");
        String history = "\"model\":\"stoa/fast\",\"messages\":[{\"role\":\"user\",\"content\":\"What is a lease?\"},"
                + "{\"role\":\"assistant\",\"content\":" + Json.write(message.get("content")) + "},"
                + "{\"role\":\"user\",\"content\":\"And a fence?\"}]";
        assertThat(conversation(chat(eve, history))).isNotEqualTo(hers);
        assertThat(conversation(chat(ana, history))).isEqualTo(hers);
    }

    @Test
    void chatsCountAsQuestionsAndTooManyAreRefused() {
        String ask = token("max", "ask");
        Reply last = chat(ask, asked("none"));
        for (int i = 0; i < 60; i++) {
            last = chat(ask, asked("none"));
        }
        refused(last, 429, "rate_limit_error", "rate_limited");
        assertThat(last.header("Retry-After")).isNotNull();
        assertThat(models(ask)).contains("stoa/fast");
    }
}
