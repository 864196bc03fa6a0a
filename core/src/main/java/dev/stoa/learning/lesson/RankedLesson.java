package dev.stoa.learning.lesson;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lesson that a search found. Immutable.
 *
 * @param score what the order is by: match, worth and age; its worth alone if the query had no words to search for
 */
public record RankedLesson(Lesson lesson, double score) {
    /** The lesson as JSON, with its score. */
    public Map<String, @Nullable Object> document() {
        return lesson.document(score);
    }
}
