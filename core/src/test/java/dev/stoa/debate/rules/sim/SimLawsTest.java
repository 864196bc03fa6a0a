package dev.stoa.debate.rules.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.Panel;
import dev.stoa.debate.rules.config.Topology;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.rules.voting.Tally.Elected;
import dev.stoa.debate.rules.voting.Tally.None;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The counts that every implementation of the rules must come to: seed 1, the questions q0 to q999, four options. */
class SimLawsTest {
    private static final int QUESTIONS = 1_000;

    @Test
    void theFirstQuestion() {
        Panel panel = panel(0, 5, Topology.GRAPH_MESH, Map.of());
        assertThat(panel.question.truth()).isEqualTo(2);
        assertThat(panel.drafts).containsExactly(2, 2, 2, 1, 3);
    }

    @Test
    void theVoteExplainsMostOfTheGain() {
        int solo = 0;
        int draftVote = 0;
        int accuracy = 0;
        int none = 0;
        int[] flips = new int[3];
        for (int q = 0; q < QUESTIONS; q++) {
            Panel panel = panel(q, 5, Topology.GRAPH_MESH, Map.of("conformity", "0.1", "verify", "0.1"));
            solo += panel.right();
            draftVote += one(panel.isRight(panel.draftVote()));
            panel.round(2);
            Tally vote = panel.vote();
            accuracy += one(panel.isRight(vote));
            none += one(vote instanceof None);
            flips[0] += panel.rightToWrong;
            flips[1] += panel.wrongToRight;
            flips[2] += panel.wrongToWrong;
        }
        assertThat(new int[] {solo, draftVote, accuracy, none}).containsExactly(3085, 766, 801, 46);
        assertThat(flips).containsExactly(377, 564, 138);
    }

    @Test
    void beliefIsAMartingaleWithoutVerification() {
        assertThat(beliefs("0")).containsExactly(3085, 3086, 3099, 3090, 3071);
        assertThat(beliefs("0.3")).containsExactly(3085, 3672, 4041, 4288, 4474);
    }

    private static int[] beliefs(String verify) {
        int[] right = new int[5];
        for (int q = 0; q < QUESTIONS; q++) {
            Panel panel = panel(q, 5, Topology.GRAPH_MESH, Map.of("conformity", "0.2", "verify", verify));
            right[0] += panel.right();
            for (int round = 2; round <= 5; round++) {
                panel.round(round);
                right[round - 1] += panel.right();
            }
        }
        return right;
    }

    @Test
    void moreRoundsBeforeVotingHurt() {
        int[] right = IntStream.of(1, 2, 3, 5, 9)
                .map(rounds -> votes(5, Topology.GRAPH_MESH, rounds, Map.of("conformity", "0.2")))
                .toArray();
        assertThat(right).containsExactly(766, 727, 669, 619, 601);
    }

    @Test
    void heterogeneityHelps() {
        assertThat(votes(5, Topology.GRAPH_MESH, 1, Map.of("correlation", "0.6", "family", "x")))
                .isEqualTo(625);
        assertThat(votes(5, Topology.GRAPH_MESH, 1, Map.of("correlation", "0.6")))
                .isEqualTo(741);
    }

    @Test
    void hierarchyWithstandsFaultyAgentsAndTheChainDoesNot() {
        assertThat(led(Topology.STAR)).containsExactly(754, 727);
        assertThat(led(Topology.TREE)).containsExactly(787, 686);
        assertThat(led(Topology.CHAIN)).containsExactly(704, 455);
    }

    /** How often the decider of seven seats is right: all sound, and with one of the others faulty. */
    private static int[] led(Topology topology) {
        int seats = 7;
        int[] right = new int[2];
        for (int q = 0; q < QUESTIONS; q++) {
            for (int faulty = 0; faulty < 2; faulty++) {
                SimRules question = SimRules.of(1, "q" + q, 4);
                List<SimParams> params = new ArrayList<>();
                int decider = topology.decider(seats, 0);
                int chosen = (int) (6 * question.chance("faulty-seat"));
                int bad = chosen < decider ? chosen : chosen + 1;
                for (int seat = 0; seat < seats; seat++) {
                    String broken = faulty == 1 && seat == bad ? "1" : "0";
                    params.add(SimParams.parse(
                            Panel.name(seat), Map.of("accuracy", "0.7", "pool", "0.5", "faulty", broken)));
                }
                Panel panel = new Panel(question, topology, params);
                panel.round(2);
                panel.ballots(2);
                right[faulty] += one(panel.isRight(panel.byLead()));
            }
        }
        return right;
    }

    @Test
    void sparseIsLikeMesh() {
        Map<Topology, Integer> right = new HashMap<>();
        Arrays.stream(Topology.values())
                .forEach(topology ->
                        right.put(topology, votes(6, topology, 2, Map.of("conformity", "0.1", "verify", "0.1"))));
        assertThat(right)
                .isEqualTo(
                        Map.of(Topology.GRAPH_MESH, 837, Topology.STAR, 852, Topology.TREE, 851, Topology.CHAIN, 843));
    }

    @Test
    void debatingOnlyOnDisagreementIsCheaper() {
        int ladder = 0;
        int debated = 0;
        int ladderTokens = 0;
        int table = 0;
        int tableTokens = 0;
        for (int q = 0; q < QUESTIONS; q++) {
            Map<String, String> given = Map.of("conformity", "0.1", "verify", "0.1");
            Panel climbing = panel(q, 5, Topology.GRAPH_MESH, given);
            if (!(climbing.vote() instanceof Elected elected && elected.consensus() >= 0.75)) {
                debated++;
                climbing.round(2);
            }
            ladder += one(climbing.isRight(climbing.vote()));
            ladderTokens += climbing.tokens;
            Panel sitting = panel(q, 5, Topology.GRAPH_MESH, given);
            sitting.round(2);
            sitting.round(3);
            table += one(sitting.isRight(sitting.vote()));
            tableTokens += sitting.tokens;
        }
        assertThat(new int[] {ladder, debated, ladderTokens}).containsExactly(808, 628, 5_204_000);
        assertThat(new int[] {table, tableTokens}).containsExactly(801, 12_750_000);
    }

    private static int votes(int seats, Topology topology, int rounds, Map<String, String> given) {
        int right = 0;
        for (int q = 0; q < QUESTIONS; q++) {
            Panel panel = panel(q, seats, topology, given);
            for (int round = 2; round <= rounds; round++) {
                panel.round(round);
            }
            right += one(panel.isRight(panel.vote()));
        }
        return right;
    }

    private static Panel panel(int q, int seats, Topology topology, Map<String, String> given) {
        List<SimParams> params = IntStream.range(0, seats)
                .mapToObj(seat -> SimParams.parse(Panel.name(seat), given))
                .toList();
        return new Panel(SimRules.of(1, "q" + q, 4), topology, params);
    }

    private static int one(boolean yes) {
        return yes ? 1 : 0;
    }
}
