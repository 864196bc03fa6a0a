package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.REAL;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.TIME;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
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
    public static final Columns<DebateTurn> COLUMNS = Columns.<DebateTurn>of("debate_turns")
            .key("id", TEXT, DebateTurn::id)
            .hashed("session_id", TEXT, DebateTurn::sessionId)
            .hashed("turn_seq", WHOLE, DebateTurn::turnSeq)
            .hashed("round", WHOLE, DebateTurn::round)
            .hashed("phase", TEXT, row -> row.phase().text())
            .hashed("phase_ordinal", WHOLE, row -> row.phase().number())
            .hashed("attempt", WHOLE, DebateTurn::attempt)
            .hashed("step", WHOLE, DebateTurn::step)
            .hashed("kind", TEXT, row -> row.kind() == null ? null : row.kind().text())
            .hashed("agent_id", TEXT, DebateTurn::agentId)
            .hashed("agent_role", TEXT, DebateTurn::agentRole)
            .hashed("provider", TEXT, DebateTurn::provider)
            .hashed("model", TEXT, DebateTurn::model)
            .hashed("status", TEXT, row -> row.status().text())
            .hashed("content", TEXT, DebateTurn::content)
            .replayed("parsed", JSON, DebateTurn::parsed)
            .derived("answer", DebateTurn::answer)
            .replayed("option_key", TEXT, DebateTurn::option)
            .as("option")
            .replayed("confidence", REAL, DebateTurn::confidence)
            .hashed("visible_turns", JSON, DebateTurn::visibleTurns)
            .hashed("prompt_sha256", TEXT, DebateTurn::promptSha256)
            .replayed("prompt", TEXT, DebateTurn::prompt)
            .replayed("row_sha256", TEXT, DebateTurn::rowSha256)
            .hidden()
            .hashed("seed", WHOLE, DebateTurn::seed)
            .hashed("params", JSON, DebateTurn::params)
            .hashed("tokens_in", WHOLE, DebateTurn::tokensIn)
            .hashed("tokens_out", WHOLE, DebateTurn::tokensOut)
            .hashed("cost_usd", REAL, DebateTurn::costUsd)
            .unproven("response_time_ms", WHOLE, DebateTurn::responseTimeMs)
            .hashed("tool_calls", JSON, DebateTurn::toolCalls)
            .replayed("test_results", JSON, DebateTurn::testResults)
            .hashed("reflections", JSON, DebateTurn::reflections)
            .hashed("error", TEXT, DebateTurn::error)
            .hashed("metadata", JSON, DebateTurn::metadata)
            .unproven("created_at", TIME, DebateTurn::createdAt)
            .receipt(
                    "turn_seq",
                    "round",
                    "phase",
                    "agent_id",
                    "provider",
                    "model",
                    "status",
                    "content_sha256",
                    "prompt_sha256",
                    "visible_turns")
            .read(row -> new DebateTurn(
                    row.text("id"),
                    row.text("session_id"),
                    row.integer("turn_seq"),
                    row.integer("round"),
                    Phase.of(row.text("phase")),
                    row.integer("attempt"),
                    row.integer("step"),
                    row.textOrNull("kind") == null ? null : ReplyKind.of(row.text("kind")),
                    row.text("agent_id"),
                    row.textOrNull("agent_role"),
                    row.textOrNull("provider"),
                    row.textOrNull("model"),
                    TurnStatus.of(row.text("status")),
                    row.textOrNull("content"),
                    row.objectOrNull("parsed"),
                    row.textOrNull("option_key"),
                    row.realOrNull("confidence"),
                    row.numbers("visible_turns"),
                    row.textOrNull("prompt_sha256"),
                    row.textOrNull("prompt"),
                    row.textOrNull("row_sha256"),
                    row.numberOrNull("seed"),
                    row.objectOrNull("params"),
                    row.numberOrNull("tokens_in"),
                    row.numberOrNull("tokens_out"),
                    row.realOrNull("cost_usd"),
                    row.numberOrNull("response_time_ms"),
                    row.array("tool_calls"),
                    row.object("test_results"),
                    row.array("reflections"),
                    row.textOrNull("error"),
                    row.object("metadata"),
                    row.instant("created_at")));

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
