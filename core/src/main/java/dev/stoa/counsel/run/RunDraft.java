package dev.stoa.counsel.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that has ended. Immutable.
 *
 * @param model the description of the model that was asked
 * @param raw the reply as it was received; null if there is none
 * @param utility what it is worth as far as it is known now
 * @param confidence how sure the author is
 * @param corrections the ids of the corrections that stood in the prompt
 * @param latencyMs from the request to the first token, or to the whole reply if it came at once
 * @param totalMs from the request to the end of the last try
 * @param context what the prompt was built from
 * @param verdict what a review says; null for an answer
 * @param gold whether all its checks passed at once, one of them being for information
 */
public record RunDraft(
        String specialist,
        String model,
        Round round,
        RunStatus status,
        @Nullable String error,
        @Nullable String raw,
        double utility,
        double confidence,
        List<String> corrections,
        double latencyMs,
        double totalMs,
        long tokensIn,
        long tokensOut,
        Map<String, ? extends @Nullable Object> context,
        @Nullable Verdict verdict,
        boolean gold) {
    /** What is stored for a call that was too fast to be measured, in milliseconds. */
    private static final double SHORTEST = .001;

    public RunDraft {
        corrections = List.copyOf(corrections);
        latencyMs = Math.max(SHORTEST, latencyMs);
        totalMs = Math.max(latencyMs, totalMs);
    }
}
