package dev.stoa.debate;

import dev.stoa.debate.rules.DebateConfig;
import dev.stoa.debate.rules.Prompt;
import dev.stoa.debate.rules.ReplyKind;
import dev.stoa.debate.rules.Said;
import dev.stoa.debate.rules.Slot;
import dev.stoa.debate.rules.Turn;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes and hashes the rows of turns, and turns them into what the rules read. Stateless. */
final class TurnTable {
    private static final String INSERT = """
            INSERT INTO debate_turns
                (id, session_id, round, phase, agent_id, agent_role, provider, model, content, confidence, reflections,
                 metadata, created_at, response_time_ms, turn_seq, phase_ordinal, attempt, step, kind, status, prompt,
                 prompt_sha256, row_sha256, visible_turns, seed, params, parsed, tokens_in, tokens_out, cost_usd, error)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private TurnTable() {}

    /** The columns that the hash of a turn covers, in the order in which they are hashed. */
    static Map<String, @Nullable Object> covered(String session, DebateConfig config, TurnDraft draft) {
        Slot slot = draft.slot();
        Prompt prompt = draft.prompt();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("agent_id", config.agent(slot.seat()));
        map.put("agent_role", slot.role(config));
        map.put("attempt", slot.attempt());
        map.put("content", draft.content());
        map.put("cost_usd", draft.costUsd());
        map.put("error", draft.error());
        map.put("kind", slot.kind().text());
        map.put("metadata", draft.metadata());
        map.put("model", draft.model());
        map.put("params", new TreeMap<>(draft.params()));
        map.put("phase", slot.phase().text());
        map.put("phase_ordinal", slot.phase().number());
        map.put("prompt_sha256", prompt == null ? null : prompt.sha256());
        map.put("provider", draft.provider());
        map.put("reflections", reflections(draft));
        map.put("round", slot.round());
        map.put("seed", slot.seed(config));
        map.put("session_id", session);
        map.put("status", draft.status().text());
        map.put("step", slot.step());
        map.put("tokens_in", draft.tokensIn());
        map.put("tokens_out", draft.tokensOut());
        map.put("tool_calls", List.of());
        map.put("turn_seq", slot.turnSeq());
        map.put("visible_turns", slot.visible());
        return map;
    }

    /** The same columns of a stored turn. */
    static Map<String, @Nullable Object> covered(DebateTurn turn) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        ReplyKind kind = turn.kind();
        map.put("agent_id", turn.agentId());
        map.put("agent_role", turn.agentRole());
        map.put("attempt", turn.attempt());
        map.put("content", turn.content());
        map.put("cost_usd", turn.costUsd());
        map.put("error", turn.error());
        map.put("kind", kind == null ? null : kind.text());
        map.put("metadata", turn.metadata());
        map.put("model", turn.model());
        map.put("params", turn.params());
        map.put("phase", turn.phase().text());
        map.put("phase_ordinal", turn.phase().number());
        map.put("prompt_sha256", turn.promptSha256());
        map.put("provider", turn.provider());
        map.put("reflections", turn.reflections());
        map.put("round", turn.round());
        map.put("seed", turn.seed());
        map.put("session_id", turn.sessionId());
        map.put("status", turn.status().text());
        map.put("step", turn.step());
        map.put("tokens_in", turn.tokensIn());
        map.put("tokens_out", turn.tokensOut());
        map.put("tool_calls", turn.toolCalls());
        map.put("turn_seq", turn.turnSeq());
        map.put("visible_turns", turn.visibleTurns());
        return map;
    }

    private static List<Map<String, Object>> reflections(TurnDraft draft) {
        Said said = draft.said();
        Said.Position position = said == null ? null : said.position();
        Said.Reflection reflection = position == null ? null : position.reflection();
        return reflection == null
                ? List.of()
                : List.of(Map.of("root_cause", reflection.rootCause(), "change", reflection.change()));
    }

    static void insert(
            Tx tx, String id, String session, DebateConfig config, TurnDraft draft, String hash, Instant at) {
        Slot slot = draft.slot();
        Said said = draft.said();
        Prompt prompt = draft.prompt();
        tx.update(
                INSERT,
                id,
                session,
                slot.round(),
                slot.phase().text(),
                config.agent(slot.seat()),
                slot.role(config),
                draft.provider(),
                draft.model(),
                draft.content(),
                said == null ? null : confidence(said),
                Json.canonical(reflections(draft)),
                Json.canonical(draft.metadata()),
                at,
                draft.responseTimeMs(),
                slot.turnSeq(),
                slot.phase().number(),
                slot.attempt(),
                slot.step(),
                slot.kind().text(),
                draft.status().text(),
                prompt == null ? null : prompt.text(),
                prompt == null ? null : prompt.sha256(),
                hash,
                Json.canonical(slot.visible()),
                slot.seed(config),
                Json.canonical(new TreeMap<>(draft.params())),
                said == null ? null : Json.canonical(said.document()),
                draft.tokensIn(),
                draft.tokensOut(),
                draft.costUsd(),
                draft.error());
    }

    /** The confidence column holds four decimals; ballots and outcome take the double from what was said. */
    static @Nullable Double confidence(Said said) {
        Said.Position position = said.position();
        Double stated = said instanceof Said.Vote vote
                ? (Double) vote.confidence()
                : said instanceof Said.Questions questions
                        ? (Double) questions.confidence()
                        : position == null ? null : (Double) position.confidence();
        return stated == null ? null : rounded(stated);
    }

    /** A value as a DECIMAL(5,4) column holds it. */
    static double rounded(double value) {
        return BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_UP).doubleValue();
    }

    /** A draft as the rules read it. */
    static Turn turn(TurnDraft draft, int version) {
        Slot slot = draft.slot();
        return new Turn(
                slot.turnSeq(),
                slot.seat(),
                slot.round(),
                slot.phase(),
                slot.attempt(),
                slot.step(),
                slot.kind(),
                draft.status(),
                draft.said(),
                draft.content(),
                slot.visible(),
                draft.provider(),
                draft.model(),
                draft.tokensIn(),
                draft.tokensOut(),
                draft.costUsd(),
                version,
                draft.metadata().containsKey("supplied"));
    }

    /** A stored turn as the rules read it. */
    static Turn turn(DebateTurn row, DebateConfig config, int version) {
        ReplyKind kind = row.kind();
        Map<String, @Nullable Object> parsed = row.parsed();
        if (kind == null) {
            throw new IllegalArgumentException("turn " + row.turnSeq() + " was written before turns had kinds");
        }
        return new Turn(
                row.turnSeq(),
                config.seatOf(row.agentId()),
                row.round(),
                row.phase(),
                row.attempt(),
                row.step(),
                kind,
                row.status(),
                parsed == null ? null : Said.of(kind, parsed),
                row.content(),
                row.visibleTurns().stream().map(Math::toIntExact).toList(),
                text(row.provider()),
                text(row.model()),
                whole(row.tokensIn()),
                whole(row.tokensOut()),
                row.costUsd(),
                version,
                row.metadata().containsKey("supplied"));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static int whole(@Nullable Long value) {
        return value == null ? 0 : Math.toIntExact(value);
    }
}
