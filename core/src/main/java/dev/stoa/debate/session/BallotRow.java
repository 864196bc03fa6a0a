package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.FLAG;
import static dev.stoa.debate.session.Columns.Type.JSON;
import static dev.stoa.debate.session.Columns.Type.REAL;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.WHOLE;

import dev.stoa.debate.rules.voting.Stage;
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
    public static final Columns<BallotRow> COLUMNS = Columns.<BallotRow>of("debate_ballots")
            .key("session_id", TEXT, BallotRow::sessionId)
            .hidden()
            .hashed("stage", TEXT, row -> row.stage().text())
            .hashed("round", WHOLE, BallotRow::round)
            .hashed("attempt", WHOLE, BallotRow::attempt)
            .hashed("agent_id", TEXT, BallotRow::agentId)
            .hashed("turn_seq", WHOLE, BallotRow::turnSeq)
            .hashed("choice", TEXT, BallotRow::choice)
            .hashed("ranking", JSON, BallotRow::ranking)
            .hashed("confidence", REAL, BallotRow::confidence)
            .hashed("weight", WHOLE, BallotRow::weight)
            .hashed("valid", FLAG, BallotRow::valid)
            .hashed("counted", FLAG, BallotRow::counted)
            .hashed("reason", TEXT, BallotRow::reason)
            .read(row -> new BallotRow(
                    row.text("session_id"),
                    Stage.of(row.text("stage")),
                    row.integer("round"),
                    row.integer("attempt"),
                    row.text("agent_id"),
                    row.numberOrNull("turn_seq"),
                    row.textOrNull("choice"),
                    row.texts("ranking"),
                    row.realOrNull("confidence"),
                    row.numberOrNull("weight"),
                    row.flag("valid"),
                    row.flag("counted"),
                    row.textOrNull("reason")));

    /** The ballot as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
