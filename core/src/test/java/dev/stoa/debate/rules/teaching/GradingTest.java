package dev.stoa.debate.rules.teaching;

import static dev.stoa.debate.rules.Script.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.Script;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.sim.DryRun;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.debate.rules.sim.SimVoice;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class GradingTest {
    private static Script capitals() {
        return new Script("capital of France?", "ana", "bo", "cy")
                .with("preset", "vote")
                .says(1, "ana", answer("Paris", 0.9))
                .says(1, "bo", answer("paris.", 0.8))
                .says(1, "cy", answer("Lyon", 0.7));
    }

    private static @Nullable Grade graded(Script script) {
        return script.play().grade();
    }

    @Test
    void aGivenTruthIsComparedAsAnswersAre() {
        assertThat(graded(capitals().with("truth", " PARIS "))).isEqualTo(new Grade(" PARIS ", 0, true, "given"));
        assertThat(graded(capitals().with("truth", "Lyon"))).isEqualTo(new Grade("Lyon", 1, false, "given"));
        assertThat(graded(capitals().with("truth", "Nice"))).isEqualTo(new Grade("Nice", -1, false, "given"));
    }

    @Test
    void aKeyIsATruthOnlyWhereTheOptionsWereGiven() {
        assertThat(graded(capitals().with("truth", "A"))).isEqualTo(new Grade("A", -1, false, "given"));
        Script closed = new Script("capital of France?", "ana", "bo")
                .with("preset", "vote")
                .with("options", List.of("Lyon", "Paris"))
                .with("truth", "b")
                .says(1, "ana", Position.choosing(1, 0.9))
                .says(1, "bo", Position.choosing(1, 0.9));
        assertThat(graded(closed)).isEqualTo(new Grade("b", 1, true, "given"));
    }

    @Test
    void aDebateWithoutAWinnerIsWrongWhereTheTruthIsKnown() {
        Script tie = new Script("capital?", "ana", "bo")
                .with("preset", "vote")
                .with("truth", "Paris")
                .says(1, "ana", answer("Paris", 0.5))
                .says(1, "bo", answer("Lyon", 0.5));
        Grade grade = graded(tie);
        assertThat(Grading.winner(tie.record())).isEqualTo(-1);
        assertThat(grade).isEqualTo(new Grade("Paris", 0, false, "given"));
    }

    @Test
    void withoutATruthNothingIsKnown() {
        assertThat(graded(capitals())).isNull();
    }

    @Test
    void theSuppliedTestsDecideTheHiddenOnesToo() {
        assertThat(graded(coding(true))).isEqualTo(new Grade(null, 0, true, "tests"));
        assertThat(graded(coding(false))).isEqualTo(new Grade(null, -1, false, "tests"));
    }

    private static Script coding(boolean hiddenPasses) {
        return new Script("add", "ana", "bo")
                .with("preset", "vote")
                .with("reflexion_attempts", 0)
                .with(
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(
                                        Map.of("name", "t1", "hidden", false, "body", "x"),
                                        Map.of("name", "t2", "hidden", true, "body", "y"))))
                .says(1, "ana", Script.code("return a+b", 0.9))
                .says(1, "bo", Script.code("return 3", 0.4))
                .checks(turn -> Script.tests(turn, Map.of("t1", true, "t2", hiddenPasses && turn.seat() == 0)));
    }

    @Test
    void testsThatDidNotRunGradeNothing() {
        Script unrun = coding(true)
                .checks(turn -> new CheckResult(
                        turn.turnSeq(), CheckResult.TESTS, CheckStatus.UNKNOWN, List.of(), Map.of(), 0));
        assertThat(graded(unrun)).isNull();
    }

    @Test
    void aCheckGradesByWhatItFound() {
        assertThat(graded(checked(CheckStatus.FAILED, CheckStatus.PASSED)))
                .isEqualTo(new Grade(null, 1, true, "check"));
        assertThat(graded(checked(CheckStatus.UNKNOWN, CheckStatus.UNKNOWN))).isNull();
        assertThat(graded(checked(CheckStatus.UNKNOWN, CheckStatus.FAILED))).isNull();
        assertThat(graded(checked(CheckStatus.FAILED, CheckStatus.FAILED)))
                .as("everything failed, so nothing was elected, and that is known to be wrong")
                .isEqualTo(new Grade(null, -1, false, "check"));
    }

    private static Script checked(CheckStatus paris, CheckStatus lyon) {
        return capitals()
                .with("check", "true")
                .checks(turn -> new CheckResult(
                        turn.turnSeq(), CheckResult.CHECK, turn.seat() == 2 ? lyon : paris, List.of(), Map.of(), 1));
    }

    @Test
    void aSimulatedQuestionKnowsItsTruth() {
        DebateConfig config = ConfigReader.read(
                Map.of(
                        "topic",
                        "q0",
                        "seed",
                        1L,
                        "preset",
                        "vote",
                        "agents",
                        IntStream.range(0, 5)
                                .mapToObj(seat -> Seat.of("a" + seat, "sim", "")
                                        .params(Map.of("accuracy", "0.6"))
                                        .document())
                                .toList()),
                "s",
                "local",
                () -> 1);
        SimRules rules = SimVoice.rules(config);
        DryRun.Result result = DryRun.play(
                config,
                Context.blank(5),
                situation -> SimVoice.answer(
                        situation,
                        rules,
                        SimParams.parse(
                                situation.agent(),
                                config.seats().get(situation.slot().seat()).params())));
        // Question q0 of seed 1 has the third answer as its truth; an open debate gives it the key under which it came
        // up.
        Grade grade = Grading.automatic(result.record());
        assertThat(grade)
                .isEqualTo(new Grade(
                        "simulated answer 3", result.record().labels().indexOf("simulated answer 3"), true, "sim"));
    }

    @Test
    void somebodyCanSayWhatTheTruthIs() {
        DebateRecord record = capitals().play().record();
        assertThat(Grading.of(record, new Truth.Answer("lyon"))).isEqualTo(new Grade("lyon", 1, false, "human"));
        assertThat(Grading.of(record, new Truth.Option("A"))).isEqualTo(new Grade("Paris", 0, true, "human"));
        assertThat(Grading.of(record, new Truth.Correct())).isEqualTo(new Grade(null, 0, true, "human"));
        assertThat(Grading.of(record, new Truth.Wrong())).isEqualTo(new Grade(null, -1, false, "human"));
        assertThatThrownBy(() -> Grading.of(record, new Truth.Option("C")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("no option \"C\"");
        assertThatThrownBy(() -> new Truth.Answer(" ")).isInstanceOf(InvalidException.class);
    }

    @Test
    void nothingElectedCannotBeCorrect() {
        Script tie = new Script("capital?", "ana", "bo")
                .with("preset", "vote")
                .says(1, "ana", answer("Paris", 0.5))
                .says(1, "bo", answer("Lyon", 0.5))
                .play();
        assertThatThrownBy(() -> Grading.of(tie.record(), new Truth.Correct())).isInstanceOf(InvalidException.class);
    }

    @Test
    void wrongSaysNothingOfTheOptionsThatLost() {
        DebateRecord record = capitals().play().record();
        Grade wrong = Grading.of(record, new Truth.Wrong());
        assertThat(Grading.right(record, wrong, 0)).isFalse();
        assertThat(Grading.right(record, wrong, 1)).isNull();
        Grade nice = Grading.of(record, new Truth.Answer("Nice"));
        assertThat(Grading.right(record, nice, 1)).isFalse();
    }

    private static boolean untested(Script script) {
        Grade grade = graded(script);
        return Grading.untested(script.record(), grade);
    }

    @Test
    void aDebateIsUntestedIfWhatWasToBeRunOnItsDraftsDidNotRun() {
        assertThat(untested(capitals())).as("nothing was to be run").isFalse();
        assertThat(untested(checked(CheckStatus.UNKNOWN, CheckStatus.UNKNOWN)))
                .as("nothing ran")
                .isTrue();
        assertThat(untested(checked(CheckStatus.PASSED, CheckStatus.UNKNOWN)))
                .as("one draft is not known")
                .isTrue();
        assertThat(untested(checked(CheckStatus.PASSED, CheckStatus.FAILED)))
                .as("all ran")
                .isFalse();
        assertThat(untested(checked(CheckStatus.UNKNOWN, CheckStatus.UNKNOWN).with("truth", "Paris")))
                .as("the truth was given")
                .isFalse();
        assertThat(untested(coding(true))).as("the tests ran").isFalse();
        assertThat(untested(coding(true)
                        .checks(turn -> new CheckResult(
                                turn.turnSeq(), CheckResult.TESTS, CheckStatus.UNKNOWN, List.of(), Map.of(), 0))))
                .as("the tests did not run")
                .isTrue();
        Script graded = checked(CheckStatus.UNKNOWN, CheckStatus.UNKNOWN).play();
        assertThat(Grading.untested(graded.record(), Grading.of(graded.record(), new Truth.Wrong())))
                .as("a person has graded it")
                .isFalse();
    }

    private static Script tie(CheckStatus paris, CheckStatus lyon) {
        return new Script("capital?", "ana", "bo")
                .with("preset", "vote")
                .with("check", "true")
                .says(1, "ana", answer("Paris", 0.5))
                .says(1, "bo", answer("Lyon", 0.5))
                .checks(turn -> new CheckResult(
                        turn.turnSeq(), CheckResult.CHECK, turn.seat() == 0 ? paris : lyon, List.of(), Map.of(), 1));
    }

    @Test
    void withoutAWinnerAnAnswerThatIsRightMakesTheDebateWrong() {
        assertThat(graded(tie(CheckStatus.PASSED, CheckStatus.PASSED))).isEqualTo(new Grade(null, 0, false, "check"));
        assertThat(graded(tie(CheckStatus.UNKNOWN, CheckStatus.UNKNOWN)))
                .as("nobody knows whether there was one")
                .isNull();
    }

    @Test
    void anOptionThatDoesNotExistIsRefusedWithTheOnesThatDo() {
        DebateRecord record = capitals().play().record();
        assertThatThrownBy(() -> Grading.of(record, new Truth.Option("C")))
                .isInstanceOfSatisfying(
                        InvalidException.class,
                        e -> assertThat(e.hint()).contains("name one of A to B, or give the truth in words"));
    }

    @Test
    void codeIsComparedWithATruthByItsText() {
        assertThat(graded(coding(true).with("truth", "return  a+b")))
                .isEqualTo(new Grade("return  a+b", 0, true, "given"));
        assertThat(graded(coding(true).with("truth", "return 3"))).isEqualTo(new Grade("return 3", 1, false, "given"));
    }
}
