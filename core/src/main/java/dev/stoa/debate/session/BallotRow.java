package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.HASHED;
import static dev.stoa.debate.session.Columns.Proof.KEY;

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
    public static final Columns<BallotRow> COLUMNS = Columns.of(BallotRow.class, "debate_ballots")
            .hidden(KEY, "session_id")
            .add(HASHED, "stage", "round", "attempt", "agent_id", "turn_seq", "choice", "ranking")
            .add(HASHED, "confidence", "weight", "valid", "counted", "reason")
            .declared();

    /** The ballot as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
