package dev.stoa.engine.provider;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.stoa.json.Json;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A service of language models, spoken to through LangChain4j. Thread-safe. */
final class ModelProvider implements Provider {
    private final Vendor vendor;
    private final Vendor.Account account;
    private final Secrets secrets;
    private final HttpClient client;
    private final LinkLocal linkLocal;
    private final InstantSource clock;

    ModelProvider(Vendor vendor, Vendor.Account account, HttpClient client, LinkLocal linkLocal, InstantSource clock) {
        this.vendor = vendor;
        this.account = account;
        this.secrets = Secrets.of(account.key() == null ? List.of() : List.of(account.key()));
        this.client = client;
        this.linkLocal = linkLocal;
        this.clock = clock;
    }

    @Override
    public Reply call(Call call) throws CallFailure, InterruptedException {
        ModelHttp http = new ModelHttp(client, linkLocal, clock, call.timeout(), secrets);
        ChatResponse response;
        try {
            response = vendor.model(account, ModelParameters.of(call), http).chat(request(call));
        } catch (RuntimeException e) {
            CallFailure failure = http.failure();
            if (http.interrupted() || Thread.interrupted()) {
                throw new InterruptedException("the call of " + vendor + " was interrupted");
            }
            if (failure != null) {
                throw failure;
            }
            throw CallFailure.malformed(secrets.hidden("the response cannot be read: " + e.getMessage()));
        }
        return reply(response);
    }

    private static Reply reply(ChatResponse response) throws CallFailure {
        String text = response.aiMessage() == null ? null : response.aiMessage().text();
        if (text == null) {
            throw response.finishReason() == FinishReason.CONTENT_FILTER
                    ? CallFailure.refused("the provider's filter kept the reply back")
                    : CallFailure.malformed("the response holds no text");
        }
        TokenUsage usage = response.tokenUsage();
        return new Reply(
                text,
                usage == null ? null : positive(usage.inputTokenCount()),
                usage == null ? null : positive(usage.outputTokenCount()),
                null,
                response.finishReason() == FinishReason.LENGTH,
                response.modelName());
    }

    /** Some services say 0 where they have not counted. */
    private static @Nullable Integer positive(@Nullable Integer count) {
        return count == null || count <= 0 ? null : count;
    }

    private ChatRequest request(Call call) {
        List<ChatMessage> messages = new ArrayList<>();
        if (call.system() != null) {
            messages.add(SystemMessage.from(call.system()));
        }
        messages.add(UserMessage.from(call.prompt()));
        ChatRequest.Builder request = ChatRequest.builder().messages(messages);
        String stop = call.params().get("stop");
        if (stop != null) {
            request.stopSequences(
                    Json.parseArray(stop).stream().map(String::valueOf).toList());
        }
        Map<String, @Nullable Object> schema = call.schema();
        if (schema != null) {
            Map<String, @Nullable Object> understood = vendor == Vendor.ANTHROPIC ? PlainSchema.of(schema) : schema;
            request.responseFormat(ResponseFormat.builder()
                    .type(ResponseFormatType.JSON)
                    .jsonSchema(JsonSchema.builder()
                            .name(call.kind().text())
                            .rootElement(JsonRawSchema.from(Json.write(understood)))
                            .build())
                    .build());
        }
        return request.build();
    }
}
