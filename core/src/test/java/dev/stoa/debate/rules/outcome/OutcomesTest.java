package dev.stoa.debate.rules.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.RecordedTurns;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.VotingRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a debate is said to have come to. */
@Tag("quick")
class OutcomesTest {
    private static final Object[] PLAIN = {"voting_method", "plurality", "threshold", 0.6};

    private static ParsedReply.Vote vote(int option, double confidence, @Nullable String reason, String... concerns) {
        List<ParsedReply.Concern> all = new ArrayList<>();
        for (String concern : concerns) {
            all.add(new ParsedReply.Concern(concern, 0.5));
        }
        return new ParsedReply.Vote(option, confidence, List.of(option), reason, all, List.of());
    }

    private static Map<String, @Nullable Object> outcome(RecordedTurns turns) {
        turns.record.count(Stage.FINAL, 1, 0);
        return Outcomes.of(turns.record, StopReason.ROUNDS);
    }

    /** Two for the first option, one for the second. */
    private static RecordedTurns twoToOne(Object... settings) {
        RecordedTurns turns = RecordedTurns.of(3, settings);
        turns.draft(0, 0);
        turns.draft(1, 0);
        turns.draft(2, 1);
        return turns;
    }

    @Test
    void anAgreementAtTheThresholdIsAgreedAndOneBelowItIsLeading() {
        assertThat(outcome(twoToOne("voting_method", "plurality", "threshold", 2.0 / 3)))
                .contains(
                        entry("decision", "agreed"),
                        entry("winner", "A"),
                        entry("answer", "answer 0 of 0"),
                        entry("voting_method", "plurality"),
                        entry("consensus", 2.0 / 3),
                        entry("threshold", 2.0 / 3),
                        entry("consensus_reached", true),
                        entry("no_winner_reason", null),
                        entry("tied", List.of()),
                        entry("verified", null),
                        entry("stop_reason", "rounds"),
                        entry("rounds", 0),
                        entry("quorum", Map.of("needed", 2, "valid", 3L)),
                        entry("flips", List.of()),
                        entry("stability", 0.0),
                        entry("risk", null),
                        entry("plan", null),
                        entry("tokens", Map.of("in", 30L, "out", 15L)),
                        entry("cost_usd", 1.5),
                        entry("simulated", false),
                        entry("context_missing", List.of()),
                        entry(
                                "summary",
                                "Agreed on A, held by 2 of 3 seats; stopped by rounds after 3 turns. answer 0 of 0"));
        assertThat(outcome(twoToOne("voting_method", "plurality", "threshold", 0.67)))
                .contains(
                        entry("decision", "leading"),
                        entry("winner", "A"),
                        entry("consensus_reached", false),
                        entry(
                                "summary",
                                "Leading: A, held by 2 of 3 seats; stopped by rounds after 3 turns. answer 0 of 0"));
    }

    @Test
    void aTieNamesWhatIsTiedAndNoAnswer() {
        RecordedTurns turns = RecordedTurns.of(2, PLAIN);
        turns.draft(0, 0);
        turns.draft(1, 1);
        assertThat(outcome(turns))
                .contains(
                        entry("decision", "none"),
                        entry("winner", null),
                        entry("answer", null),
                        entry("confidence", 0.0),
                        entry("no_winner_reason", "tie"),
                        entry("tied", List.of("A", "B")),
                        entry("consensus_reached", false),
                        entry("summary", "No winner (tie); stopped by rounds after 2 turns."));
    }

    @Test
    void theTallyListsEveryOptionWithItsVotesAndItsCheck() {
        RecordedTurns turns = RecordedTurns.of(3, "voting_method", "plurality", "check", "./check");
        turns.check(turns.draft(0, 0), CheckStatus.PASSED);
        turns.check(turns.draft(1, 0), CheckStatus.UNKNOWN);
        turns.check(turns.draft(2, 1), CheckStatus.PASSED);
        Map<String, @Nullable Object> outcome = outcome(turns);
        assertThat(outcome.get("tally"))
                .isEqualTo(List.of(
                        Map.of("option", "A", "label", "option 0", "votes", 2, "score", 2.0 / 3, "check", "passed"),
                        Map.of("option", "B", "label", "option 1", "votes", 1, "score", 1.0 / 3, "check", "passed")));
        assertThat(outcome).containsEntry("verified", true);
    }

    @Test
    void whatOnlyHasNotFailedIsElectedButNotVerified() {
        RecordedTurns turns = RecordedTurns.of(2, "voting_method", "plurality", "check", "./check");
        turns.check(turns.draft(0, 0), CheckStatus.UNKNOWN);
        turns.check(turns.draft(1, 1), CheckStatus.FAILED);
        assertThat(outcome(turns)).contains(entry("winner", "A"), entry("verified", false));
    }

    @Test
    void aDebateWithoutAWinnerIsNotVerified() {
        RecordedTurns turns = RecordedTurns.of(2, "voting_method", "plurality", "check", "./check");
        turns.check(turns.draft(0, 0), CheckStatus.FAILED);
        turns.check(turns.draft(1, 1), CheckStatus.FAILED);
        assertThat(outcome(turns)).contains(entry("no_winner_reason", "all_failed"), entry("verified", false));
    }

    @Test
    void whatADebateChangedIsMeasuredAgainstTheDraftsAndTheBestAgentAlone() {
        RecordedTurns turns = twoToOne(PLAIN);
        Context.Standing unknown = Context.Standing.unknown();
        turns.record.attach(new Context(
                List.of(unknown, unknown, new Context.Standing(1700, 1, unknown.resolved(), unknown.correct())),
                List.of(),
                List.of(),
                false,
                List.of("memory")));
        turns.vote(0, vote(1, 0.9, null));
        turns.vote(1, vote(1, 0.9, null));
        turns.vote(2, vote(1, 0.9, null));
        Map<String, @Nullable Object> outcome = outcome(turns);
        assertThat(outcome.get("counterfactual"))
                .isEqualTo(Map.of(
                        "draft_vote", Map.of("winner", "A", "consensus", 2.0 / 3),
                        "best_solo", Map.of("agent_id", "a2", "option", "B"),
                        "changed", true));
        assertThat(outcome).containsEntry("context_missing", List.of("memory"));
        assertThat(Counterfactual.of(turns.record)).isEqualTo(new Counterfactual(0, 2.0 / 3, 2, 1));
    }

    @Test
    void draftsThatAreEvenHaveNoWinnerAndWithoutDraftsThereIsNoAgreement() {
        RecordedTurns even = RecordedTurns.of(2, PLAIN);
        even.draft(0, 0);
        even.draft(1, 1);
        assertThat(Counterfactual.of(even.record)).isEqualTo(new Counterfactual(-1, 0.5, 0, 0));
        RecordedTurns none = RecordedTurns.of(2, PLAIN);
        none.failed(0, Phase.PROPOSAL, ReplyKind.POSITION, TurnStatus.ERROR);
        assertThat(Counterfactual.of(none.record)).isEqualTo(new Counterfactual(-1, 0, 0, -1));
    }

    @Test
    void theSameResultAsThatOfTheDraftsHasChangedNothing() {
        assertThat(outcome(twoToOne(PLAIN)).get("counterfactual"))
                .isEqualTo(Map.of(
                        "draft_vote", Map.of("winner", "A", "consensus", 2.0 / 3),
                        "best_solo", Map.of("agent_id", "a0", "option", "A"),
                        "changed", false));
    }

    @Test
    void errorsAreCountedByTheirKind() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.failed(0, Phase.REVIEW, ReplyKind.REVIEW, TurnStatus.ERROR);
        turns.failed(1, Phase.REVIEW, ReplyKind.REVIEW, TurnStatus.ERROR);
        turns.failed(2, Phase.REVIEW, ReplyKind.REVIEW, TurnStatus.TIMEOUT);
        turns.failed(2, Phase.REVIEW, ReplyKind.REVIEW, TurnStatus.UNPARSED);
        assertThat(outcome(turns))
                .containsEntry("errors", Map.of("unparsed", 1L, "error", 2L, "timeout", 1L, "abstained", 0L));
    }

    @Test
    void whoDoesNotHoldTheWinnerDissentsWithItsReasonElseItsReasoningElseItsOption() {
        RecordedTurns turns = RecordedTurns.of(5, PLAIN);
        for (int seat = 0; seat < 5; seat++) {
            turns.draft(seat, seat < 3 ? 0 : 1);
        }
        turns.vote(0, vote(0, 0.9, "because", "a typo", "a security hole"));
        turns.vote(1, vote(0, 0.9, "because"));
        turns.vote(2, vote(0, 0.9, "because"));
        turns.vote(3, vote(1, 0.8, "it is slower"));
        turns.vote(4, vote(1, 0.5, " "));
        assertThat(outcome(turns).get("dissents"))
                .isEqualTo(List.of(
                        dissent("a0", "minor_quibble", "a typo", 0.9),
                        dissent("a0", "risk_warning", "a security hole", 0.9),
                        dissent("a3", "fundamental_disagreement", "it is slower", 0.8),
                        dissent("a4", "alternative_approach", "holds B: option 1", 0.5)));
    }

    private static Map<String, Object> dissent(String agent, String kind, String text, double confidence) {
        return Map.of("agent_id", agent, "type", kind, "text", text, "confidence", confidence);
    }

    @Test
    void theRisksOfAPositionAreDissentsAndItsReasoningStandsForAReasonThatWasNotGiven() {
        RecordedTurns turns = RecordedTurns.of(4, PLAIN);
        turns.draft(0, 0);
        turns.draft(1, 0);
        turns.draft(2, 1);
        turns.argues(
                3,
                1,
                new ParsedReply.Position(
                        "another",
                        -1,
                        0.6,
                        "it is cheaper",
                        List.of(),
                        List.of(),
                        List.of("an edge case"),
                        List.of(),
                        null,
                        null));
        turns.draft(0, 0);
        turns.vote(2, vote(0, 0.9, null));
        assertThat(outcome(turns).get("dissents"))
                .isEqualTo(List.of(
                        dissent("a3", "edge_case_concern", "an edge case", 0.6),
                        dissent("a3", "alternative_approach", "it is cheaper", 0.6)));
    }

    @Test
    void whoCastNoVoteAbstainsForWhatBecameOfIt() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.vote(0, vote(0, 0.9, null));
        turns.vote(1, vote(0, 0.9, null));
        turns.failed(2, Phase.CONVERGENCE, ReplyKind.BALLOT, TurnStatus.TIMEOUT);
        assertThat(outcome(turns).get("dissents")).isEqualTo(List.of(dissent("a2", "abstention", "timeout", 0)));
    }

    @Test
    void aLongDissentIsCutAtACharacterAndNotWithinOne() {
        RecordedTurns turns = twoToOne(PLAIN);
        String longest = "\ud83d\udc4d".repeat(2_000);
        turns.vote(0, vote(0, 0.9, null, longest));
        turns.vote(1, vote(0, 0.9, null, longest + "\ud83d\udc4d"));
        turns.vote(2, vote(0, 0.9, null));
        turns.record.count(Stage.FINAL, 1, 0);
        CountRecord last = Outcomes.last(turns.record);
        assertThat(Dissents.of(turns.record, last, 0))
                .extracting(Dissents.Dissent::text)
                .containsExactly(longest, longest);
    }

    @Test
    void whatRedFoundAndNobodyClosedIsARiskOfTheOutcome() {
        RecordedTurns turns = twoToOne("voting_method", "plurality", "preset", "classic");
        turns.attack(
                2,
                List.of(1),
                new ParsedReply.Finding("F1", "logic", Severity.MEDIUM, "breaks at night", null, null),
                new ParsedReply.Finding("F2", "logic", Severity.LOW, "is ugly", null, null));
        Map<String, @Nullable Object> outcome = outcome(turns);
        assertThat(outcome).containsEntry("risk", 0.4);
        assertThat(outcome.get("dissents"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(
                        dissent("a2", "risk_warning", "breaks at night", 0.4),
                        dissent("a2", "risk_warning", "is ugly", 0.2));
    }

    @Test
    void whoChangedItsMindIsListedWithWhatItHeldBefore() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.record.count(Stage.DRAFT, 1, 0);
        turns.vote(2, vote(0, 0.9, null));
        assertThat(outcome(turns).get("flips"))
                .isEqualTo(List.of(Map.of(
                        "agent_id",
                        "a2",
                        "from",
                        "B",
                        "to",
                        "A",
                        "from_turn",
                        3,
                        "to_turn",
                        4,
                        "seen_supporters",
                        List.of())));
    }

    @Test
    void theShareOfSeatsThatHeldTheSameTheRoundBeforeIsTheStability() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.record.count(Stage.DRAFT, 1, 0);
        turns.vote(2, vote(0, 0.9, null));
        turns.record.count(Stage.FINAL, 2, 0);
        assertThat(Outcomes.of(turns.record, StopReason.ROUNDS)).containsEntry("stability", 2.0 / 3);
    }

    @Test
    void whatNobodyAnsweredIsAnAssumptionAndTheMostUrgentComesFirst() {
        RecordedTurns turns = RecordedTurns.of(3, "voting_method", "plurality", "clarify", true);
        turns.asks(
                0,
                new ParsedReply.Question("q1", "Which region?", "scope", 2, "Europe"),
                new ParsedReply.Question("q2", "By when?", "time", 1, "June"));
        turns.record.openGate(1, Phase.DEHALLUCINATION, 0);
        turns.record.decideGate(1, Phase.DEHALLUCINATION, 0, true, null, Map.of("q1", "Asia"));
        turns.draft(0, 0);
        turns.draft(1, 0);
        assertThat(outcome(turns).get("assumptions"))
                .isEqualTo(List.of(
                        Map.of("id", "q2", "text", "By when? June", "source", "assumed"),
                        Map.of("id", "q1", "text", "Which region? Asia", "source", "human")));
    }

    @Test
    void aCostThatIsUnknownOnceIsUnknownInAll() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.unpriced(0);
        assertThat(outcome(turns)).containsEntry("cost_usd", null);
    }

    @Test
    void aPlanIsShownWithItsProtocol() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.record.mark(new ProgressMark.PlanMade(Protocol.DPDE, List.of("a", "b", "c")));
        turns.record.mark(new ProgressMark.RoundCompleted(2, null));
        assertThat(outcome(turns))
                .contains(
                        entry("plan", Map.of("protocol", "dpde", "foci", List.of("a", "b", "c"))), entry("rounds", 2));
    }

    @Test
    void thereIsNoOutcomeBeforeTheFinalCount() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.record.count(Stage.DRAFT, 1, 0);
        assertThatThrownBy(() -> Outcomes.of(turns.record, StopReason.ROUNDS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the final count is not made");
        assertThat(new HypotheticalCount(null, null, null).outcome(turns.record))
                .isNull();
        assertThat(new HypotheticalCount(null, null, null).outcome(RecordedTurns.of(2).record))
                .isNull();
    }

    @Test
    void theSameBallotsUnderOtherRulesAreMarkedAsWhatTheyAre() {
        RecordedTurns turns = twoToOne(PLAIN);
        turns.record.count(Stage.FINAL, 1, 0);
        assertThat(hypothetical(turns, null, null, null))
                .contains(
                        entry("decision", "agreed"),
                        entry("voting_method", "plurality"),
                        entry("threshold", 0.6),
                        entry("hypothetical", true))
                .doesNotContainKey("stop_reason");
        assertThat(hypothetical(turns, VotingRule.UNANIMOUS, null, null))
                .contains(entry("no_winner_reason", "not_unanimous"), entry("voting_method", "unanimous"));
        assertThat(hypothetical(turns, null, 0.9, null))
                .contains(entry("decision", "leading"), entry("threshold", 0.9));
        assertThat(hypothetical(turns, null, null, 4)).containsEntry("no_winner_reason", "quorum");
    }

    private static Map<String, @Nullable Object> hypothetical(
            RecordedTurns turns, @Nullable VotingRule rule, @Nullable Double threshold, @Nullable Integer quorum) {
        return Objects.requireNonNull(new HypotheticalCount(rule, threshold, quorum).outcome(turns.record));
    }
}
