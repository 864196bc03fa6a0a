package dev.stoa.engine.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks models of a service that speaks as OpenAI's does. */
@SuppressWarnings("NullAway.Init") // set before each test
final class AskOverHttpTest {
    @TempDir
    Path folder;

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private AskHall hall;
    private String finish = "stop";

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                byte[] reply = Json.write(Json.object(
                                "id",
                                "1",
                                "object",
                                "chat.completion",
                                "model",
                                "m",
                                "choices",
                                List.of(Json.object(
                                        "index",
                                        0,
                                        "message",
                                        Json.object(
                                                "role",
                                                "assistant",
                                                "content",
                                                AskHall.reply("It is Canberra.", "Canberra", 95)),
                                        "finish_reason",
                                        finish)),
                                "usage",
                                Json.object("prompt_tokens", 11, "completion_tokens", 7, "total_tokens", 18)))
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, reply.length);
                exchange.getResponseBody().write(reply);
            }
        });
        server.start();
        hall = AskHall.on(Dialect.SQLITE, folder)
                .setting("OPENAI_API_KEY", "sk-test")
                .setting(
                        "STOA_PROVIDER_OPENAI_BASE_URL",
                        "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void close() {
        hall.close();
        server.stop(0);
    }

    private AskAnswer ask() throws InterruptedException {
        return hall.ask(
                AskRequest.of("What is the capital of Australia?").agents(List.of("a=openai:gpt-x", "b=openai:gpt-y")));
    }

    @Test
    void thePromptIsSentAndTheReplyIsReadAndCounted() throws Exception {
        AskAnswer answer = ask();

        assertThat(answer.text()).isEqualTo("It is Canberra.");
        assertThat(answer.label()).isEqualTo("High");
        assertThat(bodies).hasSize(2).allSatisfy(body -> {
            List<JsonFields> messages = JsonFields.of(Json.parseObject(body)).objects("messages");
            assertThat(messages.get(0).text("content")).contains("CONFIDENCE:");
            assertThat(messages.get(1).text("content")).isEqualTo("Question:\nWhat is the capital of Australia?");
        });
        JsonFields tokens = JsonFields.of(JsonFields.of(answer.document()).object("tokens"));
        assertThat(tokens.whole("in")).isEqualTo(22);
        assertThat(tokens.whole("out")).isEqualTo(14);
    }

    @Test
    void aReplyThatWasCutIsNotSure() throws Exception {
        finish = "length";
        assertThat(JsonFields.of(ask().document()).real("confidence_score")).isEqualTo(.5);
    }
}
