package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static dev.stoa.engine.evolution.EvolutionHall.scenario;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.evolution.base.RunEvent;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.loop.Evolution;
import dev.stoa.evolution.loop.RunReport;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Runs that are stored step by step. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class StoredRunTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private EvolutionHall hall;

    @BeforeEach
    void open() {
        hall = EvolutionHall.on(dialect, folder);
    }

    @AfterEach
    void close() {
        hall.close();
    }

    private static Scenario small(String... more) {
        Scenario base =
                scenario("split-100", "max_generations", "2", "race_pool", "4", "cull_trials", "1", "epoch_size", "3");
        Map<String, String> all = new java.util.HashMap<>();
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return dev.stoa.evolution.scenario.SettingsReader.override(base, all);
    }

    private Run run(Scenario scenario, long seed) {
        return hall.engine().run(ME, scenario, seed, Map.of(), EvolutionListener.NONE);
    }

    @Test
    void aStoredRunIsTheRunInMemory() {
        Map<Scenario, Long> runs = Map.of(
                scenario("split-100", "max_generations", "3", "race_pool", "8"), 7L,
                scenario("two-issue-trade", "max_generations", "2", "race_pool", "8"), 3L,
                scenario(
                                "split-deadlock",
                                "max_generations",
                                "8",
                                "race_pool",
                                "3",
                                "created_review_generations",
                                "1",
                                "require_human_approval_for_creation",
                                "false"),
                        1L);
        runs.forEach((scenario, seed) -> {
            RunReport memory = Evolution.run(scenario, seed, Evolution.Options.DEFAULT);
            Run stored = run(scenario, seed);
            RunView view = RunView.of(hall.stores(), ME, stored.id());
            assertThat(view.episodes()).as(scenario.name()).isEqualTo(memory.episodes());
            assertThat(view.endNashRatio())
                    .isEqualTo(
                            memory.endNashRatio().isEmpty()
                                    ? null
                                    : (Double) memory.endNashRatio().getAsDouble());
            assertThat(stored.stopReason()).isEqualTo(memory.stopReason());
            assertThat(stored.fingerprint()).as(scenario.name()).isEqualTo(memory.fingerprint());
        });
        hall.sound();
    }

    @Test
    void aRunLeavesEveryGenerationEpisodeLogVerdictAndStrategyInTheArchive() {
        Run run = run(small(), 1);
        hall.restart();
        var stores = hall.stores();
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(stores.generations().list(ME, run.id()))
                .extracting(generation -> String.valueOf(generation.status()))
                .containsExactly("archived", "archived");
        List<Episode> production = stores.episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()).shadow(false))
                .items();
        assertThat(production).hasSize(6).allSatisfy(episode -> {
            assertThat(episode.epochKind()).isEqualTo(EpochKind.PRODUCTION);
            assertThat(stores.logs().of(ME, episode.id())).hasSize(episode.totalTurns());
            assertThat(EpisodeReplay.check(stores, ME, episode.id()).judged()).isTrue();
        });
        assertThat(stores.strategies().count(ME)).isGreaterThanOrEqualTo(12);
        assertThat(stores.verdicts().list(ME, run.id()))
                .isNotEmpty()
                .noneMatch(verdict -> verdict.outcome() == VerdictOutcome.PENDING);
        assertThat(stores.profiles().list(ME, run.id()))
                .filteredOn(profile -> "human".equals(profile.createdBy()))
                .hasSize(2)
                .allSatisfy(profile -> {
                    assertThat(profile.baseline()).isNotNull();
                    assertThat(profile.systemPrompt()).contains(Objects.requireNonNull(profile.strategyText()));
                });
        List<RunEvent> events = stores.events().after(ME, run.id(), 0, 1_000);
        assertThat(events).extracting(RunEvent::kind).contains(EventKind.VERDICT_DECIDED, EventKind.GENERATION_CLOSED);
        assertThat(events.getFirst().kind()).isEqualTo(EventKind.RUN_STARTED);
        assertThat(events.getLast().kind()).isEqualTo(EventKind.RUN_STOPPED);
    }

    @Test
    void equalScenarioAndSeedGiveAnEqualFingerprintTwiceInOneArchiveAndWithAnyConcurrency() {
        String first = run(small(), 5).fingerprint();
        assertThat(run(small(), 5).fingerprint()).isEqualTo(first);
        assertThat(run(small("max_concurrency", "1"), 5).fingerprint()).isEqualTo(first);
        assertThat(run(small("max_concurrency", "16"), 5).fingerprint()).isEqualTo(first);
        assertThat(run(small(), 6).fingerprint()).isNotEqualTo(first);
    }

    @Test
    void noTrialSeedOccursInProductionOrInARace() {
        Run run = run(small(), 2);
        Set<Long> trials = new HashSet<>();
        Set<Long> others = new HashSet<>();
        for (Episode episode : hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()).page(new dev.stoa.base.Page.Request(500, null)))
                .items()) {
            boolean trial = episode.epochKind() == EpochKind.TRIAL || episode.epochKind() == EpochKind.BASELINE;
            (trial ? trials : others).add(Objects.requireNonNull(episode.seed()));
        }
        assertThat(trials).isNotEmpty();
        assertThat(others).isNotEmpty();
        assertThat(java.util.Collections.disjoint(trials, others)).isTrue();
    }

    /** A process that dies: nothing after it is done. */
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static EvolutionListener after(int steps, Runnable act) {
        AtomicInteger stored = new AtomicInteger();
        return new EvolutionListener() {
            @Override
            public void stored() {
                if (stored.incrementAndGet() == steps) {
                    act.run();
                }
            }
        };
    }

    private int steps(Scenario scenario) {
        AtomicInteger steps = new AtomicInteger();
        hall.engine().run(ME, scenario, 4, Map.of(), new EvolutionListener() {
            @Override
            public void stored() {
                steps.incrementAndGet();
            }
        });
        return steps.get();
    }

    @Test
    void aRunThatDiesAfterAnyOfItsStepsGoesOnToTheSameResult() {
        Scenario scenario = small("race_pool", "2", "shadow_trial_count", "6", "max_concurrency", "16");
        String whole = run(scenario, 4).fingerprint();
        int steps = steps(scenario);
        int stride = dialect == Dialect.SQLITE ? 1 : 7;
        for (int step = 1; step < steps; step += stride) {
            int last = step;
            assertThatThrownBy(() -> hall.engine().run(ME, scenario, 4, Map.of(), after(last, () -> {
                        throw new Death();
                    })))
                    .isInstanceOf(Death.class);
            Run dead = hall.stores()
                    .runs()
                    .list(ME, dev.stoa.base.Page.Request.first(1))
                    .items()
                    .getFirst();
            assertThat(dead.status()).isEqualTo(RunStatus.RUNNING);
            Run resumed = hall.engine().resume(ME, dead.id(), new Resume(true, null, null), EvolutionListener.NONE);
            assertThat(resumed.fingerprint()).as("after step %d", step).isEqualTo(whole);
        }
        hall.sound();
    }

    @Test
    void anInterruptStoresTheWindowAndPausesAndTheRunGoesOnToTheSameResult() {
        Scenario scenario = small();
        String whole = run(scenario, 4).fingerprint();
        Run paused = hall.engine()
                .run(
                        ME,
                        scenario,
                        4,
                        Map.of(),
                        after(9, () -> Thread.currentThread().interrupt()));
        assertThat(Thread.interrupted()).isFalse();
        assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
        assertThat(paused.stopReason()).isEqualTo("interrupted");
        Run resumed = hall.engine().resume(ME, paused.id(), Resume.plain(), EvolutionListener.NONE);
        assertThat(resumed.fingerprint()).isEqualTo(whole);
    }

    @Test
    void twoProcessesCannotBothOwnARun() {
        Scenario scenario = small();
        String[] refused = {""};
        assertThatThrownBy(() -> hall.engine().run(ME, scenario, 4, Map.of(), after(5, () -> {
                    String id = hall.stores()
                            .runs()
                            .list(ME, dev.stoa.base.Page.Request.first(1))
                            .items()
                            .getFirst()
                            .id();
                    refused[0] = id;
                    assertThatThrownBy(() -> hall.engine().resume(ME, id, Resume.plain(), EvolutionListener.NONE))
                            .isInstanceOf(ConflictException.class)
                            .hasMessageContaining("owns it");
                    hall.engine().resume(ME, id, new Resume(true, null, null), EvolutionListener.NONE);
                })))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(refused.length == 1 ? "under fence 2" : "");
        assertThat(hall.stores().runs().get(ME, refused[0]).status()).isEqualTo(RunStatus.COMPLETED);
        hall.sound();
    }

    @Test
    void aCompletedRunGoesOnWithMoreGenerationsAsIfItHadHadThemFromTheBeginning() {
        Run two = run(small(), 4);
        assertThatThrownBy(() -> hall.engine().resume(ME, two.id(), Resume.plain(), EvolutionListener.NONE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("completed");
        Run three = hall.engine().resume(ME, two.id(), new Resume(false, 3L, null), EvolutionListener.NONE);
        assertThat(three.fingerprint())
                .isEqualTo(run(small("max_generations", "3"), 4).fingerprint());
    }

    @Test
    void aScoutWithOneIssueNamesNoCellThatNeedsTwo() {
        Run run = run(small("max_generations", "1", "scout_sweep_interval_generations", "1"), 3);
        assertThat(hall.stores().generations().list(ME, run.id()).getFirst().hypothesesJson())
                .contains("even_trade")
                .doesNotContain("selective_trade");
    }

    @Test
    void aRuleThatCannotBeEvaluatedFailsTheRunAndItsRecordNamesTheRule() {
        String padding = " ".repeat(980);
        Scenario broken = ScenarioReader.toml(
                "b.toml",
                Scenarios.text("split-100")
                        .replace(
                                "rules = [",
                                "rules = [{when = \"turns >" + padding + "0\", score = \"1 / (turns -" + padding
                                        + "turns)\"}, "));
        assertThatThrownBy(() -> run(broken, 1)).hasMessageContaining("judge.rules[0]");
        Run failed = hall.stores()
                .runs()
                .list(ME, dev.stoa.base.Page.Request.first(1))
                .items()
                .getFirst();
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.stopReason()).contains("judge.rules[0]");
        hall.sound();
    }

    @Test
    void anUnwinnableConfigurationIsRefusedBeforeTheFirstEpisode() {
        assertThatThrownBy(() -> run(small("shadow_trial_count", "5"), 1))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("shadow_trial_count 5");
        assertThat(hall.stores()
                        .runs()
                        .list(ME, dev.stoa.base.Page.Request.first())
                        .items())
                .isEmpty();
    }

    @Test
    void scoutHypothesesReachTheMutatorAndTheEpisodesOfTheNextGeneration() throws Exception {
        Run run = run(
                scenario(
                        "two-issue-trade",
                        "max_generations",
                        "3",
                        "race_pool",
                        "4",
                        "cull_trials",
                        "1",
                        "scout_sweep_interval_generations",
                        "1"),
                3);
        assertThat(hall.stores().verdicts().list(ME, run.id()))
                .filteredOn(verdict -> verdict.operator().equals("scout"))
                .isNotEmpty()
                .allSatisfy(verdict -> {
                    var profile = hall.stores().profiles().get(ME, String.valueOf(verdict.candidateProfileId()));
                    String hypotheses = String.valueOf(hall.stores()
                            .generations()
                            .get(ME, verdict.generationId())
                            .hypothesesJson());
                    assertThat(hypotheses).contains(String.valueOf(profile.tactic()));
                });
        assertThat(hall.rows("SELECT count(*) FROM Episodes e JOIN Generations g ON g.id = e.generation_id"
                        + " WHERE g.seq = 2 AND e.scout_hypotheses IS NULL"))
                .containsExactly("0");
    }
}
