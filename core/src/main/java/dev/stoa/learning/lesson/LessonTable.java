package dev.stoa.learning.lesson;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.learning.lesson.Lesson.Source;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The table of lessons inside a unit of work: how a row is read, found by text and filtered. Stateless. */
final class LessonTable {
    private static final String SELECT = """
            SELECT id, seq, category, domain, title, problem, solution, tags, trust, seen_count, uses, successes, status,
                created_at, refreshed_at, expires_at
            FROM debate_lessons
            """;

    // Ids of debates grow with time, so the newest come first.
    private static final String SOURCES = """
            SELECT session_id, COALESCE(turn_seq, 0), kind FROM debate_lesson_sources
            WHERE lesson_id = ? ORDER BY session_id DESC, turn_seq, kind LIMIT 20""";

    /** The square of the two-sided 95 % point of the normal distribution. */
    private static final double Z2 = 3.841458820694124;

    /** 1 for a lesson that only simulated debates taught: what any real one taught has some trust. */
    static final String SIMULATED = "(CASE WHEN trust = 0 THEN 1 ELSE 0 END)";

    private LessonTable() {}

    /** Part of a WHERE, with its parameters. */
    record Condition(String sql, List<@Nullable Object> params) {
        /** The parameters, with others before or behind them. */
        Object[] params(List<?> before, Object... behind) {
            List<@Nullable Object> all = new ArrayList<>(before);
            all.addAll(params);
            Collections.addAll(all, behind);
            return all.toArray();
        }
    }

    static Optional<Lesson> find(Tx tx, String id) {
        return tx.one(SELECT + "WHERE id = ?", LessonTable::lesson, id).map(lesson -> withSources(tx, lesson));
    }

    static Optional<Lesson> find(Tx tx, long seq) {
        return tx.one(SELECT + "WHERE seq = ?", LessonTable::lesson, seq).map(lesson -> withSources(tx, lesson));
    }

    /** The newest lessons before one, which pass a filter. */
    static List<Lesson> before(Tx tx, long seq, Condition filter, int most) {
        return tx
                .list(
                        SELECT + "WHERE seq < ? AND " + filter.sql() + " ORDER BY seq DESC LIMIT ?",
                        LessonTable::lesson,
                        filter.params(List.of(seq), most))
                .stream()
                .map(lesson -> withSources(tx, lesson))
                .toList();
    }

    static Condition condition(LessonFilter filter, Instant now) {
        List<String> parts = new ArrayList<>(List.of("1 = 1"));
        List<@Nullable Object> params = new ArrayList<>();
        if (!filter.expired()) {
            parts.add("status = 'active' AND expires_at > ?");
            params.add(now);
        }
        if (!filter.categories().isEmpty()) {
            parts.add("category IN (?" + ", ?".repeat(filter.categories().size() - 1) + ")");
            filter.categories().forEach(category -> params.add(category.text()));
        }
        if (filter.domain() != null) {
            parts.add("domain IN (?, 'general')");
            params.add(filter.domain());
        }
        if (filter.minTier() != LessonTier.BRONZE) {
            parts.add(reaches(filter.minTier()));
        }
        if (filter.session() != null) {
            parts.add("id IN (SELECT lesson_id FROM debate_lesson_sources WHERE session_id = ?)");
            params.add(filter.session());
        }
        // A lesson of a debate that is named is asked for, whatever taught it.
        String simulated = filter.session() == null ? filter.simulated().and(SIMULATED) : "";
        return new Condition(String.join(" AND ", parts) + simulated, params);
    }

    /**
     * The condition that a lesson has a tier or a higher one. The lower Wilson bound of a share is at least r exactly
     * where the share exceeds r by z standard errors of r, which needs no root.
     */
    static String reaches(LessonTier tier) {
        double rate = tier.leastRate();
        return "uses >= " + tier.leastUses() + " AND successes >= " + rate + " * uses AND (successes - " + rate
                + " * uses) * (successes - " + rate + " * uses) >= " + Z2 * rate * (1 - rate) + " * uses";
    }

    static String tagWords(List<String> tags) {
        return String.join(" ", tags);
    }

    private static Lesson lesson(Row row) {
        return new Lesson(
                row.text(1),
                row.number(2),
                LessonCategory.of(row.text(3)),
                row.text(4),
                row.text(5),
                row.text(6),
                row.text(7),
                Json.parseArray(row.text(8)).stream().map(String::valueOf).collect(Collectors.toList()),
                Trust.ofLevel(row.number(9)),
                row.number(10),
                row.number(11),
                row.number(12),
                row.text(13).equals("retired"),
                row.instant(14),
                row.instant(15),
                row.instant(16),
                List.of());
    }

    private static Lesson withSources(Tx tx, Lesson lesson) {
        return lesson.learntAt(tx.list(
                SOURCES, row -> new Source(row.text(1), row.integer(2), LessonKind.of(row.text(3))), lesson.id()));
    }
}
