package dev.stoa.debate.session;

import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.debate.rules.teaching.Grading;
import dev.stoa.debate.rules.teaching.LessonGathering;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.debate.rules.teaching.TeachingSettings;
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
public record Completion(
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

    public static Completion of(
            String session, DebateRecord record, StopReason reason, TeachingSettings settings, LessonSink lessons) {
        Map<String, @Nullable Object> outcome = Json.kept(Outcomes.of(record, reason));
        return new Completion(session, record, reason, outcome, Grading.automatic(record), settings, lessons);
    }

    public Map<String, @Nullable Object> event() {
        return Json.object("stop_reason", reason.text(), "outcome_sha256", Json.sha256(outcome));
    }

    /** What the event of an immediate grade says; null if nobody knows the truth yet. */
    @Nullable
    public Map<String, @Nullable Object> gradeEvent() {
        return grade == null
                ? null
                : GradeRow.of(session, grade, BY_ITSELF, Instant.EPOCH).event();
    }

    /** Whether it changes lessons, which belong to no session. */
    boolean teaches() {
        return record.config().learn() || countsForLessons();
    }

    private boolean countsForLessons() {
        return grade != null && !record.context().lessons().isEmpty();
    }

    public void write(Tx tx, Instant at) {
        double consensus = Outcomes.last(record).tally().consensus();
        tx.later(
                COMPLETE,
                reason.text(),
                Json.canonical(outcome),
                Json.sha256(outcome),
                TurnMapper.rounded(consensus),
                at,
                at,
                session);
        if (grade != null) {
            GradeRow row = GradeRow.of(session, grade, BY_ITSELF, at);
            if (countsForLessons()) {
                grade(tx, lessons, row);
            } else {
                GradeRow.COLUMNS.insert(tx, row);
            }
        }
        if (record.config().learn()) {
            learn(tx, lessons, session, record, grade, at);
        }
        for (OutboxItem item : TeachingItems.rows(record, outcome, session, grade, settings)) {
            Outbox.put(tx, session, item.target(), item.itemKey(), item.payload(), at);
        }
        Termination.seal(tx, session, at);
    }

    /** Stores whether a debate was right, and what that says of the lessons that it was shown. */
    public static void grade(Tx tx, LessonSink lessons, GradeRow grade) {
        GradeRow.COLUMNS.insert(tx, grade);
        lessons.outcome(tx, grade.sessionId(), grade.correct(), grade.source(), grade.at());
    }

    public static void learn(
            Tx tx, LessonSink lessons, String session, DebateRecord record, @Nullable Grade grade, Instant at) {
        lessons.learn(tx, session, record.config().domain(), LessonGathering.of(record, grade), at);
    }
}
