package dev.stoa.debate.session;

import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.json.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes and hashes the rows of turns, and turns them into what the rules read. Stateless. */
public final class TurnMapper {
    private TurnMapper() {}

    private static List<@Nullable Object> reflections(TurnDraft draft) {
        ParsedReply said = draft.said();
        ParsedReply.Position position = said == null ? null : said.position();
        ParsedReply.Reflection reflection = position == null ? null : position.reflection();
        return reflection == null
                ? List.of()
                : List.of(Map.of("root_cause", reflection.rootCause(), "change", reflection.change()));
    }

    /** The row of a turn before it is stored, which has neither its id nor its hash nor its time yet. */
    static DebateTurn row(String session, DebateConfig config, TurnDraft draft) {
        Slot slot = draft.slot();
        ParsedReply said = draft.said();
        Prompt prompt = draft.prompt();
        if ((draft.status() == TurnStatus.OK) != (said != null)) {
            throw new IllegalArgumentException("a turn says something if, and only if, it is ok");
        }
        return new DebateTurn(
                "",
                session,
                slot.turnSeq(),
                slot.round(),
                slot.phase(),
                slot.attempt(),
                slot.step(),
                slot.kind(),
                config.agent(slot.seat()),
                slot.role(config),
                draft.provider(),
                draft.model(),
                draft.status(),
                draft.content(),
                said == null ? null : Json.kept(said.document()),
                null,
                said == null ? null : confidence(said),
                slot.visible().stream().map(Integer::longValue).toList(),
                prompt == null ? null : prompt.sha256(),
                prompt == null ? null : prompt.text(),
                null,
                slot.seed(config),
                new TreeMap<>(draft.params()),
                (long) draft.tokensIn(),
                (long) draft.tokensOut(),
                draft.costUsd(),
                draft.responseTimeMs(),
                List.of(),
                Map.of(),
                reflections(draft),
                draft.error(),
                draft.metadata(),
                Instant.EPOCH);
    }

    /** The confidence column holds four decimals; ballots and outcome take the double from what was said. */
    public static @Nullable Double confidence(ParsedReply said) {
        ParsedReply.Position position = said.position();
        Double stated = said instanceof ParsedReply.Vote vote
                ? (Double) vote.confidence()
                : said instanceof ParsedReply.Questions questions
                        ? (Double) questions.confidence()
                        : position == null ? null : (Double) position.confidence();
        return stated == null ? null : rounded(stated);
    }

    /** A value as a DECIMAL(5,4) column holds it. */
    public static double rounded(double value) {
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
                parsed == null ? null : ParsedReply.of(kind, parsed),
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
