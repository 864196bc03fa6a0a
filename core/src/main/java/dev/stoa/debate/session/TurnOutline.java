package dev.stoa.debate.session;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.json.RecordFields;
import dev.stoa.json.StoredJson;
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
 * @param cited how many passages its claims cite
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
        long cited,
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
        String cited = dialect.pick(
                "(SELECT COALESCE(SUM(json_array_length(claim.value, '$.evidence')), 0) FROM json_each(COALESCE("
                        + "json_extract(parsed, '$.claims'), json_extract(parsed, '$.position.claims'), '[]')) claim)",
                "(SELECT COALESCE(SUM(jsonb_array_length(claim -> 'evidence')), 0)::bigint FROM jsonb_array_elements("
                        + "COALESCE(parsed -> 'claims', parsed #> '{position,claims}', '[]')) claim)");
        return "SELECT turn_seq, round, phase, attempt, step, kind, agent_id, agent_role, status, option_key,"
                + " confidence, substr(" + answer + ", 1, " + EXCERPT + "), visible_turns, " + cited
                + ", tokens_in, tokens_out, cost_usd, response_time_ms, created_at FROM debate_turns " + rest;
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
                row.number(14),
                row.numberOrNull(15),
                row.numberOrNull(16),
                row.realOrNull(17),
                row.numberOrNull(18),
                row.instant(19));
    }

    /** The outline as it is shown. */
    public Map<String, @Nullable Object> document() {
        return RecordFields.document(this);
    }
}
