package dev.stoa.debate.session;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A turn without what was said and shown. Immutable.
 *
 * @param excerpt the beginning of its answer, null if it gives none
 * @param visibleTurns the numbers of the turns that it was shown
 */
public record TurnOutline(
        int turnSeq,
        int round,
        Phase phase,
        int attempt,
        int step,
        @Nullable String kind,
        String agentId,
        @Nullable String agentRole,
        TurnStatus status,
        @Nullable String option,
        @Nullable Double confidence,
        @Nullable String excerpt,
        List<Long> visibleTurns,
        @Nullable Long tokensIn,
        @Nullable Long tokensOut,
        @Nullable Double costUsd,
        @Nullable Long responseTimeMs,
        Instant createdAt) {
    /** How many characters of an answer an outline has. */
    public static final int EXCERPT = 140;

    /** The query for outlines; the contents of the turns are not read. */
    public static String select(Dialect dialect, String rest) {
        String answer = dialect.pick(
                "COALESCE(json_extract(parsed, '$.answer'), json_extract(parsed, '$.position.answer'))",
                "COALESCE(parsed ->> 'answer', parsed #>> '{position,answer}')");
        return "SELECT turn_seq, round, phase, attempt, step, kind, agent_id, agent_role, status, option_key,"
                + " confidence, substr(" + answer + ", 1, " + EXCERPT + "), visible_turns, tokens_in, tokens_out,"
                + " cost_usd, response_time_ms, created_at FROM debate_turns " + rest;
    }

    /** The outline of a row that {@link #select} asks for. */
    public static TurnOutline read(Row row) {
        return new TurnOutline(
                row.integer(1),
                row.integer(2),
                Phase.of(row.text(3)),
                row.integer(4),
                row.integer(5),
                row.textOrNull(6),
                row.text(7),
                row.textOrNull(8),
                TurnStatus.of(row.text(9)),
                row.textOrNull(10),
                row.realOrNull(11),
                row.textOrNull(12),
                StoredJson.numbers(row.textOrNull(13)),
                row.numberOrNull(14),
                row.numberOrNull(15),
                row.realOrNull(16),
                row.numberOrNull(17),
                row.instant(18));
    }

    /** The outline as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "turn_seq", turnSeq,
                "round", round,
                "phase", phase.text(),
                "attempt", attempt,
                "step", step,
                "kind", kind,
                "agent_id", agentId,
                "agent_role", agentRole,
                "status", status.text(),
                "option", option,
                "confidence", confidence,
                "excerpt", excerpt,
                "visible_turns", visibleTurns,
                "tokens_in", tokensIn,
                "tokens_out", tokensOut,
                "cost_usd", costUsd,
                "response_time_ms", responseTimeMs,
                "created_at", createdAt);
    }
}
