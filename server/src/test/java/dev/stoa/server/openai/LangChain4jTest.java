package dev.stoa.server.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.stoa.base.Principal;
import dev.stoa.counsel.conversation.Conversation;
import dev.stoa.counsel.conversation.ConversationRequest;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** LangChain4j's own client of OpenAI's service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set before the tests
class LangChain4jTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private RunningServer server;

    @BeforeAll
    void open(@TempDir Path folder) {
        server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "hashing"));
    }

    @AfterAll
    void close() {
        server.close();
    }

    private OpenAiChatModel model(String name) {
        return OpenAiChatModel.builder()
                .baseUrl(server.url() + "/v1")
                .apiKey("any")
                .modelName(name)
                .timeout(PATIENCE)
                .maxRetries(0)
                .build();
    }

    private List<Conversation> conversations() {
        return server.stoa()
                .counsel()
                .conversations()
                .list(Principal.local(), ConversationRequest.first())
                .items();
    }

    private List<String> said(Conversation conversation) {
        return server
                .stoa()
                .counsel()
                .messages()
                .page(Principal.local(), conversation.conversationId(), MessageRequest.newest(20))
                .items()
                .stream()
                .map(Message::content)
                .toList();
    }

    @Test
    @DisplayName("LangChain4j must hold a conversation that continues by its history.")
    void langChain4jHoldsAConversationThatContinuesByItsHistory() throws Exception {
        int before = conversations().size();
        OpenAiChatModel model = model("stoa/fast");
        List<ChatMessage> history = new ArrayList<>(List.of(SystemMessage.from("Be brief.")));
        List<String> texts = new ArrayList<>();
        for (String question : List.of("What is a lease?", "Is it long?")) {
            history.add(UserMessage.from(question));
            ChatResponse response = model.chat(history);
            history.add(response.aiMessage());
            texts.addAll(List.of(question, response.aiMessage().text()));
        }
        history.add(UserMessage.from("And a fence?"));
        ChatResponse streamed = stream(history);
        texts.addAll(List.of("And a fence?", streamed.aiMessage().text()));
        assertThat(streamed.tokenUsage()).isNotNull();
        assertThat(conversations()).hasSize(before + 1);
        assertThat(said(conversations().getFirst())).isEqualTo(texts);
        // A history of elsewhere begins a conversation of its own.
        String other = model.chat(List.of(
                        UserMessage.from("What is a lease?"),
                        AiMessage.from("Something else."),
                        UserMessage.from("Sure?")))
                .aiMessage()
                .text();
        assertThat(conversations()).hasSize(before + 2);
        assertThat(said(conversations().getFirst()))
                .containsExactly("What is a lease?", "Something else.", "Sure?", other);
    }

    private ChatResponse stream(List<ChatMessage> history) throws Exception {
        CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
        StringBuilder pieces = new StringBuilder();
        OpenAiStreamingChatModel.builder()
                .baseUrl(server.url() + "/v1")
                .apiKey("any")
                .modelName("stoa/fast")
                .timeout(PATIENCE)
                .build()
                .chat(history, new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialResponse(String piece) {
                        pieces.append(piece);
                    }

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        whole.complete(response);
                    }

                    @Override
                    public void onError(Throwable error) {
                        whole.completeExceptionally(error);
                    }
                });
        ChatResponse response = whole.get();
        assertThat(pieces).hasToString(response.aiMessage().text());
        return response;
    }

    @Test
    void langChain4jEmbedsAndKnowsTheErrors() {
        OpenAiEmbeddingModel embeddings = OpenAiEmbeddingModel.builder()
                .baseUrl(server.url() + "/v1")
                .apiKey("any")
                .modelName("stoa/embed")
                .timeout(PATIENCE)
                .maxRetries(0)
                .build();
        assertThat(embeddings.embed("a lease").content().vector())
                .isEqualTo(server.stoa().embedder().embed("a lease"));
        assertThatExceptionOfType(ModelNotFoundException.class)
                .isThrownBy(() -> model("gpt-none").chat("What?"));
    }
}
