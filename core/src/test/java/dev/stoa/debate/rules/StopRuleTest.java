package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.RecordedTurns;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.voting.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a debate has said enough, after two of three seats hold the first option. */
@Tag("quick")
class StopRuleTest {
    private static RecordedTurns twoToOne(Object... settings) {
        List<Object> all = new ArrayList<>(List.of("voting_method", "plurality", "rounds", 3));
        all.addAll(List.of(settings));
        RecordedTurns turns = RecordedTurns.of(3, all.toArray());
        turns.draft(0, 0);
        turns.draft(1, 0);
        turns.draft(2, 1);
        return turns;
    }

    @Test
    void aVoteEndsAfterItsOnlyPass() {
        RecordedTurns turns = RecordedTurns.of(3, "preset", "vote");
        assertThat(StopRule.after(turns.record, 1, 0)).isEqualTo(StopReason.SINGLE_PASS);
    }

    @Test
    void anAgreementAtTheThresholdEndsADebate() {
        RecordedTurns turns = twoToOne("threshold", 2.0 / 3);
        assertThat(StopRule.after(turns.record, 1, 0)).as("nothing is counted").isNull();
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.after(turns.record, 1, 0)).isEqualTo(StopReason.CONSENSUS);
        RecordedTurns apart = twoToOne("threshold", 0.67);
        apart.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.after(apart.record, 1, 0)).isNull();
        RecordedTurns patient = twoToOne("threshold", 0.6, "early_stop", false);
        patient.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.after(patient.record, 1, 0)).isNull();
        assertThat(StopRule.after(patient.record, 3, 0)).isEqualTo(StopReason.ROUNDS);
    }

    @Test
    void aRoundTableEndsOnlyWhenAllAgree() {
        RecordedTurns turns = twoToOne("preset", "round-table", "threshold", 0.6);
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.after(turns.record, 1, 0)).isNull();
    }

    @Test
    void theFirstRoundOfClassicIsJudgedByItsCountAndNotByItsDrafts() {
        RecordedTurns turns = twoToOne("preset", "classic", "threshold", 0.6);
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.after(turns.record, 1, 0)).isNull();
        turns.record.count(Stage.ROUND, 1, 0);
        assertThat(StopRule.after(turns.record, 1, 0)).isEqualTo(StopReason.CONSENSUS);
        assertThat(StopRule.after(turns.record, 1, 1)).as("another attempt").isNull();
    }

    @Test
    void aSecondRoundInWhichNobodyMovedEndsADebateUnlessItMustGoOn() {
        RecordedTurns turns = twoToOne("threshold", 0.9);
        turns.record.count(Stage.DRAFT, 1, 0);
        turns.record.count(Stage.ROUND, 2, 0);
        assertThat(StopRule.after(turns.record, 2, 0)).isEqualTo(StopReason.STABLE);
        RecordedTurns patient = twoToOne("threshold", 0.9, "early_stop", false);
        patient.record.count(Stage.DRAFT, 1, 0);
        patient.record.count(Stage.ROUND, 2, 0);
        assertThat(StopRule.after(patient.record, 2, 0)).isNull();
        RecordedTurns moving = twoToOne("threshold", 0.9);
        moving.record.count(Stage.DRAFT, 1, 0);
        moving.draft(2, 2);
        moving.record.count(Stage.ROUND, 2, 0);
        assertThat(StopRule.after(moving.record, 2, 0)).isNull();
    }

    @Test
    void anAgreementOnWhatHasNotPassedItsCheckIsNotEnough() {
        RecordedTurns turns = RecordedTurns.of(2, "voting_method", "plurality", "check", "./check");
        Turn first = turns.draft(0, 0);
        turns.draft(1, 0);
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.after(turns.record, 1, 0)).isNull();
        turns.check(first, CheckStatus.PASSED);
        assertThat(StopRule.after(turns.record, 1, 0)).isEqualTo(StopReason.CONSENSUS);
    }
}
