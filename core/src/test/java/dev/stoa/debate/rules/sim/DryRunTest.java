package dev.stoa.debate.rules.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.outcome.Counterfactual;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DryRunTest {
    private static final int QUESTIONS = 1_000;

    /** What a thousand questions came to. */
    private static final class Sums {
        int right;
        int noWinner;
        int draftVote;
        int rightToWrong;
        int wrongToRight;
        int wrongToWrong;
        int debated;
        long tokens;
    }

    @Test
    void theVoteOfDraftsExplainsMostOfTheGain() {
        Sums sums = sums(5, Map.of("preset", "round-table", "rounds", 2), Map.of("conformity", ".1", "verify", ".1"));
        assertThat(List.of(
                        sums.draftVote,
                        sums.right,
                        sums.noWinner,
                        sums.rightToWrong,
                        sums.wrongToRight,
                        sums.wrongToWrong))
                .containsExactly(766, 801, 46, 377, 564, 138);
    }

    @Test
    void aLadderDebatesOnlyWhereThereIsDisagreement() {
        Map<String, String> how = Map.of("conformity", ".1", "verify", ".1");
        Sums ladder = sums(
                5, Map.of("preset", "ladder", "rounds", 2, "topology_type", "graph_mesh", "early_stop", true), how);
        assertThat(List.of(ladder.right, ladder.debated)).containsExactly(808, 628);
        assertThat(ladder.tokens).isEqualTo(5_204_000);
        Sums table = sums(5, Map.of("preset", "round-table", "rounds", 3), how);
        assertThat(table.right).isEqualTo(801);
        assertThat(table.tokens).isEqualTo(12_750_000);
    }

    private static Sums sums(int seats, Map<String, Object> setup, Map<String, String> how) {
        Sums sums = new Sums();
        for (int question = 0; question < QUESTIONS; question++) {
            DebateConfig config = config("q" + question, seats, setup, how);
            SimRules rules = SimVoice.rules(config);
            List<SimParams> params = config.seats().stream()
                    .map(seat -> SimParams.parse(seat.agent(), seat.params()))
                    .toList();
            DryRun.Result result = DryRun.play(
                    config,
                    Context.blank(seats),
                    situation -> SimVoice.answer(
                            situation, rules, params.get(situation.slot().seat())));
            int truth = rules.truth();
            sums.right += result.winner() == truth ? 1 : 0;
            sums.noWinner += result.winner() < 0 ? 1 : 0;
            sums.draftVote += Counterfactual.of(result.record()).winner() == truth ? 1 : 0;
            sums.debated += result.record().turns().size() > seats ? 1 : 0;
            for (Turn turn : result.record().turns()) {
                sums.tokens += turn.tokensIn() + turn.tokensOut();
            }
            for (CountRecord counted : result.record().counts()) {
                for (Flip flip : counted.flips()) {
                    if (flip.from() == truth) {
                        sums.rightToWrong++;
                    } else if (flip.to() == truth) {
                        sums.wrongToRight++;
                    } else {
                        sums.wrongToWrong++;
                    }
                }
            }
        }
        return sums;
    }

    private static DebateConfig config(String topic, int seats, Map<String, Object> setup, Map<String, String> how) {
        Map<String, @Nullable Object> request = new LinkedHashMap<>();
        request.put("topic", topic);
        request.put("seed", 1L);
        request.put("voting_method", "plurality");
        request.put("early_stop", false);
        request.put("options", List.of("A", "B", "C", "D"));
        request.put(
                "agents",
                IntStream.range(0, seats)
                        .mapToObj(seat ->
                                Seat.of("a" + seat, "sim", "").params(how).document())
                        .toList());
        request.putAll(setup);
        return ConfigReader.read(request, "s", "local", () -> 1);
    }
}
