package dev.stoa.learning.lesson;

import dev.stoa.base.LessonSources;
import dev.stoa.json.Json;
import dev.stoa.search.text.LessonIndex;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the transactions of a debate do to lessons. Stateless. Each may be done again for the same debate: what has been
 * counted is not counted twice.
 */
public final class LessonWriter {
    private static final Duration LIFE = Duration.ofDays(90);
    private static final String GENERAL = "general";

    // What a session taught about a lesson goes with it, so that a lesson's counts are those of its uses.
    private static final String FORGET = """
            UPDATE debate_lessons SET
                uses = uses - (SELECT count(*) FROM debate_lesson_uses u
                    WHERE u.lesson_id = debate_lessons.id AND u.session_id = ? AND u.shown = 1 AND u.success IS NOT NULL),
                successes = successes - (SELECT count(*) FROM debate_lesson_uses u
                    WHERE u.lesson_id = debate_lessons.id AND u.session_id = ? AND u.shown = 1 AND u.success = 1)
            WHERE id IN (SELECT lesson_id FROM debate_lesson_uses WHERE session_id = ?)""";

    private LessonWriter() {}

    private record Use(String lesson, boolean shown) {}

    /** Stores what the record of a debate teaches. */
    public static void learn(Tx tx, String session, String domain, LessonSources sources, Instant now) {
        learn(tx, session, domain, LessonRules.extract(sources), now);
    }

    /**
     * Stores what a debate teaches, when it ends and once more when it is graded; of all it teaches the first ten.
     *
     * @param domain that of the debate
     */
    public static void learn(Tx tx, String session, String domain, List<LessonDraft> lessons, Instant now) {
        long room = LessonRules.MOST
                - tx.number(
                        "SELECT count(DISTINCT lesson_id) FROM debate_lesson_sources WHERE session_id = ?", session);
        for (LessonDraft lesson : lessons) {
            String id = lesson.id();
            if (tx.number(
                            "SELECT count(*) FROM debate_lesson_sources WHERE lesson_id = ? AND session_id = ?",
                            id,
                            session)
                    > 0) {
                continue;
            }
            if (room-- <= 0) {
                return;
            }
            if (lesson.simulated() && isReal(tx, id)) {
                continue;
            }
            if (seeAgain(tx, id, domain, lesson, now) == 0) {
                insert(tx, id, domain, lesson, now);
            }
            tx.update(
                    "INSERT INTO debate_lesson_sources (lesson_id, session_id, turn_seq, kind) VALUES (?, ?, ?, ?)",
                    id,
                    session,
                    lesson.turnSeq(),
                    lesson.kind().text());
        }
    }

    /** Whether a real debate has taught a lesson: what chance repeats of it proves nothing. */
    private static boolean isReal(Tx tx, String id) {
        return tx.number("SELECT count(*) FROM debate_lessons WHERE id = ? AND " + LessonTable.SIMULATED + " = 0", id)
                > 0;
    }

    // A lesson that chance taught first begins with the real debate. A lesson of several domains is general. One that
    // nobody finds any more is as good as new when it is learnt again;
    // while it lives, only a success lengthens its life.
    private static int seeAgain(Tx tx, String id, String domain, LessonDraft lesson, Instant now) {
        return tx.update(
                """
                UPDATE debate_lessons SET
                    seen_count = CASE WHEN trust = 0 AND ? > 0 THEN 1 ELSE seen_count + 1 END,
                    domain = CASE WHEN domain = ? THEN domain WHEN trust = 0 AND ? > 0 THEN ? ELSE '%s' END,
                    trust = CASE WHEN trust < ? THEN ? ELSE trust END,
                    refreshed_at = CASE WHEN status = 'active' AND expires_at > ? THEN refreshed_at ELSE ? END,
                    expires_at = CASE WHEN status = 'active' AND expires_at > ? THEN expires_at ELSE ? END,
                    status = 'active'
                WHERE id = ?""".formatted(GENERAL),
                lesson.trust().level(),
                domain,
                lesson.trust().level(),
                domain,
                lesson.trust().level(),
                lesson.trust().level(),
                now,
                now,
                now,
                now.plus(LIFE),
                id);
    }

    private static void insert(Tx tx, String id, String domain, LessonDraft lesson, Instant now) {
        long seq = tx.next("seq");
        tx.update(
                """
                INSERT INTO debate_lessons (id, seq, category, domain, title, problem, solution, tags, trust, seen_count,
                    uses, successes, status, created_at, refreshed_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 0, 'active', ?, ?, ?)""",
                id,
                seq,
                lesson.category().text(),
                domain,
                lesson.title(),
                lesson.problem(),
                lesson.solution(),
                Json.write(lesson.tags()),
                lesson.trust().level(),
                now,
                now,
                now.plus(LIFE));
        LessonIndex.TABLE.put(
                tx, seq, lesson.title(), lesson.problem(), lesson.solution(), LessonTable.tagWords(lesson.tags()));
    }

    /** Notes that a debate found a lesson: shown if it stands in a prompt, not shown if it was held back. */
    public static void apply(Tx tx, String session, String lesson, boolean shown, Instant now) {
        tx.update("""
                INSERT INTO debate_lesson_uses (session_id, lesson_id, shown, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (session_id, lesson_id) DO NOTHING""", session, lesson, shown ? 1 : 0, now);
    }

    /**
     * Counts the grade of a debate for the lessons it was shown.
     *
     * @param basis the source of the grade
     */
    public static void outcome(Tx tx, String session, boolean correct, String basis, Instant now) {
        List<Use> uses = tx.list("""
                UPDATE debate_lesson_uses SET success = ?, basis = ? WHERE session_id = ? AND success IS NULL
                RETURNING lesson_id, shown""", row -> new Use(row.text(1), row.flag(2)), correct ? 1 : 0, basis, session);
        for (Use use : uses) {
            if (use.shown() && correct) {
                tx.update("""
                        UPDATE debate_lessons SET uses = uses + 1, successes = successes + 1, status = 'active',
                            refreshed_at = ?, expires_at = ? WHERE id = ?""", now, now.plus(LIFE), use.lesson());
            } else if (use.shown()) {
                tx.update("UPDATE debate_lessons SET uses = uses + 1 WHERE id = ?", use.lesson());
            }
        }
    }

    /** Takes back what a debate counted for, before it is deleted and its uses with it. The lessons stay. */
    public static void forget(Tx tx, String session) {
        tx.update(FORGET, session, session, session);
    }
}
