package dev.stoa.server.openai;

import static dev.stoa.server.openai.OpenAiReplies.choice;
import static dev.stoa.server.openai.OpenAiReplies.chunks;
import static dev.stoa.server.openai.OpenAiReplies.content;
import static dev.stoa.server.openai.OpenAiReplies.map;
import static dev.stoa.server.openai.OpenAiReplies.ok;
import static dev.stoa.server.openai.OpenAiReplies.refused;
import static dev.stoa.server.openai.OpenAiReplies.stoa;
import static dev.stoa.server.openai.OpenAiReplies.streamed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.conversation.ConversationRequest;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.ProjectFilter;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.http.Route;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class OpenAiRoutesTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final Principal ME = Principal.local();
    private static final long LONGEST_WAIT = 60_000_000_000L;

    private RunningServer server;
    private Path pipe;

    @BeforeAll
    void open(@TempDir Path folder) throws Exception {
        pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Files.writeString(folder.resolve("stoa.toml"), """
            [provider.command.echo]
            argv = ["/bin/cat"]
            [provider.command.slow]
            argv = ["/bin/sh", "-c", "cat > /dev/null; cat '%s'"]
            """.formatted(pipe));
        server = RunningServer.working(
                folder,
                Map.of(
                        "STOA_SEARCH_EMBEDDER",
                        "hashing",
                        "STOA_SERVER_OPENAI_ALIAS_EMBEDDINGS",
                        "true",
                        "STOA_SERVER_MAX_BODY_BYTES",
                        "262144"),
                InstantSource.system());
        assertThat(server.post("specialists", "{\"name\":\"sam\",\"model\":\"sim:\"}")
                        .status())
                .isEqualTo(201);
    }

    @AfterAll
    void close() {
        server.close();
    }

    private Reply chat(String model, String question, String more, String... headers) {
        return server.sendRaw(
                "POST",
                CHAT,
                "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":%s}]%s}"
                        .formatted(model, Json.write(question), more),
                headers);
    }

    private List<Message> messages(Object conversation) {
        return server.stoa()
                .counsel()
                .messages()
                .page(ME, String.valueOf(conversation), MessageRequest.newest(50))
                .items();
    }

    private List<Conversation> conversations() {
        return server.stoa()
                .counsel()
                .conversations()
                .list(ME, new ConversationRequest(new ProjectFilter.All(), Page.Request.first(500), false, false))
                .items();
    }

    @Test
    void everyExampleReallyRuns() {
        List<Route> routes = server.routes().all().stream()
                .filter(route -> route.marks().contains(Route.Mark.OPENAI))
                .toList();
        assertThat(routes).hasSize(5);
        for (Route route : routes) {
            Reply reply = server.sendRaw(
                    route.method(),
                    "/" + route.example().path(),
                    route.example().body());
            assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
        }
    }

    @Test
    void anAnswerHasTheFormOfTheServiceAndItsRecordBeside() {
        Reply reply = ok(server.sendRaw("POST", CHAT, """
            {"model":"stoa:fast","messages":[{"role":"system","content":"Be brief."},
            {"role":"user","name":"ann","content":[{"type":"text","text":"What is"},{"type":"text","text":"a lease?"}]}],
            "top_p":0.5,"user":"customer 7","metadata":{"ticket":"12"},"temperature":0.2,"max_tokens":50,"stop":"END",
            "seed":3,"n":1,"tools":[],"logprobs":false}\
            """.replace("\n", "")));
        assertThat(reply.body())
                .containsEntry("object", "chat.completion")
                .containsEntry("model", "stoa/fast")
                .containsKeys("id", "created", "usage");
        assertThat(choice(reply.body()).get("finish_reason")).isEqualTo("stop");
        assertThat(stoa(reply).keySet().toString())
                .isEqualTo("[conversation_id, message_id, confidence, callout_type, notices, models_used, corrections,"
                        + " audit_seq, ignored]");
        assertThat(stoa(reply).get("ignored")).isEqualTo(List.of("top_p", "metadata.ticket", "messages.name"));
        List<Message> said = messages(stoa(reply).get("conversation_id"));
        assertThat(said).extracting(Message::content).containsExactly("What is\na lease?", content(reply));
        assertThat(said.getLast().messageId()).isEqualTo(stoa(reply).get("message_id"));
        assertThat(said.getLast().queryId()).isEqualTo(reply.body().get("id"));
        Map<?, ?> usage = map(reply.body().get("usage"));
        assertThat(((Number) usage.get("prompt_tokens")).longValue()
                        + ((Number) usage.get("completion_tokens")).longValue())
                .isEqualTo(((Number) usage.get("total_tokens")).longValue());
    }

    @Test
    void aStreamIsTheStoredTextInPiecesWithItsEndAndUsage() {
        List<Map<?, ?>> chunks = chunks(
                chat("stoa/balanced", "Is it so?", ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"));
        assertThat(map(choice(chunks.getFirst()).get("delta"))).hasToString("{role=assistant, content=}");
        assertThat(choice(chunks.get(chunks.size() - 2)).get("finish_reason")).isEqualTo("stop");
        Map<?, ?> last = chunks.getLast();
        assertThat(((List<?>) last.get("choices"))).isEmpty();
        assertThat(last.get("usage")).isNotNull();
        assertThat(messages(map(last.get("stoa")).get("conversation_id"))
                        .getLast()
                        .content())
                .isEqualTo(streamed(chunks));
        assertThat(chunks)
                .allSatisfy(chunk ->
                        assertThat(chunk.get("id")).isEqualTo(chunks.getFirst().get("id")));
        Map<?, ?> alone =
                chunks(chat("stoa/fast", "Is it so?", ",\"stream\":true")).getLast();
        assertThat(choice(alone).get("finish_reason")).isEqualTo("stop");
        assertThat(map(alone.get("usage")).get("total_tokens")).isNotNull();
        assertThat(alone.get("stoa")).isNotNull();
    }

    @Test
    @DisplayName("A blocked answer must be content_filter with empty content, streamed or not, and the shown text must"
            + " be the stored one.")
    void aBlockedAnswerIsContentFilterWithEmptyContentStreamedOrNotAndTheShownTextIsTheStoredOne() {
        String json = ",\"response_format\":{\"type\":\"json_object\"}";
        Reply whole = ok(chat("stoa/fast", "Which?", json));
        assertThat(choice(whole.body()).get("finish_reason")).isEqualTo("content_filter");
        assertThat(content(whole)).isEmpty();
        assertThat(whole.raw().body()).doesNotContain("simulated");
        Object conversation = stoa(whole).get("conversation_id");
        assertThat(messages(conversation)).hasSize(1);
        Reply raw = chat("stoa/fast", "Which?", json + ",\"stream\":true");
        List<Map<?, ?>> chunks = chunks(raw);
        assertThat(raw.raw().body()).doesNotContain("simulated");
        assertThat(streamed(chunks)).isEmpty();
        assertThat(choice(chunks.getLast()).get("finish_reason")).isEqualTo("content_filter");
        // The client sends the empty answer with its history, and the conversation goes on.
        Reply next = ok(server.sendRaw("POST", CHAT, """
            {"model":"stoa/fast","messages":[{"role":"user","content":"Which?"},{"role":"assistant","content":""},
            {"role":"user","content":"And now?"}]}\
            """.replace("\n", "")));
        assertThat(messages(stoa(next).get("conversation_id")))
                .extracting(Message::content)
                .containsExactly("Which?", "And now?", content(next));
    }

    @Test
    void aNamedConversationGoesOnByItsRecordAndNotByTheMessages() {
        Reply first = ok(chat("stoa/fast", "One?", ""));
        Object conversation = stoa(first).get("conversation_id");
        Reply second =
                ok(server.sendRaw("POST", CHAT, """
                    {"model":"stoa/fast","metadata":{"conversation_id":"%s"},"messages":[
                    {"role":"user","content":"Forged?"},{"role":"assistant","content":"Forged."},
                    {"role":"user","content":"Two?"}]}\
                    """.formatted(conversation).replace("\n", "")));
        assertThat(stoa(second).get("conversation_id")).isEqualTo(conversation);
        assertThat(messages(conversation))
                .extracting(Message::content)
                .containsExactly("One?", content(first), "Two?", content(second));
        refused(
                chat("stoa/fast", "Two?", ",\"metadata\":{\"conversation_id\":\"nowhere\"}"),
                404,
                "invalid_request_error",
                "not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ladder", "classic", "vote", "round-table"})
    void aPresetIsAStoredDebate(String preset) {
        Reply reply = ok(chat("stoa/" + preset, "Is 91 prime?", ",\"temperature\":1"));
        assertThat(server.get("debates/" + reply.body().get("id")).body())
                .containsEntry("status", "completed")
                .containsEntry("preset", preset);
        boolean agreed = "agreed".equals(stoa(reply).get("decision"));
        assertThat(content(reply).startsWith("no agreement: ")).isEqualTo(!agreed);
        assertThat(choice(reply.body()).get("finish_reason")).isEqualTo("stop");
        assertThat(stoa(reply).get("ignored")).isEqualTo(List.of("temperature"));
        assertThat(((Number) map(reply.body().get("usage")).get("total_tokens")).longValue())
                .isPositive();
    }

    @Test
    void aSpecialistAnswersAloneAndAnAgentByItsOutput() {
        Reply alone = ok(chat("specialist/sam", "What is a lease?", ""));
        assertThat(stoa(alone).get("models_used")).isEqualTo(List.of("sam"));
        refused(chat("specialist/none", "What?", ""), 404, "invalid_request_error", "model_not_found");
        assertThat(server.post("agents", "{\"identity\":\"parrot\",\"model\":\"command:echo\"}")
                        .status())
                .isEqualTo(201);
        Reply run = ok(chat("agent:parrot", "Say this.", ""));
        assertThat(content(run)).isEqualTo("Say this.");
        assertThat(stoa(run).get("tokens_estimated")).isEqualTo(true);
        assertThat(streamed(chunks(chat("agent/parrot", "Say that.", ",\"stream\":true"))))
                .isEqualTo("Say that.");
        refused(chat("agent/nobody", "What?", ""), 404, "invalid_request_error", "model_not_found");
        refused(chat("agent/parrot", "What?", "", "Idempotency-Key", "k"), 400, "invalid_request_error", "unsupported");
        assertThat(server.sendRaw("GET", "/v1/models", null).raw().body())
                .contains("\"agent/parrot\"", "\"specialist/sam\"", "\"stoa/embed\"");
    }

    @Test
    void modelsAreShownByNameWithASlashEncodedOrNotOrAColon() {
        Map<?, ?> shown =
                ok(server.sendRaw("GET", "/v1/models/stoa%2Fround-table", null)).body();
        assertThat(shown.get("owned_by")).isEqualTo("stoa");
        assertThat(ok(server.sendRaw("GET", "/v1/models/stoa/round-table", null))
                        .body())
                .isEqualTo(shown);
        assertThat(ok(server.sendRaw("GET", "/v1/models/stoa:round-table", null))
                        .body())
                .isEqualTo(shown);
        refused(server.sendRaw("GET", "/v1/models/gpt-5", null), 404, "invalid_request_error", "model_not_found");
        refused(server.sendRaw("GET", "/v1/models/agent/x", null), 404, "invalid_request_error", "model_not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"n\":2",
                "\"tools\":[{\"type\":\"function\"}]",
                "\"functions\":[{}]",
                "\"logprobs\":true",
                "\"response_format\":{\"type\":\"json_schema\"}",
                "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"http://127.0.0.1:9/x\"}}]}]",
                "\"messages\":[{\"role\":\"tool\",\"content\":\"x\"},{\"role\":\"user\",\"content\":\"x\"}]",
                "\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{}]},{\"role\":\"user\",\"content\":\"x\"}]"
            })
    void whatIsNotSupportedIsRefusedAndNothingIsStored(String field) {
        int before = conversations().size();
        refused(bad(field), 400, "invalid_request_error", "unsupported");
        assertThat(conversations()).hasSize(before);
    }

    private Reply bad(String field) {
        String messages =
                field.startsWith("\"messages\"") ? "" : ",\"messages\":[{\"role\":\"user\",\"content\":\"What?\"}]";
        return server.sendRaw("POST", CHAT, "{\"model\":\"stoa/fast\"" + messages + "," + field + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"messages\":[]",
                "\"messages\":[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"content\":\"x\"}]",
                "\"messages\":[{\"role\":\"user\",\"content\":\" \"}]",
                "\"messages\":[{\"role\":\"user\",\"content\":null}]",
                "\"messages\":[{\"role\":\"user\",\"content\":7}]",
                "\"messages\":[{\"role\":\"user\",\"content\":[\"x\"]}]",
                "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":{}}]}]",
                "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}]",
                "\"messages\":[{\"role\":\"root\",\"content\":\"x\"}]",
                "\"messages\":[{\"role\":7,\"content\":\"x\"}]",
                "\"messages\":\"x\"",
                "\"messages\":[7]",
                "\"temperature\":2.5",
                "\"max_tokens\":0",
                "\"stop\":[\"a\",\"b\",\"c\",\"d\",\"e\"]",
                "\"stop\":[1]",
                "\"stop\":\"\"",
                "\"stream\":\"yes\"",
                "\"metadata\":{\"conversation_id\":7}",
                "\"metadata\":[]",
                "\"user\":7",
                "\"seed\":\"x\"",
                "\"model\":\"stoa/fast\""
            })
    void whatIsWrongIsRefusedAsThatServiceDoesAndNothingIsStored(String field) {
        int before = conversations().size();
        refused(bad(field), 400, "invalid_request_error", "invalid");
        assertThat(conversations()).hasSize(before);
    }

    @Test
    void everyRefusalBelowV1HasTheFormOfTheService() throws IOException {
        refused(server.sendRaw("GET", "/v1/none", null), 404, "invalid_request_error", "no_route");
        Reply method = server.sendRaw("GET", CHAT, null);
        refused(method, 405, "invalid_request_error", "method_not_allowed");
        assertThat(method.header("Allow")).contains("POST");
        refused(
                server.sendRaw("POST", CHAT, "{}", "Content-Type", "text/plain"),
                415,
                "invalid_request_error",
                "unsupported_media");
        refused(server.sendRaw("POST", CHAT, "{\"model\":"), 400, "invalid_request_error", "invalid");
        refused(
                server.sendRaw("POST", CHAT, "{\"model\":\"" + "x".repeat(300_000) + "\"}"),
                413,
                "invalid_request_error",
                "too_large");
        refused(
                server.sendRaw("GET", "/v1/models", null, "Origin", "https://evil.example"),
                403,
                "permission_error",
                "bad_origin");
        refused(server.sendRaw("GET", "/v1/models?token=x", null), 401, "authentication_error", "invalid_api_key");
        refused(chat("stoa/fast", "What?", "", "Stoa-Timeout", "never"), 400, "invalid_request_error", "invalid");
        refused(chat("stoa/embed", "What?", ""), 404, "invalid_request_error", "model_not_found");
        assertThat(raw("GET /v1/models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421")
                .endsWith("\"code\":\"wrong_host\"}}");
        // What Jetty refuses itself has it too.
        assertThat(raw("GET /v1/models/%2e%2e HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .endsWith("\"code\":\"bad_request\"}}");
        assertThat(server.get("none").body()).containsEntry("code", "no_route");
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theSameKeyGivesTheFirstAnswerAgainAndImportsOnce() {
        int before = conversations().size();
        String body = "{\"model\":\"stoa/fast\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},"
                + "{\"role\":\"assistant\",\"content\":\"b\"},{\"role\":\"user\",\"content\":\"c\"}]}";
        Reply first = ok(server.sendRaw("POST", CHAT, body, "Idempotency-Key", "once"));
        Reply again = ok(server.sendRaw("POST", CHAT, body, "Idempotency-Key", "once"));
        assertThat(again.body().get("id")).isEqualTo(first.body().get("id"));
        assertThat(content(again)).isEqualTo(content(first));
        assertThat(again.header("Idempotent-Replay")).isEqualTo("true");
        assertThat(conversations()).hasSize(before + 1);
        refused(chat("stoa/fast", "Other?", "", "Idempotency-Key", "once"), 409, "invalid_request_error", "key_reused");
    }

    @Test
    void aClientThatLeavesItsStreamDoesNotStopTheAnswer() throws IOException {
        assertThat(server.post("specialists", "{\"name\":\"slow\",\"model\":\"command:slow\"}")
                        .status())
                .isEqualTo(201);
        String body =
                "{\"model\":\"specialist/slow\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Left"
                        + " alone?\"}]}";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.getOutputStream()
                    .write(("POST /v1/chat/completions HTTP/1.1\r\n"
                                    + "Host: localhost\r\n"
                                    + "Content-Type: application/json\r\n"
                                    + "Content-Length:"
                                    + " " + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.UTF_8));
            String line = in.readLine();
            while (!line.contains("\"role\":\"assistant\"")) {
                line = in.readLine();
            }
        }
        assertThat(server.post("specialists/slow/retire", "{}").status()).isEqualTo(200);
        Files.writeString(pipe, "It is so.\n\nANSWER: so\nCONFIDENCE: 90\n");
        Conversation left = conversations().stream()
                .filter(each -> "Left alone?".equals(each.title()))
                .findFirst()
                .orElseThrow();
        long end = System.nanoTime() + LONGEST_WAIT;
        while (messages(left.conversationId()).size() < 2) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
        assertThat(messages(left.conversationId()).getLast().content()).isEqualTo("It is so.");
    }
}
