package dev.stoa.engine.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.VerificationException;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.sim.DryRun;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.debate.rules.sim.SimVoice;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TunnelTest {
    private static Experiment experiment(Object... fields) {
        return ExperimentFile.experiment(JsonFields.of(Json.object(fields)));
    }

    private static TunnelRow only(Experiment experiment) {
        List<TunnelRow> rows = Tunnel.create().run(experiment).rows();
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    @Test
    void aVoteIsWhatItsDraftsAre() {
        TunnelRow row = only(experiment("panel", "3xsim:?accuracy=.8", "preset", "vote", "voting", "plurality"));
        assertThat(row.questions()).isEqualTo(2_000);
        assertThat(row.accuracy()).isEqualTo(row.draftVoteAccuracy());
        assertThat(row.gain().mean()).isZero();
        assertThat(row.belief()).hasSize(1);
        assertThat(row.debated()).isZero();
        assertThat(row.flips()).isEqualTo(new TunnelRow.Flips(0, 0, 0));
        assertThat(row.tokensIn()).isEqualTo(2_000 * 3 * 200L);
        assertThat(row.tokensOut()).isEqualTo(2_000 * 3 * 150L);
        // Three of .8 with a majority: .8^3 + 3 * .8^2 * .2, and the ties of three different answers lose.
        assertThat(row.accuracy()).isCloseTo(0.896, within(0.02));
        assertThat(row.interval().low()).isLessThan(row.accuracy());
        assertThat(row.interval().high()).isGreaterThan(row.accuracy());
    }

    @Test
    void whoIsAlwaysRightIsElectedAndWellCalibrated() {
        TunnelRow row = only(experiment("panel", "5xsim:?accuracy=1", "questions", 50));
        assertThat(row.accuracy()).isOne();
        assertThat(row.noWinner()).isZero();
        assertThat(row.errorAmplification()).isNull();
        assertThat(row.belief()).containsExactly(1.0, 1.0);
        // An agent that says .99 is believed half-way to its word, until it has shown what that is worth.
        assertThat(row.ece()).isCloseTo(1 - 0.745, within(1e-9));
        assertThat(row.brier()).isCloseTo(0.255 * 0.255, within(1e-9));
    }

    @Test
    void theBestSeatIsTheOneMeantToBeAndNotTheFirst() {
        TunnelRow row = only(experiment("panel", "weak=sim:?accuracy=0,strong=sim:?accuracy=1", "questions", 20));
        assertThat(row.bestSoloAccuracy()).isOne();
        assertThat(row.soloAccuracy()).isEqualTo(0.5);
        TunnelRow broken =
                only(experiment("panel", "broken=sim:?accuracy=1&faulty=1,weak=sim:?accuracy=.5", "questions", 400));
        assertThat(broken.bestSoloAccuracy()).isCloseTo(0.5, within(0.1));
    }

    @Test
    void aFlipIsCountedByItsDirection() {
        TunnelRow row = only(experiment(
                "panel", "4xsim:?accuracy=.5&verify=1", "preset", "round-table", "rounds", 2, "questions", 200));
        assertThat(row.flips().rightToWrong()).isZero();
        assertThat(row.flips().wrongToWrong()).isZero();
        assertThat(row.flips().wrongToRight())
                .isEqualTo(row.believers().getLast() - row.believers().getFirst());
        assertThat(row.accuracy()).isGreaterThan(0.9);
        assertThat(row.gain().low()).isPositive();
    }

    @Test
    void everyWayOfDebatingIsTriedInOrder() {
        Experiment experiment = experiment(
                "panel", List.of("3xsim:", "2xsim:"),
                "preset", List.of("vote", "ladder", "classic"),
                "topology", List.of("star", "chain"),
                "voting", List.of("weighted", "borda"),
                "rounds", List.of(1, 2),
                "threshold", List.of(0.5, 0.9),
                "questions", 3);
        List<TunnelRow> rows = Tunnel.create().run(experiment).rows();
        // A vote has one round, whatever is asked for.
        assertThat(rows).hasSize(2 * (1 + 2 + 2) * 2 * 2 * 2);
        assertThat(rows.getFirst().setup().document())
                .containsEntry("panel", "3xsim:")
                .containsEntry("preset", "vote")
                .containsEntry("topology_type", "star")
                .containsEntry("rounds", 1)
                .containsEntry("threshold", 0.5);
        assertThat(rows.getLast().setup().document())
                .containsEntry("panel", "2xsim:")
                .containsEntry("preset", "classic")
                .containsEntry("topology_type", "chain")
                .containsEntry("voting_method", "borda")
                .containsEntry("rounds", 2)
                .containsEntry("threshold", 0.9);
    }

    @Test
    void theNumberOfCoresChangesNoDigit() {
        Experiment experiment = experiment(
                "panel",
                "5xsim:?spread=.3&sharpness=.1&conformity=.1",
                "preset",
                List.of("ladder", "classic"),
                "questions",
                1_200);
        String many = Json.write(Tunnel.create().run(experiment).document());
        try (ForkJoinPool one = new ForkJoinPool(1)) {
            assertThat(one.submit(() ->
                                    Json.write(Tunnel.create().run(experiment).document()))
                            .join())
                    .isEqualTo(many);
        }
    }

    @Test
    void anotherSeedAsksOtherQuestions() {
        assertThat(only(experiment("questions", 300, "seed", 2)).right())
                .isNotEqualTo(only(experiment("questions", 300, "seed", 3)).right());
    }

    @Test
    void progressIsToldInTurns() {
        AtomicLong turns = new AtomicLong();
        TunnelRow row = Tunnel.telling(turns::addAndGet)
                .run(experiment("questions", 600))
                .rows()
                .getFirst();
        assertThat(turns).hasValue(row.turns());
        assertThat(row.turns()).isGreaterThan(600 * 5);
    }

    @Test
    void theDocumentHasEveryField() {
        assertThat(only(experiment("questions", 10)).document())
                .containsOnlyKeys(
                        "config",
                        "questions",
                        "accuracy",
                        "interval",
                        "solo_accuracy",
                        "best_solo_accuracy",
                        "draft_vote_accuracy",
                        "gain",
                        "gain_interval",
                        "belief",
                        "brier",
                        "ece",
                        "error_amplification",
                        "flips",
                        "no_winner_rate",
                        "debated_rate",
                        "tokens_in",
                        "tokens_out");
        assertThat(only(experiment("questions", 1)).document()).containsEntry("gain_interval", null);
    }

    @Test
    void aRecorderHoldsEveryDebateAndMustComeToTheSame() throws InterruptedException {
        Experiment experiment = experiment("questions", 40, "preset", List.of("ladder", "classic"));
        List<String> topics = new ArrayList<>();
        Tunnel.create().record(experiment, config -> {
            topics.add(config.preset().text() + " " + config.topic());
            return held(config);
        });
        assertThat(topics).hasSize(80).startsWith("ladder q0", "ladder q1").endsWith("classic q39");
        assertThatThrownBy(() -> Tunnel.create().record(experiment, config -> {
                    Map<String, @Nullable Object> outcome = new HashMap<>(held(config));
                    if (config.topic().equals("q7")) {
                        outcome.put("winner", "Z");
                    }
                    return outcome;
                }))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("the session about q7");
    }

    private static Map<String, @Nullable Object> held(DebateConfig config) {
        SimRules rules = SimVoice.rules(config);
        DryRun.Result result = DryRun.play(
                config,
                Context.blank(config.size()),
                situation -> SimVoice.answer(situation, rules, SimParams.parse(situation.agent(), Map.of())));
        return Json.kept(Outcomes.of(result.record(), result.stop()));
    }
}
