package dev.stoa.debate;

import dev.stoa.debate.rules.Phase;
import dev.stoa.debate.rules.ReplyKind;
import dev.stoa.debate.rules.TurnStatus;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
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
    static final String COLUMNS = """
            id, session_id, turn_seq, round, phase, attempt, step, kind, agent_id, agent_role, provider, model, status,
            content, parsed, option_key, confidence, visible_turns, prompt_sha256, prompt, row_sha256, seed, params,
            tokens_in, tokens_out, cost_usd, response_time_ms, tool_calls, test_results, reflections, error, metadata,
            created_at""";

    static DebateTurn of(Row row) {
        String kind = row.textOrNull(8);
        return new DebateTurn(
                row.text(1),
                row.text(2),
                row.integer(3),
                row.integer(4),
                Phase.of(row.text(5)),
                row.integer(6),
                row.integer(7),
                kind == null ? null : ReplyKind.of(kind),
                row.text(9),
                row.textOrNull(10),
                row.textOrNull(11),
                row.textOrNull(12),
                TurnStatus.of(row.text(13)),
                row.textOrNull(14),
                StoredJson.objectOrNull(row.textOrNull(15)),
                row.textOrNull(16),
                row.realOrNull(17),
                StoredJson.numbers(row.textOrNull(18)),
                row.textOrNull(19),
                row.textOrNull(20),
                row.textOrNull(21),
                row.numberOrNull(22),
                StoredJson.objectOrNull(row.textOrNull(23)),
                row.numberOrNull(24),
                row.numberOrNull(25),
                row.realOrNull(26),
                row.numberOrNull(27),
                StoredJson.array(row.textOrNull(28)),
                StoredJson.object(row.textOrNull(29)),
                StoredJson.array(row.textOrNull(30)),
                row.textOrNull(31),
                StoredJson.object(row.textOrNull(32)),
                row.instant(33));
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
        return Json.object(
                "id",
                id,
                "session_id",
                sessionId,
                "turn_seq",
                turnSeq,
                "round",
                round,
                "phase",
                phase.text(),
                "phase_ordinal",
                phase.number(),
                "attempt",
                attempt,
                "step",
                step,
                "kind",
                kind == null ? null : kind.text(),
                "agent_id",
                agentId,
                "agent_role",
                agentRole,
                "provider",
                provider,
                "model",
                model,
                "status",
                status.text(),
                "content",
                content,
                "parsed",
                parsed,
                "answer",
                answer(),
                "option",
                option,
                "confidence",
                confidence,
                "visible_turns",
                visibleTurns,
                "prompt_sha256",
                promptSha256,
                "prompt",
                prompts ? prompt : null,
                "seed",
                seed,
                "params",
                params,
                "tokens_in",
                tokensIn,
                "tokens_out",
                tokensOut,
                "cost_usd",
                costUsd,
                "response_time_ms",
                responseTimeMs,
                "tool_calls",
                toolCalls,
                "test_results",
                testResults,
                "reflections",
                reflections,
                "error",
                error,
                "metadata",
                metadata,
                "created_at",
                createdAt);
    }
}
