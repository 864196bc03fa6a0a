package dev.stoa.debate.session;

import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call, on its way into the record. Immutable.
 *
 * @param prompt what was asked; null where another engine asked and does not say
 * @param said what the reply says; null unless the status is ok, which is checked when it becomes a row
 * @param content the reply as it was received; null if there is none that can be kept
 * @param params what the provider was told
 * @param metadata the tries, what was trimmed, whether it was supplied
 */
public record TurnDraft(
        Slot slot,
        @Nullable Prompt prompt,
        TurnStatus status,
        @Nullable ParsedReply said,
        @Nullable String content,
        String provider,
        String model,
        int tokensIn,
        int tokensOut,
        @Nullable Double costUsd,
        @Nullable String error,
        long responseTimeMs,
        Map<String, String> params,
        Map<String, @Nullable Object> metadata) {
    // Written out because a compact constructor loses the annotations of its types in the class file.
    public TurnDraft(
            Slot slot,
            @Nullable Prompt prompt,
            TurnStatus status,
            @Nullable ParsedReply said,
            @Nullable String content,
            String provider,
            String model,
            int tokensIn,
            int tokensOut,
            @Nullable Double costUsd,
            @Nullable String error,
            long responseTimeMs,
            Map<String, String> params,
            Map<String, @Nullable Object> metadata) {
        this.slot = slot;
        this.prompt = prompt;
        this.status = status;
        this.said = said;
        this.content = content;
        this.provider = provider;
        this.model = model;
        this.tokensIn = tokensIn;
        this.tokensOut = tokensOut;
        this.costUsd = costUsd == null ? null : (Double) Json.rounded(costUsd.doubleValue());
        this.error = error;
        this.responseTimeMs = responseTimeMs;
        this.params = params;
        this.metadata = Json.kept(metadata);
    }
}
