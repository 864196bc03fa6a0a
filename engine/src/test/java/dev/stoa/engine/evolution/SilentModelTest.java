package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.engine.provider.ModelServer;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of a service that takes every request and never answers: each costs its time limit and no more. */
@SuppressWarnings("NullAway.Init") // set before each test
final class SilentModelTest {
    private static final Duration LIMIT = Duration.ofMillis(100);
    private static final String IN_TIME = "no answer within 100 ms";

    private static final String SHORT = """
            max_generations = 2
            epoch_size = 1
            race_pool = 2
            cull_trials = 1
            shadow_trial_count = 6
            slot_attempts = 1
            max_concurrency = 1""";

    @TempDir
    Path folder;

    private EvolutionHall hall;
    private ModelServer server;

    @BeforeEach
    void open() throws IOException {
        server = new ModelServer();
        server.hold();
        hall = EvolutionHall.on(Dialect.SQLITE, folder);
        hall.openAi(server, "sk-planted-0123456789abcdef");
    }

    @AfterEach
    void close() {
        hall.close();
        server.close();
    }

    private Run run(String scenario) {
        return hall.engine()
                .within(LIMIT)
                .run(ME, ScenarioReader.toml("a.toml", scenario), 1, Map.of(), EvolutionListener.NONE);
    }

    private long asked(String model) {
        return server.requests().stream()
                .filter(request -> request.body().contains("\"" + model + "\""))
                .count();
    }

    @Test
    void aSilentScoutOrDisruptorLeavesEverythingAsItIs() {
        Run run = run(Scenarios.text("split-100")
                .replace("[evolution]", """
                        [roles]
                        scout = "openai:scout"
                        tension = "openai:tension"
                        info = "openai:info"
                        info_every = 1
                        capitalizer = "openai:hints"
                        [evolution]
                        scout_sweep_interval_generations = 1""")
                .replace("max_turns = 20", "max_turns = 3")
                .replace("max_generations = 30", SHORT));
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(hall.stores().generations().list(ME, run.id()))
                .extracting(Generation::hypothesesJson)
                .containsOnlyNulls();
        Episode episode = hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()))
                .items()
                .getFirst();
        assertThat(hall.stores().logs().of(ME, episode.id()))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(Json.canonical(Objects.requireNonNull(entry.environment())))
                        .isEqualTo("{\"headline\":null,\"hint\":\"none\",\"tension\":5}"));
        assertThat(asked("scout")).isPositive();
        assertThat(asked("tension")).isPositive();
        assertThat(asked("info")).isPositive();
        assertThat(asked("hints")).isPositive();
        hall.sound();
    }

    @Test
    void aSilentProvisionerDesignsNothing() {
        Run run = run(Scenarios.text("split-deadlock")
                .replace("[evolution]", """
                        [roles]
                        provisioner = "openai:designer"
                        [evolution]
                        creation_patience = 1""")
                .replace("max_turns = 20", "max_turns = 4")
                .replace("max_generations = 8", SHORT));
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(asked("designer")).isPositive();
        assertThat(hall.stores().createdAgents().list(ME, run.id())).isEmpty();
        hall.sound();
    }

    @Test
    void aSilentMutatorHasNoVariant() {
        hall.says(call -> "{\"public_dialogue\": \"no\"}");
        Run run = run("""
                schema = 1
                name = "haggle"
                context = "Two parties agree on a price."
                [[actors]]
                id = "left"
                brain = "script:left"
                [[actors]]
                id = "right"
                brain = "script:right"
                evolve = false
                [judge]
                kind = "rubric"
                rules = [{when = "true", score = "-2"}]
                [limits]
                max_turns = 2
                [roles]
                mutator = "openai:mutator"
                [evolution]
                scout_sweep_interval_generations = 0
                """ + SHORT);
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(asked("mutator")).isPositive();
        assertThat(hall.stores().verdicts().list(ME, run.id()))
                .hasSize(2)
                .extracting(Verdict::reason)
                .containsOnly("mutator_failed");
        hall.sound();
    }

    @Test
    void aSilentJudgeOrPartyCostsItsSlotAndTheRunIsPaused() throws Exception {
        // Of three slots one may fail; of the second the run is paused.
        String three = SHORT.replace("epoch_size = 1", "epoch_size = 3");
        Run judged = run(judgedBy(Scenarios.text("split-100"), "openai:judge").replace("max_generations = 30", three));
        assertThat(judged.status()).isEqualTo(RunStatus.PAUSED);
        assertThat(judged.stopReason()).isEqualTo("too_many_failures");
        assertThat(hall.rows("SELECT error FROM slot_failures"))
                .containsExactly(
                        "the role judge gave no usable answer in 3 attempts: agent judge gave no answer: " + IN_TIME);
        Run spoken = run(Scenarios.text("split-100")
                .replaceFirst("brain = \"[^\"]*\"", "brain = \"openai:left\"")
                .replace("max_generations = 30", three));
        assertThat(spoken.stopReason()).isEqualTo("too_many_failures");
        assertThat(hall.rows("SELECT error FROM slot_failures"))
                .contains("agent left gave no answer: " + IN_TIME)
                .hasSize(2);
        hall.sound();
    }

    private static String judgedBy(String scenario, String provider) {
        int rules = scenario.indexOf("[judge]");
        int next = scenario.indexOf("\n[", rules);
        return scenario.substring(0, rules) + "[judge]\nkind = \"model\"\nprovider = \"" + provider
                + "\"\nrubric = \"Be fair.\"\n" + scenario.substring(next);
    }
}
