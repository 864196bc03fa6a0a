package dev.stoa.debate.rules.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.json.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class SimRulesTest {
    private static final SimRules Q0 = SimRules.of(1, "q0", 4);

    @Test
    void theWorkedDraws() {
        assertThat(Q0.chance("truth")).isCloseTo(0.743424298329, within(1e-12));
        assertThat(Q0.chance("a0", "right")).isCloseTo(0.347359899486, within(1e-12));
        assertThat(Q0.truth()).isEqualTo(2);
        assertThat(SimRules.of(1, "q0", 4, 0).truth()).isZero();
    }

    @Test
    void accuracyIsExactAndMistakesAreSpreadEvenly() {
        int[] answers = new int[4];
        for (int q = 0; q < 10_000; q++) {
            answers[SimRules.of(7, "q" + q, 4, 1).draft("a0", params("accuracy", "0.7"))]++;
        }
        assertThat(answers[1] / 10_000.0).isCloseTo(0.7, within(0.02));
        IntStream.of(0, 2, 3)
                .forEach(wrong -> assertThat(answers[wrong] / 10_000.0).isCloseTo(0.1, within(0.012)));
    }

    @Test
    void twoOfOneFamilyAreRightTogetherAsOftenAsTheirCorrelationSays() {
        double questions = 10_000;
        int one = 0;
        int other = 0;
        int both = 0;
        for (int q = 0; q < questions; q++) {
            SimRules question = SimRules.of(3, "q" + q, 4);
            SimParams how = params("correlation", "0.6", "family", "x");
            boolean first = question.draft("a0", how) == question.truth();
            boolean second = question.draft("a1", how) == question.truth();
            one += first ? 1 : 0;
            other += second ? 1 : 0;
            both += first && second ? 1 : 0;
        }
        double p = one / questions;
        double r = other / questions;
        double correlation = (both / questions - p * r) / Math.sqrt(p * (1 - p) * r * (1 - r));
        assertThat(correlation).isCloseTo(0.6, within(0.03));
        assertThat(p).isCloseTo(0.6, within(0.02));
    }

    @Test
    void theFaultyAreAlwaysWrongAndNeverMove() {
        SimParams faulty = params("faulty", "1", "accuracy", "1", "pool", "1", "verify", "1", "flip", "1");
        for (int q = 0; q < 200; q++) {
            SimRules question = SimRules.of(1, "q" + q, 3);
            int draft = question.draft("a0", faulty);
            List<Integer> seen = List.of(question.truth(), question.truth());
            assertThat(draft).isNotEqualTo(question.truth()).isBetween(0, 2);
            assertThat(question.revise("a0", faulty, 2, draft, seen)).isEqualTo(draft);
            assertThat(question.ballot("a0", faulty, 2, draft, seen)).isEqualTo(draft);
        }
    }

    @Test
    void whoeverVerifiesTakesTheTruthOnlyWhereItIsSeenOrHeld() {
        SimParams verifying = params("verify", "1", "conformity", "1");
        assertThat(Q0.revise("a0", verifying, 2, 0, List.of(1, 2))).isEqualTo(2);
        assertThat(Q0.revise("a0", verifying, 2, 0, List.of(1, 3))).isZero();
        assertThat(Q0.revise("a0", verifying, 2, 2, List.of(1, 3))).isEqualTo(2);
    }

    @Test
    void whoeverFlipsGoesElsewhere() {
        SimParams flipping = params("flip", "1", "verify", "1");
        boolean[] reached = new boolean[4];
        boolean[] firsts = new boolean[4];
        for (int round = 2; round < 100; round++) {
            int option = Q0.revise("a0", flipping, round, 1, List.of(2));
            assertThat(option).isNotEqualTo(1).isBetween(0, 3);
            reached[option] = true;
            int first = Q0.revise("a0", flipping, round, -1, List.of());
            assertThat(first).isBetween(0, 3);
            firsts[first] = true;
        }
        assertThat(reached).containsExactly(true, false, true, true);
        assertThat(firsts).as("who holds nothing may go anywhere").containsOnly(true);
    }

    @Test
    void whoeverIsNotDrawnOverKeepsWhatItHolds() {
        for (int own = -1; own < 4; own++) {
            assertThat(Q0.revise("a0", params(), 2, own, List.of(0, 0, 0))).isEqualTo(own);
            assertThat(Q0.ballot("a0", params(), 2, own, List.of(0, 0, 0))).isEqualTo(own);
        }
    }

    @Test
    void whoeverPoolsTakesWhatMostHoldAndDrawsAmongEquals() {
        SimParams pooling = params("pool", "1");
        assertThat(Q0.revise("a0", pooling, 2, 0, List.of(3, 1, 3))).isEqualTo(3);
        assertThat(Q0.ballot("a0", pooling, 2, 0, List.of(3, 1, 3))).isEqualTo(3);
        assertThat(Q0.revise("a0", pooling, 2, 0, List.of())).isZero();
        assertThat(Q0.ballot("a0", pooling, 2, 0, List.of())).isZero();
        for (int round = 2; round < 40; round++) {
            String r = Integer.toString(round);
            assertThat(Q0.revise("a0", pooling, round, 0, List.of(3, 1)))
                    .isEqualTo(Q0.chance("a0", r, "revise", "tie") < 0.5 ? 1 : 3);
            assertThat(Q0.ballot("a0", pooling, round, 0, List.of(3, 1)))
                    .isEqualTo(Q0.chance("a0", r, "vote", "tie") < 0.5 ? 1 : 3);
        }
    }

    @Test
    void conformityGrowsWithTheNumberSeen() {
        SimParams how = params("conformity", "0.2");
        int moved = 0;
        for (int q = 0; q < 4_000; q++) {
            SimRules question = SimRules.of(1, "q" + q, 4);
            double draw = question.chance("a0", "2", "revise", "conform");
            int pick = (int) (question.chance("a0", "2", "revise", "pick") * 3);
            int option = question.revise("a0", how, 2, 0, List.of(1, 2, 3));
            assertThat(option).isEqualTo(draw < 1 - 0.8 * 0.8 * 0.8 ? 1 + pick : 0);
            moved += option == 0 ? 0 : 1;
        }
        assertThat(moved / 4_000.0).isCloseTo(0.488, within(0.03));
        assertThat(Q0.ballot("a0", how, 2, 0, List.of(1, 1))).isZero();
    }

    @Test
    void confidenceKnowsRightFromWrongByItsSharpness() {
        SimParams sharp = params("sharpness", "0.2");
        assertThat(Q0.confidence("a0", sharp, 1, 2)).isCloseTo(0.8, within(1e-12));
        assertThat(Q0.confidence("a0", sharp, 1, 0)).isCloseTo(0.4, within(1e-12));
        SimParams extreme = params("sharpness", "1");
        assertThat(Q0.confidence("a0", extreme, 1, 2)).isEqualTo(0.99);
        assertThat(Q0.confidence("a0", extreme, 1, 0)).isEqualTo(0.01);
        double off = 0.1 * (2 * Q0.chance("a0", "3", "confidence") - 1);
        assertThat(Q0.confidence("a0", params("spread", "0.1"), 3, 0)).isCloseTo(0.6 + off, within(5.1e-10));
    }

    @Test
    void confidenceIsWhatAReplyCanSay() {
        SimParams how = params("spread", "0.3", "sharpness", "0.1");
        for (int q = 0; q < 500; q++) {
            double confidence = SimRules.of(1, "q" + q, 4).confidence("a0", how, 1, q % 4);
            assertThat(Double.parseDouble(Json.canonical(confidence))).isEqualTo(confidence);
        }
    }

    @Test
    void callsFailAndTakeTimeByTheirOwnDraws() {
        SimParams how = params("failure", "0.3", "latency_ms", "100");
        int failed = 0;
        for (int q = 0; q < 2_000; q++) {
            SimRules question = SimRules.of(1, "q" + q, 4);
            boolean fails = question.fails("a0", how, 1, Phase.PROPOSAL, 1);
            assertThat(fails).isEqualTo(question.chance("a0", "1", "proposal", "1", "fail") < 0.3);
            failed += fails ? 1 : 0;
            assertThat(question.latencyMs("a0", how, 1, Phase.PROPOSAL, 1))
                    .isEqualTo(Math.round(200 * question.chance("a0", "1", "proposal", "1", "latency")))
                    .isBetween(0L, 200L);
        }
        assertThat(failed / 2_000.0).isCloseTo(0.3, within(0.04));
        assertThat(Q0.fails("a0", params(), 1, Phase.PROPOSAL, 1)).isFalse();
        assertThat(Q0.latencyMs("a0", params(), 1, Phase.PROPOSAL, 1)).isZero();
        assertThat(SimRules.tokensIn(5)).isEqualTo(950);
    }

    @Test
    void theOnlyOptionIsAlwaysRight() {
        SimRules alone = SimRules.of(1, "q0", 1);
        assertThat(alone.draft("a0", params("accuracy", "0"))).isZero();
        assertThat(alone.revise("a0", params("flip", "1"), 2, 0, List.of(0))).isZero();
        assertThat(SimRules.of(1, "q0", 26).truth()).isBetween(0, 25);
        assertThatThrownBy(() -> SimRules.of(1, "q0", 27)).hasMessage("options 27 is not within 1 to 26");
        assertThatThrownBy(() -> SimRules.of(1, "q0", 3, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void parametersNotGivenAreTheDefaults() {
        assertThat(params()).isEqualTo(new SimParams(0.6, 0, "a0", 0, 0, 0, 0, false, 0, 0, 0, 0));
        assertThat(params("accuracy", "0.7", "family", "gpt:x", "faulty", "true", "latency_ms", "1500"))
                .isEqualTo(new SimParams(0.7, 0, "gpt:x", 0, 0, 0, 0, true, 0, 0, 0, 1500));
    }

    @Test
    void theBrokenAgentIsTheSameButFaulty() {
        assertThat(params("accuracy", "0.7", "latency_ms", "1500").broken())
                .isEqualTo(params("accuracy", "0.7", "latency_ms", "1500", "faulty", "1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            acuracy    | 0.7  | parameter "acuracy" is none of
            accuracy   | 1.01 | accuracy 1.01 is not within 0 to 1
            accuracy   | NaN  | accuracy NaN is not within 0 to 1
            verify     | -0.1 | verify -0.1 is not within 0 to 1
            pool       | much | pool "much" is no number
            faulty     | 0.5  | faulty "0.5" is none of 0, 1, false, true
            family     | a b  | family "a b" is not 1 to 64 of
            latency_ms | 1e9  | latency_ms 1000000000 is not within 0 to 3600000
            """)
    void aParameterOutOfBoundsIsRefused(String key, String value, String message) {
        assertThatThrownBy(() -> params(key, value))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anUnknownParameterIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> params("latency", "5"))
                .isInstanceOfSatisfying(
                        InvalidException.class,
                        refusal -> assertThat(refusal.hint()).contains("did you mean latency_ms?"));
    }

    private static SimParams params(String... pairs) {
        return SimParams.parse(
                "a0",
                IntStream.range(0, pairs.length / 2)
                        .boxed()
                        .collect(Collectors.toMap(i -> pairs[2 * i], i -> pairs[2 * i + 1])));
    }
}
