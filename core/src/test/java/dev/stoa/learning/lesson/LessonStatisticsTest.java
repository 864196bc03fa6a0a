package dev.stoa.learning.lesson;

import static dev.stoa.debate.DebateRows.lesson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Gain;
import dev.stoa.base.Simulated;
import dev.stoa.learning.lesson.LessonStatistics.Flips;
import dev.stoa.learning.lesson.LessonStatistics.Share;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said about the worth of lessons and debates, on both backends. */
@Tag("quick")
@OnBothDatabases
class LessonStatisticsTest extends LessonFixture {
    @Test
    void realDebatesAreCountedInAnIndexWithoutTheirConfigurations() {
        for (String column : List.of("status", "domain")) {
            for (Simulated which : List.of(Simulated.EXCLUDE, Simulated.ONLY)) {
                String sql = LessonReport.sessions(column, which, dialect);
                String plan = archive.read(tx -> {
                    if (dialect == Dialect.POSTGRES) {
                        // An empty table is read faster than any index of it.
                        tx.update("SET LOCAL enable_seqscan = off");
                    }
                    return String.join(
                            "\n",
                            tx.list(
                                    dialect.pick("EXPLAIN QUERY PLAN ", "EXPLAIN (COSTS OFF) ") + sql,
                                    row -> row.text(dialect == Dialect.SQLITE ? 4 : 1)));
                });
                assertThat(plan)
                        .contains(dialect.pick(
                                "USING COVERING INDEX idx_debate_sessions_simulated", "idx_debate_sessions_simulated"));
            }
        }
    }

    @Test
    void aSimulatedSeatIsFoundInAnyPlaceAndInNothingThatLooksLikeIt() {
        config("first", "{\"agents\":[{\"name\":\"a\",\"provider\":\"sim\"},{\"name\":\"b\",\"provider\":\"x\"}]}");
        String many = "{\"name\":\"a\",\"provider\":\"x\"},".repeat(15);
        config("last", "{\"agents\": [" + many + "{\"provider\" : \"sim\"}]}");
        config(
                "model",
                "{\"agents\":[{\"model\":\"sim\",\"params\":{\"provider\":\"sim\"},\"provider\":\"command\"}]}");
        config("text", "{\"topic\":\"\\\"provider\\\":\\\"sim\\\"\",\"agents\":[{\"provider\":\"simple\"}]}");
        config("none", "{}");

        assertThat(lessons.statistics(Simulated.ONLY).debatesByStatus()).isEqualTo(Map.of("pending", 2L));
        assertThat(lessons.statistics(Simulated.EXCLUDE).debatesByStatus()).isEqualTo(Map.of("pending", 3L));
    }

    private void config(String debate, String config) {
        archive.write(tx -> tx.update(
                "INSERT INTO debate_sessions (debate_id, topic, config) VALUES (?, 't', "
                        + dialect.pick("?", "?::jsonb") + ")",
                debate,
                config));
    }

    @Test
    void ofNothingNothingIsClaimed() {
        LessonStatistics statistics = lessons.statistics();

        assertThat(statistics.debate().accuracy()).isNull();
        assertThat(statistics.gain()).isEqualTo(Gain.of(0, 0, 0));
        assertThat(statistics.flips()).isEqualTo(new Flips(0, 0, 0, 0));
        assertThat(statistics.document())
                .containsOnlyKeys(
                        "lessons",
                        "debates",
                        "graded",
                        "draft_vote",
                        "best_solo",
                        "gain",
                        "lessons_shown",
                        "lessons_held_back",
                        "flips");
    }

    @Test
    void lessonsAndDebatesAreCounted() {
        String session = rows.session("completed", "law", "{}");
        rows.session("failed", "law", "{}");
        rows.session("cancelled", "general", "{}");
        learn(session, "law", LessonCategory.SECURITY, "old");
        clock.advance(Duration.ofDays(500));
        lessons.retireExpired(false);
        learn(session, "law", LessonCategory.SECURITY, "middle");
        clock.advance(Duration.ofDays(91));
        learn(session, "law", LessonCategory.SECURITY, "one");
        learn(session, "law", LessonCategory.TESTING, "two");
        learn(session, "trade", LessonCategory.TESTING, "three");
        archive.write(tx -> tx.update("UPDATE debate_lessons SET uses = 15, successes = 14 WHERE problem = 'two'"));

        LessonStatistics statistics = lessons.statistics();

        assertThat(statistics.lessons())
                .isEqualTo(new LessonStatistics.Stock(
                        3,
                        1,
                        1,
                        Map.of("security", 1L, "testing", 2L),
                        Map.of("bronze", 2L, "gold", 1L),
                        Map.of("law", 2L, "trade", 1L),
                        15,
                        14));
        assertThat(statistics.debatesByStatus()).isEqualTo(Map.of("completed", 1L, "failed", 1L, "cancelled", 1L));
        assertThat(statistics.debatesByDomain()).isEqualTo(Map.of("law", 2L, "general", 1L));
    }

    @Test
    void theDebateIsHeldAgainstTheVoteOfItsDraftsAndItsBestSeat() {
        rows.grade(rows.completed("A", "B", "A"), "a", "A", true);
        rows.grade(rows.completed("A", "A", "B"), "a", "A", true);
        rows.grade(rows.completed("B", "A", null), "a", "A", false);
        rows.grade(rows.completed(null, null, "A"), "a", "A", false);
        rows.completed("A", "A", "A");

        LessonStatistics statistics = lessons.statistics();

        assertThat(statistics.debate()).isEqualTo(new Share(4, 2));
        assertThat(statistics.draftVote()).isEqualTo(new Share(4, 2));
        assertThat(statistics.bestSolo()).isEqualTo(new Share(4, 2));
        assertThat(statistics.gain()).isEqualTo(Gain.of(4, 1, 1));
    }

    @Test
    void whatAGradeDoesNotTellIsNotCounted() {
        // Called right: the winner is the truth, so others are wrong.
        rows.grade(rows.completed("A", "B", "A"), null, null, true);
        // Called wrong: the same answer is wrong, another may be right.
        rows.grade(rows.completed("A", "A", "B"), null, null, false);
        // A truth that nobody said makes all wrong.
        rows.grade(rows.completed("A", "B", "C"), "something else", null, false);
        // An outcome without alternatives says nothing about them.
        rows.grade(rows.completed(), "a", "A", false);

        LessonStatistics statistics = lessons.statistics();

        assertThat(statistics.debate()).isEqualTo(new Share(4, 1));
        assertThat(statistics.draftVote()).isEqualTo(new Share(3, 0));
        assertThat(statistics.bestSolo()).isEqualTo(new Share(2, 1));
        assertThat(statistics.gain()).isEqualTo(Gain.of(3, 1, 0));
    }

    @Test
    void debatesThatWereShownLessonsAreHeldAgainstThoseThatWereNot() {
        String one = learn(rows.completed(), "general", LessonCategory.PATTERN, "one");
        String two = learn(rows.completed(), "general", LessonCategory.PATTERN, "two");
        for (boolean correct : List.of(true, true, false)) {
            String session = rows.completed();
            lessons.apply(session, one, true);
            lessons.apply(session, two, true);
            rows.grade(session, null, null, correct);
        }
        String held = rows.completed();
        lessons.apply(held, one, false);
        rows.grade(held, null, null, false);
        lessons.apply(rows.completed(), one, true);
        rows.grade(rows.completed(), null, null, true);

        assertThat(lessons.statistics().shown()).isEqualTo(new Share(3, 2));
        assertThat(lessons.statistics().holdout()).isEqualTo(new Share(1, 0));
    }

    @Test
    void flipsAreCountedByDirection() {
        String graded = rows.completed("A", "A", "A");
        rows.flip(graded, 2, "A", "B");
        rows.flip(graded, 3, "B", "A");
        rows.flip(graded, 4, "B", "C");
        rows.grade(graded, "a", "A", true);
        String calledRight = rows.completed("A", "A", "A");
        rows.flip(calledRight, 2, "B", "A");
        rows.grade(calledRight, null, null, true);
        String calledWrong = rows.completed("A", "A", "A");
        rows.flip(calledWrong, 2, "B", "A");
        rows.grade(calledWrong, null, null, false);
        String nobodySaidIt = rows.completed("A", "A", "A");
        rows.flip(nobodySaidIt, 2, "B", "A");
        rows.grade(nobodySaidIt, "else", null, false);
        rows.flip(rows.completed("A", "A", "A"), 2, "B", "A");

        assertThat(lessons.statistics().flips()).isEqualTo(new Flips(1, 2, 2, 2));
    }

    private String learn(String session, String domain, LessonCategory category, String problem) {
        archive.write(tx -> {
            LessonWriter.learn(tx, session, domain, List.of(lesson(category, problem, "solution")), clock.instant());
            return null;
        });
        return lesson(category, problem, "solution").id();
    }
}
