package dev.stoa.engine.provider;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.stoa.base.Credentials;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The services of language models, each with what LangChain4j needs to speak to it. */
enum Vendor {
    OPENAI("top_p frequency_penalty reasoning_effort") {
        @Override
        ChatModel model(Account account, ModelParameters parameters, ModelHttp http) {
            OpenAiChatModel.OpenAiChatModelBuilder builder = OpenAiChatModel.builder()
                    .httpClientBuilder(http)
                    .apiKey(account.key())
                    .modelName(parameters.model())
                    .topP(parameters.topP())
                    .frequencyPenalty(parameters.real(FREQUENCY_PENALTY))
                    .seed(parameters.seed())
                    .reasoningEffort(parameters.param("reasoning_effort"))
                    // Strict schemas allow no optional field, and replies have some.
                    .strictJsonSchema(false)
                    .timeout(LIMIT_ELSEWHERE)
                    .maxRetries(0);
            if (parameters.temperatureGiven()
                    || !REASONING.matcher(parameters.model()).matches()) {
                builder.temperature(parameters.temperature());
            }
            if (account.baseUrl() == null) {
                return builder.maxCompletionTokens(parameters.maxTokens()).build();
            }
            // Other services that speak this protocol mostly know the older name only.
            return builder.baseUrl(account.baseUrl())
                    .maxTokens(parameters.maxTokens())
                    .build();
        }

        @Override
        boolean takes(String model, String parameter) {
            return super.takes(model, parameter)
                    && !(SAMPLING.contains(parameter)
                            && REASONING.matcher(model).matches());
        }
    },
    ANTHROPIC("top_p top_k") {
        @Override
        ChatModel model(Account account, ModelParameters parameters, ModelHttp http) {
            AnthropicChatModel.AnthropicChatModelBuilder builder = AnthropicChatModel.builder()
                    .httpClientBuilder(http)
                    .apiKey(account.key())
                    .modelName(parameters.model())
                    .temperature(parameters.temperature())
                    .topP(parameters.topP())
                    .topK(parameters.whole("top_k"))
                    .maxTokens(parameters.maxTokens())
                    .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
                    .timeout(LIMIT_ELSEWHERE)
                    .maxRetries(0);
            return account.baseUrl() == null
                    ? builder.build()
                    : builder.baseUrl(account.baseUrl()).build();
        }
    },
    GEMINI("top_p top_k frequency_penalty") {
        @Override
        ChatModel model(Account account, ModelParameters parameters, ModelHttp http) {
            GoogleAiGeminiChatModel.GoogleAiGeminiChatModelBuilder builder = GoogleAiGeminiChatModel.builder()
                    .httpClientBuilder(http)
                    .apiKey(account.key())
                    .modelName(parameters.model())
                    .temperature(parameters.temperature())
                    .topP(parameters.topP())
                    .topK(parameters.whole("top_k"))
                    .frequencyPenalty(parameters.real(FREQUENCY_PENALTY))
                    .seed(parameters.seed())
                    .maxOutputTokens(parameters.maxTokens())
                    .timeout(LIMIT_ELSEWHERE)
                    .maxRetries(0);
            return account.baseUrl() == null
                    ? builder.build()
                    : builder.baseUrl(account.baseUrl()).build();
        }
    },
    OLLAMA("top_p top_k num_ctx") {
        @Override
        ChatModel model(Account account, ModelParameters parameters, ModelHttp http) {
            return OllamaChatModel.builder()
                    .httpClientBuilder(http)
                    .baseUrl(account.baseUrl())
                    .modelName(parameters.model())
                    .temperature(parameters.temperature())
                    .topP(parameters.topP())
                    .topK(parameters.whole("top_k"))
                    .numCtx(parameters.whole("num_ctx"))
                    .seed(parameters.seed())
                    .numPredict(parameters.maxTokens())
                    .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
                    .timeout(LIMIT_ELSEWHERE)
                    .maxRetries(0)
                    .build();
        }
    };

    /** Longer than any call may take: {@link ModelHttp} holds the real limit. */
    private static final Duration LIMIT_ELSEWHERE = Duration.ofHours(2);

    /** Models that refuse a temperature other than their own. */
    private static final Pattern REASONING = Pattern.compile("(o[0-9]|gpt-5).*");

    /** How much a model shuns words that it has used. */
    static final String FREQUENCY_PENALTY = "frequency_penalty";

    /** What models that reason fix themselves. */
    private static final Set<String> SAMPLING = Set.of("temperature", "top_p", FREQUENCY_PENALTY);

    private final String params;

    Vendor(String params) {
        this.params = params;
    }

    /** Parameters it understands besides those that all do. */
    Set<String> params() {
        return Set.of(params.split(" ", -1));
    }

    /** Whether one of its models takes a parameter; what a person gives is sent in any case. */
    boolean takes(String model, String parameter) {
        return SpecText.SHARED.contains(parameter) || params().contains(parameter);
    }

    abstract ChatModel model(Account account, ModelParameters parameters, ModelHttp http);

    /**
     * How a service is reached.
     *
     * @param key null if it needs none
     * @param baseUrl null for the service's own
     */
    record Account(@Nullable String key, @Nullable String baseUrl) {
        @Override
        public String toString() {
            return "account at " + (baseUrl == null ? "the service's own address" : Credentials.hidden(baseUrl));
        }
    }
}
