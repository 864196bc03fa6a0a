package dev.stoa.learning.lesson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.LessonSources;
import dev.stoa.base.LessonSources.BallotLesson;
import dev.stoa.base.LessonSources.ClosedFinding;
import dev.stoa.base.LessonSources.GateReversal;
import dev.stoa.base.LessonSources.ImprovedCritique;
import dev.stoa.base.LessonSources.LostAnswer;
import dev.stoa.base.LessonSources.Repair;
import dev.stoa.base.LessonSources.RepairedTest;
import dev.stoa.base.Trust;
import dev.stoa.json.Digest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class LessonRulesTest {
    private static final Repair REPAIR = new Repair(
            4,
            "java",
            List.of(new RepairedTest("testEmpty", "index 0 out of bounds", false)),
            "empty input was not considered",
            "return early when there is no input",
            "-get(0)\n+size() == 0");
    private static final ClosedFinding FINDING =
            new ClosedFinding(11, "injection", "critical", "the name goes into the query", "bind it as a parameter");
    private static final GateReversal GATE =
            new GateReversal(20, "proposal", "no rollback is planned", "the rollback is a script", "answer");
    private static final ImprovedCritique CRITIQUE =
            new ImprovedCritique(7, "performance", "the loop is quadratic", "use a map", "answer with a map");
    private static final LostAnswer LOST = new LostAnswer(30, "Which lock to take?", "a row lock", "a table lock");
    private static final BallotLesson BALLOT =
            new BallotLesson(31, "documentation", "Name the unit", "limits without unit", "write 5 s, not 5");

    @Test
    void lessonsAreTakenInTheStatedOrder() {
        List<LessonDraft> lessons = LessonRules.extract(new LessonSources(
                List.of(REPAIR), List.of(FINDING), List.of(GATE), List.of(CRITIQUE), LOST, List.of(BALLOT)));

        assertThat(lessons).extracting(LessonDraft::kind).containsExactly(LessonKind.values());
        assertThat(lessons)
                .extracting(LessonDraft::category)
                .containsExactly(
                        LessonCategory.DEBUGGING,
                        LessonCategory.SECURITY,
                        LessonCategory.BEST_PRACTICE,
                        LessonCategory.OPTIMIZATION,
                        LessonCategory.ANTI_PATTERN,
                        LessonCategory.DOCUMENTATION);
        assertThat(lessons).extracting(LessonDraft::turnSeq).containsExactly(4, 11, 20, 7, 30, 31);
        assertThat(lessons)
                .extracting(LessonDraft::trust)
                .containsExactly(
                        Trust.CONFIRMED, Trust.CONFIRMED, Trust.HUMAN, Trust.CONFIRMED, Trust.CONFIRMED, Trust.AGENT);
    }

    @Test
    void nothingIsLearntFromADebateInWhichNothingHappened() {
        assertThat(LessonRules.extract(LessonSources.none())).isEmpty();
    }

    @Test
    void atMostTenAreTakenAndTheFirstKindsComeFirst() {
        List<ImprovedCritique> critiques = IntStream.range(0, 8)
                .mapToObj(i -> new ImprovedCritique(i, null, "issue " + i, null, "answer " + i))
                .toList();
        List<BallotLesson> ballots = IntStream.range(0, 8)
                .mapToObj(i -> new BallotLesson(20 + i, "pattern", "t", "problem " + i, "solution " + i))
                .toList();

        List<LessonDraft> lessons =
                LessonRules.extract(new LessonSources(List.of(), List.of(), List.of(), critiques, null, ballots));

        assertThat(lessons).extracting(LessonDraft::turnSeq).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 20, 21);
    }

    @Test
    void allTenCategoriesCanBeReached() {
        Set<LessonCategory> reached = EnumSet.noneOf(LessonCategory.class);
        LessonRules.extract(
                        new LessonSources(List.of(REPAIR), List.of(FINDING), List.of(GATE), List.of(), LOST, List.of()))
                .forEach(lesson -> reached.add(lesson.category()));
        for (String kind : List.of("performance", "architecture", "clarity", "structure", "testing", "taste")) {
            reached.add(
                    one(new ImprovedCritique(1, kind, "issue", null, "answer")).category());
        }

        assertThat(reached).containsExactlyInAnyOrder(LessonCategory.values());
    }

    @ParameterizedTest
    @CsvSource({
        "performance, OPTIMIZATION",
        "' Performance ', OPTIMIZATION",
        "architecture, ARCHITECTURE",
        "clarity, DOCUMENTATION",
        "structure, REFACTORING",
        "testing, TESTING",
        "security, PATTERN",
        "'', PATTERN",
        ", PATTERN"
    })
    void aCritiqueTeachesByItsCategory(@Nullable String kind, LessonCategory category) {
        assertThat(one(new ImprovedCritique(1, kind, "issue", "suggestion", "answer"))
                        .category())
                .isEqualTo(category);
    }

    @ParameterizedTest
    @CsvSource({"injection, SECURITY", "auth, SECURITY", "XSS, SECURITY", "overflow, TESTING", "race, TESTING"})
    void aClosedFindingTeachesByItsCategory(String kind, LessonCategory category) {
        LessonDraft lesson = LessonRules.extract(new LessonSources(
                        List.of(),
                        List.of(new ClosedFinding(1, kind, "high", "claim", "defence")),
                        List.of(),
                        List.of(),
                        null,
                        List.of()))
                .getFirst();

        assertThat(lesson.category()).isEqualTo(category);
        assertThat(lesson.problem()).isEqualTo("claim");
        assertThat(lesson.solution()).isEqualTo("defence");
        assertThat(lesson.tags()).containsExactly(kind.toLowerCase(java.util.Locale.ROOT), "high");
    }

    @Test
    void aRepairTellsWhatFailedWhyAndWhatWasDone() {
        LessonDraft lesson = repaired(REPAIR).getFirst();

        assertThat(lesson.title()).isEqualTo("empty input was not considered");
        assertThat(lesson.problem())
                .isEqualTo("failed testEmpty: index 0 out of bounds\ncause: empty input was not considered");
        assertThat(lesson.solution()).isEqualTo("return early when there is no input\n-get(0)\n+size() == 0");
        assertThat(lesson.tags()).containsExactly("java");
    }

    @Test
    void aRepairWithoutWordsTellsTheChangeItself() {
        LessonDraft lesson = repaired(new Repair(
                        4,
                        "python",
                        List.of(new RepairedTest("test_a", null, false), new RepairedTest("test_b", null, false)),
                        null,
                        null,
                        "+x"))
                .getFirst();

        assertThat(lesson.title()).isEqualTo("repaired test_a, test_b");
        assertThat(lesson.problem()).isEqualTo("failed test_a\ntest_b");
        assertThat(lesson.solution()).isEqualTo("+x");
    }

    @Test
    void noLessonNamesAHiddenTest() {
        List<RepairedTest> tests = List.of(
                new RepairedTest("testOpen", "expected 3", false), new RepairedTest("testSecret", "expected 42", true));

        LessonDraft lesson =
                repaired(new Repair(4, "java", tests, null, null, "+x")).getFirst();

        assertThat(lesson.toString()).contains("testOpen").doesNotContain("testSecret", "42");
        assertThat(repaired(new Repair(4, "java", tests.subList(1, 2), null, null, "+x")))
                .isEmpty();
    }

    @Test
    void whatAPersonOnlyAcceptedIsConfirmedAndNotTheirWord() {
        LessonDraft lesson = LessonRules.extract(new LessonSources(
                        List.of(),
                        List.of(),
                        List.of(new GateReversal(20, "proposal", "no rollback", null, "with a rollback")),
                        List.of(),
                        null,
                        List.of()))
                .getFirst();

        assertThat(lesson.solution()).isEqualTo("with a rollback");
        assertThat(lesson.trust()).isEqualTo(Trust.CONFIRMED);
        assertThat(lesson.tags()).containsExactly("proposal");
    }

    @Test
    void aDebateThatLeftTheRightAnswerNamesBothAndItsTopic() {
        LessonDraft lesson = lost(LOST);

        assertThat(lesson.title()).isEqualTo("talked out of the right answer: Which lock to take?");
        assertThat(lesson.problem()).contains("Which lock to take?", "a table lock", "wrong");
        assertThat(lesson.solution()).contains("a row lock");
        assertThat(lost(new LostAnswer(0, "t", "a", null)).problem()).contains("ended with no answer");
    }

    @Test
    void aBallotLessonOfNoKnownCategoryIsLeftOut() {
        assertThat(LessonRules.extract(new LessonSources(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        null,
                        List.of(new BallotLesson(1, "wisdom", "t", "p", "s"), BALLOT))))
                .extracting(LessonDraft::title)
                .containsExactly("Name the unit");
    }

    @Test
    void equalLessonsOfOneDebateAreOne() {
        BallotLesson again =
                new BallotLesson(32, "documentation", "Units", "Limits  without unit!", "Write 5 s, not 5.");

        assertThat(LessonRules.extract(
                        new LessonSources(List.of(), List.of(), List.of(), List.of(), null, List.of(BALLOT, again))))
                .extracting(LessonDraft::turnSeq)
                .containsExactly(31);
    }

    @Test
    void blankTextTeachesNothing() {
        assertThat(LessonRules.extract(new LessonSources(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new ImprovedCritique(1, null, " ", "x", "y")),
                        null,
                        List.of(
                                new BallotLesson(2, "pattern", " ", "p", "s"),
                                new BallotLesson(2, "pattern", "t", "p", "\n")))))
                .isEmpty();
    }

    @Test
    void longTextsAreCutBetweenCodePoints() {
        String faces = "\uD83D\uDE00".repeat(5_000);
        LessonDraft lesson = new LessonDraft(
                LessonCategory.PATTERN, faces, faces, faces, List.of(), Trust.AGENT, LessonKind.BALLOT, 1);

        assertThat(lesson.title().codePointCount(0, lesson.title().length())).isEqualTo(200);
        assertThat(lesson.problem().codePointCount(0, lesson.problem().length()))
                .isEqualTo(2_000);
        assertThat(lesson.solution().codePointCount(0, lesson.solution().length()))
                .isEqualTo(4_000);
        assertThat(lesson.title()).endsWith("\uD83D\uDE00…");
    }

    @Test
    void theIdIsTheHashOfCategoryProblemAndSolutionOnePerLine() {
        LessonDraft lesson = new LessonDraft(
                LessonCategory.SECURITY,
                "any",
                "  The Name goes\tinto the QUERY. ",
                "Bind it!",
                List.of("x"),
                Trust.AGENT,
                LessonKind.BALLOT,
                9);

        assertThat(lesson.id())
                .isEqualTo("les_"
                        + Digest.sha256("security\nthe name goes into the query\nbind it")
                                .substring(0, 32));
    }

    @Test
    void aTenthOfTheDebatesIsHeldBackAndAlwaysTheSame() {
        long held = IntStream.range(0, 10_000)
                .filter(seed -> LessonRules.isHoldout(seed, "topic", 0.1))
                .count();

        assertThat(held / 10_000.0).isEqualTo(0.1, within(0.012));
        assertThat(LessonRules.isHoldout(1, "topic", 0)).isFalse();
        assertThat(LessonRules.isHoldout(1, "topic", 1)).isTrue();
        assertThat((Digest.draw("1", "q0", "truth") >>> 11) * 0x1p-53).isEqualTo(0.743424298329, within(1e-12));
    }

    private static List<LessonDraft> repaired(Repair repair) {
        return LessonRules.extract(
                new LessonSources(List.of(repair), List.of(), List.of(), List.of(), null, List.of()));
    }

    private static LessonDraft one(ImprovedCritique critique) {
        return LessonRules.extract(
                        new LessonSources(List.of(), List.of(), List.of(), List.of(critique), null, List.of()))
                .getFirst();
    }

    private static LessonDraft lost(LostAnswer lost) {
        return LessonRules.extract(new LessonSources(List.of(), List.of(), List.of(), List.of(), lost, List.of()))
                .getFirst();
    }
}
