package dev.stoa.debate.rules.record;

import static dev.stoa.debate.rules.record.RecordedTurns.broken;
import static dev.stoa.debate.rules.record.RecordedTurns.passed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Finding;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who duels about what, whose turn it is and what is open. */
@Tag("quick")
class RedBlueRoundTest {
    private static RecordedTurns panel(int seats) {
        return RecordedTurns.of(seats, "preset", "classic");
    }

    private static RecordedTurns playing(String... roles) {
        return RecordedTurns.of(roles.length, "agents", Play.agents(roles), "preset", "classic");
    }

    private static RedBlueRound duel(RecordedTurns turns) {
        return Objects.requireNonNull(RedBlueRound.of(turns.record, 1, 0));
    }

    private static Finding finding(String id, Severity severity, @Nullable String test) {
        return new Finding(id, "injection", severity, "claim " + id, test, null);
    }

    private static Finding finding(String id) {
        return finding(id, Severity.HIGH, null);
    }

    private static List<String> open(RecordedTurns turns) {
        return duel(turns).open(turns.record).stream().map(Finding::id).toList();
    }

    @Test
    void whereNobodyHoldsAnythingThereIsNothingToAttack() {
        RecordedTurns turns = panel(3);
        assertThat(RedBlueRound.of(turns.record, 1, 0)).isNull();
        turns.failed(0, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ABSTAINED);
        assertThat(RedBlueRound.of(turns.record, 1, 0)).isNull();
        turns.draft(1, 0);
        turns.failed(1, Phase.OPTIMIZATION, ReplyKind.POSITION, TurnStatus.ABSTAINED);
        assertThat(RedBlueRound.of(turns.record, 1, 0)).as("what was given up").isNull();
    }

    @Test
    void theOptionOfMostSeatsIsAttackedHoweverSureTheOthersAre() {
        RecordedTurns turns = panel(3);
        turns.position(0, Phase.PROPOSAL, 0, 0, 1);
        turns.position(1, Phase.PROPOSAL, 0, 1, 0.1);
        turns.position(2, Phase.PROPOSAL, 0, 1, 0.1);
        assertThat(duel(turns).option()).isEqualTo(1);
    }

    @Test
    void ofOptionsWithAsManySeatsTheOneWithSurerHoldersIsAttackedElseTheFirst() {
        RecordedTurns turns = panel(4);
        turns.position(0, Phase.PROPOSAL, 0, 0, 0.5);
        turns.position(1, Phase.PROPOSAL, 0, 1, 0.5);
        assertThat(duel(turns).option()).isZero();
        turns.position(2, Phase.PROPOSAL, 0, 0, 0.3);
        turns.position(3, Phase.PROPOSAL, 0, 1, 0.4);
        assertThat(duel(turns).option()).isEqualTo(1);
        turns.position(2, Phase.PROPOSAL, 0, 0, 0.6);
        assertThat(duel(turns).option()).isZero();
    }

    @Test
    void anOptionThatNobodyHoldsAnyMoreIsNotAttacked() {
        RecordedTurns turns = panel(2);
        turns.draft(0, 0);
        turns.position(0, Phase.OPTIMIZATION, 0, 1, 0.5);
        assertThat(duel(turns).option()).isEqualTo(1);
    }

    @Test
    void whoDuelsAboutWhatStaysAsItWasBeforeTheFirstAttack() {
        RecordedTurns turns = panel(3);
        turns.rate(1500, 1500, 1400);
        Turn first = turns.draft(0, 0);
        turns.draft(1, 0);
        turns.draft(2, 1);
        RedBlueRound before = duel(turns);
        assertThat(before.target().turnSeq()).as("the latest that gives it").isEqualTo(2);
        turns.attack(2, List.of(first.turnSeq()), finding("F1"));
        turns.position(0, Phase.CONVERGENCE, 0, 1, 0.9);
        turns.position(1, Phase.CONVERGENCE, 0, 1, 0.9);
        turns.position(2, Phase.CONVERGENCE, 0, 0, 0.9);
        RedBlueRound after = duel(turns);
        assertThat(after.option()).isEqualTo(before.option()).isZero();
        assertThat(after.red()).isEqualTo(before.red()).isEqualTo(2);
        assertThat(after.blue()).isEqualTo(before.blue()).isZero();
        assertThat(after.target()).isEqualTo(before.target());
    }

    @Test
    void redIsTheLowestRatedThatHoldsSomethingElseAndBlueTheFirstAuthor() {
        RecordedTurns turns = panel(4);
        turns.rate(1300, 1500, 1450, 1400);
        turns.draft(1, 0);
        turns.draft(0, 0);
        turns.draft(2, 1);
        assertThat(duel(turns).red()).as("who holds nothing may attack too").isEqualTo(3);
        assertThat(duel(turns).blue()).isEqualTo(1);
        turns.draft(3, 0);
        assertThat(duel(turns).red()).isEqualTo(2);
        turns.rate(1300, 1500, 1450, 1450);
        turns.position(3, Phase.OPTIMIZATION, 0, 1, 0.5);
        assertThat(duel(turns).red()).as("of equals the first").isEqualTo(2);
    }

    @Test
    void theFirstSeatIsRedWhereItIsRatedLowestOfThoseThatDoNotHoldTheOption() {
        RecordedTurns turns = panel(3);
        turns.rate(1300, 1500, 1400);
        turns.draft(1, 0);
        assertThat(duel(turns).red()).isZero();
        turns.rate(1400, 1300, 1500);
        assertThat(duel(turns).red()).as("who holds it is rated lower").isZero();
    }

    @Test
    void whereAllHoldTheOptionRedIsTheLowestRatedButBlue() {
        RecordedTurns turns = panel(3);
        turns.rate(1300, 1500, 1400);
        turns.draft(0, 0);
        turns.draft(1, 0);
        turns.draft(2, 0);
        assertThat(duel(turns).blue()).isZero();
        assertThat(duel(turns).red()).isEqualTo(2);
        turns.rate(1300, 1200, 1400);
        assertThat(duel(turns).red()).isEqualTo(1);
    }

    @Test
    void whoWasGivenASideTakesIt() {
        RecordedTurns both = playing("", "blue_team", "red_team");
        both.draft(2, 0);
        both.draft(0, 0);
        assertThat(duel(both).red()).isEqualTo(2);
        assertThat(duel(both).blue()).isEqualTo(1);

        RecordedTurns blue = playing("blue_team", "", "");
        blue.rate(1300, 1500, 1400);
        blue.draft(1, 0);
        assertThat(duel(blue).blue()).isZero();
        assertThat(duel(blue).red()).as("not blue, which is rated lowest").isEqualTo(2);
    }

    @Test
    void blueIsNotTheSeatThatWasGivenRed() {
        RecordedTurns turns = playing("red_team", "", "");
        turns.draft(0, 0);
        assertThat(duel(turns).red()).isZero();
        assertThat(duel(turns).blue()).as("nobody else holds it").isEqualTo(1);
        turns.draft(2, 0);
        assertThat(duel(turns).blue()).isEqualTo(2);

        RecordedTurns last = playing("", "red_team");
        last.draft(1, 0);
        assertThat(duel(last).blue()).isZero();
    }

    @Test
    void whatBlueDefendsLastIsAttackedNext() {
        RecordedTurns turns = panel(3);
        Turn draft = turns.draft(0, 0);
        assertThat(duel(turns).target()).isEqualTo(draft);
        turns.attack(1, List.of(draft.turnSeq()), finding("F1"));
        assertThat(duel(turns).target()).isEqualTo(draft);
        Turn defence = turns.defends(0, 1);
        assertThat(duel(turns).target()).isEqualTo(defence);
        turns.attack(1, List.of(defence.turnSeq()), finding("F1"));
        Turn again = turns.defends(0, 0);
        assertThat(duel(turns).target()).isEqualTo(again);
        assertThat(duel(turns).attacks()).hasSize(2);
        assertThat(duel(turns).defences()).containsExactly(defence, again);
        turns.attack(1, List.of(again.turnSeq()), finding("F1"));
        turns.failed(0, Phase.ADVERSARIAL, ReplyKind.DEFENCE, TurnStatus.ERROR);
        assertThat(duel(turns).target())
                .as("a defence that says nothing changes nothing")
                .isEqualTo(again);
    }

    @Test
    void redAndBlueTakeTurnsUntilNothingIsFoundOrRedHasSpokenThreeTimes() {
        RecordedTurns turns = panel(3);
        Turn draft = turns.draft(0, 0);
        assertThat(duel(turns).next(turns.record)).isEqualTo(ReplyKind.ATTACK);
        for (int i = 0; i < 2; i++) {
            turns.attack(1, List.of(draft.turnSeq()), finding("F1"));
            assertThat(duel(turns).next(turns.record)).isEqualTo(ReplyKind.DEFENCE);
            turns.defends(0, 0);
            assertThat(duel(turns).next(turns.record)).isEqualTo(ReplyKind.ATTACK);
        }
        turns.attack(1, List.of(draft.turnSeq()), finding("F1"));
        assertThat(duel(turns).next(turns.record)).isNull();
    }

    @Test
    void anAttackThatFindsNothingOrSaysNothingEndsTheDuel() {
        RecordedTurns content = panel(3);
        Turn draft = content.draft(0, 0);
        content.attack(1, List.of(draft.turnSeq()));
        assertThat(duel(content).next(content.record)).isNull();
        assertThat(duel(content).risk(content.record)).isZero();

        RecordedTurns silent = panel(3);
        silent.draft(0, 0);
        silent.failed(1, Phase.ADVERSARIAL, ReplyKind.ATTACK, TurnStatus.TIMEOUT);
        assertThat(duel(silent).next(silent.record)).isNull();
        assertThat(duel(silent).risk(silent.record)).isNull();
        assertThat(open(silent)).isEmpty();
    }

    @Test
    void ofWordsWhatTheLastAttackDoesNotRepeatIsClosedAndSilenceClosesNothing() {
        RecordedTurns turns = panel(3);
        Turn draft = turns.draft(0, 0);
        assertThat(open(turns)).isEmpty();
        assertThat(duel(turns).risk(turns.record)).as("nobody has attacked").isNull();
        turns.attack(
                1,
                List.of(draft.turnSeq()),
                finding("F1", Severity.LOW, null),
                finding("F2", Severity.CRITICAL, null),
                finding("F3", Severity.MEDIUM, null));
        assertThat(open(turns)).containsExactly("F1", "F2", "F3");
        assertThat(duel(turns).risk(turns.record)).isEqualTo(Severity.CRITICAL.risk());
        turns.defends(0, 0);
        turns.attack(1, List.of(draft.turnSeq()), finding("F1", Severity.LOW, null));
        assertThat(open(turns)).containsExactly("F1");
        assertThat(duel(turns).risk(turns.record)).isEqualTo(Severity.LOW.risk());
        turns.defends(0, 0);
        turns.failed(1, Phase.ADVERSARIAL, ReplyKind.ATTACK, TurnStatus.ERROR);
        assertThat(open(turns)).containsExactly("F1");
        assertThat(duel(turns).risk(turns.record))
                .as("red's last reply says nothing")
                .isNull();
    }

    @Test
    void onlyAnAttackFindsAnything() {
        RecordedTurns turns = panel(2);
        Turn draft = turns.draft(0, 0);
        Turn attack = turns.attack(1, List.of(draft.turnSeq()), finding("F1"));
        assertThat(RedBlueRound.findings(turns.record, draft)).isEmpty();
        assertThat(RedBlueRound.findings(turns.record, attack)).hasSize(1);
    }

    @Test
    void ofCodeAFindingIsWhatAFailingTestShows() {
        RecordedTurns turns = RecordedTurns.ofCode(3, "public");
        Turn draft = turns.draft(0, 0);
        Turn attack = turns.attack(
                1,
                List.of(draft.turnSeq()),
                finding("F1", Severity.LOW, "shown"),
                finding("F2", Severity.LOW, "passes"),
                finding("F3", Severity.LOW, null),
                finding("F4", Severity.LOW, "never ran"));
        assertThat(RedBlueRound.findings(turns.record, attack))
                .as("no test has run")
                .isEmpty();
        turns.check(
                attack,
                CheckStatus.UNKNOWN,
                broken("finding-2-F1"),
                passed("finding-2-F2"),
                broken("finding-2-F3"),
                broken("finding-1-F4"));
        assertThat(RedBlueRound.findings(turns.record, attack))
                .extracting(Finding::id)
                .containsExactly("F1");
        assertThat(RedBlueRound.testName(2, "F1")).isEqualTo("finding-2-F1");
    }

    /** A duel about code in which the draft passed a supplied test and red showed two weaknesses. */
    private static RecordedTurns shown() {
        RecordedTurns turns = RecordedTurns.ofCode(3, "one", "two");
        Turn draft = turns.draft(0, 0);
        turns.check(draft, CheckStatus.FAILED, passed("one"), broken("two"));
        Turn attack = turns.attack(
                1, List.of(draft.turnSeq()), finding("F1", Severity.LOW, "test"), finding("F2", Severity.HIGH, "test"));
        turns.check(attack, CheckStatus.UNKNOWN, broken("finding-2-F1"), broken("finding-2-F2"));
        return turns;
    }

    @Test
    void ofCodeAFindingIsOpenUntilALaterVersionPassesItsTest() {
        RecordedTurns turns = shown();
        assertThat(open(turns)).containsExactly("F1", "F2");
        Turn patch = turns.defends(0, 1);
        assertThat(open(turns)).containsExactly("F1", "F2");
        turns.check(patch, CheckStatus.FAILED, passed("one"), broken("two"), passed("finding-2-F1"));
        assertThat(open(turns)).containsExactly("F2");
        turns.attack(1, List.of(patch.turnSeq()));
        assertThat(open(turns)).as("what red does not repeat stays open").containsExactly("F2");
        assertThat(duel(turns).risk(turns.record)).isEqualTo(Severity.HIGH.risk());
    }

    @Test
    void aPatchThatBreaksASuppliedTestClosesNothing() {
        RecordedTurns turns = shown();
        Turn patch = turns.defends(0, 1);
        turns.check(patch, CheckStatus.FAILED, broken("one"), passed("finding-2-F1"), passed("finding-2-F2"));
        assertThat(open(turns)).containsExactly("F1", "F2");
    }

    @Test
    void aVersionThatPassedTheTestBeforeItWasWrittenClosesNothing() {
        RecordedTurns turns = RecordedTurns.ofCode(3, "one");
        Turn draft = turns.draft(0, 0);
        Turn attack = turns.attack(1, List.of(draft.turnSeq()), finding("F1", Severity.LOW, "test"));
        turns.check(attack, CheckStatus.UNKNOWN, broken("finding-2-F1"));
        turns.check(draft, CheckStatus.UNKNOWN, passed("finding-2-F1"));
        assertThat(open(turns)).containsExactly("F1");
    }

    @Test
    void ofPositionsThatAreVotesTheirConfidenceCounts() {
        RecordedTurns turns = panel(4);
        turns.position(0, Phase.PROPOSAL, 0, 0, 0.5);
        turns.position(1, Phase.PROPOSAL, 0, 1, 0.6);
        turns.vote(0, ParsedReply.Vote.of(0, 0.9, List.of()));
        turns.vote(1, ParsedReply.Vote.of(1, 0.2, List.of()));
        assertThat(duel(turns).option()).isZero();
    }
}
