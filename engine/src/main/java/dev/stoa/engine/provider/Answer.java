package dev.stoa.engine.provider;

import dev.stoa.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended, over all its tries. Immutable.
 *
 * @param content the reply as received; null unless ok
 * @param provider who answered, or was asked last
 * @param model the model of that provider
 * @param tries every try in order, those of fall-backs too
 * @param tokensIn tokens of the prompts of the try that answered; 0 if none did
 * @param tokensOut tokens of the reply
 * @param estimated whether tokens were estimated because the provider did not count them
 * @param costUsd what it cost; null if the price is not known
 * @param took from the first try to the end
 * @param error what went wrong last; null if ok
 * @param truncated whether the provider cut the reply because it became too long
 */
public record Answer(
        Status status,
        @Nullable String content,
        String provider,
        String model,
        List<Try> tries,
        int tokensIn,
        int tokensOut,
        boolean estimated,
        @Nullable Double costUsd,
        Duration took,
        @Nullable String error,
        boolean truncated) {
    /** How a call ended. */
    public enum Status {
        OK,
        ERROR,
        TIMEOUT
    }

    /**
     * One try.
     *
     * @param error why it gave no reply; null if it did
     */
    public record Try(
            String provider,
            String model,
            long ms,
            @Nullable Integer tokensIn,
            @Nullable Integer tokensOut,
            @Nullable String error) {
        /** The JSON object that the record of a turn keeps. */
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "provider",
                    provider,
                    "model",
                    model,
                    "ms",
                    ms,
                    "tokens_in",
                    tokensIn,
                    "tokens_out",
                    tokensOut,
                    "error",
                    error);
        }
    }

    public Answer {
        tries = List.copyOf(tries);
    }

    /** Whether there is a reply. */
    public boolean ok() {
        return status == Status.OK;
    }
}
