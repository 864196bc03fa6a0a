package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Debates about code, with a checker that knows by heart which code passes which test. */
@Tag("quick")
class CodeDebateTest {
    private static final Map<String, Object> TASK = Map.of(
            "language",
            "python",
            "tests",
            List.of(
                    Map.of("name", "public", "hidden", false, "body", "PUBLIC BODY"),
                    Map.of("name", "secret", "hidden", true, "body", "HIDDEN BODY")));

    private static Play play(BiPredicate<String, String> passes, Object... settings) {
        List<Object> all = new ArrayList<>(List.of("code", TASK));
        all.addAll(List.of(settings));
        Play play = Play.of(3, all.toArray());
        play.checker = turn -> {
            DebateRecord.Version version = CodeRules.candidate(play.record, turn);
            String code = version == null ? "" : version.code();
            List<TestVerdict> verdicts = CodeRules.tests(play.record).stream()
                    .map(test -> new TestVerdict(
                            test.name(),
                            passes.test(code, test.name()) ? "passed" : "failed",
                            1,
                            "message of " + test.name()))
                    .toList();
            return Play.result(turn, CodeRules.status(play.record, verdicts), verdicts.toArray(new TestVerdict[0]));
        };
        return play;
    }

    private static ParsedReply.Position code(Situation situation, String code) {
        return Panelist.answer(situation, code);
    }

    private static ParsedReply.Finding finding(String id, @Nullable String test) {
        return new ParsedReply.Finding(id, "injection", Severity.CRITICAL, "claim " + id, test, null);
    }

    @Test
    @DisplayName("Blue claiming a patch without a passing test must leave the finding open; the last version must have"
            + " been attacked.")
    void aPatchThatDoesNotPassLeavesTheFindingOpen() {
        Play play = play((code, test) -> !test.startsWith("finding-"), "preset", "classic");
        play.voice = situation -> switch (situation.slot().kind()) {
            case ATTACK ->
                Play.say(new ParsedReply.Attack(
                        situation.slot().step() == 1 ? List.of(finding("F1", "boom")) : List.of()));
            case DEFENCE ->
                Play.say(new ParsedReply.Defence(
                        List.of(new ParsedReply.Answer("F1", true, "patched")), code(situation, "patched code")));
            default -> Play.byDefault(situation);
        };
        assertThat(play.run().outcome()).containsEntry("risk", 1.0);
        assertThat(String.valueOf(play.outcome().get("dissents"))).contains("risk_warning", "claim F1");
        assertAttackedLast(play);
    }

    @Test
    void aPatchThatPassesClosesTheFindingUnlessItBreaksASuppliedTest() {
        Play mended = play((code, test) -> !test.startsWith("finding-") || code.equals("patched"), "preset", "classic");
        mended.voice = CodeDebateTest::mends;
        assertThat(mended.run().outcome()).containsEntry("risk", 0.0);
        assertAttackedLast(mended);

        Play broken = play(
                (code, test) -> code.equals("patched") ? !test.equals("secret") : !test.startsWith("finding-"),
                "preset",
                "classic");
        broken.voice = CodeDebateTest::mends;
        assertThat(broken.run().outcome()).containsEntry("risk", 1.0);
    }

    private static Play.Reply mends(Situation situation) {
        return switch (situation.slot().kind()) {
            case ATTACK ->
                Play.say(new ParsedReply.Attack(
                        situation.slot().step() == 1 ? List.of(finding("F1", "boom")) : List.of()));
            case DEFENCE ->
                Play.say(new ParsedReply.Defence(
                        List.of(new ParsedReply.Answer("F1", true, "patched")), code(situation, "patched")));
            default -> Play.byDefault(situation);
        };
    }

    /** A patch that passes more tests than all before it changes the paper, but not who is attacked. */
    @Test
    void aBetterPatchIsAttackedToo() {
        Play play = play(
                (code, test) -> code.equals("patched") || test.equals("public"),
                "preset",
                "classic",
                "reflexion_attempts",
                0);
        play.voice = CodeDebateTest::mends;
        play.run();
        assertThat(play.in(Phase.ADVERSARIAL).stream().map(call -> call.slot().kind()))
                .containsExactly(ReplyKind.ATTACK, ReplyKind.DEFENCE, ReplyKind.ATTACK);
        assertAttackedLast(play);
        assertThat(play.outcome()).containsEntry("answer", "patched").containsEntry("verified", true);
    }

    @Test
    void aFindingWithoutAFailingTestDoesNotCount() {
        Play play = play((code, test) -> true, "preset", "classic");
        play.voice = situation -> situation.slot().kind() == ReplyKind.ATTACK
                ? Play.say(new ParsedReply.Attack(List.of(finding("F1", null), finding("F2", "passes"))))
                : Play.byDefault(situation);
        assertThat(play.run().outcome()).containsEntry("risk", 0.0);
        assertThat(play.in(Phase.ADVERSARIAL)).hasSize(1);
    }

    @Test
    void codeThatIsOnlyChosenIsStillAttackedAndElectedAsCode() {
        Play play = play((code, test) -> !test.startsWith("finding-"), "preset", "classic");
        play.voice = situation -> situation.slot().kind() == ReplyKind.DEFENCE
                ? Play.say(new ParsedReply.Defence(
                        List.of(new ParsedReply.Answer("F1", false, "it holds")),
                        ParsedReply.Position.choosing(situation.seen().getFirst(), 0.9)))
                : situation.slot().kind() == ReplyKind.ATTACK
                        ? Play.say(new ParsedReply.Attack(List.of(finding("F1", "boom"))))
                        : situation.slot().kind() == ReplyKind.BALLOT
                                ? Play.say(ParsedReply.Vote.of(0, 0.9, List.of()))
                                : Play.byDefault(situation);
        play.run();
        assertThat(play.asked(ReplyKind.ATTACK))
                .hasSize(3)
                .allSatisfy(call -> assertThat(call.text()).contains("| code:\n| word0z\n"));
        assertThat(play.outcome()).containsEntry("answer", "word0z").containsEntry("risk", 1.0);
    }

    private static void assertAttackedLast(Play play) {
        int lastVersion = play.record.versions().getLast().turnSeq();
        assertThat(play.asked(ReplyKind.ATTACK).getLast().slot().visible()).contains(lastVersion);
    }

    @Test
    @DisplayName("The body of a hidden test never enters a prompt.")
    void hiddenTestsAreNeverShown() {
        Play play = play((code, test) -> false, "preset", "classic", "rounds", 2, "early_stop", false)
                .run();
        assertThat(play.shown)
                .hasSizeGreaterThan(15)
                .allSatisfy(
                        call -> assertThat(call.text()).doesNotContain("HIDDEN BODY", "message of secret", "secret:"));
        assertThat(play.in(Phase.SELF_EVOLVEMENT).getFirst().text())
                .contains("PUBLIC BODY", "The language of the code is python.");
    }

    @Test
    void aSeatReflectsOnItsOwnFailuresWhileItGains() {
        // One more test passes with each try of seat 0; seat 1 gains nothing; seat 2 is right at once.
        Play play = play((code, test) -> code.equals("2") || (code.equals("0b") && test.equals("public")));
        play.voice = situation -> {
            if (situation.slot().kind() != ReplyKind.POSITION) {
                return Play.byDefault(situation);
            }
            int seat = situation.slot().seat();
            return Play.say(code(situation, seat == 0 ? (situation.reflects() ? "0b" : "0a") : "" + seat));
        };
        play.run();
        assertThat(play.in(Phase.SELF_EVOLVEMENT).stream()
                        .map(call -> call.slot().seat()))
                .containsExactly(0, 1, 2, 0, 1);
        String again = play.in(Phase.SELF_EVOLVEMENT).get(3).text();
        assertThat(again)
                .contains("Your draft failed checks.", "| 0a\n", "| public: failed\n", "- reflection: ")
                .contains("[check_output 1 trust=untrusted]\n| public: message of public\n")
                .doesNotContain("word1z", "| 1\n");
        assertThat(play.outcome()).containsEntry("answer", "2").containsEntry("verified", true);
    }

    @Test
    void reflectionsAreShownToTheirAuthorAndToNobodyElse() {
        List<Map<String, Object>> tests = List.of(
                Map.of("name", "t1", "body", "1"),
                Map.of("name", "t2", "body", "2"),
                Map.of("name", "t3", "body", "3"));
        Play play = play(
                String::contains,
                "code",
                Map.of("language", "python", "tests", tests),
                "reflexion_attempts",
                3,
                "preset",
                "vote");
        List<String> tries = List.of("none", "t1", "t1 t2", "t1 t2 t3");
        play.voice = situation -> {
            int known = (int) situation.slot().visible().stream()
                    .filter(turn -> play.record.turn(turn).seat() == 0)
                    .count();
            return situation.slot().kind() == ReplyKind.POSITION
                    ? Play.say(code(situation, situation.slot().seat() == 0 ? tries.get(known) : "none at all"))
                    : Play.byDefault(situation);
        };
        play.run();
        List<Play.Shown> own = play.in(Phase.SELF_EVOLVEMENT).stream()
                .filter(call -> call.slot().seat() == 0)
                .toList();
        assertThat(own).hasSize(4);
        assertThat(own.getLast().text())
                .contains("root cause: cause " + Panelist.mark(own.get(1).slot().turnSeq()))
                .contains("change: change " + Panelist.mark(own.get(2).slot().turnSeq()));
        assertThat(play.shown.stream().filter(call -> call.slot().seat() > 0))
                .allSatisfy(call -> assertThat(call.text())
                        .doesNotContain(
                                "cause " + Panelist.mark(own.get(1).slot().turnSeq())));
        assertThat(play.outcome()).containsEntry("answer", "t1 t2 t3");
    }

    @Test
    void withoutSuppliedTestsTheLeadWritesSomeAndSeesNoCode() {
        Play play = Play.of(
                3,
                "code",
                Map.of("language", "java", "tests", List.of()),
                "gates",
                List.of("self_evolvement"),
                "redo_budget",
                1);
        play.person = gate -> gate.attempt() == 0 ? Play.GateAnswer.no("again") : Play.GateAnswer.YES;
        play.run();
        assertThat(play.asked(ReplyKind.TESTS)).hasSize(2).allSatisfy(call -> {
            assertThat(call.slot().step()).isZero();
            assertThat(call.text()).contains("public static void test").doesNotContain("word0z", "| code:");
        });
        assertThat(play.asked(ReplyKind.TESTS).getLast().text()).contains("[rejected_tests 1", "| assert true");
        assertThat(play.outcome()).containsEntry("verified", false);
    }
}
