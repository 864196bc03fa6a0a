package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.record.DebateRecord.PhaseState;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a record says after the events that made it. */
@Tag("quick")
class DebateRecordTest {
    private static Slot slot(int turnSeq, int step, List<Integer> visible) {
        return new Slot(turnSeq, 0, 1, Phase.PROPOSAL, 0, step, ReplyKind.POSITION, false, visible);
    }

    private static Turn turn(int turnSeq, int step) {
        return new Turn(
                turnSeq,
                0,
                1,
                Phase.PROPOSAL,
                0,
                step,
                ReplyKind.POSITION,
                TurnStatus.OK,
                ParsedReply.Position.answering("x", 0.5),
                "",
                List.of(),
                "command",
                "m",
                1,
                1,
                0.0,
                0,
                false);
    }

    @Test
    void turnsAreReadByNumberInWhateverOrderTheyWereStored() {
        DebateRecord record = Play.of(3).record;
        for (int number : List.of(3, 1, 4, 2)) {
            record.store(turn(number, 1));
        }
        assertThat(record.turns()).extracting(Turn::turnSeq).containsExactly(1, 2, 3, 4);
        assertThat(record.turns(1, Phase.PROPOSAL, 0)).extracting(Turn::turnSeq).containsExactly(1, 2, 3, 4);
        assertThat(record.turns(2, Phase.PROPOSAL, 0)).isEmpty();
        assertThat(record.unmeasured()).extracting(Turn::turnSeq).containsExactly(1, 2, 3, 4);
        assertThat(record.unmeasuredTurns()).isEqualTo(record.unmeasured());
        record.measure(List.of(new OptionAssignment(1, 0, "x", Map.of())), List.of());
        assertThat(record.unmeasured()).isEmpty();
    }

    @Test
    void aTurnThatIsMissingIsNotThereAndCannotBeRead() {
        DebateRecord record = Play.of(3).record;
        record.store(turn(2, 1));
        assertThat(List.of(record.has(0), record.has(1), record.has(2), record.has(3)))
                .containsExactly(false, false, true, false);
        assertThat(record.turn(2).turnSeq()).isEqualTo(2);
        assertThatThrownBy(() -> record.turn(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("turn 1 is not stored");
    }

    @Test
    void aPlannedCallIsOpenUntilItsTurnIsStoredAndKeepsWhatItWasShown() {
        DebateRecord record = Play.of(3).record;
        Slot first = slot(1, 1, List.of());
        Slot second = slot(2, 1, List.of(1));
        record.plan(List.of(second, first));
        assertThat(record.unfilled()).containsExactly(first, second);
        assertThat(record.planned()).isEqualTo(2);
        assertThat(record.slot(2, 0, 1, Phase.PROPOSAL, 0, 1, ReplyKind.POSITION))
                .isSameAs(second);
        record.store(turn(1, 1));
        assertThat(record.unfilled()).containsExactly(second);
        assertThat(record.planned()).isEqualTo(2);
        record.store(turn(5, 1));
        assertThat(record.planned()).isEqualTo(5);
    }

    @Test
    void aWaveStartsAtTheFirstOfItsTurns() {
        DebateRecord record = Play.of(3).record;
        record.store(turn(1, 1));
        record.store(turn(2, 2));
        record.store(turn(3, 2));
        assertThat(record.waveStart(slot(4, 2, List.of()))).isEqualTo(2);
        assertThat(record.waveStart(slot(4, 3, List.of()))).isEqualTo(4);
    }

    @Test
    void phasesStandWhereTheirMarksPutThem() {
        DebateRecord record = Play.of(3).record;
        assertThat(record.phase(2, Phase.REVIEW, 1)).isEqualTo(PhaseState.OPEN);
        record.mark(new ProgressMark.PhaseStarted(2, Phase.REVIEW, 1));
        assertThat(record.phase(2, Phase.REVIEW, 1)).isEqualTo(PhaseState.STARTED);
        assertThat(record.phase(2, Phase.REVIEW, 0)).isEqualTo(PhaseState.OPEN);
        assertThat(record.round()).isEqualTo(2);
        record.mark(new ProgressMark.PhaseCompleted(2, Phase.REVIEW, 1, false));
        assertThat(record.phase(2, Phase.REVIEW, 1)).isEqualTo(PhaseState.COMPLETED);
        record.mark(new ProgressMark.PhaseSkipped(2, Phase.ADVERSARIAL, "nothing"));
        assertThat(record.phase(2, Phase.ADVERSARIAL, 0)).isEqualTo(PhaseState.SKIPPED);
        assertThat(record.completedRounds()).isZero();
        record.mark(new ProgressMark.RoundCompleted(2, null));
        assertThat(record.completedRounds()).isEqualTo(2);
        assertThat(record.protocol()).isNull();
        record.mark(new ProgressMark.PlanMade(Protocol.CPDE, List.of("a", "b", "c")));
        assertThat(record.protocol()).isEqualTo(Protocol.CPDE);
        assertThat(record.foci()).containsExactly("a", "b", "c");
    }

    @Test
    void onlyARejectionOfThatPhaseInThatRoundMakesAnAttemptCountNoMore() {
        RecordedTurns turns = RecordedTurns.of(3);
        Turn draft = turns.draft(0, 0);
        assertThat(turns.record.rejected(draft)).isFalse();
        turns.record.openGate(1, Phase.PROPOSAL, 0);
        assertThat(turns.record.attempt(1, Phase.PROPOSAL))
                .as("it is not decided")
                .isZero();
        turns.record.decideGate(1, Phase.PROPOSAL, 0, true, null, Map.of());
        assertThat(turns.record.rejected(draft)).isFalse();
        turns.reject(Phase.CRITIQUE, 0);
        assertThat(turns.record.rejected(draft)).as("another phase").isFalse();
        turns.record.decideGate(2, Phase.PROPOSAL, 0, false, "no", Map.of());
        assertThat(turns.record.rejected(draft)).as("another round").isFalse();
        turns.reject(Phase.PROPOSAL, 0);
        assertThat(turns.record.rejected(draft)).isTrue();
        assertThat(turns.record.attempt(1, Phase.PROPOSAL)).isEqualTo(1);
        assertThat(turns.record.rejected(turns.position(0, Phase.PROPOSAL, 1, 0, 0.5)))
                .as("the attempt after it")
                .isFalse();
    }

    @Test
    void aDecisionReplacesTheOpenGateAndNoOther() {
        DebateRecord record = Play.of(3).record;
        record.openGate(1, Phase.PROPOSAL, 0);
        record.openGate(1, Phase.PROPOSAL, 1);
        record.openGate(2, Phase.PROPOSAL, 0);
        record.openGate(1, Phase.REVIEW, 0);
        record.decideGate(1, Phase.PROPOSAL, 0, false, "too short", Map.of("q", "a"));
        assertThat(record.gates()).hasSize(4);
        assertThat(record.gate(1, Phase.PROPOSAL, 0))
                .isEqualTo(new GateState(1, Phase.PROPOSAL, 0, false, "too short", Map.of("q", "a")));
        assertThat(record.gate(1, Phase.PROPOSAL, 1))
                .isEqualTo(new GateState(1, Phase.PROPOSAL, 1, null, null, Map.of()));
        assertThat(record.gate(3, Phase.PROPOSAL, 0)).isNull();
    }

    @Test
    void theFirstReasonToStopStays() {
        DebateRecord record = Play.of(3).record;
        assertThat(record.spent()).isNull();
        record.spend(StopReason.DEADLINE);
        record.spend(StopReason.CONSENSUS);
        assertThat(record.spent()).isEqualTo(StopReason.DEADLINE);
    }

    @Test
    void anOptionIsKnownByTheFirstTurnThatGaveIt() {
        RecordedTurns turns = RecordedTurns.of(3, "options", List.of("x", "y"));
        assertThat(turns.record.firstTurn(1)).isZero();
        turns.draft(0, 1);
        turns.draft(1, 1);
        Turn fresh = turns.draft(2, 2);
        assertThat(turns.record.firstTurn(0)).isZero();
        assertThat(turns.record.firstTurn(1)).isEqualTo(1);
        assertThat(turns.record.firstTurn(2)).isEqualTo(3);
        assertThat(turns.record.labels()).containsExactly("x", "y", "option 2");
        assertThat(turns.record.option(fresh)).isEqualTo(2);
        assertThat(turns.record.option(turn(9, 1))).isEqualTo(-1);
    }

    @Test
    void aContextHasAStandingForEverySeatAndTheBestRatedLeads() {
        DebateRecord record = Play.of(3).record;
        assertThat(record.attached()).isFalse();
        assertThatThrownBy(() -> record.attach(Context.blank(2))).hasMessage("a context has a standing for every seat");
        Context.Standing unknown = Context.Standing.unknown();
        Context.Standing better = new Context.Standing(1600, 1, unknown.resolved(), unknown.correct());
        record.attach(new Context(List.of(unknown, better, better), List.of(), List.of(), false, List.of()));
        assertThat(record.attached()).isTrue();
        assertThat(record.lead()).as("the lowest of equals").isEqualTo(1);
        assertThat(LeadSeat.playingOrLead(record, "red_team")).isEqualTo(1);
    }

    @Test
    void aRoleThatWasGivenLeadsAndOnlyInATreeTheArchitect() {
        Object agents = Play.agents("architect", "", "moderator");
        assertThat(Play.of(3, "agents", agents).record.lead()).isEqualTo(2);
        assertThat(Play.of(3, "agents", agents, "topology_type", "tree").record.lead())
                .isZero();
        assertThat(LeadSeat.playingOrLead(Play.of(3, "agents", agents).record, "architect"))
                .isZero();
    }

    @Test
    void aCountIsFoundByItsStageItsRoundAndItsAttempt() {
        RecordedTurns turns = RecordedTurns.of(2, "voting_method", "plurality");
        turns.draft(0, 0);
        CountRecord drafts = turns.record.count(Stage.DRAFT, 1, 0);
        CountRecord round = turns.record.count(Stage.ROUND, 2, 1);
        assertThat(turns.record.counts()).containsExactly(drafts, round);
        assertThat(turns.record.counted(Stage.DRAFT, 1, 0)).isSameAs(drafts);
        assertThat(turns.record.counted(Stage.ROUND, 2, 1)).isSameAs(round);
        assertThat(turns.record.counted(Stage.ROUND, 2, 0)).isNull();
        assertThat(turns.record.counted(Stage.ROUND, 1, 1)).isNull();
        assertThat(turns.record.counted(Stage.FINAL, 2, 1)).isNull();
    }
}
