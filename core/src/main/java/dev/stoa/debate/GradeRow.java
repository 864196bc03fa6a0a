package dev.stoa.debate;

import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.Map;
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
    static final String COLUMNS = "session_id, truth, true_option, correct, source, graded_by, at";

    static GradeRow of(Row row) {
        return new GradeRow(
                row.text(1),
                row.textOrNull(2),
                row.textOrNull(3),
                row.flag(4),
                row.text(5),
                row.textOrNull(6),
                row.instant(7));
    }

    /** The grade as it is shown. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "truth",
                truth,
                "true_option",
                trueOption,
                "correct",
                correct,
                "source",
                source,
                "graded_by",
                gradedBy,
                "at",
                at);
    }
}
