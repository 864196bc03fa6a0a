package dev.stoa.engine.counsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.engine.provider.ModelServer;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks models of a service that speaks as OpenAI's does. */
@SuppressWarnings("NullAway.Init") // set before each test
final class AskOverHttpTest {
    @TempDir
    Path folder;

    private ModelServer server;
    private AskHall hall;

    @BeforeEach
    void open() throws IOException {
        server = new ModelServer();
        hall = AskHall.on(Dialect.SQLITE, folder);
        hall.openAi(server, "sk-test");
    }

    @AfterEach
    void close() {
        hall.close();
        server.close();
    }

    private void finishes(String reason) {
        server.text(
                200,
                ModelServer.success(AskHall.reply("It is Canberra.", "Canberra", 95))
                        .replace("\"stop\"", "\"" + reason + "\""));
    }

    private AskAnswer ask() throws InterruptedException {
        return hall.ask(
                AskRequest.of("What is the capital of Australia?").agents(List.of("a=openai:gpt-x", "b=openai:gpt-y")));
    }

    @Test
    void thePromptIsSentAndTheReplyIsReadAndCounted() throws Exception {
        finishes("stop");
        AskAnswer answer = ask();

        assertThat(answer.text()).isEqualTo("It is Canberra.");
        assertThat(answer.label()).isEqualTo("High");
        assertThat(server.requests()).hasSize(2).allSatisfy(request -> {
            List<JsonFields> messages =
                    JsonFields.of(Json.parseObject(request.body())).objects("messages");
            assertThat(messages.get(0).text("content")).contains("CONFIDENCE:");
            assertThat(messages.get(1).text("content")).isEqualTo("Question:\nWhat is the capital of Australia?");
        });
        JsonFields tokens = JsonFields.of(JsonFields.of(answer.document()).object("tokens"));
        assertThat(tokens.whole("in")).isEqualTo(22);
        assertThat(tokens.whole("out")).isEqualTo(14);
    }

    @Test
    void aReplyThatWasCutIsNotSure() throws Exception {
        finishes("length");
        AskAnswer answer = ask();
        assertThat(JsonFields.of(answer.document()).real("confidence_score")).isEqualTo(.5);
        assertThat(answer.truncated()).isTrue();
        finishes("stop");
        assertThat(ask().truncated()).isFalse();
    }

    @Test
    void howModelsShallAnswerIsPassedOnWhereAnAgentDoesNotSayOtherwise() throws Exception {
        finishes("stop");
        AskRequest plain = AskRequest.of("What is the capital of Australia?");
        hall.ask(new AskRequest(
                null,
                plain.question(),
                plain.level(),
                null,
                null,
                null,
                null,
                List.of("a=openai:gpt-x", "b=openai:gpt-y?temperature=0.1"),
                List.of(),
                false,
                "Be brief.",
                new AskRequest.Client(List.of(), null, new Manner(1.5, 77L, 5L, List.of("END", "\n\nUser:")), false)));
        assertThat(server.requests()).hasSize(2).allSatisfy(request -> {
            JsonFields sent = JsonFields.of(Json.parseObject(request.body()));
            assertThat(sent.real("temperature", -1))
                    .isEqualTo(sent.text("model").equals("gpt-x") ? 1.5 : .1);
            assertThat(sent.texts("stop")).containsExactly("END", "\n\nUser:");
            assertThat(sent.whole("seed", -1)).isEqualTo(5);
            assertThat(request.body()).contains("77");
            assertThat(sent.objects("messages").getFirst().text("content")).startsWith("Be brief.");
        });
    }

    @Test
    void whoGoesOnWithAnAskAsksInTheSameManner() throws Exception {
        finishes("stop");
        AskRequest plain = AskRequest.of("What is the capital of Australia?");
        AskRequest request = new AskRequest(
                "q",
                plain.question(),
                plain.level(),
                null,
                null,
                null,
                null,
                List.of("a=openai:gpt-x"),
                List.of(),
                false,
                null,
                new AskRequest.Client(List.of(), null, new Manner(1.5, 77L, 5L, List.of("END")), false));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> hall.engine().ask(AskHall.ME, request, (step, query) -> {
                    if (step == AskListener.Step.ROUTED) {
                        throw new IllegalStateException("killed");
                    }
                }));
        assertThat(server.requests()).isEmpty();
        assertThat(hall.engine().recover(AskHall.ME)).isEqualTo(1);
        JsonFields sent =
                JsonFields.of(Json.parseObject(server.requests().getFirst().body()));
        assertThat(sent.real("temperature", -1)).isEqualTo(1.5);
        assertThat(sent.whole("seed", -1)).isEqualTo(5);
        assertThat(sent.texts("stop")).containsExactly("END");
        assertThat(server.requests().getFirst().body()).contains("77");
    }
}
