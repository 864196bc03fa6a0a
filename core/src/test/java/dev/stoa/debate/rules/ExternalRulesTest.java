package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.RecordedTurns;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a debate of another engine is held to. */
@Tag("quick")
class ExternalRulesTest {
    private static RecordedTurns drafted(Object... settings) {
        RecordedTurns turns = RecordedTurns.of(3, settings);
        turns.draft(0, 0);
        turns.draft(1, 0);
        turns.draft(2, 1);
        return turns;
    }

    private static void round(RecordedTurns turns, int round) {
        turns.record.mark(new ProgressMark.PhaseStarted(round, Phase.CRITIQUE, 0));
    }

    @Test
    void aPhaseAsksForOneThingExceptTheDuel() {
        assertThat(ExternalRules.kind(Phase.DEHALLUCINATION)).isEqualTo(ReplyKind.QUESTION);
        assertThat(ExternalRules.kind(Phase.SELF_EVOLVEMENT)).isEqualTo(ReplyKind.POSITION);
        assertThat(ExternalRules.kind(Phase.PROPOSAL)).isEqualTo(ReplyKind.POSITION);
        assertThat(ExternalRules.kind(Phase.OPTIMIZATION)).isEqualTo(ReplyKind.POSITION);
        assertThat(ExternalRules.kind(Phase.CRITIQUE)).isEqualTo(ReplyKind.CRITIQUE);
        assertThat(ExternalRules.kind(Phase.REVIEW)).isEqualTo(ReplyKind.REVIEW);
        assertThat(ExternalRules.kind(Phase.ADVERSARIAL)).isNull();
        assertThat(ExternalRules.kind(Phase.CONVERGENCE)).isEqualTo(ReplyKind.BALLOT);
    }

    @Test
    void whatIsCountedOrOverIsTooLateToAddTo() {
        RecordedTurns turns = drafted();
        assertThat(ExternalRules.tooLate(turns.record, 1, Phase.PROPOSAL)).isNull();
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(ExternalRules.tooLate(turns.record, 1, Phase.PROPOSAL)).isEqualTo("the drafts are counted");
        assertThat(ExternalRules.tooLate(turns.record, 1, Phase.CRITIQUE)).isNull();
        turns.record.count(Stage.ROUND, 1, 0);
        assertThat(ExternalRules.tooLate(turns.record, 1, Phase.CRITIQUE)).isEqualTo("round 1 is counted");
        assertThat(ExternalRules.tooLate(turns.record, 2, Phase.CRITIQUE)).isNull();
        round(turns, 2);
        assertThat(ExternalRules.tooLate(turns.record, 1, Phase.CRITIQUE))
                .isEqualTo("round 1 is over, for round 2 has begun");
        assertThat(ExternalRules.tooLate(turns.record, 2, Phase.PROPOSAL)).isNull();
        turns.record.count(Stage.FINAL, 2, 0);
        assertThat(ExternalRules.tooLate(turns.record, 2, Phase.CRITIQUE)).isEqualTo("the final votes are counted");
    }

    @Test
    void votesAreCountedOnceInTheRoundThatGoesOn() {
        RecordedTurns turns = RecordedTurns.of(3);
        assertThat(ExternalRules.untimely(turns.record, Stage.DRAFT, 1)).isEqualTo("nobody has said anything yet");
        assertThat(ExternalRules.latestRound(turns.record)).isEqualTo(1);
        turns.draft(0, 0);
        assertThat(ExternalRules.latestRound(turns.record)).isEqualTo(2);
        assertThat(ExternalRules.untimely(turns.record, Stage.DRAFT, 1)).isNull();
        assertThat(ExternalRules.untimely(turns.record, Stage.ROUND, 2)).isEqualTo("round 1 goes on");
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(ExternalRules.untimely(turns.record, Stage.DRAFT, 1)).isEqualTo("the drafts are counted");
        assertThat(ExternalRules.untimely(turns.record, Stage.ROUND, 1)).isNull();
        turns.record.count(Stage.ROUND, 1, 0);
        assertThat(ExternalRules.untimely(turns.record, Stage.ROUND, 1)).isEqualTo("round 1 is counted");
        round(turns, 2);
        assertThat(ExternalRules.untimely(turns.record, Stage.DRAFT, 2)).isEqualTo("round 2 goes on");
        assertThat(ExternalRules.untimely(turns.record, Stage.ROUND, 2)).isNull();
        assertThat(ExternalRules.untimely(turns.record, Stage.FINAL, 2)).isNull();
        assertThat(ExternalRules.isDecided(turns.record)).isFalse();
        turns.record.count(Stage.FINAL, 2, 0);
        assertThat(ExternalRules.isDecided(turns.record)).isTrue();
        assertThat(ExternalRules.untimely(turns.record, Stage.FINAL, 2)).isEqualTo("the final votes are counted");
    }

    @Test
    void draftsAreDueBeforeThePhaseAfterThemAndARoundBeforeTheNext() {
        RecordedTurns turns = drafted();
        assertThat(ExternalRules.due(turns.record, 1, Phase.PROPOSAL)).isEmpty();
        assertThat(ExternalRules.due(turns.record, 1, Phase.CRITIQUE)).containsExactly(Stage.DRAFT);
        assertThat(ExternalRules.due(turns.record)).containsExactly(Stage.DRAFT);
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(ExternalRules.due(turns.record, 1, Phase.CRITIQUE)).isEmpty();
        assertThat(ExternalRules.due(turns.record))
                .as("a round of drafts alone")
                .isEmpty();
        turns.failed(0, Phase.CRITIQUE, ReplyKind.CRITIQUE, TurnStatus.ERROR);
        assertThat(ExternalRules.due(turns.record)).containsExactly(Stage.ROUND);
        assertThat(ExternalRules.due(turns.record, 2, Phase.CRITIQUE)).containsExactly(Stage.ROUND);
        turns.record.count(Stage.ROUND, 1, 0);
        assertThat(ExternalRules.due(turns.record)).isEmpty();
        round(turns, 2);
        assertThat(ExternalRules.due(turns.record)).containsExactly(Stage.ROUND);
    }

    @Test
    void aSeatHasAnsweredWithAPositionAVoteOrAnAbstention() {
        RecordedTurns turns = RecordedTurns.of(5);
        turns.draft(0, 0);
        turns.draft(0, 0);
        turns.vote(1, ParsedReply.Vote.of(0, 0.5, List.of()));
        turns.failed(2, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ABSTAINED);
        turns.failed(3, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ERROR);
        turns.asks(4);
        assertThat(ExternalRules.answered(turns.record)).isEqualTo(3);
    }

    @Test
    void aDebateEndsByConsensusIfItsLastCountAgreesAndElseByItsRounds() {
        RecordedTurns agreed = drafted("voting_method", "plurality", "threshold", 0.6);
        assertThat(ExternalRules.stop(agreed.record)).as("nothing is counted").isEqualTo(StopReason.ROUNDS);
        agreed.record.count(Stage.DRAFT, 1, 0);
        assertThat(ExternalRules.stop(agreed.record)).isEqualTo(StopReason.CONSENSUS);
        RecordedTurns apart = drafted("voting_method", "plurality", "threshold", 0.9);
        apart.record.count(Stage.DRAFT, 1, 0);
        assertThat(ExternalRules.stop(apart.record)).isEqualTo(StopReason.ROUNDS);
        RecordedTurns patient = drafted("voting_method", "plurality", "threshold", 0.6, "early_stop", false);
        patient.record.count(Stage.DRAFT, 1, 0);
        assertThat(ExternalRules.stop(patient.record)).isEqualTo(StopReason.ROUNDS);
        apart.record.spend(StopReason.DEADLINE);
        assertThat(ExternalRules.stop(apart.record)).isEqualTo(StopReason.DEADLINE);
    }

    @Test
    void aDebateInWhichNobodyMovedInTheSecondRoundIsStable() {
        RecordedTurns turns = drafted("voting_method", "plurality", "threshold", 0.9);
        turns.record.count(Stage.DRAFT, 1, 0);
        round(turns, 2);
        turns.record.count(Stage.ROUND, 2, 0);
        assertThat(ExternalRules.stop(turns.record)).isEqualTo(StopReason.STABLE);
        round(turns, 3);
        turns.vote(2, ParsedReply.Vote.of(0, 0.5, List.of()));
        turns.vote(0, ParsedReply.Vote.of(1, 0.5, List.of()));
        turns.record.count(Stage.ROUND, 3, 0);
        assertThat(StopRule.stability(turns.record, turns.record.counts().getLast()))
                .isEqualTo(1.0 / 3);
        assertThat(ExternalRules.stop(turns.record)).isEqualTo(StopReason.ROUNDS);
    }

    @Test
    void onlySeatsThatHeldSomethingBothTimesTellHowStableADebateIs() {
        RecordedTurns turns = RecordedTurns.of(3, "voting_method", "plurality");
        turns.draft(0, 0);
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThat(StopRule.stability(turns.record, turns.record.counts().getLast()))
                .as("there is no round before")
                .isZero();
        turns.draft(1, 1);
        turns.record.count(Stage.ROUND, 2, 0);
        assertThat(StopRule.stability(turns.record, turns.record.counts().getLast()))
                .as("the second seat held nothing before")
                .isEqualTo(1);
    }
}
