package dev.stoa.evolution.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.loop.EpochPlayer.Slot;
import dev.stoa.evolution.loop.Evolution.Options;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.play.Participant;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.evolution.search.BuiltinMutator;
import dev.stoa.evolution.search.Race;
import dev.stoa.evolution.trial.Decision.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EvolutionTest {
    private static Scenario split(String... overrides) {
        Map<String, String> all = new java.util.HashMap<>();
        for (int i = 0; i < overrides.length; i += 2) {
            all.put(overrides[i], overrides[i + 1]);
        }
        return SettingsReader.override(Scenarios.get("split-100"), all);
    }

    @Test
    void equalScenarioAndSeedGiveAnEqualRunWithAnyNumberOfThreads() {
        Scenario scenario = split("max_generations", "4");
        RunReport one = Evolution.run(scenario, 7, Options.DEFAULT);
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            RunReport many = Evolution.run(scenario, 7, new Options(new BuiltinMutator(), true, false, executor));
            assertThat(many).isEqualTo(one);
        } finally {
            executor.shutdownNow();
        }
        assertThat(Evolution.run(scenario, 8, Options.DEFAULT).fingerprint()).isNotEqualTo(one.fingerprint());
    }

    @Test
    void aRunImprovesAndEveryAcceptanceHasPassedItsTrial() {
        RunReport run = Evolution.run(split("max_generations", "12"), 1, Options.DEFAULT);
        assertThat(run.generations().getFirst().nashRatio()).isLessThanOrEqualTo(.15);
        assertThat(run.endNashRatio().orElseThrow()).isGreaterThan(.5);
        run.generations()
                .forEach(generation -> generation.verdicts().forEach(verdict -> {
                    var decision = verdict.decision();
                    if (verdict.outcome() == Outcome.ACCEPTED) {
                        assertThat(decision).isNotNull().satisfies(each -> {
                            assertThat(each.pHolm()).isLessThan(.05);
                            assertThat(each.lcb()).isGreaterThan(.5);
                            assertThat(each.family()).isLessThanOrEqualTo(2);
                        });
                    }
                }));
        assertThat(Evolution.run(split("max_generations", "2"), 1, Options.DEFAULT)
                        .endNashRatio())
                .isEmpty();
    }

    @Test
    void theFrozenControlDeploysTheSameProfilesInEveryGeneration() {
        Scenario frozen = ScenarioReader.toml(
                "f.toml",
                Scenarios.text("split-100")
                        .replace("reservation =", "mutable = {}\nreservation =")
                        .replace("max_generations = 30", "max_generations = 4"));
        RunReport run = Evolution.run(frozen, 1, Options.DEFAULT);
        assertThat(run.generations()).allSatisfy(generation -> {
            assertThat(generation.deployed())
                    .isEqualTo(run.generations().getFirst().deployed());
            assertThat(generation.verdicts()).extracting(Verdict::reason).containsOnly("no_candidate");
        });
    }

    @Test
    void variantsThatDifferOnlyInAParameterWithoutEffectAreNeverAccepted() {
        Scenario idle = ScenarioReader.toml(
                "i.toml",
                Scenarios.text("split-100")
                        .replace("reservation =", "mutable = {tradeoff = [0, 1]}\nreservation =")
                        .replace("max_generations = 30", "max_generations = 2\nrace_pool = 3"));
        for (int seed = 0; seed < 20; seed++) {
            Evolution.run(idle, seed, Options.DEFAULT)
                    .generations()
                    .forEach(generation -> assertThat(generation.verdicts())
                            .isNotEmpty()
                            .noneMatch(verdict -> verdict.outcome() == Outcome.ACCEPTED));
        }
    }

    @Test
    void noSeedOfATrialOccursInProductionOrInARace() {
        Set<Long> trial = new HashSet<>();
        Set<Long> others = new HashSet<>();
        for (int generation = 1; generation <= 100; generation++) {
            for (int slot = 0; slot < 100; slot++) {
                trial.add(EpochPlayer.seed(5, generation, "trial", slot));
                others.add(EpochPlayer.seed(5, generation, "production", slot));
                for (Race.Round round : Race.Round.values()) {
                    others.add(EpochPlayer.seed(5, generation, round.purpose(), slot));
                }
            }
        }
        assertThat(trial).hasSize(10_000);
        assertThat(others).hasSize(50_000);
        assertThat(java.util.Collections.disjoint(trial, others)).isTrue();
    }

    @Test
    void anUnwinnableConfigurationPlaysNothing() {
        assertThatThrownBy(() -> Evolution.run(split("shadow_trial_count", "5"), 1, Options.DEFAULT))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("shadow_trial_count 5");
    }

    @Test
    void aDeadlockIsBrokenByABrokerOnceItIsApproved() {
        Scenario scenario = SettingsReader.override(
                Scenarios.get("split-deadlock"), Map.of("max_generations", "9", "race_pool", "3"));
        RunReport waiting = Evolution.run(scenario, 1, Options.DEFAULT);
        assertThat(waiting.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.generation()).isEqualTo(5);
            assertThat(attempt.decision().accepted()).isTrue();
            assertThat(attempt.decision().meanDiff()).isGreaterThanOrEqualTo(4);
            assertThat(attempt.active()).isFalse();
        });
        assertThat(waiting.generations()).allSatisfy(generation -> {
            assertThat(generation.nashRatio()).isZero();
            assertThat(generation.verdicts()).noneMatch(verdict -> verdict.outcome() == Outcome.ACCEPTED);
        });
        RunReport approved = Evolution.run(scenario, 1, new Options(new BuiltinMutator(), true, true, null));
        assertThat(approved.generations().getLast().nashRatio()).isGreaterThanOrEqualTo(.5);
    }

    @Test
    void aFailingCallCostsOneSlotAndNotTheEpoch() {
        Scenario scenario = Scenarios.get("split-100");
        Negotiation negotiation = Negotiation.of(scenario);
        Brain calm = Policy.parse("policy:concession").brain(negotiation.grid(), scenario.required());
        AtomicInteger calls = new AtomicInteger();
        long bad = EpochPlayer.seed(1, 1, "trial", 2);
        EpochPlayer player = EpochPlayer.of(
                plan -> {
                    if (plan.seed() == bad) {
                        calls.incrementAndGet();
                        throw new IllegalStateException("the provider is down");
                    }
                    return negotiation.play(plan);
                },
                2,
                null);
        List<Participant> cast = List.of(negotiation.primary("left", calm), negotiation.primary("right", calm));
        List<Slot> slots = player.play(cast, 1, 1, "trial", 4, 20);
        assertThat(slots).hasSize(4);
        assertThat(slots.get(2)).isEqualTo(new Slot.Failed(2, 2, "the provider is down"));
        assertThat(slots.get(3)).isInstanceOf(Slot.Played.class);
        assertThat(calls).hasValue(2);
    }
}
