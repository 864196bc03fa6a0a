package dev.stoa.learning.lesson;

import dev.stoa.base.Gain;
import dev.stoa.base.Simulated;
import dev.stoa.learning.lesson.LessonStatistics.Flips;
import dev.stoa.learning.lesson.LessonStatistics.Share;
import dev.stoa.learning.lesson.LessonStatistics.Stock;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.SimulatedSeats;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statements behind {@link LessonStatistics}. Stateless.
 *
 * <p>The database adds up, and no row of a debate leaves it. States and domains are counted in indexes, of which one
 * tells simulated debates from real ones. Only for graded debates is an outcome opened, for the two answers it did not
 * give: these stand there and nowhere else, and a copy of them beside the grade would be a second truth.
 */
final class LessonReport {
    private static final Share NONE = new Share(0, 0);

    private LessonReport() {}

    static LessonStatistics of(Tx tx, Simulated simulated, Instant now) {
        String counted = SimulatedSeats.and(simulated, tx.dialect(), "s");
        Share graded = tx.one(
                        "SELECT count(*), COALESCE(sum(g.correct), 0)"
                                + " FROM debate_grades g JOIN debate_sessions s ON s.id = g.session_id WHERE 1 = 1"
                                + counted,
                        row -> share(row, 1))
                .orElseThrow();
        Map<Boolean, Share> byShown = new TreeMap<>();
        tx.each(shown(counted), row -> byShown.put(row.flag(1), share(row, 2)));
        Map<String, Long> flips = counts(tx, flips(tx, counted));
        Alternatives other = tx.one(
                        counterfactuals(tx, counted),
                        row -> new Alternatives(
                                share(row, 1), share(row, 3), Gain.of(row.number(1), row.number(5), row.number(6))))
                .orElseThrow();
        return new LessonStatistics(
                stock(tx, simulated, now),
                counts(tx, sessions("status", simulated, tx.dialect())),
                counts(tx, sessions("domain", simulated, tx.dialect())),
                graded,
                other.draftVote(),
                other.bestSolo(),
                other.gain(),
                byShown.getOrDefault(true, NONE),
                byShown.getOrDefault(false, NONE),
                new Flips(
                        flips.getOrDefault("right_to_wrong", 0L),
                        flips.getOrDefault("wrong_to_right", 0L),
                        flips.getOrDefault("wrong_to_wrong", 0L),
                        flips.getOrDefault("unknown", 0L)));
    }

    /** The number of sessions by a column. */
    static String sessions(String column, Simulated simulated, Dialect dialect) {
        return "SELECT s." + column + ", count(*) FROM debate_sessions s WHERE 1 = 1"
                + SimulatedSeats.and(simulated, dialect, "s") + " GROUP BY 1";
    }

    /** What the same debates would have answered otherwise. */
    private record Alternatives(Share draftVote, Share bestSolo, Gain gain) {}

    // A debate that was shown any lesson is no holdout.
    private static String shown(String counted) {
        return """
                SELECT u.shown, count(*), sum(g.correct)
                FROM (SELECT session_id, max(shown) AS shown FROM debate_lesson_uses GROUP BY session_id) AS u
                JOIN debate_grades g ON g.session_id = u.session_id JOIN debate_sessions s ON s.id = u.session_id
                WHERE 1 = 1%s GROUP BY u.shown""".formatted(counted);
    }

    private static String counterfactuals(Tx tx, String counted) {
        return """
                SELECT count(draft), COALESCE(sum(draft), 0), count(solo), COALESCE(sum(solo), 0),
                    count(CASE WHEN correct = 1 AND draft = 0 THEN 1 END),
                    count(CASE WHEN correct = 0 AND draft = 1 THEN 1 END)
                FROM (SELECT g.correct, %s AS draft, %s AS solo
                    FROM debate_grades g JOIN debate_sessions s ON s.id = g.session_id WHERE 1 = 1%s) AS graded""".formatted(right(tx, "draft_vote", "winner"), right(tx, "best_solo", "option"), counted);
    }

    /**
     * Whether an answer that a debate did not give was right: 1, 0, or null where that is not known. A truth that is no
     * option makes all of them wrong. Of a debate that is only called wrong nothing but its own answer is known.
     */
    private static String right(Tx tx, String alternative, String field) {
        String there = tx.dialect()
                .pick(
                        "json_type(s.outcome, '$.counterfactual." + alternative + "')",
                        "s.outcome #> '{counterfactual," + alternative + "}'");
        String answer = tx.dialect()
                .pick(
                        "json_extract(s.outcome, '$.counterfactual." + alternative + "." + field + "')",
                        "(s.outcome #>> '{counterfactual," + alternative + "," + field + "}')");
        return """
                CASE WHEN %1$s IS NULL THEN NULL
                    WHEN g.true_option IS NOT NULL THEN CASE WHEN %2$s = g.true_option THEN 1 ELSE 0 END
                    WHEN g.truth IS NOT NULL OR %2$s IS NULL THEN 0
                    WHEN %2$s = %3$s THEN g.correct
                    WHEN g.correct = 1 THEN 0 END""".formatted(there, answer, winner(tx));
    }

    private static String winner(Tx tx) {
        return tx.dialect().pick("json_extract(s.outcome, '$.winner')", "(s.outcome ->> 'winner')");
    }

    private static String flips(Tx tx, String counted) {
        return """
                SELECT CASE WHEN correct IS NULL THEN 'unknown'
                        WHEN from_option = right_option THEN 'right_to_wrong'
                        WHEN to_option = right_option THEN 'wrong_to_right'
                        WHEN right_option IS NOT NULL OR truth IS NOT NULL THEN 'wrong_to_wrong'
                        ELSE 'unknown' END AS direction, count(*)
                FROM (SELECT f.from_option, f.to_option, g.correct, g.truth, COALESCE(g.true_option,
                        CASE WHEN g.truth IS NULL AND g.correct = 1
                            THEN %s END) AS right_option
                    FROM debate_flips f JOIN debate_sessions s ON s.id = f.session_id
                        LEFT JOIN debate_grades g ON g.session_id = f.session_id
                    WHERE 1 = 1%s) AS flipped
                GROUP BY 1""".formatted(winner(tx), counted);
    }

    private static Stock stock(Tx tx, Simulated simulated, Instant now) {
        Map<String, Long> byState = new TreeMap<>();
        Map<String, Long> byCategory = new TreeMap<>();
        Map<String, Long> byTier = new TreeMap<>();
        Map<String, Long> byDomain = new TreeMap<>();
        long[] counted = new long[2];
        tx.each(
                """
                SELECT CASE WHEN status = 'retired' THEN 'retired' WHEN expires_at <= ? THEN 'expired' ELSE 'active' END
                        AS state, category, domain,
                    CASE WHEN %s THEN 'platinum' WHEN %s THEN 'gold' WHEN %s THEN 'silver' ELSE 'bronze' END AS tier,
                    count(*), sum(uses), sum(successes)
                FROM debate_lessons WHERE 1 = 1%s GROUP BY 1, 2, 3, 4""".formatted(
                                LessonTable.reaches(LessonTier.PLATINUM),
                                LessonTable.reaches(LessonTier.GOLD),
                                LessonTable.reaches(LessonTier.SILVER),
                                simulated.and(LessonTable.SIMULATED)),
                row -> {
                    long lessons = row.number(5);
                    byState.merge(row.text(1), lessons, Long::sum);
                    if (row.text(1).equals("active")) {
                        byCategory.merge(row.text(2), lessons, Long::sum);
                        byDomain.merge(row.text(3), lessons, Long::sum);
                        byTier.merge(row.text(4), lessons, Long::sum);
                    }
                    counted[0] += row.number(6);
                    counted[1] += row.number(7);
                },
                now);
        return new Stock(
                byState.getOrDefault("active", 0L),
                byState.getOrDefault("expired", 0L),
                byState.getOrDefault("retired", 0L),
                byCategory,
                byTier,
                byDomain,
                counted[0],
                counted[1]);
    }

    private static Map<String, Long> counts(Tx tx, String sql) {
        Map<String, Long> counts = new TreeMap<>();
        tx.each(sql, row -> counts.put(row.text(1), row.number(2)));
        return counts;
    }

    private static Share share(Row row, int column) {
        return new Share(row.number(column), row.number(column + 1));
    }
}
