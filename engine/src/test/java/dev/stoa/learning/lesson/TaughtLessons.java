package dev.stoa.learning.lesson;

import dev.stoa.base.Trust;
import dev.stoa.storage.Archive;
import java.time.Instant;
import java.util.List;

/** Stores lessons as debates do when they are completed. Stateless. */
public final class TaughtLessons {
    private TaughtLessons() {}

    public static String put(Archive archive, String session, String domain, String problem, Instant at) {
        LessonDraft lesson = new LessonDraft(
                LessonCategory.PATTERN,
                problem,
                problem,
                "how to solve it",
                List.of(),
                Trust.CONFIRMED,
                LessonKind.CRITIQUE,
                1);
        archive.write(tx -> {
            LessonWriter.learn(tx, session, domain, List.of(lesson), at);
            return null;
        });
        return lesson.id();
    }
}
