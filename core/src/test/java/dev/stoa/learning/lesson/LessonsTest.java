package dev.stoa.learning.lesson;

import static dev.stoa.debate.DebateRows.lesson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.learning.lesson.Lesson.Source;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How lessons come in, are counted and go out of use, on both backends. */
@Tag("quick")
@OnBothDatabases
class LessonsTest extends LessonFixture {
    @AfterEach
    void theCountersAndTheIndexAgreeWithTheRows() {
        assertThat(LessonChecks.violations(archive)).isEmpty();
    }

    @Test
    void aLessonComesBackAsItWasLearnt() {
        String session = rows.completed();
        LessonDraft draft = new LessonDraft(
                LessonCategory.SECURITY,
                "Bind names",
                "the name goes into the query",
                "bind it as a parameter",
                List.of("injection", "critical"),
                Trust.CONFIRMED,
                LessonKind.FINDING,
                11);

        learn(session, "databases", draft);

        Lesson lesson = lessons.get(draft.id());
        assertThat(lesson)
                .isEqualTo(new Lesson(
                        draft.id(),
                        1,
                        LessonCategory.SECURITY,
                        "databases",
                        "Bind names",
                        "the name goes into the query",
                        "bind it as a parameter",
                        List.of("injection", "critical"),
                        Trust.CONFIRMED,
                        1,
                        0,
                        0,
                        false,
                        clock.instant(),
                        clock.instant(),
                        clock.instant().plus(Duration.ofDays(90)),
                        List.of(new Source(session, 11, LessonKind.FINDING))));
    }

    @Test
    void itsDocumentIsTheOneOfTheSurface() {
        String session = rows.completed();
        String id = learn(session, "general", lesson("slow loop", "use a map"));

        assertThat(lessons.get(id).document())
                .containsOnlyKeys(
                        "id",
                        "category",
                        "domain",
                        "title",
                        "problem",
                        "solution",
                        "tags",
                        "tier",
                        "trust",
                        "simulated",
                        "uses",
                        "successes",
                        "success_rate",
                        "seen_count",
                        "expires_at",
                        "sources",
                        "score")
                .containsEntry("tier", "bronze")
                .containsEntry("trust", "agent")
                .containsEntry("success_rate", null)
                .containsEntry("score", null);
        use(id, true, 3);
        use(id, false, 1);
        assertThat(lessons.get(id).document()).containsEntry("success_rate", 0.75);
        assertThat(lessons.search(LessonQuery.of("map")).getFirst().document())
                .hasEntrySatisfying("score", score -> assertThat(score).isInstanceOf(Double.class));
    }

    @Test
    void anEqualLessonIsSeenAgainAndHasAnotherSource() {
        String first = rows.completed();
        String second = rows.completed();
        String id = learn(first, "general", lesson("slow loop", "use a map"));

        String again = learn(second, "general", lesson(" Slow  loop. ", "Use a map!"));

        assertThat(again).isEqualTo(id);
        Lesson lesson = lessons.get(id);
        assertThat(lesson.seenCount()).isEqualTo(2);
        assertThat(lesson.problem()).isEqualTo("slow loop");
        assertThat(lesson.sources())
                .containsExactly(new Source(second, 3, LessonKind.BALLOT), new Source(first, 3, LessonKind.BALLOT));
        assertThat(all()).hasSize(1);
    }

    @Test
    void theSameDebateTeachesALessonOnce() {
        String session = rows.completed();
        String id = learn(session, "general", lesson("slow loop", "use a map"));

        learn(session, "general", lesson("slow loop", "use a map"));

        assertThat(lessons.get(id).seenCount()).isEqualTo(1);
        assertThat(lessons.get(id).sources()).hasSize(1);
    }

    @Test
    void aDebateTeachesTenLessonsThoughItIsGradedLater() {
        String session = rows.completed();
        List<LessonDraft> atTheEnd =
                IntStream.range(0, 7).mapToObj(i -> lesson("early " + i, "s")).toList();
        List<LessonDraft> whenGraded = new ArrayList<>(
                IntStream.range(0, 7).mapToObj(i -> lesson("late " + i, "s")).toList());
        whenGraded.addAll(0, atTheEnd);
        learn(session, "general", atTheEnd.toArray(LessonDraft[]::new));

        learn(session, "general", whenGraded.toArray(LessonDraft[]::new));

        assertThat(all())
                .extracting(Lesson::problem)
                .containsExactly(
                        "late 2", "late 1", "late 0", "early 6", "early 5", "early 4", "early 3", "early 2", "early 1",
                        "early 0");
    }

    @Test
    void whatALaterDebateProvesIsTrustedMoreAndWhatItSaysIsNotTrustedLess() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));

        learn(rows.completed(), "general", proved("slow loop", "use a map"));
        assertThat(lessons.get(id).trust()).isEqualTo(Trust.CONFIRMED);

        learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        assertThat(lessons.get(id).trust()).isEqualTo(Trust.CONFIRMED);
    }

    @Test
    void aLessonOfTwoDomainsIsGeneral() {
        String id = learn(rows.completed(), "law", lesson("vague duty", "name the date"));
        assertThat(find(LessonQuery.of("duty").among(filter -> filter.domain("trade"))))
                .isEmpty();

        learn(rows.completed(), "trade", lesson("vague duty", "name the date"));

        assertThat(lessons.get(id).domain()).isEqualTo("general");
        assertThat(find(LessonQuery.of("duty").among(filter -> filter.domain("trade"))))
                .containsExactly(id);
    }

    @Test
    @DisplayName("One counted as applied must stand in a prompt; agreement graded wrong must lower it")
    void onlyAGradeOfADebateThatWasShownTheLessonCounts() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        String shown = rows.completed("A", "A", "A");
        String heldBack = rows.completed("A", "A", "A");
        lessons.apply(shown, id, true);
        lessons.apply(heldBack, id, false);
        double before = lessons.search(LessonQuery.of("map")).getFirst().score();

        outcome(heldBack, true);
        assertThat(lessons.get(id).uses()).isZero();
        outcome(shown, false);

        assertThat(lessons.get(id).uses()).isEqualTo(1);
        assertThat(lessons.get(id).successes()).isZero();
        assertThat(lessons.search(LessonQuery.of("map")).getFirst().score()).isLessThan(before);
    }

    @Test
    @DisplayName("Unfinished uses must not count as failures; 5 successes then 5 failures must be bronze")
    void theTierFollowsTheGradesAlone() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        use(id, true, 4);
        for (int i = 0; i < 20; i++) {
            lessons.apply(rows.session("running", "general", "{}"), id, true);
        }
        assertThat(lessons.get(id).uses()).isEqualTo(4);
        assertThat(lessons.get(id).tier()).isEqualTo(LessonTier.BRONZE);

        use(id, true, 1);
        assertThat(lessons.get(id).tier()).isEqualTo(LessonTier.SILVER);

        use(id, false, 5);
        assertThat(lessons.get(id).uses()).isEqualTo(10);
        assertThat(lessons.get(id).successes()).isEqualTo(5);
        assertThat(lessons.get(id).tier()).isEqualTo(LessonTier.BRONZE);
    }

    @Test
    void aGradeCountsOnceAndAUseIsNotedOnce() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        String session = rows.completed();
        lessons.apply(session, id, true);
        lessons.apply(session, id, false);

        outcome(session, true);
        outcome(session, true);

        assertThat(lessons.get(id).uses()).isEqualTo(1);
        assertThat(lessons.get(id).successes()).isEqualTo(1);
        assertThat(archive.one(
                        "SELECT basis FROM debate_lesson_uses WHERE session_id = ?", row -> row.text(1), session))
                .contains("tests");
    }

    @Test
    void aSuccessLengthensTheLifeOfALessonAndAFailureDoesNot() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        Lesson learnt = lessons.get(id);
        clock.advance(Duration.ofDays(80));
        use(id, false, 1);
        assertThat(lessons.get(id).expiresAt()).isEqualTo(learnt.expiresAt());
        assertThat(lessons.get(id).refreshedAt()).isEqualTo(learnt.refreshedAt());

        use(id, true, 1);

        assertThat(lessons.get(id).refreshedAt()).isEqualTo(clock.instant());
        assertThat(lessons.get(id).expiresAt()).isEqualTo(clock.instant().plus(Duration.ofDays(90)));
    }

    @Test
    void aLessonSeenAgainWhileItLivesDoesNotLiveLonger() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        Lesson learnt = lessons.get(id);
        clock.advance(Duration.ofDays(89));

        learn(rows.completed(), "general", lesson("slow loop", "use a map"));

        assertThat(lessons.get(id).expiresAt()).isEqualTo(learnt.expiresAt());
    }

    @Test
    void aLessonLearntAgainAfterItExpiredIsFoundAgain() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        clock.advance(Duration.ofDays(500));
        assertThat(lessons.retireExpired(false)).isEqualTo(1);
        assertThat(find(LessonQuery.of("map"))).isEmpty();

        learn(rows.completed(), "general", lesson("slow loop", "use a map"));

        assertThat(find(LessonQuery.of("map"))).containsExactly(id);
        assertThat(lessons.get(id).retired()).isFalse();
    }

    @Test
    void lessonsExpiredForAYearAreRetired() {
        String old = learn(rows.completed(), "general", lesson("old loop", "use a map"));
        clock.advance(Duration.ofDays(10));
        String young = learn(rows.completed(), "general", lesson("young loop", "use a map"));
        clock.advance(Duration.ofDays(90 + 365 - 10).minusMillis(1));
        assertThat(lessons.retireExpired(false)).isZero();
        clock.advance(Duration.ofMillis(1));

        assertThat(lessons.retireExpired(true)).isEqualTo(1);
        assertThat(lessons.get(old).retired()).isFalse();
        assertThat(lessons.retireExpired(false)).isEqualTo(1);
        assertThat(lessons.retireExpired(false)).isZero();

        assertThat(lessons.get(old).retired()).isTrue();
        assertThat(lessons.get(young).retired()).isFalse();
        assertThat(find(LessonQuery.of("loop").among(LessonFilter::withExpired)))
                .containsExactly(young, old);
    }

    @Test
    void aDeletedDebateTakesBackWhatItCountedForAndLeavesTheLesson() {
        String teacher = rows.completed();
        String id = learn(teacher, "general", lesson("slow loop", "use a map"));
        String right = rows.completed();
        String wrong = rows.completed();
        String open = rows.completed();
        String held = rows.completed();
        for (String session : List.of(right, wrong, open)) {
            lessons.apply(session, id, true);
        }
        lessons.apply(held, id, false);
        outcome(right, true);
        outcome(wrong, false);
        outcome(held, true);

        delete(wrong);
        assertThat(lessons.get(id).uses()).isEqualTo(1);
        assertThat(lessons.get(id).successes()).isEqualTo(1);
        for (String session : List.of(right, open, held, teacher)) {
            delete(session);
        }

        assertThat(lessons.get(id).uses()).isZero();
        assertThat(lessons.get(id).successes()).isZero();
        assertThat(lessons.get(id).sources()).isEmpty();
    }

    @Test
    void listedPagesTogetherAreTheWholeListNewestFirst() {
        List<String> ids = new ArrayList<>();
        String session = rows.completed();
        for (int i = 0; i < 9; i++) {
            ids.addFirst(learn(i < 2 ? session : rows.completed(), "general", lesson("loop " + i, "map")));
        }
        List<String> paged = new ArrayList<>();
        Page.Request request = Page.Request.first(4);
        Page<Lesson> page = lessons.list(LessonFilter.all(), request);
        paged.addAll(page.items().stream().map(Lesson::id).toList());
        while (page.next() != null) {
            page = lessons.list(LessonFilter.all(), new Page.Request(4, page.next()));
            paged.addAll(page.items().stream().map(Lesson::id).toList());
        }

        assertThat(paged).isEqualTo(ids);
        assertThat(lessons.list(LessonFilter.all().session(session), request).items())
                .extracting(Lesson::id)
                .containsExactlyElementsOf(ids.subList(7, 9));
    }

    @Test
    void aLessonSeenVeryOftenShowsItsNewestSources() {
        String id = "";
        String session = "";
        for (int i = 0; i < 25; i++) {
            session = rows.completed();
            id = learn(session, "general", lesson("slow loop", "use a map"));
        }

        assertThat(lessons.get(id).seenCount()).isEqualTo(25);
        assertThat(lessons.get(id).sources()).hasSize(20);
        assertThat(lessons.get(id).sources().getFirst().sessionId()).isEqualTo(session);
    }

    @Test
    void whatIsNotThereIsNamed() {
        String id = learn(rows.completed(), "general", lesson("slow loop", "use a map"));
        String nobody = "0197a2b4-0000-7000-8000-ffffffffffff";

        assertThatThrownBy(() -> lessons.get("les_none"))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("there is no lesson les_none");
        assertThatThrownBy(() -> lessons.apply(nobody, id, true))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("there is no debate " + nobody);
        assertThatThrownBy(() -> lessons.apply(rows.completed(), "les_none", true))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> LessonFilter.all().session("abc"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("session_id \"abc\"");
    }

    @Test
    void theScoreFormulaGivesTheWorkedNumber() {
        assertThat(Lesson.score(1, 4, 3, Duration.ofDays(90))).isEqualTo(0.589255651, within(1e-9));
    }

    private String learn(String session, String domain, LessonDraft... drafts) {
        archive.write(tx -> {
            LessonWriter.learn(tx, session, domain, List.of(drafts), clock.instant());
            return null;
        });
        return drafts[0].id();
    }

    private void use(String lesson, boolean correct, int times) {
        for (int i = 0; i < times; i++) {
            String session = rows.completed();
            lessons.apply(session, lesson, true);
            outcome(session, correct);
        }
    }

    private void outcome(String session, boolean correct) {
        archive.write(tx -> {
            LessonWriter.outcome(tx, session, correct, "tests", clock.instant());
            return null;
        });
    }

    private void delete(String session) {
        archive.write(tx -> {
            LessonWriter.forget(tx, session);
            return tx.update("DELETE FROM debate_sessions WHERE id = ?", session);
        });
    }

    private List<Lesson> all() {
        return lessons.list(LessonFilter.all(), Page.Request.first()).items();
    }

    private List<String> find(LessonQuery query) {
        return lessons.search(query).stream().map(found -> found.lesson().id()).toList();
    }

    private static LessonDraft proved(String problem, String solution) {
        LessonDraft said = lesson(problem, solution);
        return new LessonDraft(
                said.category(),
                said.title(),
                problem,
                solution,
                said.tags(),
                Trust.CONFIRMED,
                LessonKind.CRITIQUE,
                said.turnSeq());
    }
}
