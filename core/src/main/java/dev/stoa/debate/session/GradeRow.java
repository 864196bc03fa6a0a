package dev.stoa.debate.session;

import static dev.stoa.debate.session.Columns.Type.FLAG;
import static dev.stoa.debate.session.Columns.Type.TEXT;
import static dev.stoa.debate.session.Columns.Type.TIME;

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
    static final Columns<GradeRow> COLUMNS = Columns.<GradeRow>of("debate_grades")
            .key("session_id", TEXT, GradeRow::sessionId)
            .hidden()
            .replayed("truth", TEXT, GradeRow::truth)
            .replayed("true_option", TEXT, GradeRow::trueOption)
            .replayed("correct", FLAG, GradeRow::correct)
            .replayed("source", TEXT, GradeRow::source)
            .replayed("graded_by", TEXT, GradeRow::gradedBy)
            .replayed("at", TIME, GradeRow::at)
            .read(row -> new GradeRow(
                    row.text("session_id"),
                    row.textOrNull("truth"),
                    row.textOrNull("true_option"),
                    row.flag("correct"),
                    row.text("source"),
                    row.textOrNull("graded_by"),
                    row.instant("at")));

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
