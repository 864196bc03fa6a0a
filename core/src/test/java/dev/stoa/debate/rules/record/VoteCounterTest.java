package dev.stoa.debate.rules.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Weights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a count makes of the record. */
@Tag("quick")
class VoteCounterTest {
    private static final List<String> TWO = List.of("x", "y");

    private static RecordedTurns panel(int seats, @Nullable Object... more) {
        List<@Nullable Object> settings = new ArrayList<>(List.of("options", TWO));
        Collections.addAll(settings, more);
        return RecordedTurns.of(seats, settings.toArray());
    }

    private static CountRecord count(RecordedTurns turns, Stage stage) {
        return turns.record.count(stage, 1, 0);
    }

    private static List<Long> weights(RecordedTurns turns) {
        return count(turns, Stage.ROUND).ballots().stream().map(Ballot::weight).toList();
    }

    private static long weight(double confidence, int copies) {
        return Weights.weight(Weights.worth(confidence, 0, 0), 1, copies);
    }

    @Test
    void eachSeatCountsWithWhatItHoldsAndADraftWithWhatItGaveBlind() {
        RecordedTurns turns = panel(3);
        turns.draft(0, 0);
        turns.draft(1, 1);
        turns.revises(1, 0);
        CountRecord drafts = count(turns, Stage.DRAFT);
        assertThat(drafts.turns()).containsExactly(1, 2, 0);
        assertThat(drafts.ballots()).extracting(Ballot::choice).containsExactly(0, 1, -1);
        CountRecord round = count(turns, Stage.ROUND);
        assertThat(round.stage()).isEqualTo(Stage.ROUND);
        assertThat(round.turns()).containsExactly(1, 3, 0);
        assertThat(round.ballots()).extracting(Ballot::choice).containsExactly(0, 0, -1);
        assertThat(round.tally().winner()).isZero();
    }

    @Test
    void aVoteBringsItsRankingAndItsOwnConfidence() {
        RecordedTurns turns = panel(2);
        turns.draft(0, 0);
        turns.draft(1, 1);
        turns.vote(0, Vote.of(1, 0.3, List.of(1, 0)));
        List<Ballot> ballots = count(turns, Stage.FINAL).ballots();
        assertThat(ballots.getFirst().ranking()).containsExactly(1, 0);
        assertThat(ballots.getFirst().confidence()).isEqualTo(0.3);
        assertThat(ballots.getLast().ranking()).isEmpty();
        assertThat(ballots.getLast().confidence()).isEqualTo(0.8);
        Turn nothing = turns.failed(0, Phase.CRITIQUE, ReplyKind.CRITIQUE, TurnStatus.ERROR);
        assertThat(VoteCounter.confidence(nothing)).isZero();
    }

    @Test
    void whoHoldsNothingIsNotCountedForTheReasonOfItsLastSilence() {
        RecordedTurns turns = panel(3);
        turns.failed(0, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.TIMEOUT);
        turns.failed(0, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ERROR);
        turns.failed(1, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ABSTAINED);
        assertThat(count(turns, Stage.ROUND).ballots())
                .extracting(Ballot::reason)
                .containsExactly(TurnStatus.ERROR.text(), TurnStatus.ABSTAINED.text(), "no_position");
    }

    @Test
    void whatSuchAConfidenceHasBeenWorthAndTheReputationWeigh() {
        RecordedTurns turns = panel(2);
        List<Integer> resolved = List.of(1, 0, 0, 0, 0, 0, 0, 0, 12, 0);
        List<Integer> correct = List.of(1, 0, 0, 0, 0, 0, 0, 0, 3, 0);
        turns.record.attach(new Context(
                List.of(new Context.Standing(1500, 2.5, resolved, correct), Context.Standing.unknown()),
                List.of(),
                List.of(),
                false,
                List.of()));
        turns.drafted(0, 0, "command", "m");
        turns.drafted(1, 0, "command", "n");
        assertThat(weights(turns)).containsExactly(Weights.weight(Weights.worth(0.8, 12, 3), 2.5, 1), weight(0.8, 1));
    }

    @Test
    void thoseOfOneModelShareTheirErrors() {
        RecordedTurns turns = panel(4);
        turns.drafted(0, 0, "command", "m");
        turns.drafted(1, 0, "command", "m");
        turns.drafted(2, 0, "command", "other");
        turns.drafted(3, 0, "another", "m");
        assertThat(weights(turns)).containsExactly(weight(0.8, 2), weight(0.8, 2), weight(0.8, 1), weight(0.8, 1));
    }

    @Test
    void thoseOfOneFamilyShareTheirErrorsWhateverAnswered() {
        RecordedTurns turns = panel(3, "agents", List.of(of("kin", "a0"), of("kin", "a1"), of("others", "a2")));
        turns.drafted(0, 0, "command", "m");
        turns.drafted(1, 0, "another", "n");
        turns.drafted(2, 0, "command", "m");
        assertThat(weights(turns)).containsExactly(weight(0.8, 2), weight(0.8, 2), weight(0.8, 1));
    }

    private static Map<String, @Nullable Object> of(String family, String name) {
        return new Seat(name, "command", "m", null, family, List.of(), Map.of(), null).document();
    }

    @Test
    void readersOfDocumentsThatGoByWordsShareTheirErrorsAndSimulatedSeatsDoNot() {
        RecordedTurns readers = panel(4);
        readers.drafted(0, 0, "evidence", "hybrid");
        readers.drafted(1, 0, "evidence", "contrarian");
        readers.drafted(2, 0, "evidence", "lexical");
        readers.drafted(3, 0, "evidence", "vector");
        assertThat(weights(readers)).containsExactly(weight(0.8, 3), weight(0.8, 3), weight(0.8, 3), weight(0.8, 1));

        RecordedTurns others = panel(3);
        others.drafted(0, 0, "sim", "m");
        others.drafted(1, 0, "sim", "m");
        others.drafted(2, 0, "command", "hybrid");
        assertThat(weights(others)).containsExactly(weight(0.8, 1), weight(0.8, 1), weight(0.8, 1));
    }

    @Test
    void whereTheLeadDecidesItsBallotElectsInTheEndAlone() {
        RecordedTurns turns = panel(3, "decision", "lead");
        turns.rate(1400, 1500, 1300);
        turns.draft(0, 0);
        turns.draft(1, 1);
        turns.draft(2, 0);
        assertThat(count(turns, Stage.ROUND).tally().winner()).isZero();
        assertThat(count(turns, Stage.FINAL).tally().winner()).isEqualTo(1);
        RecordedTurns voting = panel(3);
        voting.rate(1400, 1500, 1300);
        voting.draft(0, 0);
        voting.draft(1, 1);
        voting.draft(2, 0);
        assertThat(count(voting, Stage.FINAL).tally().winner()).isZero();
    }

    @Test
    void draftsPartOptionsThatAreOtherwiseEqual() {
        RecordedTurns turns = panel(4, "voting_method", "plurality");
        turns.draft(0, 1);
        turns.draft(1, 1);
        turns.draft(2, 1);
        turns.draft(3, 0);
        turns.revises(2, 0);
        assertThat(VoteCounter.paper(turns.record).options()).containsExactly(0, 1);
        assertThat(VoteCounter.paper(turns.record).draftVotes()).isEqualTo(Map.of(0, 1, 1, 3));
        assertThat(count(turns, Stage.ROUND).tally().winner()).isEqualTo(1);
    }

    @Test
    void aChangeOfMindNamesWhoWasSeenHoldingTheNewOption() {
        RecordedTurns turns = panel(4);
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 1);
        Turn third = turns.draft(2, 1);
        assertThat(count(turns, Stage.DRAFT).flips())
                .as("there is nothing before")
                .isEmpty();
        assertThat(count(turns, Stage.ROUND).flips()).as("nobody has spoken").isEmpty();
        Turn moved = turns.revises(0, 1, third.turnSeq(), first.turnSeq(), second.turnSeq(), third.turnSeq());
        turns.revises(1, 1, first.turnSeq());
        turns.revises(3, 0, first.turnSeq());
        CountRecord counted = count(turns, Stage.ROUND);
        assertThat(counted.flips()).containsExactly(new Flip(0, first.turnSeq(), moved.turnSeq(), 0, 1, List.of(1, 2)));
    }

    @Test
    void ownWordsAndThoseOfOtherOptionsSupportNothing() {
        RecordedTurns turns = panel(2);
        Turn first = turns.draft(0, 0);
        Turn second = turns.draft(1, 0);
        count(turns, Stage.DRAFT);
        Turn own = turns.revises(0, 1, first.turnSeq(), second.turnSeq());
        Turn again = turns.revises(0, 1, own.turnSeq(), second.turnSeq());
        assertThat(count(turns, Stage.ROUND).flips())
                .containsExactly(new Flip(0, first.turnSeq(), again.turnSeq(), 0, 1, List.of()));
    }

    @Test
    void whoHeldNothingForACountChangesFromWhatItHeldBefore() {
        RecordedTurns turns = panel(2);
        Turn first = turns.draft(0, 0);
        turns.draft(1, 0);
        count(turns, Stage.DRAFT);
        turns.failed(0, Phase.OPTIMIZATION, ReplyKind.POSITION, TurnStatus.ABSTAINED);
        assertThat(count(turns, Stage.ROUND).flips()).as("to nothing").isEmpty();
        Turn back = turns.revises(0, 1);
        assertThat(count(turns, Stage.ROUND).flips())
                .containsExactly(new Flip(0, first.turnSeq(), back.turnSeq(), 0, 1, List.of()));
    }
}
