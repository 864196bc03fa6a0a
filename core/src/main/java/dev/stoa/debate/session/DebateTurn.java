package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.REGISTER;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.json.RecordFields;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one agent was shown and answered. Immutable.
 *
 * @param turnSeq its place in the session, from 1
 * @param prompt null where its text was dropped; its hash stays
 * @param option the key of the option it holds, null before it is measured or if it has none
 */
public record DebateTurn(
        String id,
        String sessionId,
        int turnSeq,
        int round,
        Phase phase,
        int attempt,
        int step,
        @Nullable ReplyKind kind,
        String agentId,
        @Nullable String agentRole,
        @Nullable String provider,
        @Nullable String model,
        TurnStatus status,
        @Nullable String content,
        @Nullable Map<String, @Nullable Object> parsed,
        @Nullable String option,
        @Nullable Double confidence,
        List<Long> visibleTurns,
        @Nullable String promptSha256,
        @Nullable String prompt,
        @Nullable String rowSha256,
        @Nullable Long seed,
        @Nullable Map<String, @Nullable Object> params,
        @Nullable Long tokensIn,
        @Nullable Long tokensOut,
        @Nullable Double costUsd,
        @Nullable Long responseTimeMs,
        List<@Nullable Object> toolCalls,
        Map<String, @Nullable Object> testResults,
        List<@Nullable Object> reflections,
        @Nullable String error,
        Map<String, @Nullable Object> metadata,
        Instant createdAt) {
    public static final Columns<DebateTurn> COLUMNS = Columns.of(DebateTurn.class, "debate_turns")
            .named("option_key", "option")
            .add(REGISTER, "id")
            .add(HASHED, "session_id", "turn_seq", "round", "phase")
            .add(HASHED, "phase_ordinal", row -> row.phase().number())
            .add(HASHED, "attempt", "step", "kind", "agent_id", "agent_role", "provider", "model", "status", "content")
            .add(REPLAYED, "parsed")
            .derived("answer", DebateTurn::answer)
            .add(REPLAYED, "option_key", "confidence")
            .add(HASHED, "visible_turns", "prompt_sha256")
            .add(REPLAYED, "prompt")
            .hidden(REPLAYED, "row_sha256")
            .add(HASHED, "seed", "params", "tokens_in", "tokens_out", "cost_usd")
            .add(REGISTER, "response_time_ms")
            .add(HASHED, "tool_calls")
            .add(REPLAYED, "test_results")
            .add(HASHED, "reflections", "error", "metadata")
            .add(REPLAYED, "created_at")
            .receipt("turn_seq", "round", "phase", "agent_id", "provider", "model", "status")
            .receipt("content_sha256", "prompt_sha256", "visible_turns")
            .declared();

    /** It as it is stored: under an id, with its hash, at a time. */
    DebateTurn stored(String as, String hash, Instant at) {
        return RecordFields.of(DebateTurn.class).with(this, Map.of("id", as, "rowSha256", hash, "createdAt", at));
    }

    /** The answer of its reply, or of the position its reply carries; null if it gives none. */
    public @Nullable String answer() {
        if (parsed == null) {
            return null;
        }
        Object own = parsed.get("answer");
        if (own == null && parsed.get("position") instanceof Map<?, ?> position) {
            own = position.get("answer");
        }
        return own instanceof String text ? text : null;
    }

    /** The turn as it is shown, without its prompt. */
    public Map<String, @Nullable Object> document() {
        return document(false);
    }

    /** The turn as it is shown. */
    public Map<String, @Nullable Object> document(boolean prompts) {
        Map<String, @Nullable Object> document = COLUMNS.document(this);
        if (!prompts) {
            document.put("prompt", null);
        }
        return document;
    }
}
