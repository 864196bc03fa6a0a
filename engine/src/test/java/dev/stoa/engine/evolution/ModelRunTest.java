package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in which models speak and judge. */
@SuppressWarnings("NullAway.Init") // set before each test
final class ModelRunTest {
    private static final String SCENARIO = """
            schema = 1
            name = "haggle"
            context = "Two parties agree on a price."
            [state.variables.offer]
            price = 0
            [[actors]]
            id = "left"
            name = "Ada"
            role = "the seller"
            personality = "dry"
            brain = "script:left?temperature=0.5"
            strategy = "Be brief."
            [[actors]]
            id = "right"
            name = "Bob"
            brain = "script:right"
            evolve = false
            [judge]
            kind = "model"
            provider = "script:judge"
            rubric = "A deal is good."
            [limits]
            max_turns = 4
            [evolution]
            max_generations = 1
            epoch_size = 4
            shadow_trial_count = 6
            max_concurrency = 1
            created_review_generations = 0
            """;

    private static final String OFFER = Json.write(Json.object(
            "public_dialogue",
            "how about this",
            "state_mutations",
            List.of(Json.object("action", "modify", "path", "offer.price", "value", 5)),
            "propose_resolution",
            true));
    private static final String AGREE = Json.write(Json.object("propose_resolution", true));
    private static final String SCORES = Json.write(Json.object(
            "scores",
            List.of(
                    Json.object("actor", "left", "score", 2, "rationale", "fair"),
                    Json.object("actor", "right", "score", 3))));

    @TempDir
    Path folder;

    private EvolutionHall hall;

    @BeforeEach
    void open() {
        hall = EvolutionHall.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        hall.close();
    }

    private static Scenario haggle(String... replacements) {
        String text = SCENARIO;
        for (int i = 0; i < replacements.length; i += 2) {
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return ScenarioReader.toml("haggle.toml", text);
    }

    private static String said(String agent) {
        return switch (agent) {
            case "left" -> OFFER;
            case "right" -> AGREE;
            default -> SCORES;
        };
    }

    private Run run(Scenario scenario) {
        return hall.engine().run(ME, scenario, 1, Map.of(), EvolutionListener.NONE);
    }

    @Test
    void contextNameRoleAndPersonalityReachThePromptAndTheJudgeScoresEveryActor() {
        hall.says(call -> said(call.agent()));
        Run run = run(haggle());
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(hall.calls())
                .filteredOn(call -> call.agent().equals("left"))
                .first()
                .satisfies(call -> {
                    assertThat(call.system())
                            .contains("Two parties agree on a price.", "Ada", "the seller", "dry", "Be brief.");
                    assertThat(call.params()).containsEntry("temperature", "0.5");
                    assertThat(call.prompt()).contains("\"max_turns\":4");
                });
        Episode episode = hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()).shadow(false))
                .items()
                .getFirst();
        assertThat(episode.participants()).extracting(who -> who.score()).containsExactly(2, 3);
        assertThat(episode.rationale()).isEqualTo("left: fair");
        assertThat(episode.tokens()).isEqualTo(30);
        assertThat(run.tokensUsed()).isEqualTo(15L * hall.calls().size());
        assertThat(EpisodeReplay.check(hall.stores(), ME, episode.id()).judged())
                .isFalse();
        hall.sound();
    }

    @Test
    void aJudgeThatOmitsAnActorIsAskedAgainAndThenCostsTheSlotAndNeverBecomesZero() {
        AtomicInteger judged = new AtomicInteger();
        hall.says(call -> call.agent().equals("judge") && judged.getAndIncrement() < 6
                ? "{\"scores\":[{\"actor\":\"left\",\"score\":1}]}"
                : said(call.agent()));
        Run run = run(haggle());
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        List<Episode> production = hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()).shadow(false))
                .items();
        assertThat(production)
                .hasSize(3)
                .allSatisfy(episode -> assertThat(episode.minScore()).isEqualTo(2));
        hall.sound();
    }

    @Test
    void aJudgeWhoseReasonsCannotBeStoredCostsTheSlotAndNotTheRun() {
        AtomicInteger judged = new AtomicInteger();
        List<String> reasons = List.of("x".repeat(4_001), "nul \u0000", "y".repeat(70_000));
        hall.says(call -> {
            int number = call.agent().equals("judge") ? judged.getAndIncrement() : 6;
            return number < 6 ? SCORES.replace("\"fair\"", Json.write(reasons.get(number % 3))) : said(call.agent());
        });
        Run run = run(haggle());
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(hall.stores()
                        .episodes()
                        .list(ME, EpisodeFilter.ofRun(run.id()).shadow(false))
                        .items())
                .hasSize(3);
        hall.sound();
    }

    @Test
    void aReplyThatCannotBeStoredCostsAnAttempt() {
        AtomicInteger asked = new AtomicInteger();
        List<String> wrong = List.of(
                Json.write(Json.object("public_dialogue", "nul \u0000")),
                OFFER.replace(":5", ":\"\\u0000\"").replace("modify", "add").replace("price", "note"));
        hall.says(call -> call.agent().equals("left") && asked.getAndIncrement() < 2
                ? wrong.get(asked.get() - 1)
                : said(call.agent()));
        Run run = run(haggle());
        Episode first = hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()).shadow(false))
                .items()
                .getLast();
        assertThat(hall.stores().logs().of(ME, first.id()).getFirst()).satisfies(entry -> {
            assertThat(entry.attempts()).isEqualTo(3);
            assertThat(entry.violation()).contains("state_mutations[0].value has a NUL");
            assertThat(entry.applied()).isTrue();
        });
        hall.sound();
    }

    @Test
    void theLongWordsOfAFailingCommandAreCutBetweenCharacters() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        hall.says(call -> {
            if (call.agent().equals("right") && asked.getAndIncrement() < 2) {
                throw CallFailure.failed("x" + "\uD83D\uDE00".repeat(3_000));
            }
            return said(call.agent());
        });
        assertThat(run(haggle()).status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(hall.rows("SELECT error FROM slot_failures"))
                .singleElement()
                .asString()
                .endsWith("\uD83D\uDE00");
    }

    /** A process that dies: nothing after it is done. */
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aRunOfPoliciesBeforeAModelThatDiesGoesOnToTheSameResult() {
        Scenario judged = ScenarioReader.toml(
                "a.toml",
                Scenarios.text("split-100")
                        .replaceFirst(
                                "(?s)kind = .rubric.*?]\n",
                                "kind = \"model\"\nprovider = \"script:judge\"\nrubric = \"early\"\n")
                        .replace("max_turns = 20", "max_turns = 6")
                        .replace("max_generations = 30", """
                                max_generations = 2
                                mutation_variants = 5
                                cull_trials = 1
                                epoch_size = 1
                                shadow_trial_count = 6
                                max_concurrency = 8"""));
        // By what the judge is shown alone.
        hall.says(call -> SCORES.replace("3", String.valueOf(call.prompt().length() % 5)));
        Run whole = run(judged);
        assertThat(hall.stores().verdicts().list(ME, whole.id()))
                .extracting(verdict -> verdict.operator())
                .contains("wide");
        assertThatThrownBy(() -> hall.engine().run(ME, judged, 1, Map.of(), new EvolutionListener() {
                    @Override
                    public void produced(long generation, Fitness fitness) {
                        if (generation == 2) {
                            throw new Death();
                        }
                    }
                }))
                .isInstanceOf(Death.class);
        String id = hall.stores()
                .runs()
                .list(ME, dev.stoa.base.Page.Request.first(1))
                .items()
                .getFirst()
                .id();
        Run resumed = hall.engine().resume(ME, id, new Resume(true, null, null), EvolutionListener.NONE);
        assertThat(resumed.fingerprint()).isEqualTo(whole.fingerprint());
    }

    @Test
    void whatMayChangeOfAModelIsWhatItTakes() {
        assertThatThrownBy(() -> run(haggle("brain = \"script:left?temperature=0.5\"", """
                        brain = "script:left?temperature=0.5"
                        mutable = {temperature = [0, 3]}""")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("temperature of agent left 3");
    }

    @Test
    void moreThanHalfFailedSlotsPauseTheRunAndItGoesOnWhenTheProviderIsBack() {
        hall.says(call -> {
            throw CallFailure.refused("down");
        });
        Run paused = run(haggle());
        assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
        assertThat(paused.stopReason()).isEqualTo("too_many_failures");
        hall.says(call -> said(call.agent()));
        Run resumed = hall.engine().resume(ME, paused.id(), Resume.plain(), EvolutionListener.NONE);
        assertThat(resumed.status()).isEqualTo(RunStatus.COMPLETED);
        hall.sound();
    }

    @Test
    void aSpentBudgetPausesTheRunAndMayBeRaised() {
        hall.says(call -> said(call.agent()));
        Run paused = run(haggle("max_concurrency = 1", "max_concurrency = 1\nmax_run_tokens = 50"));
        assertThat(paused.stopReason()).isEqualTo("token_budget");
        Run resumed = hall.engine().resume(ME, paused.id(), new Resume(false, null, 0L), EvolutionListener.NONE);
        assertThat(resumed.status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void afterAnInterruptionNoFinishedTurnIsAskedAgain() {
        Thread me = Thread.currentThread();
        AtomicInteger asked = new AtomicInteger();
        hall.says(call -> {
            if (call.agent().equals("right") && asked.incrementAndGet() == 3) {
                me.interrupt();
                // Until the run stops it.
                new CountDownLatch(1).await();
            }
            return said(call.agent());
        });
        Run paused = run(haggle());
        assertThat(paused.stopReason()).isEqualTo("interrupted");
        long left = hall.calls().stream()
                .filter(call -> call.agent().equals("left"))
                .count();
        hall.calls().clear();
        hall.says(call -> said(call.agent()));
        hall.engine().resume(ME, paused.id(), Resume.plain(), EvolutionListener.NONE);
        assertThat(left).isEqualTo(3);
        assertThat(hall.calls().getFirst().agent()).isEqualTo("right");
        hall.sound();
    }

    @Test
    void aModelWithoutAKeyIsRefusedBeforeTheFirstEpisode() {
        assertThatThrownBy(() -> run(haggle("script:right", "openai:gpt-5-mini")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("no key");
        assertThat(hall.stores()
                        .runs()
                        .list(ME, dev.stoa.base.Page.Request.first())
                        .items())
                .isEmpty();
    }
}
