package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.ProgressMark;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.reply.Severity;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.VotingRule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("quick")
class DeliberationTest {
    private static Play.Reply answer(Situation situation, String answer) {
        return switch (situation.slot().kind()) {
            case POSITION -> Play.say(Panelist.answer(situation, answer));
            case CRITIQUE ->
                Play.say(new ParsedReply.Critiques(
                        List.of(), situation.slot().withPosition() ? Panelist.answer(situation, answer) : null));
            default -> Play.byDefault(situation);
        };
    }

    @Test
    @DisplayName("Five agreeing seats under ladder must finish in round 1 with stop_reason consensus.")
    void fiveAgreeingSeatsFinishInRoundOne() {
        Play play = Play.of(5);
        play.voice = situation -> answer(situation, situation.slot().seat() % 2 == 0 ? "Use Redis" : "use redis.");
        assertThat(play.run().outcome())
                .containsEntry("stop_reason", "consensus")
                .containsEntry("rounds", 1)
                .containsEntry("decision", "agreed")
                .containsEntry("consensus", 1.0)
                .containsEntry("consensus_reached", true)
                .containsEntry("answer", "Use Redis");
        assertThat(play.record.turns()).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource(VotingRule.class)
    @DisplayName("A debate that ran out of rounds below its threshold must not say consensus_reached.")
    void runningOutOfRoundsIsNoConsensus(VotingRule rule) {
        Play play = Play.of(5, "voting_method", rule.text(), "rounds", 2, "threshold", 0.9, "early_stop", false);
        play.voice = situation -> situation.slot().kind() == ReplyKind.BALLOT
                ? Play.byDefault(situation)
                : answer(situation, situation.slot().seat() < 3 ? "x" : "y");
        assertThat(play.run().outcome())
                .containsEntry("consensus_reached", false)
                .containsEntry("stop_reason", "rounds")
                .containsEntry("rounds", 2)
                .satisfies(outcome -> assertThat(outcome.get("decision")).isNotEqualTo("agreed"));
    }

    @Test
    @DisplayName("Zero valid ballots must elect nobody.")
    void withoutValidBallotsNobodyIsElected() {
        Play play = Play.of(3, "voting_method", "borda");
        play.voice = situation ->
                situation.slot().kind() == ReplyKind.BALLOT ? Play.abstain() : answer(situation, "the same");
        assertThat(play.run().outcome())
                .containsEntry("winner", null)
                .containsEntry("answer", null)
                .containsEntry("no_winner_reason", "quorum")
                .containsEntry("consensus_reached", false);
    }

    @Test
    @DisplayName("Each phase of classic must have its own input, schema and effect.")
    void eachPhaseOfClassicHasItsOwnInputSchemaAndEffect() {
        Play play =
                Play.of(4, "preset", "classic", "coordination_protocol", "cpde").run();
        Map<Phase, Set<String>> forms = new EnumMap<>(Phase.class);
        for (Play.Shown call : play.shown) {
            if (call.slot().kind() != ReplyKind.PLAN) {
                String text = call.text();
                forms.computeIfAbsent(call.slot().phase(), phase -> new HashSet<>())
                        .add(text.substring(text.indexOf('\n'), text.indexOf("[topic")));
            }
        }
        assertThat(forms.keySet()).isEqualTo(EnumSet.complementOf(EnumSet.of(Phase.SELF_EVOLVEMENT)));
        Set<String> distinct = new HashSet<>();
        forms.values().forEach(distinct::addAll);
        assertThat(distinct).hasSize(forms.values().stream().mapToInt(Set::size).sum());
        assertThat(play.asked(ReplyKind.PLAN)).hasSize(1);
        assertThat(play.in(Phase.CRITIQUE).getLast().text()).contains("[focus plan trust=agent]\n| focus for 3\n");
        assertThat(play.in(Phase.REVIEW))
                .allSatisfy(call -> assertThat(call.text())
                        .contains("[position ", "[critique ")
                        .doesNotContain("[review "));
        assertThat(play.in(Phase.OPTIMIZATION))
                .hasSize(3)
                .allSatisfy(call -> assertThat(call.text()).contains("[position ", "[critique ", "[review "));
        assertThat(play.in(Phase.ADVERSARIAL).stream().map(call -> call.slot().kind()))
                .containsExactly(
                        ReplyKind.ATTACK, ReplyKind.DEFENCE, ReplyKind.ATTACK, ReplyKind.DEFENCE, ReplyKind.ATTACK);
        assertThat(play.in(Phase.CONVERGENCE))
                .hasSize(4)
                .anySatisfy(call -> assertThat(call.text()).contains("[attack ", "[defence "));
        assertThat(play.outcome())
                .containsEntry("risk", 0.7)
                .containsEntry("plan", Map.of("protocol", "cpde", "foci", play.record.foci()));
    }

    @Test
    void reviewsDecideWhoRevises() {
        Play play = Play.of(5, "preset", "classic", "topology_type", "graph_mesh");
        play.voice = situation -> situation.slot().kind() == ReplyKind.REVIEW
                ? Play.say(new ParsedReply.Reviews(situation.seen().stream()
                        .map(option -> new ParsedReply.Review(option, option / 5.0, option / 5.0, 0, 0, List.of()))
                        .toList()))
                : Play.byDefault(situation);
        play.run();
        assertThat(play.in(Phase.OPTIMIZATION).stream().map(call -> call.slot().seat()))
                .containsExactly(2, 3, 4);
    }

    @Test
    @DisplayName("An error text must never reach another prompt; a reply without a parseable vote must not count.")
    void errorsReachNoPrompt() {
        Play play = Play.of(4, "preset", "classic", "rounds", 2, "early_stop", false);
        play.voice = situation -> {
            if (situation.slot().seat() == 1) {
                return Play.fail("SECRET connection refused");
            }
            if (situation.slot().seat() == 2) {
                return Play.raw("SECRET I vote for A with all my heart. " + "Surely A. ".repeat(2_000));
            }
            return Play.byDefault(situation);
        };
        play.run();
        assertThat(play.shown)
                .hasSizeGreaterThan(20)
                .allSatisfy(call -> assertThat(call.text()).doesNotContain("SECRET"));
        CountRecord last = Outcomes.last(play.record);
        assertThat(last.ballots().stream().map(Ballot::valid)).containsExactly(true, false, false, true);
        assertThat(last.ballots().get(1).reason()).isEqualTo("error");
        assertThat(last.ballots().get(2).reason()).isEqualTo("unparsed");
        // Those who gave no usable draft were asked once more.
        assertThat(play.in(Phase.PROPOSAL).stream().map(call -> call.slot().seat()))
                .containsExactly(0, 1, 2, 3, 1, 2);
    }

    @Test
    void tooFewDraftsFailTheDebate() {
        Play play = Play.of(5);
        play.voice =
                situation -> situation.slot().seat() < 2 ? Play.byDefault(situation) : Play.raw("I had rather not");
        play.run();
        assertThat(play.completed).isFalse();
        assertThat(play.stop).isEqualTo(StopReason.NO_QUORUM);
        assertThat(play.error).isEqualTo("2 of at least 3 seats gave a position or abstained");
    }

    @Test
    @DisplayName("An unparsed attack must not be hardened.")
    void anUnparsedAttackIsNotHardened() {
        Play never = Play.of(3, "preset", "classic");
        never.voice = situation ->
                situation.slot().kind() == ReplyKind.ATTACK ? Play.raw("no findings") : Play.byDefault(situation);
        assertThat(never.run().outcome()).containsEntry("risk", null);

        Play later = Play.of(3, "preset", "classic");
        later.voice = situation ->
                situation.slot().kind() == ReplyKind.ATTACK && situation.slot().step() > 1
                        ? Play.raw("no findings")
                        : Play.byDefault(situation);
        assertThat(later.run().outcome()).containsEntry("risk", null);
        assertThat(String.valueOf(later.outcome().get("dissents"))).contains("risk_warning", "breaks mark");

        Play clean = Play.of(3, "preset", "classic");
        clean.voice = situation -> situation.slot().kind() == ReplyKind.ATTACK
                ? Play.say(new ParsedReply.Attack(
                        situation.slot().step() == 1 ? List.of(Panelist.finding("F1", "breaks")) : List.of()))
                : Play.byDefault(situation);
        assertThat(clean.run().outcome()).containsEntry("risk", 0.0);
        assertThat(String.valueOf(clean.outcome().get("dissents"))).doesNotContain("risk_warning");
        assertThat(clean.in(Phase.ADVERSARIAL)).hasSize(3);
    }

    @Test
    @DisplayName("A check that failed to run must not pass.")
    void aCheckThatDidNotRunDoesNotPass() {
        Play play = Play.of(3, "check", "judge", "rounds", 2);
        play.voice = situation -> answer(situation, "the same");
        assertThat(play.run().outcome()).containsEntry("verified", false).containsEntry("stop_reason", "stable");

        Play passed = Play.of(3, "check", "judge");
        passed.voice = play.voice;
        passed.checker = turn -> Play.result(turn, CheckStatus.PASSED);
        assertThat(passed.run().outcome()).containsEntry("verified", true).containsEntry("stop_reason", "consensus");
    }

    @Test
    void anExecutedCheckOverrulesTheMajority() {
        Play play = Play.of(5, "check", "judge");
        play.voice = situation -> answer(situation, situation.slot().seat() == 4 ? "right" : "wrong");
        play.checker = turn -> Play.result(turn, turn.seat() == 4 ? CheckStatus.PASSED : CheckStatus.FAILED);
        assertThat(play.run().outcome()).containsEntry("answer", "right").containsEntry("verified", true);
    }

    @Test
    @DisplayName("The winner's text must be that of the winning option, not of the best-rated agent.")
    void theWinnersTextIsThatOfTheWinningOption() {
        Play play = Play.of(5, "preset", "vote", "voting_method", "plurality");
        play.context = Play.rated(2400, 1500, 1500, 1500, 1500);
        play.voice = situation -> answer(situation, situation.slot().seat() == 0 ? "of the best" : "of the most");
        assertThat(play.run().outcome())
                .containsEntry("winner", "B")
                .containsEntry("answer", "of the most")
                .containsEntry("stop_reason", "single_pass");
        assertThat(String.valueOf(play.outcome().get("counterfactual"))).contains("agent_id=a0", "option=A");
    }

    static Stream<Arguments> panels() {
        List<Arguments> all = new ArrayList<>();
        for (int seats = 2; seats <= 16; seats++) {
            for (Preset preset : List.of(Preset.LADDER, Preset.CLASSIC, Preset.VOTE, Preset.ROUND_TABLE)) {
                for (boolean code : List.of(false, true)) {
                    all.add(Arguments.of(seats, preset, code));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("panels")
    @DisplayName("Every panel of 2-16 agents must run every preset; a role nobody holds must fall to the stated seat.")
    void everyPanelRunsEveryPreset(int seats, Preset preset, boolean code) {
        int lead = seats / 2;
        double[] ratings = IntStream.range(0, seats)
                .mapToDouble(seat -> seat == lead ? 9 : seats - seat)
                .toArray();
        ratings[lead] = 100;
        Object task = code ? Map.of("language", "python", "tests", List.of()) : null;
        Play play = Play.of(seats, "preset", preset.text(), "code", task, "clarify", true, "decision", "lead");
        play.context = Play.rated(ratings);
        play.run();
        assertThat(play.completed).as(play.error).isTrue();
        assertThat(play.record.turns().stream().map(Turn::turnSeq))
                .isEqualTo(IntStream.rangeClosed(1, play.record.turns().size())
                        .boxed()
                        .toList());
        assertThat(seats(play, ReplyKind.QUESTION)).containsExactly(lead);
        assertThat(seats(play, ReplyKind.TESTS)).isEqualTo(code ? Set.of(lead) : Set.of());
        if (preset == Preset.CLASSIC) {
            // Everybody holds its own: the first option leads, its author is blue, the lowest rated of the rest red.
            assertThat(seats(play, ReplyKind.ATTACK)).containsExactly(seats - 1);
            assertThat(seats(play, ReplyKind.DEFENCE)).isEqualTo(code ? Set.of() : Set.of(0));
        }
        assertThat(play.outcome().get("winner")).isNotNull();
    }

    @Test
    void rolesThatAreHeldGoToTheirHolders() {
        Play play = Play.of(
                6,
                "preset",
                "classic",
                "coordination_protocol",
                "cpde",
                "agents",
                Play.agents("", "blue_team", "red_team", "moderator", "test_agent", "architect"),
                "topology_type",
                "tree");
        play.run();
        assertThat(seats(play, ReplyKind.ATTACK)).containsExactly(2);
        assertThat(seats(play, ReplyKind.DEFENCE)).containsExactly(1);
        assertThat(seats(play, ReplyKind.QUESTION)).containsExactly(3);
        assertThat(seats(play, ReplyKind.PLAN)).containsExactly(5);
        assertThat(play.record.lead()).isEqualTo(5);
    }

    private static Set<Integer> seats(Play play, ReplyKind kind) {
        Set<Integer> seats = new HashSet<>();
        play.asked(kind).forEach(call -> seats.add(call.slot().seat()));
        return seats;
    }

    @Test
    void atTheDeadlineWhatIsThereIsCounted() {
        Play play = Play.of(4, "rounds", 3);
        play.deadline = record -> record.turns().size() >= 4;
        assertThat(play.run().outcome())
                .containsEntry("stop_reason", "deadline")
                .containsEntry("rounds", 0);
        assertThat(play.record.turns()).hasSize(4);

        Play early = Play.of(4);
        early.deadline = record -> true;
        early.run();
        assertThat(early.stop).isEqualTo(StopReason.NO_QUORUM);
        assertThat(early.error).isEqualTo("deadline was reached when 0 of at least 2 seats held a position");
    }

    @Test
    void flipsSayWhomTheyFollowed() {
        Play play = Play.of(3, "topology_type", "graph_mesh", "voting_method", "plurality");
        play.voice = situation -> answer(
                situation, situation.slot().seat() == 2 && situation.slot().round() == 1 ? "y" : "x");
        play.run();
        assertThat(play.stop).isEqualTo(StopReason.CONSENSUS);
        List<Flip> flips = play.record.counts().stream()
                .flatMap(count -> count.flips().stream())
                .toList();
        assertThat(flips).containsExactly(new Flip(2, 3, 6, 1, 0, List.of(0, 1)));
    }

    @Test
    void askingAgainGivesTheSameStep() {
        Play play = Play.of(3, "preset", "classic").run();
        assertThat(Deliberation.next(play.record)).isEqualTo(play.steps.getLast());
    }

    private static Play.Reply failing(Situation situation, Phase phase, int... seats) {
        Slot slot = situation.slot();
        return slot.phase() == phase && slot.step() > 0 && IntStream.of(seats).anyMatch(seat -> seat == slot.seat())
                ? Play.fail("busy")
                : Play.byDefault(situation);
    }

    private static List<ProgressMark> marks(Play play) {
        return play.steps.stream().flatMap(step -> step.marks().stream()).toList();
    }

    private static Stream<Boolean> belowQuorum(Play play, Phase phase) {
        return marks(play).stream()
                .filter(mark -> mark instanceof ProgressMark.PhaseCompleted done && done.phase() == phase)
                .map(mark -> ((ProgressMark.PhaseCompleted) mark).belowQuorum());
    }

    @Test
    void onePhaseNeedsOneAnswerAndConvergenceTheQuorum() {
        Map<Phase, int[]> silent = Map.of(Phase.REVIEW, new int[] {0, 1, 2, 3}, Phase.CONVERGENCE, new int[] {0, 1});
        silent.forEach((phase, seats) -> {
            Play enough = Play.of(5, "preset", "classic");
            enough.voice = situation -> failing(situation, phase, seats);
            assertThat(belowQuorum(enough.run(), phase)).as(phase.text()).containsExactly(false);

            Play fewer = Play.of(5, "preset", "classic");
            fewer.voice = situation -> failing(
                    situation, phase, IntStream.rangeClosed(0, seats.length).toArray());
            assertThat(belowQuorum(fewer.run(), phase)).as(phase.text()).containsExactly(true);
        });
    }

    @Test
    void aPlanIsNoAnswerOfItsPhaseAndATestNoDraft() {
        Play planned = Play.of(3, "preset", "classic", "coordination_protocol", "cpde");
        planned.voice = situation -> failing(situation, Phase.CRITIQUE, 0, 1, 2);
        assertThat(belowQuorum(planned.run(), Phase.CRITIQUE)).containsExactly(true);
        assertThat(planned.record.foci()).containsExactly("focus for 0", "focus for 1", "focus for 2");

        Play tested = Play.of(3, "code", Map.of("language", "python", "tests", List.of()));
        tested.voice = situation -> failing(situation, Phase.SELF_EVOLVEMENT, 0, 2);
        tested.run();
        assertThat(tested.error).isEqualTo("1 of at least 2 seats gave a position or abstained");
    }

    @Test
    void noMarkIsMadeTwice() {
        for (Preset preset : List.of(Preset.LADDER, Preset.CLASSIC, Preset.VOTE, Preset.ROUND_TABLE)) {
            Play play = Play.of(
                            4,
                            "preset",
                            preset.text(),
                            "decision",
                            "lead",
                            "check",
                            "judge",
                            "gates",
                            List.of("convergence"),
                            "early_stop",
                            false)
                    .run();
            assertThat(marks(play))
                    .as(preset.text())
                    .doesNotHaveDuplicates()
                    .contains(new ProgressMark.RoundCompleted(
                            play.config.rounds(), preset == Preset.VOTE ? StopReason.SINGLE_PASS : StopReason.ROUNDS));
        }
    }

    @Test
    void aCallThatWasPlannedIsMadeBeforeAnythingElse() {
        Play play = Play.of(3);
        Step.Call first = (Step.Call) Deliberation.next(play.record);
        first.marks().forEach(play.record::mark);
        play.record.plan(first.slots());
        assertThat(Deliberation.next(play.record)).isEqualTo(new Step.Call(List.of(), first.slots()));
        play.record.spend(StopReason.DEADLINE);
        assertThat(Deliberation.next(play.record)).isEqualTo(new Step.Call(List.of(), first.slots()));
    }

    @Test
    void aResultThatIsRejectedIsVotedOnAndShownAgain() {
        Play classic = Play.of(3, "preset", "classic", "gates", List.of("convergence"));
        classic.person = gate -> gate.attempt() == 0 ? Play.GateAnswer.no("again") : Play.GateAnswer.YES;
        classic.run();
        assertThat(gates(classic)).containsExactly("1 convergence 0", "1 convergence 1");
        assertThat(counts(classic)).containsExactly("DRAFT 1 0", "ROUND 1 0", "ROUND 1 1", "FINAL 1 1");

        Play ladder = Play.of(3, "gates", List.of("convergence"), "early_stop", false);
        ladder.person = classic.person;
        ladder.run();
        assertThat(gates(ladder)).containsExactly("2 convergence 0", "2 convergence 1");
        assertThat(counts(ladder)).containsExactly("DRAFT 1 0", "ROUND 2 0", "FINAL 2 0", "FINAL 2 1");
        assertThat(ladder.asked(ReplyKind.BALLOT)).hasSize(3);
    }

    private static List<String> gates(Play play) {
        return play.steps.stream()
                .filter(step -> step instanceof Step.Gate)
                .map(step -> (Step.Gate) step)
                .map(gate -> gate.round() + " " + gate.phase().text() + " " + gate.attempt())
                .toList();
    }

    private static List<String> counts(Play play) {
        return play.record.counts().stream()
                .map(count -> count.stage() + " " + count.round() + " " + count.attempt())
                .toList();
    }

    @Test
    void outOfMeansAQuorumOfHoldersIsEnoughAndNothingIsCountedTwice() {
        Play few = Play.of(4);
        few.voice = situation -> failing(situation, Phase.PROPOSAL, 0, 1);
        few.deadline = record -> record.turns().size() >= 4;
        few.run();
        assertThat(few.completed).as(few.error).isTrue();
        assertThat(counts(few)).containsExactly("DRAFT 1 0", "FINAL 1 0");

        Play later = Play.of(4, "early_stop", false);
        later.deadline = record -> record.turns().size() >= 8;
        later.run();
        assertThat(later.stop).isEqualTo(StopReason.DEADLINE);
        assertThat(counts(later)).containsExactly("DRAFT 1 0", "FINAL 2 0");
    }

    @Test
    void outOfMeansTheResultIsStillShownToAPerson() {
        for (String preset : List.of("classic", "ladder")) {
            Play play = Play.of(3, "preset", preset, "gates", List.of("convergence"));
            play.deadline = record -> record.turns().size() >= 3;
            play.run();
            assertThat(play.stop).isEqualTo(StopReason.DEADLINE);
            assertThat(gates(play)).as(preset).containsExactly("1 convergence 0");
        }
    }

    @Test
    void whatIsGivenLaterIsCheckedToo() {
        Play play =
                Play.of(3, "check", "judge", "rounds", 2, "early_stop", false).run();
        assertThat(checked(play)).containsExactly(List.of(1, 2, 3), List.of(4, 5, 6));

        Play classic = Play.of(3, "check", "judge", "preset", "classic").run();
        assertThat(checked(classic).stream().flatMap(List::stream))
                .containsExactlyElementsOf(classic.record.turns().stream()
                        .filter(turn -> turn.position() != null)
                        .map(Turn::turnSeq)
                        .toList());
    }

    private static List<List<Integer>> checked(Play play) {
        return play.steps.stream()
                .filter(step -> step instanceof Step.Check)
                .map(step ->
                        ((Step.Check) step).turns().stream().map(Turn::turnSeq).toList())
                .toList();
    }

    @Test
    void anAnswerThatFailsItsCheckIsReflectedOn() {
        Play play = Play.of(3, "check", "judge", "preset", "classic", "reflexion_attempts", 1);
        play.checker = turn -> Play.result(turn, turn.seat() == 1 ? CheckStatus.FAILED : CheckStatus.PASSED);
        play.run();
        assertThat(play.in(Phase.SELF_EVOLVEMENT).stream()
                        .map(call -> call.slot().seat()))
                .containsExactly(0, 1, 2, 1);
        assertThat(play.in(Phase.SELF_EVOLVEMENT).getLast().situation().reflects())
                .isTrue();
    }

    @Test
    void onlyCodeAndTestsThatAreBroughtAreRun() {
        Play play = Play.of(3, "preset", "classic", "code", Map.of("language", "python", "tests", List.of()));
        play.voice = situation -> switch (situation.slot().kind()) {
            case ATTACK ->
                Play.say(new ParsedReply.Attack(List.of(new ParsedReply.Finding(
                        "F1",
                        "logic",
                        Severity.HIGH,
                        "breaks",
                        situation.slot().step() == 1 ? "assert broken" : null,
                        null))));
            case DEFENCE ->
                Play.say(new ParsedReply.Defence(
                        List.of(),
                        ParsedReply.Position.choosing(situation.seen().getFirst(), 0.9)));
            default -> Play.byDefault(situation);
        };
        play.checker = turn -> turn.kind() == ReplyKind.ATTACK
                ? Play.result(
                        turn,
                        CheckStatus.FAILED,
                        new TestVerdict("finding-" + turn.turnSeq() + "-F1", "failed", 1, "no"))
                : Play.result(turn, CheckStatus.UNKNOWN);
        play.run();
        List<Turn> run = play.steps.stream()
                .filter(step -> step instanceof Step.Check)
                .flatMap(step -> ((Step.Check) step).turns().stream())
                .toList();
        assertThat(play.asked(ReplyKind.ATTACK)).hasSize(2);
        assertThat(play.asked(ReplyKind.DEFENCE)).hasSize(1);
        assertThat(run).allMatch(turn -> turn.version() > 0 || turn.kind() == ReplyKind.ATTACK);
        assertThat(run.stream().filter(turn -> turn.kind() == ReplyKind.ATTACK).map(Turn::step))
                .containsExactly(1);
    }

    @Test
    void whereMarksAreEqualWhatMoreHoldIsRevisedFirst() {
        List<String> answers = List.of("a", "b", "c", "d", "d", "e");
        Play play = Play.of(6, "preset", "classic");
        play.voice = situation -> answer(situation, answers.get(situation.slot().seat()));
        play.run();
        assertThat(play.in(Phase.OPTIMIZATION).stream().map(call -> call.slot().seat()))
                .containsExactlyInAnyOrder(0, 1, 3);
    }
}
