package dev.stoa.debate.rules.record;

import static dev.stoa.debate.rules.record.RecordedTurns.broken;
import static dev.stoa.debate.rules.record.RecordedTurns.erred;
import static dev.stoa.debate.rules.record.RecordedTurns.passed;
import static dev.stoa.debate.rules.record.RecordedTurns.untested;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class ChecksTest {
    @Test
    void anOptionIsAsGoodAsTheBestThatWasFoundAboutAnyOfItsPositions() {
        RecordedTurns turns = RecordedTurns.of(4, "check", "./check");
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 0);
        turns.draft(2, 1);
        assertThat(Checks.of(turns.record, 0)).isNull();
        turns.check(first, CheckStatus.UNKNOWN);
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.UNKNOWN);
        turns.check(second, CheckStatus.FAILED);
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.FAILED);
        turns.check(first, CheckStatus.PASSED);
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.PASSED);
        turns.check(second, CheckStatus.UNKNOWN);
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.PASSED);
        assertThat(Checks.of(turns.record, 1)).as("another option").isNull();
    }

    @Test
    void onlyWhatPassedMayBeElectedAndIfNothingDidWhatHasNotFailed() {
        RecordedTurns turns = RecordedTurns.of(3, "check", "./check");
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 1);
        Turn third = turns.draft(2, 2);
        assertThat(Checks.paper(turns.record)).containsExactly(0, 1, 2);
        turns.check(first, CheckStatus.FAILED);
        assertThat(Checks.paper(turns.record)).containsExactly(1, 2);
        turns.check(second, CheckStatus.UNKNOWN);
        assertThat(Checks.paper(turns.record)).containsExactly(1, 2);
        turns.check(third, CheckStatus.PASSED);
        assertThat(Checks.paper(turns.record)).containsExactly(2);
        assertThat(Checks.paper(turns.record, third.turnSeq()))
                .as("before the third turn")
                .containsExactly(1);
    }

    @Test
    void withoutACheckEveryOptionThatIsHeldMayBeElected() {
        RecordedTurns turns = RecordedTurns.of(3, "options", List.of("x", "y", "z"));
        turns.draft(0, 2);
        turns.draft(1, 0);
        assertThat(Checks.paper(turns.record)).containsExactly(0, 2);
        assertThat(Checks.pending(turns.record)).isEmpty();
    }

    @Test
    void whatARejectedAttemptShowedDoesNotCount() {
        RecordedTurns turns = RecordedTurns.of(3, "check", "./check");
        Turn first = turns.draft(0, 0);
        turns.check(first, CheckStatus.PASSED);
        turns.reject(Phase.PROPOSAL, 0);
        assertThat(Checks.of(turns.record, 0)).isNull();
        assertThat(Checks.paper(turns.record)).isEmpty();
        Turn again = turns.position(0, Phase.PROPOSAL, 1, 0, 0.8);
        turns.check(again, CheckStatus.UNKNOWN);
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(Checks.paper(turns.record)).containsExactly(0);
    }

    @Test
    void aPositionWaitsForItsCheckUntilItHasOne() {
        RecordedTurns turns = RecordedTurns.of(3, "check", "./check");
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 0);
        turns.failed(2, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ERROR);
        assertThat(Checks.pending(turns.record)).containsExactly(first, second);
        turns.check(first, CheckStatus.UNKNOWN);
        assertThat(Checks.pending(turns.record)).containsExactly(second);
    }

    @Test
    void ofCodeTheVersionsThatPassMostSuppliedTestsMayBeElected() {
        RecordedTurns turns = RecordedTurns.ofCode(3, "one", "two", "hidden");
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 1);
        Turn third = turns.draft(2, 2);
        assertThat(Checks.paper(turns.record)).as("nothing ran").containsExactly(0, 1, 2);
        turns.check(first, CheckStatus.FAILED, passed("one"), broken("two"), broken("hidden"), passed("written"));
        turns.check(second, CheckStatus.FAILED, passed("one"), broken("two"), passed("hidden"));
        turns.check(third, CheckStatus.FAILED, broken("one"), passed("two"), passed("hidden"));
        assertThat(Checks.paper(turns.record)).containsExactly(1, 2);
        assertThat(Checks.deciding(turns.record, turns.record.turns()))
                .containsExactlyInAnyOrder("one", "two", "hidden");
    }

    @Test
    void withoutSuppliedTestsThoseDecideThatSomeVersionPassesAndSomeDoesNot() {
        RecordedTurns turns = RecordedTurns.ofCode(2);
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 1);
        turns.check(first, CheckStatus.UNKNOWN, passed("all"), broken("none"), broken("telling"));
        turns.check(second, CheckStatus.UNKNOWN, passed("all"), broken("none"), passed("telling"));
        assertThat(Checks.deciding(turns.record, turns.record.turns())).containsExactly("telling");
        assertThat(Checks.paper(turns.record)).containsExactly(1);
    }

    @Test
    void couldNotBeTestedIsNeitherPassedNorFailedAndDecidesNothing() {
        RecordedTurns turns = RecordedTurns.ofCode(2, "one", "two", "hidden");
        Turn right = turns.draft(0, 0);
        Turn wrong = turns.draft(1, 1);
        turns.check(
                right,
                CodeRules.status(turns.record, List.of(untested("one"), untested("two"), untested("hidden"))),
                untested("one"),
                untested("two"),
                untested("hidden"));
        turns.check(wrong, CheckStatus.FAILED, passed("one"), passed("two"), broken("hidden"));
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(Checks.paper(turns.record))
                .as("a busy machine strikes nothing")
                .containsExactly(0, 1);
        assertThat(Checks.publicComplete(turns.record, right))
                .as("nothing to reflect on")
                .isTrue();
    }

    @Test
    void aSuiteThatErrsForEverybodyIsNoVerdictOnAnybody() {
        RecordedTurns turns = RecordedTurns.ofCode(2, "one", "two");
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 1);
        turns.check(first, CheckStatus.FAILED, erred("one"), erred("two"));
        turns.check(second, CheckStatus.FAILED, erred("one"), erred("two"));
        assertThat(Checks.of(turns.record, 0)).isEqualTo(CheckStatus.UNKNOWN);
        assertThat(Checks.of(turns.record, 1)).isEqualTo(CheckStatus.UNKNOWN);
        turns.check(second, CheckStatus.FAILED, passed("one"), erred("two"));
        assertThat(Checks.of(turns.record, 0)).as("it could be passed").isEqualTo(CheckStatus.FAILED);
    }

    @Test
    void anAuthorIsToldOnlyOfTestsThatAreNotHidden() {
        RecordedTurns turns = RecordedTurns.ofCode(2, "one", "two", "hidden");
        Turn draft = turns.draft(0, 0);
        assertThat(Checks.publicComplete(turns.record, draft)).as("nothing ran").isFalse();
        turns.check(draft, CheckStatus.FAILED, passed("one"), broken("two"), passed("hidden"));
        assertThat(Checks.publicPassed(turns.record, draft)).isEqualTo(1);
        assertThat(Checks.publicComplete(turns.record, draft)).isFalse();
        Turn other = turns.draft(1, 1);
        turns.check(other, CheckStatus.FAILED, passed("one"), passed("two"), broken("hidden"));
        assertThat(Checks.publicPassed(turns.record, other)).isEqualTo(2);
        assertThat(Checks.publicComplete(turns.record, other)).isTrue();
        assertThat(Checks.passed(turns.record, other.turnSeq())).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aPlainCheckIsOnePointIfItPassedAndIncompleteIfItFailed() {
        RecordedTurns turns = RecordedTurns.of(3, "check", "./check");
        Turn good = turns.draft(0, 0);
        Turn bad = turns.draft(1, 1);
        Turn unknown = turns.draft(2, 2);
        turns.check(good, CheckStatus.PASSED);
        turns.check(bad, CheckStatus.FAILED);
        turns.check(unknown, CheckStatus.UNKNOWN);
        assertThat(List.of(good, bad, unknown))
                .extracting(turn -> Checks.publicPassed(turns.record, turn))
                .containsExactly(1, 0, 0);
        assertThat(List.of(good, bad, unknown))
                .extracting(turn -> Checks.publicComplete(turns.record, turn))
                .containsExactly(true, false, true);
    }

    @Test
    void codePassedIfAllSuppliedTestsDidAndIsUnknownWithoutAny() {
        RecordedTurns supplied = RecordedTurns.ofCode(2, "one", "two");
        assertThat(CodeRules.status(supplied.record, List.of(passed("one"), passed("two"), broken("written"))))
                .isEqualTo(CheckStatus.PASSED);
        assertThat(CodeRules.status(supplied.record, List.of(passed("one"), broken("two"))))
                .isEqualTo(CheckStatus.FAILED);
        assertThat(CodeRules.status(supplied.record, List.of(passed("one"))))
                .as("one did not run")
                .isEqualTo(CheckStatus.UNKNOWN);
        assertThat(CodeRules.status(RecordedTurns.ofCode(2).record, List.of(passed("one"))))
                .isEqualTo(CheckStatus.UNKNOWN);
        assertThat(CodeRules.status(RecordedTurns.of(2).record, List.of(passed("one"))))
                .isEqualTo(CheckStatus.UNKNOWN);
    }
}
