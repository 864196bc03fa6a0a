package dev.stoa.debate;

import dev.stoa.debate.rules.Stage;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one seat held when votes were counted. Immutable.
 *
 * @param weight in millionths; null where it has none
 * @param counted valid and on the paper
 */
public record BallotRow(
        String sessionId,
        Stage stage,
        int round,
        int attempt,
        String agentId,
        @Nullable Long turnSeq,
        @Nullable String choice,
        List<String> ranking,
        @Nullable Double confidence,
        @Nullable Long weight,
        boolean valid,
        boolean counted,
        @Nullable String reason) {
    static final String COLUMNS = "session_id, stage, round, attempt, agent_id, turn_seq, choice, ranking, confidence,"
            + " weight, valid, counted, reason";

    static BallotRow of(Row row) {
        return new BallotRow(
                row.text(1),
                Stage.of(row.text(2)),
                row.integer(3),
                row.integer(4),
                row.text(5),
                row.numberOrNull(6),
                row.textOrNull(7),
                StoredJson.texts(row.textOrNull(8)),
                row.realOrNull(9),
                row.numberOrNull(10),
                row.flag(11),
                row.flag(12),
                row.textOrNull(13));
    }

    /** The ballot as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "stage",
                stage.text(),
                "round",
                round,
                "attempt",
                attempt,
                "agent_id",
                agentId,
                "turn_seq",
                turnSeq,
                "choice",
                choice,
                "ranking",
                ranking,
                "confidence",
                confidence,
                "weight",
                weight,
                "valid",
                valid,
                "counted",
                counted,
                "reason",
                reason);
    }
}
