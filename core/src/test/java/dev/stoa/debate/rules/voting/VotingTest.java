package dev.stoa.debate.rules.voting;

import static dev.stoa.debate.rules.voting.Ballots.paper;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.debate.rules.voting.Tally.Elected;
import dev.stoa.debate.rules.voting.Tally.None;
import dev.stoa.debate.rules.voting.Tally.Score;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("quick")
class VotingTest {
    private static final int A = 0;
    private static final int B = 1;

    @Test
    void theWorkedWeightedVote() {
        List<Ballot> ballots = Weights.ballots(
                List.of(
                        new Weights.Cast(0, A, List.of(), 0.9, 10, 6, 1.243333333, "X", null),
                        new Weights.Cast(1, B, List.of(), 0.6, 0, 0, 1, "X", null),
                        new Weights.Cast(2, B, List.of(), 0.8, 0, 0, 0.9, "Y", null)),
                paper(2));
        assertThat(ballots.getFirst().worth()).isCloseTo(0.628571429, within(1e-9));
        assertThat(ballots).extracting(Ballot::weight).containsExactly(552_621L, 388_909L, 585_000L);
        Elected elected = elected(Voting.tally(VotingRule.WEIGHTED, ballots, paper(2), 3, 2));
        assertThat(elected.option()).isEqualTo(B);
        assertThat(elected.consensus()).isCloseTo(0.637988772, within(1e-9)).isEqualTo(973_909 / 1_526_530.0);
        assertThat(elected.condorcetWinner()).isNull();
        assertThat(Voting.confidence(B, ballots, 2)).isCloseTo(0.523809524, within(1e-9));
    }

    @Test
    void theWorkedBordaCount() {
        Elected elected = elected(Voting.tally(VotingRule.BORDA, Ballots.of("ABC", "ACB", "BAC", "B"), paper(3), 4, 2));
        assertThat(elected.option()).isEqualTo(A);
        assertThat(elected.consensus()).isEqualTo(0.6875);
        assertThat(elected.scores())
                .containsExactly(new Score(0, 2, 5.5 / 8), new Score(1, 2, 5.0 / 8), new Score(2, 0, 1.5 / 8));
    }

    @Test
    void theWorkedCondorcetCycle() {
        List<Ballot> ballots = Ballots.of("ABC", "ABC", "ABC", "ABC", "BCA", "BCA", "BCA", "CAB", "CAB");
        PairwiseMatrix pairs = PairwiseMatrix.of(List.of(0, 1, 2), ballots);
        assertThat(List.of(pairs.path(0, 1), pairs.path(1, 0), pairs.path(0, 2), pairs.path(2, 0)))
                .containsExactly(6, 5, 6, 5);
        Elected elected = elected(Voting.tally(VotingRule.CONDORCET, ballots, paper(3), 9, 5));
        assertThat(elected.option()).isEqualTo(A);
        assertThat(elected.consensus()).isEqualTo(4.0 / 9);
        assertThat(elected.condorcetWinner()).isFalse();
    }

    @Test
    void whoBeatsEachOtherWinsAgainstWhoHasMoreFirstPlaces() {
        List<Ballot> ballots = Ballots.of("ABC", "ABC", "ABC", "ABC", "BCA", "BCA", "BCA", "CBA", "CBA");
        Elected elected = elected(Voting.tally(VotingRule.CONDORCET, ballots, paper(3), 9, 5));
        assertThat(elected.option()).isEqualTo(B);
        assertThat(elected.consensus()).isEqualTo(5.0 / 9);
        assertThat(elected.condorcetWinner()).isTrue();
    }

    @Test
    void twoOptionsThatABallotLeavesUnrankedDoNotBeatEachOther() {
        Elected elected =
                elected(Voting.tally(VotingRule.CONDORCET, Ballots.of("C", "AC", "BC", "BAC"), paper(3), 4, 2));
        assertThat(elected.option()).isEqualTo(B);
        assertThat(elected.scores()).containsExactly(new Score(0, 1, 0.25), new Score(1, 2, 0.5), new Score(2, 1, 0.5));
    }

    @Test
    void aCycleOfEqualsIsATie() {
        None none = none(Voting.tally(VotingRule.CONDORCET, Ballots.of("ABC", "BCA", "CAB"), paper(3), 3, 2));
        assertThat(none.reason()).isEqualTo("tie");
        assertThat(none.tied()).containsExactly(0, 1, 2);
    }

    @Test
    @DisplayName("A pairwise tie must not be called a cycle")
    void aPairwiseTieIsNoCycle() {
        // A and B are level, both beat C: nothing goes round, and what parts A and B is the tie-break alone.
        List<Ballot> ballots = Ballots.of("ABC", "BAC");
        None none = none(Voting.tally(VotingRule.CONDORCET, ballots, paper(3), 2, 2));
        assertThat(none.reason()).isEqualTo("tie");
        assertThat(none.tied()).containsExactly(0, 1);
        Elected elected = elected(Voting.tally(VotingRule.CONDORCET, ballots, paper(3, Map.of(1, 1)), 2, 2));
        assertThat(elected.option()).isEqualTo(B);
        assertThat(elected.condorcetWinner()).isFalse();
        assertThat(PairwiseMatrix.of(List.of(0, 1, 2), ballots).path(0, 1)).isZero();
    }

    @Test
    @DisplayName("Borda with one candidate must not be NaN")
    void oneCandidateIsElectedByEveryoneWhoVotes() {
        for (VotingRule rule : VotingRule.values()) {
            Elected elected = elected(Voting.tally(rule, Ballots.of("A", "A"), paper(1), 2, 1));
            assertThat(elected.consensus()).as(rule.text()).isEqualTo(1);
        }
        assertThat(elected(Voting.tally(VotingRule.BORDA, Ballots.of("A", ""), paper(1), 2, 1))
                        .consensus())
                .isEqualTo(1);
        assertThat(none(Voting.tally(VotingRule.BORDA, Ballots.of("", ""), paper(1), 2, 0))
                        .consensus())
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Zero valid ballots must elect nobody")
    void zeroValidBallotsElectNobody(VotingRule rule) {
        for (int quorum = 0; quorum <= 3; quorum++) {
            for (List<Ballot> ballots : List.of(Ballots.of("", "", ""), Ballots.of())) {
                None none = none(Voting.tally(rule, ballots, paper(3, Map.of(0, 3)), 3, quorum));
                assertThat(none.reason()).isEqualTo(quorum == 0 ? "no_votes" : "quorum");
                assertThat(none.consensus()).isZero();
                assertThat(none.tied()).isEmpty();
                assertThat(none.scores()).extracting(Score::votes).containsExactly(0, 0, 0);
                assertThat(none(Voting.byLead(rule, ballots, paper(3), 3, quorum, 0))
                                .reason())
                        .isEqualTo(none.reason());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Unanimous ballots must give consensus 1 for every rule with 1, 2, 3, 5 and 26 options")
    void unanimousBallotsAreFullConsensus(VotingRule rule) {
        for (int options : new int[] {1, 2, 3, 5, 26}) {
            for (int winner = 0; winner < options; winner++) {
                String key = String.valueOf((char) ('A' + winner));
                List<Ballot> ballots = Ballots.of(Collections.nCopies(5, key).toArray(String[]::new));
                Elected elected = elected(Voting.tally(rule, ballots, paper(options), 5, 3));
                assertThat(elected.option()).isEqualTo(winner);
                assertThat(elected.consensus()).isEqualTo(1);
                assertThat(elected.condorcetWinner()).isEqualTo(rule == VotingRule.CONDORCET ? true : null);
            }
        }
    }

    @Test
    void ballotsWithoutAnyWeightStillAgree() {
        List<Ballot> ballots = IntStream.range(0, 3)
                .mapToObj(seat -> Ballots.ballot(seat, "B", 0.5, 0))
                .toList();
        assertThat(elected(Voting.tally(VotingRule.WEIGHTED, ballots, paper(2), 3, 2))
                        .consensus())
                .isEqualTo(1);
    }

    @Test
    void aMajorityIsMoreThanHalf() {
        assertThat(elected(Voting.tally(VotingRule.MAJORITY, Ballots.of("A", "A", "B"), paper(2), 3, 2))
                        .option())
                .isEqualTo(A);
        None half = none(Voting.tally(VotingRule.MAJORITY, Ballots.of("A", "A", "B", "C"), paper(3), 4, 2));
        assertThat(half.reason()).isEqualTo("no_majority");
        assertThat(half.consensus()).isEqualTo(0.5);
        assertThat(half.tied()).isEmpty();
    }

    @Test
    void oneSilentSeatIsEnoughAgainstUnanimity() {
        None none = none(Voting.tally(VotingRule.UNANIMOUS, Ballots.of("A", "A", ""), paper(2), 3, 2));
        assertThat(none.reason()).isEqualTo("not_unanimous");
        assertThat(none.consensus()).isEqualTo(2.0 / 3);
        assertThat(none(Voting.tally(VotingRule.UNANIMOUS, Ballots.of("A", "A"), paper(2), 3, 2))
                        .reason())
                .isEqualTo("not_unanimous");
    }

    @Test
    void tooFewValidBallotsElectNobodyWhateverTheySay() {
        None none = none(Voting.tally(VotingRule.PLURALITY, Ballots.of("A", "", ""), paper(2), 3, 2));
        assertThat(none.reason()).isEqualTo("quorum");
        assertThat(none.consensus()).isEqualTo(1);
    }

    @Test
    void aStruckBallotCountsForTheQuorumOnly() {
        Ballot struck = new Ballot(1, 2, List.of(2, 0), 0.9, 0.9, 0, true, false, "struck");
        List<Ballot> ballots = List.of(Ballots.ballot(0, "B", 0.5, 1), struck);
        Elected elected = elected(Voting.tally(VotingRule.PLURALITY, ballots, paper(2), 2, 2));
        assertThat(elected.option()).isEqualTo(B);
        assertThat(elected.consensus()).isEqualTo(1);
        assertThat(none(Voting.tally(VotingRule.PLURALITY, List.of(struck), paper(2), 2, 1))
                        .reason())
                .isEqualTo("no_votes");
        assertThat(none(Voting.tally(VotingRule.PLURALITY, List.of(struck), paper(0), 2, 1)))
                .isEqualTo(new None("all_failed", 0, List.of(), List.of()));
    }

    @Test
    void rankingsArePassedOverWhereAnOptionIsStruck() {
        // Without B, the first ballot reads A, C: as good for C as a ranking can be for a second.
        ElectableOptions paper = new ElectableOptions(List.of(0, 2), Map.of());
        Elected elected = elected(Voting.tally(VotingRule.BORDA, Ballots.of("ABC", "CBA", "CA"), paper, 3, 2));
        assertThat(elected.option()).isEqualTo(2);
        assertThat(elected.scores()).containsExactly(new Score(0, 1, 1.0 / 3), new Score(2, 2, 2.0 / 3));
        assertThat(elected(Voting.tally(VotingRule.CONDORCET, Ballots.of("ABC", "CBA", "CA"), paper, 3, 2))
                        .condorcetWinner())
                .isTrue();
    }

    @Test
    void tiesGoToTheMoreConvincedThenToTheMoreDraftsThenToNobody() {
        List<Ballot> convinced = List.of(Ballots.ballot(0, "A", 0.61, 1), Ballots.ballot(1, "B", 0.62, 1));
        assertThat(elected(Voting.tally(VotingRule.PLURALITY, convinced, paper(2, Map.of(0, 5)), 2, 1))
                        .option())
                .isEqualTo(B);
        // A difference below a millionth is none.
        List<Ballot> level = List.of(Ballots.ballot(0, "A", 0.6, 1), Ballots.ballot(1, "B", 0.6000001, 1));
        assertThat(elected(Voting.tally(VotingRule.PLURALITY, level, paper(2, Map.of(0, 2, 1, 1)), 2, 1))
                        .option())
                .isEqualTo(A);
        assertThat(none(Voting.tally(VotingRule.PLURALITY, level, paper(2, Map.of(0, 2, 1, 2)), 2, 1)))
                .isEqualTo(new None("tie", 0.5, List.of(0, 1), List.of(new Score(0, 1, 0.5), new Score(1, 1, 0.5))));
    }

    @Test
    void onlyWhatNothingPartsIsReportedAsTied() {
        List<Ballot> ballots =
                List.of(Ballots.ballot(0, "A", 0.6, 1), Ballots.ballot(1, "B", 0.5, 1), Ballots.ballot(2, "C", 0.6, 1));
        assertThat(none(Voting.tally(VotingRule.PLURALITY, ballots, paper(3), 3, 2))
                        .tied())
                .containsExactly(0, 2);
    }

    @Test
    void theLeadElectsAgainstTheManyAndNobodyIfSilent() {
        List<Ballot> ballots = Ballots.of("BAC", "ABC", "ACB", "");
        Elected elected = elected(Voting.byLead(VotingRule.PLURALITY, ballots, paper(3), 4, 2, 0));
        assertThat(elected.option()).isEqualTo(B);
        assertThat(elected.consensus()).isEqualTo(1.0 / 3);
        assertThat(elected(Voting.byLead(VotingRule.CONDORCET, ballots, paper(3), 4, 2, 0))
                        .condorcetWinner())
                .isFalse();
        assertThat(elected(Voting.byLead(VotingRule.UNANIMOUS, ballots, paper(3), 4, 2, 1))
                        .consensus())
                .isEqualTo(0.5);
        None silent = none(Voting.byLead(VotingRule.PLURALITY, ballots, paper(3), 4, 2, 3));
        assertThat(silent.reason()).isEqualTo("no_lead");
        assertThat(silent.consensus()).isEqualTo(2.0 / 3);
        assertThat(none(Voting.byLead(VotingRule.PLURALITY, ballots, paper(3), 4, 4, 0))
                        .reason())
                .isEqualTo("quorum");
    }

    @Test
    void confidenceSharesTheDoubtAmongTheOthers() {
        List<Ballot> ballots = List.of(Ballots.ballot(0, "A", 0.8, 1), Ballots.ballot(1, "B", 0.4, 1));
        assertThat(Voting.confidence(A, ballots, 4)).isCloseTo((0.8 + 0.6 / 3) / 2, within(1e-12));
        assertThat(Voting.confidence(-1, ballots, 4)).isZero();
        assertThat(Voting.confidence(A, Ballots.of("", ""), 4)).isZero();
        assertThat(Voting.confidence(A, ballots.subList(0, 1), 1)).isEqualTo(0.8);
    }

    @Test
    void aBallotForWhatIsNoLongerOnAPaperOfOneSharesItsDoubtWithNobody() {
        assertThat(Voting.confidence(B, List.of(Ballots.ballot(0, "A", 0.8, 1)), 1))
                .isEqualTo(0.8);
    }

    @Test
    void theOrderOfTheBallotsDoesNotShowInTheLastDigitOfTheConfidence() {
        // In binary 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ.
        List<Ballot> ballots =
                List.of(Ballots.ballot(0, "A", 0.1, 1), Ballots.ballot(1, "A", 0.2, 1), Ballots.ballot(2, "A", 0.3, 1));
        assertThat(Voting.confidence(A, ballots.reversed(), 2)).isEqualTo(Voting.confidence(A, ballots, 2));
    }

    private static Ballot ballot(int seat, int choice, double confidence, double worth, long weight) {
        return new Ballot(seat, choice, List.of(), confidence, worth, weight, choice >= 0, false, null);
    }

    @Test
    void aBallotReachesItsBounds() {
        assertThat(ballot(0, -1, 0, 0, 0).valid()).isFalse();
        assertThat(ballot(0, 25, 1, 1, 1_000_000_000_000L).order()).containsExactly(25);
        assertThat(ballot(0, -1, 0, 0, 0).order()).isEmpty();
    }

    @Test
    void aBallotBeyondItsBoundsIsRefusedByName() {
        assertThatThrownBy(() -> ballot(-1, 0, 0, 0, 0)).hasMessage("seat -1 is below 0");
        assertThatThrownBy(() -> ballot(0, 26, 0, 0, 0)).hasMessage("choice 26 is not within -1 to 25");
        assertThatThrownBy(() -> ballot(0, -2, 0, 0, 0)).hasMessage("choice -2 is not within -1 to 25");
        for (double beyond : new double[] {-0.01, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> ballot(0, 0, beyond, 0, 0))
                    .hasMessage("confidence " + beyond + " is not within 0 to 1");
            assertThatThrownBy(() -> ballot(0, 0, 0, beyond, 0))
                    .hasMessage("worth " + beyond + " is not within 0 to 1");
        }
        for (long beyond : new long[] {-1, 1_000_000_000_001L}) {
            assertThatThrownBy(() -> ballot(0, 0, 0, 0, beyond))
                    .hasMessage("weight " + beyond + " is not within 0 to 1000000000000");
        }
        assertThatThrownBy(() -> new Ballot(0, 0, List.of(), 0, 0, 0, false, false, null))
                .hasMessage("a ballot is valid if, and only if, it has a choice");
        assertThatThrownBy(() -> new Ballot(0, -1, List.of(), 0, 0, 0, false, true, null))
                .hasMessage("a ballot without a choice cannot be counted");
        assertThatThrownBy(() -> new Ballot(0, 1, List.of(0, 1), 0, 0, 0, true, true, null))
                .hasMessage("the ranking does not begin with the choice");
        assertThatThrownBy(() -> new Ballot(0, 1, List.of(1, 0, 1), 0, 0, 0, true, true, null))
                .hasMessage("option 1 is ranked twice");
    }

    @Test
    void twoBallotsOfOneSeatAreRefused() {
        Ballot ballot = Ballots.ballot(0, "A", 0.5, 1);
        assertThatThrownBy(() -> Voting.tally(VotingRule.PLURALITY, List.of(ballot, ballot), paper(2), 2, 1))
                .hasMessage("not one ballot each of seats below 2");
        assertThatThrownBy(() ->
                        Voting.tally(VotingRule.PLURALITY, List.of(Ballots.ballot(2, "A", 0.5, 1)), paper(2), 2, 1))
                .hasMessage("not one ballot each of seats below 2");
    }

    @Test
    void onlyFinalBallotsAreRanked() {
        assertThat(VotingRule.BORDA.at(Stage.DRAFT)).isEqualTo(VotingRule.PLURALITY);
        assertThat(VotingRule.CONDORCET.at(Stage.ROUND)).isEqualTo(VotingRule.PLURALITY);
        assertThat(VotingRule.CONDORCET.at(Stage.FINAL)).isEqualTo(VotingRule.CONDORCET);
        assertThat(VotingRule.WEIGHTED.at(Stage.DRAFT)).isEqualTo(VotingRule.WEIGHTED);
        assertThat(VotingRule.of("borda")).isEqualTo(VotingRule.BORDA);
    }

    private static Elected elected(Tally tally) {
        assertThat(tally).isInstanceOf(Elected.class);
        return (Elected) tally;
    }

    private static None none(Tally tally) {
        assertThat(tally).isInstanceOf(None.class);
        return (None) tally;
    }
}
