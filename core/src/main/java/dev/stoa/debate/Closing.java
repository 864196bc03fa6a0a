package dev.stoa.debate;

import dev.stoa.debate.rules.DebateRecord;
import dev.stoa.debate.rules.Grade;
import dev.stoa.debate.rules.Grading;
import dev.stoa.debate.rules.LessonGathering;
import dev.stoa.debate.rules.OutboxItem;
import dev.stoa.debate.rules.Outcomes;
import dev.stoa.debate.rules.StopReason;
import dev.stoa.debate.rules.Teaching;
import dev.stoa.debate.rules.TeachingSettings;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The end of a debate that has an outcome: what is stored with it, in one transaction. Immutable.
 *
 * @param outcome in its canonical form, read back, so that what is hashed is what will be read
 * @param grade whether it was right, where something outside the debate knows that already
 */
record Closing(
        String session,
        DebateRecord record,
        StopReason reason,
        Map<String, @Nullable Object> outcome,
        @Nullable Grade grade,
        TeachingSettings settings,
        LessonSink lessons) {
    private static final String BY_ITSELF = "stoa";
    private static final String COMPLETE = """
            UPDATE debate_sessions SET status = 'completed', stop_reason = ?, outcome = ?, outcome_sha256 = ?,
                final_consensus_score = ?, completed_at = ?, updated_at = ?, lease_until = NULL
            WHERE id = ?""";

    static Closing of(
            String session, DebateRecord record, StopReason reason, TeachingSettings settings, LessonSink lessons) {
        Map<String, @Nullable Object> outcome = Json.parseObject(Json.canonical(Outcomes.of(record, reason)));
        return new Closing(session, record, reason, outcome, Grading.automatic(record), settings, lessons);
    }

    Map<String, @Nullable Object> event() {
        return Json.object("stop_reason", reason.text(), "outcome_sha256", Json.sha256(outcome));
    }

    /** What the event of an immediate grade says; null if nobody knows the truth yet. */
    @Nullable
    Map<String, @Nullable Object> gradeEvent() {
        return grade == null
                ? null
                : GradeRow.of(session, grade, BY_ITSELF, Instant.EPOCH).event();
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
        if (grade != null) {
            grade(tx, lessons, GradeRow.of(session, grade, BY_ITSELF, at));
        }
        if (record.config().learn()) {
            learn(tx, lessons, session, record, grade, at);
        }
        for (OutboxItem item : Teaching.rows(record, outcome, session, grade, settings)) {
            Outbox.put(tx, session, item.target(), item.itemKey(), item.payload(), at);
        }
        Endings.audit(tx, session, at);
    }

    /** Stores whether a debate was right, and what that says of the lessons that it was shown. */
    static void grade(Tx tx, LessonSink lessons, GradeRow grade) {
        GradeRow.COLUMNS.insert(tx, grade);
        lessons.outcome(tx, grade.sessionId(), grade.correct(), grade.source(), grade.at());
    }

    static void learn(
            Tx tx, LessonSink lessons, String session, DebateRecord record, @Nullable Grade grade, Instant at) {
        lessons.learn(tx, session, record.config().domain(), LessonGathering.of(record, grade), at);
    }
}
