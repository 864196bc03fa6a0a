package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Proof.KEY;
import static dev.stoa.debate.session.Columns.Proof.REPLAYED;

import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the outcome of a session was right. Immutable.
 *
 * @param trueOption the key of the option that is right, null if none is or nobody said
 */
public record GradeRow(
        String sessionId,
        @Nullable String truth,
        @Nullable String trueOption,
        boolean correct,
        String source,
        @Nullable String gradedBy,
        Instant at) {
    public static final Columns<GradeRow> COLUMNS = Columns.of(GradeRow.class, "debate_grades")
            .hidden(KEY, "session_id")
            .add(REPLAYED, "truth", "true_option", "correct", "source", "graded_by", "at")
            .declared();

    public static GradeRow of(String session, Grade grade, String by, Instant at) {
        return new GradeRow(session, grade.truth(), grade.trueKey(), grade.correct(), grade.source(), by, at);
    }

    /** The grade of a session, if it has one. */
    public static Optional<GradeRow> find(Tx tx, String session) {
        return COLUMNS.list(tx, "WHERE session_id = ?", session).stream().findFirst();
    }

    /** What the event of a grade says: all but its time, which is that of the event. */
    public Map<String, @Nullable Object> event() {
        Map<String, @Nullable Object> data = document();
        data.remove("at");
        return data;
    }

    /** The grade as it is shown. */
    public Map<String, @Nullable Object> document() {
        return COLUMNS.document(this);
    }
}
