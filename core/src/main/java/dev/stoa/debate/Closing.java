package dev.stoa.debate;

import dev.stoa.debate.rules.DebateRecord;
import dev.stoa.debate.rules.Outcomes;
import dev.stoa.debate.rules.StopReason;
import dev.stoa.storage.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The end of a debate that has an outcome: what is stored with it, in one transaction. Immutable.
 *
 * @param outcome in its canonical form, read back, so that what is hashed is what will be read
 */
record Closing(String session, DebateRecord record, StopReason reason, Map<String, @Nullable Object> outcome) {
    private static final String COMPLETE = """
            UPDATE debate_sessions SET status = 'completed', stop_reason = ?, outcome = ?, outcome_sha256 = ?,
                final_consensus_score = ?, completed_at = ?, updated_at = ?, lease_until = NULL
            WHERE id = ?""";

    static Closing of(String session, DebateRecord record, StopReason reason) {
        Map<String, @Nullable Object> outcome = Json.parseObject(Json.canonical(Outcomes.of(record, reason)));
        return new Closing(session, record, reason, outcome);
    }

    Map<String, @Nullable Object> event() {
        return Json.object("stop_reason", reason.text(), "outcome_sha256", Json.sha256(outcome));
    }

    /** What the event of an immediate grade says; null if nobody knows the truth yet. */
    @Nullable Map<String, @Nullable Object> gradeEvent() {
        return null;
    }

    void write(Tx tx, Instant at) {
        double consensus = Outcomes.last(record).tally().consensus();
        tx.update(
                COMPLETE,
                reason.text(),
                Json.canonical(outcome),
                Json.sha256(outcome),
                TurnTable.rounded(consensus),
                at,
                at,
                session);
        Endings.audit(tx, session, at);
    }
}
