package dev.stoa.learning.lesson;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import java.util.List;

/** Reads from the tables, not from the store, whether lessons, their text index and their uses agree. */
final class LessonChecks {
    private LessonChecks() {}

    static List<String> violations(Archive archive) {
        String index = archive.dialect() == Dialect.SQLITE
                ? """
                SELECT 'lesson without index row ' || id FROM debate_lessons
                    WHERE seq NOT IN (SELECT rowid FROM debate_lessons_fts)
                UNION ALL SELECT 'index row without lesson ' || rowid FROM debate_lessons_fts
                    WHERE rowid NOT IN (SELECT seq FROM debate_lessons)"""
                : "SELECT 'lesson without index row ' || id FROM debate_lessons WHERE search IS NULL";
        return archive.list("""
                SELECT 'counts of ' || l.id FROM debate_lessons l
                WHERE l.uses <> (SELECT count(*) FROM debate_lesson_uses u
                        WHERE u.lesson_id = l.id AND u.shown = 1 AND u.success IS NOT NULL)
                    OR l.successes <> (SELECT count(*) FROM debate_lesson_uses u
                        WHERE u.lesson_id = l.id AND u.shown = 1 AND u.success = 1)
                UNION ALL
                """ + index, row -> row.text(1));
    }
}
