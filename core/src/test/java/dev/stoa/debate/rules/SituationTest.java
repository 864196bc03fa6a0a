package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.debate.rules.Situation.Known;
import dev.stoa.debate.rules.Situation.Peer;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a call is about, as data. */
@Tag("quick")
class SituationTest {
    private static List<Situation> of(Play play, ReplyKind kind, int seat) {
        return play.asked(kind).stream()
                .map(Play.Shown::situation)
                .filter(situation -> situation.slot().seat() == seat)
                .toList();
    }

    @Test
    void theCritiquesOfAnOptionAreKnownByTurnAndPlace() {
        Play play = Play.of(3, "rounds", 3, "early_stop", false, "topology_type", "graph_mesh")
                .run();
        // Drafts are the turns 1 to 3; each critique of round 2, the turns 4 to 6, has one objection to every option.
        Situation later = of(play, ReplyKind.CRITIQUE, 1).getLast();
        assertThat(later.known())
                .extracting(Known::option, Known::critiques)
                .containsExactly(
                        tuple(0, List.of("4.1", "5.1", "6.1")),
                        tuple(1, List.of("4.2", "5.2", "6.2")),
                        tuple(2, List.of("4.3", "5.3", "6.3")));
        assertThat(of(play, ReplyKind.CRITIQUE, 1).getFirst().known())
                .as("nobody has objected yet")
                .allSatisfy(known -> assertThat(known.critiques()).isEmpty());
    }

    @Test
    void peersAreThoseThatASeatSeesAndWhatTheyHold() {
        Play play = Play.of(4, "topology_type", "star", "early_stop", false).run();
        assertThat(of(play, ReplyKind.CRITIQUE, 0).getFirst().peers())
                .containsExactly(new Peer(1, 1), new Peer(2, 2), new Peer(3, 3));
        assertThat(of(play, ReplyKind.CRITIQUE, 2).getFirst().peers()).containsExactly(new Peer(0, 0));
    }

    @Test
    void whoHoldsNothingIsNoPeer() {
        Play play = Play.of(3, "topology_type", "graph_mesh", "early_stop", false);
        play.voice = situation -> situation.slot().seat() == 1 ? Play.abstain() : Play.byDefault(situation);
        play.run();
        assertThat(of(play, ReplyKind.CRITIQUE, 0).getFirst().peers()).containsExactly(new Peer(2, 1));
    }

    @Test
    void aBallotIsWhatAPeerHolds() {
        Play play = Play.of(3, "topology_type", "star", "decision", "lead", "preset", "vote");
        play.voice = situation -> situation.slot().kind() == ReplyKind.BALLOT
                ? Play.say(Panelist.vote(situation, 0))
                : Play.byDefault(situation);
        play.run();
        assertThat(of(play, ReplyKind.BALLOT, 1).getFirst().peers()).containsExactly(new Peer(0, 0));
        assertThat(of(play, ReplyKind.BALLOT, 0).getFirst().peers())
                .as("the hub speaks last")
                .containsExactly(new Peer(1, 0), new Peer(2, 0));
    }

    @Test
    void draftsAndPlansAreMadeBlindAlsoWhereOthersHaveSpoken() {
        Play play = Play.of(3, "preset", "classic", "coordination_protocol", "dpde", "topology_type", "graph_mesh");
        play.voice = situation -> situation.slot().kind() == ReplyKind.POSITION
                        && situation.slot().seat() == 1
                        && situation.slot().step() == 1
                ? Play.fail("busy")
                : Play.byDefault(situation);
        play.run();
        assertThat(play.in(Phase.PROPOSAL).getLast().slot().step()).isEqualTo(2);
        assertThat(play.in(Phase.PROPOSAL).getLast().situation().peers()).isEmpty();
        assertThat(play.asked(ReplyKind.PLAN)).hasSize(3).allSatisfy(call -> {
            assertThat(call.situation().peers()).isEmpty();
            assertThat(call.situation().bids()).isTrue();
        });
        assertThat(play.asked(ReplyKind.REVIEW))
                .allSatisfy(call -> assertThat(call.situation().peers()).hasSize(2));
    }

    @Test
    void aSeatHasRevisedOnceItGaveALaterPositionInTheSameRound() {
        Play play = Play.of(3, "preset", "classic", "rounds", 2, "early_stop", false, "topology_type", "graph_mesh")
                .run();
        for (int round = 1; round <= 2; round++) {
            int current = round;
            assertThat(play.shown.stream()
                            .filter(call -> call.slot().round() == current
                                    && call.slot().seat() == 0
                                    && call.situation().revised())
                            .map(call -> call.slot().kind())
                            .distinct())
                    .as("seat 0 is blue and optimised before")
                    .containsExactly(ReplyKind.DEFENCE, ReplyKind.BALLOT);
            assertThat(play.shown.stream()
                            .filter(call -> call.slot().round() == current
                                    && !call.situation().revised())
                            .map(call -> call.slot().kind()))
                    .contains(ReplyKind.CRITIQUE, ReplyKind.REVIEW, ReplyKind.POSITION);
        }
    }

    @Test
    void theFirstPositionOfASeatCountsAsRevisedIfItIsNoDraft() {
        Play play = Play.of(3, "voting_method", "borda", "early_stop", false);
        play.voice = situation -> situation.slot().kind() == ReplyKind.POSITION
                        && situation.slot().seat() == 1
                ? Play.fail("busy")
                : Play.byDefault(situation);
        play.run();
        assertThat(of(play, ReplyKind.BALLOT, 1)).singleElement().satisfies(ballot -> {
            assertThat(ballot.revised()).isTrue();
            assertThat(ballot.own()).isNotNegative();
        });
        assertThat(of(play, ReplyKind.CRITIQUE, 1))
                .singleElement()
                .satisfies(critique -> assertThat(critique.revised()).isFalse());
    }

    @Test
    void onlyWhoHasDraftedReflects() {
        Play play = Play.of(
                3,
                "code",
                Map.of("language", "python", "tests", List.of(Map.of("name", "t", "body", "x"))),
                "preset",
                "vote");
        play.checker = turn -> Play.result(turn, CheckStatus.FAILED, new TestVerdict("t", "failed", 1, "no"));
        play.voice =
                situation -> situation.slot().seat() == 1 && situation.slot().step() == 1
                        ? Play.fail("busy")
                        : Play.byDefault(situation);
        play.run();
        assertThat(play.in(Phase.SELF_EVOLVEMENT))
                .extracting(
                        call -> call.slot().step(),
                        call -> call.slot().seat(),
                        call -> call.situation().reflects())
                .containsExactly(
                        tuple(1, 0, false),
                        tuple(1, 1, false),
                        tuple(1, 2, false),
                        tuple(2, 1, false),
                        tuple(3, 0, true),
                        tuple(3, 1, true),
                        tuple(3, 2, true));
    }

    @Test
    void ofAClosedQuestionEveryOptionIsKnownFromTheStart() {
        Play play = Play.of(2, "options", List.of("red", "green", "blue"), "preset", "vote")
                .run();
        assertThat(play.in(Phase.PROPOSAL))
                .hasSize(2)
                .allSatisfy(call -> assertThat(call.situation().known())
                        .containsExactly(
                                new Known(0, "red", null, List.of()),
                                new Known(1, "green", null, List.of()),
                                new Known(2, "blue", null, List.of())));
    }

    @Test
    void blueAnswersWhatRedFoundLast() {
        Play play = Play.of(3, "preset", "classic");
        play.voice = situation -> situation.slot().kind() == ReplyKind.ATTACK
                ? Play.say(new ParsedReply.Attack(
                        List.of(Panelist.finding("F" + situation.slot().step(), "breaks"))))
                : Play.byDefault(situation);
        play.run();
        assertThat(play.asked(ReplyKind.DEFENCE).stream()
                        .map(call -> call.situation().findings().stream()
                                .map(ParsedReply.Finding::id)
                                .toList()))
                .containsExactly(List.of("F1"), List.of("F3"));
        assertThat(play.shown.stream().filter(call -> call.slot().kind() != ReplyKind.DEFENCE))
                .allSatisfy(call -> assertThat(call.situation().findings()).isEmpty());
    }

    /** A call may be made again when later ones of its wave, or of later waves, are already answered. */
    @Test
    void laterTurnsDoNotChangeWhatACallIsAbout() {
        Object task = Map.of("language", "python", "tests", List.of(Map.of("name", "t", "body", "x")));
        for (@Nullable Object code : Arrays.asList(null, task)) {
            Play play = Play.of(4, "preset", "classic", "rounds", 2, "early_stop", false, "code", code);
            play.checker = turn -> Play.result(turn, CheckStatus.FAILED, new TestVerdict("t", "failed", 1, "no"));
            play.run();
            assertThat(play.shown).hasSizeGreaterThan(20).allSatisfy(call -> {
                Situation again = Situation.of(play.record, call.slot());
                assertThat(again.revised()).isEqualTo(call.situation().revised());
                assertThat(again.reflects()).isEqualTo(call.situation().reflects());
                assertThat(again.peers()).isEqualTo(call.situation().peers());
                assertThat(again.seen()).isEqualTo(call.situation().seen());
                assertThat(again.findings()).isEqualTo(call.situation().findings());
            });
        }
    }
}
