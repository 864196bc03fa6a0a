package dev.stoa.debate.rules.teaching;

import static dev.stoa.debate.rules.Script.against;
import static dev.stoa.debate.rules.Script.answer;
import static dev.stoa.debate.rules.Script.because;
import static dev.stoa.debate.rules.Script.keeps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.LessonSources;
import dev.stoa.base.LessonSources.BallotLesson;
import dev.stoa.base.LessonSources.ClosedFinding;
import dev.stoa.base.LessonSources.GateReversal;
import dev.stoa.base.LessonSources.ImprovedCritique;
import dev.stoa.base.LessonSources.LostAnswer;
import dev.stoa.base.LessonSources.RepairedTest;
import dev.stoa.debate.rules.Script;
import dev.stoa.debate.rules.record.RedBlueRound;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Answer;
import dev.stoa.debate.rules.reply.ParsedReply.Attack;
import dev.stoa.debate.rules.reply.ParsedReply.Defence;
import dev.stoa.debate.rules.reply.ParsedReply.Finding;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ParsedReply.Reflection;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import dev.stoa.learning.lesson.LessonRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class LessonGatheringTest {
    private static LessonSources gathered(Script script) {
        script.play();
        return LessonGathering.of(script.record(), script.grade());
    }

    private static Script ladder() {
        return new Script("Which store?", "ana", "bo", "cy")
                .with("rounds", 3)
                .says(1, "ana", answer("Redis", 0.6))
                .says(1, "bo", answer("Postgres", 0.8))
                .says(1, "cy", answer("Postgres", 0.7))
                .says(2, "ana", keeps(answer("Redis", 0.6)))
                .says(2, "bo", against(0, "it loses what was written", answer("Postgres", 0.8)))
                .says(2, "cy", keeps(answer("Postgres", 0.7)))
                .says(3, "ana", keeps(because(answer("Postgres", 0.65), "5.1")))
                .says(3, "bo", keeps(answer("Postgres", 0.8)))
                .says(3, "cy", keeps(answer("Postgres", 0.7)));
    }

    @Test
    void aDebateOfOpinionsTeachesNothing() {
        assertThat(gathered(ladder())).isEqualTo(LessonSources.none());
    }

    @Test
    void aCriticismTeachesWhereTheTruthShowsThatItHelped() {
        LessonSources sources = gathered(ladder().with("truth", "Postgres"));
        assertThat(sources.critiques())
                .containsExactly(new ImprovedCritique(
                        5, "correctness", "it loses what was written", "cure: it loses what was written", "Postgres"));
        assertThat(sources.lost()).isNull();
        assertThat(LessonRules.extract(sources)).hasSize(1);
    }

    @Test
    void aRightAnswerThatTheDraftsHadIsLost() {
        Script talkedOver = new Script("Which store?", "ana", "bo", "cy")
                .with("truth", "Redis")
                .says(1, "ana", answer("Redis", 0.6))
                .says(1, "bo", answer("Redis", 0.6))
                .says(1, "cy", answer("Postgres", 0.9))
                .says(2, "ana", keeps(answer("Postgres", 0.6)))
                .says(2, "bo", keeps(answer("Redis", 0.6)))
                .says(2, "cy", keeps(answer("Postgres", 0.9)));
        assertThat(gathered(talkedOver).lost()).isEqualTo(new LostAnswer(4, "Which store?", "Redis", "Postgres"));
        talkedOver.with("truth", "Postgres");
        assertThat(gathered(talkedOver).lost()).isNull();
    }

    @Test
    void theLessonsOfBallotsAreTaken() {
        Script voting = new Script("Which store?", "ana", "bo")
                .with("preset", "vote")
                .with("voting_method", "borda")
                .says(1, "ana", answer("Postgres", 0.9))
                .says(1, "bo", answer("Redis", 0.6))
                .says(1, "ana", Vote.of(0, 0.9, List.of(0, 1)))
                .says(
                        1,
                        "bo",
                        new Vote(
                                0,
                                0.6,
                                List.of(0, 1),
                                null,
                                List.of(),
                                List.of(new ParsedReply.LessonDraft(
                                        "pattern", "measure first", "guessing", "measuring"))));
        assertThat(gathered(voting).ballots())
                .containsExactly(new BallotLesson(4, "pattern", "measure first", "guessing", "measuring"));
    }

    @Test
    void aPhaseThatWasRejectedAndThenApprovedTeaches() {
        assertThat(gathered(gated("name the version", null)).gates())
                .containsExactly(new GateReversal(3, "proposal", "name the version", null, "Postgres"));
        assertThat(gathered(gated("name the version", "as agreed with operations"))
                        .gates())
                .extracting(GateReversal::approved)
                .containsExactly("as agreed with operations");
        assertThat(gathered(gated("timed out", null)).gates())
                .as("a clock is no person")
                .isEmpty();
    }

    @Test
    void aPersonApprovesTheWinnerOfAVoteAndTheLabelOfAChoice() {
        Script voted = new Script("Which store?", "ana", "bo")
                .with("preset", "vote")
                .with("gates", List.of("convergence"))
                .says(1, "ana", answer("Postgres", 0.9))
                .says(1, "bo", answer("Redis", 0.6))
                .says(1, "ana", Vote.of(1, 0.9, List.of()))
                .says(1, "bo", Vote.of(1, 0.6, List.of()))
                .decides(false, "we run Redis already")
                .decides(true, null);
        assertThat(gathered(voted).gates())
                .containsExactly(new GateReversal(3, "convergence", "we run Redis already", null, "Redis"));
        Script chosen = new Script("Which store?", "ana", "bo")
                .with("preset", "vote")
                .with("options", List.of("Redis", "Postgres"))
                .with("gates", List.of("proposal"))
                .says(1, "ana", Position.choosing(1, 0.9))
                .says(1, "bo", Position.choosing(1, 0.6))
                .decides(false, "name the version")
                .decides(true, null);
        assertThat(gathered(chosen).gates())
                .containsExactly(new GateReversal(3, "proposal", "name the version", null, "Postgres"));
    }

    @Test
    void withoutAChangeOfMindTheTurnThatSpeaksForTheWinnerLostTheAnswer() {
        Script weighted = new Script("Which store?", "ana", "bo", "cy")
                .with("preset", "vote")
                .with("truth", "Redis")
                .says(1, "ana", answer("Redis", 0.1))
                .says(1, "bo", answer("Redis", 0.1))
                .says(1, "cy", answer("Postgres", 0.99));
        assertThat(gathered(weighted).lost()).isEqualTo(new LostAnswer(3, "Which store?", "Redis", "Postgres"));
    }

    private static Script gated(String rejected, @Nullable String approved) {
        return new Script("Which store?", "ana", "bo")
                .with("preset", "vote")
                .with("gates", List.of("proposal"))
                .says(1, "ana", answer("Postgres", 0.9))
                .says(1, "bo", answer("Postgres", 0.6))
                .decides(false, rejected)
                .decides(true, approved);
    }

    private static Script coding() {
        return new Script("add", "ana", "bo")
                .with("rounds", 2)
                .with("reflexion_attempts", 0)
                .with(
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(
                                        Map.of("name", "adds", "hidden", false, "body", "x"),
                                        Map.of("name", "secret", "hidden", true, "body", "y"))))
                .says(1, "ana", Script.code("def add(a, b):\n    return a\n", 0.5))
                .says(1, "bo", Script.code("pass\n", 0.5));
    }

    @Test
    void aRepairNamesItsTestsAndShowsTheChange() {
        Position repaired = new Position(
                null,
                -1,
                0.9,
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "def add(a, b):\n    return a + b\n",
                new Reflection("b was forgotten", "it is added"));
        Script script = coding().says(2, "ana", keeps(repaired))
                .says(2, "bo", keeps(Script.code("pass\n", 0.5)))
                .checks(turn -> {
                    boolean right = Objects.requireNonNull(
                                    Objects.requireNonNull(turn.position()).code())
                            .contains("a + b");
                    Map<String, Boolean> found = new LinkedHashMap<>();
                    found.put("adds", right);
                    found.put("secret", right);
                    return Script.tests(turn, found);
                });
        assertThat(gathered(script).repairs()).singleElement().satisfies(repair -> {
            assertThat(repair.turnSeq()).isEqualTo(3);
            assertThat(repair.language()).isEqualTo("python");
            assertThat(repair.tests())
                    .containsExactly(new RepairedTest("adds", "no", false), new RepairedTest("secret", "no", true));
            assertThat(repair.cause()).isEqualTo("b was forgotten");
            assertThat(repair.change()).isEqualTo("it is added");
            assertThat(repair.diff())
                    .isEqualTo("--- version 1\n+++ version 3\n@@ -1,2 +1,2 @@\n def add(a, b):\n-    return a\n"
                            + "+    return a + b");
        });
    }

    @Test
    void aFindingTeachesOnlyIfItsTestPassesOnThePatchAndNothingBroke() {
        assertThat(gathered(duel(true, true)).findings())
                .containsExactly(new ClosedFinding(10, "injection", "high", "evaluates its input", "parsed instead"));
        assertThat(gathered(duel(false, true)).findings()).as("only claimed").isEmpty();
        assertThat(gathered(duel(true, false)).findings())
                .as("it broke what worked")
                .isEmpty();
    }

    /** A classic code debate in which bo attacks what ana wrote. */
    private static Script duel(boolean patched, boolean works) {
        Finding finding = new Finding("f1", "injection", Severity.HIGH, "evaluates its input", "test body", null);
        Script script = coding().with("preset", "classic")
                .with("rounds", 1)
                .with("coordination_protocol", "none")
                .says(1, "ana", Script.code("eval(x)\n", 0.9))
                .says(1, "bo", Script.code("eval(x)\n", 0.5))
                .says(1, "ana", new ParsedReply.Critiques(List.of(), null))
                .says(1, "bo", new ParsedReply.Critiques(List.of(), null))
                .says(1, "ana", new ParsedReply.Reviews(List.of(new ParsedReply.Review(0, 1, 1, 1, 1, List.of()))))
                .says(1, "bo", new ParsedReply.Reviews(List.of(new ParsedReply.Review(0, 1, 1, 1, 1, List.of()))))
                .says(
                        1,
                        "ana",
                        new Defence(List.of(new Answer("f1", true, "parsed instead")), Script.code("int(x)\n", 0.9)))
                .says(1, "bo", new Attack(List.of(finding)))
                .says(1, "ana", Vote.of(0, 0.9, List.of()))
                .says(1, "bo", Vote.of(0, 0.9, List.of()));
        return script.checks(turn -> {
            Map<String, Boolean> found = new LinkedHashMap<>();
            Position position = turn.position();
            boolean patch = position != null && "int(x)\n".equals(position.code());
            if (turn.kind() == ReplyKind.ATTACK) {
                boolean defended = script.record().turns().stream()
                        .anyMatch(other -> other.kind() == ReplyKind.DEFENCE && other.turnSeq() < turn.turnSeq());
                found.put(RedBlueRound.testName(turn.turnSeq(), "f1"), defended && patched);
                return Script.tests(turn, found);
            }
            found.put("adds", !patch || works);
            found.put("secret", true);
            if (patch) {
                script.record().turns().stream()
                        .filter(other -> other.kind() == ReplyKind.ATTACK)
                        .forEach(attack -> found.put(RedBlueRound.testName(attack.turnSeq(), "f1"), patched));
            }
            return Script.tests(turn, found);
        });
    }
}
