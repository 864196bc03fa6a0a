package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.reply.ParsedReply.Bid;
import dev.stoa.debate.rules.reply.ParsedReply.Focus;
import dev.stoa.debate.rules.reply.ParsedReply.Plan;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class FocusAssignmentTest {
    @Test
    void theWorkedNumbersOfAmbiguityChooseTheProtocol() {
        List<Integer> split = List.of(0, 0, 1, 1, 2);
        List<Integer> near = List.of(0, 0, 0, 0, 1);
        assertThat(FocusAssignment.ambiguity(split)).isCloseTo(0.655458754, within(1e-9));
        assertThat(FocusAssignment.ambiguity(near)).isCloseTo(0.310917507, within(1e-9));
        assertThat(FocusAssignment.resolve(Protocol.ADAPTIVE, split)).isEqualTo(Protocol.DPDE);
        assertThat(FocusAssignment.resolve(Protocol.ADAPTIVE, near)).isEqualTo(Protocol.CPDE);
        assertThat(FocusAssignment.resolve(Protocol.CPDE, split)).isEqualTo(Protocol.CPDE);
        assertThat(FocusAssignment.resolve(Protocol.DPDE, near)).isEqualTo(Protocol.DPDE);
    }

    @Test
    void oneDraftIsNotAmbiguousAndManyAreMatchedByBids() {
        assertThat(FocusAssignment.ambiguity(List.of(3))).isZero();
        assertThat(FocusAssignment.ambiguity(List.of())).isZero();
        assertThat(FocusAssignment.ambiguity(List.of(0, 1, 2, 3))).isCloseTo(1, within(1e-12));
        assertThat(FocusAssignment.resolve(Protocol.ADAPTIVE, Collections.nCopies(8, 0)))
                .isEqualTo(Protocol.CPDE);
        assertThat(FocusAssignment.resolve(Protocol.ADAPTIVE, Collections.nCopies(9, 0)))
                .isEqualTo(Protocol.DPDE);
    }

    @Test
    void aPlanThatLeavesASeatOutIsNoPlan() {
        Plan whole = new Plan(List.of(new Focus(1, "b"), new Focus(0, "a")), List.of());
        assertThat(FocusAssignment.named(whole, 2)).containsExactly("a", "b");
        assertThat(FocusAssignment.named(whole, 3)).containsExactly("correctness", "evidence", "risks");
        assertThat(FocusAssignment.named(null, 9)).endsWith("simplicity", "correctness", "evidence");
    }

    @Test
    void theFittestBidTakesAFocusAndWhoIsLeftTakesADefault() {
        Map<Integer, List<Bid>> bids = Map.of(
                0, List.of(new Bid("Cost", 0.6), new Bid("speed", 0.5)),
                1, List.of(new Bid("cost.", 0.9)),
                2, List.of(new Bid("speed", 0.5), new Bid("evidence", 0.1)),
                3, List.of(new Bid("COST", 0.2)));
        // Seat 1 is fitter for cost than seat 0; both want speed alike, and it is the first wish of seat 2.
        assertThat(FocusAssignment.matched(bids, 5))
                .containsExactly("correctness", "cost.", "speed", "evidence", "risks");
    }

    @Test
    void aDefaultThatSomebodyBidForGoesToNobodyElse() {
        Map<Integer, List<Bid>> bids = Map.of(1, List.of(new Bid("Correctness", 0.9)));
        assertThat(FocusAssignment.matched(bids, 3)).containsExactly("evidence", "Correctness", "risks");
    }

    @Test
    void whereTheDefaultsEndTheyBeginAgain() {
        assertThat(FocusAssignment.matched(Map.of(), 8)).endsWith("security", "simplicity", "correctness");
    }

    @Test
    void adaptiveBidsOnlyWhereDraftsDiffer() {
        Play split = Play.of(4, "coordination_protocol", "adaptive").run();
        assertThat(split.asked(ReplyKind.PLAN))
                .hasSize(4)
                .allSatisfy(call -> assertThat(call.slot().visible()).isEmpty());
        assertThat(split.outcome().get("plan"))
                .isEqualTo(Map.of(
                        "protocol", "dpde", "foci", List.of("focus of 0", "focus of 1", "focus of 2", "focus of 3")));

        Play near = Play.of(4, "coordination_protocol", "adaptive", "threshold", 1);
        near.voice = situation -> situation.slot().kind() == ReplyKind.POSITION
                        && situation.slot().seat() < 3
                ? Play.say(Panelist.answer(situation, "the same"))
                : Play.byDefault(situation);
        near.run();
        assertThat(near.asked(ReplyKind.PLAN)).hasSize(1);
        assertThat(near.record.protocol()).isEqualTo(Protocol.CPDE);
        assertThat(near.in(Phase.CRITIQUE).getLast().text()).contains("| focus for 3");
    }
}
