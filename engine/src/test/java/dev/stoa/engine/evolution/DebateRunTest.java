package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Page;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.evolution.DebateScores.Debated;
import dev.stoa.engine.evolution.DebateScores.Draft;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.ReplayRecord;
import dev.stoa.evolution.play.EpisodeResult;
import dev.stoa.evolution.play.Reason;
import dev.stoa.evolution.play.ReplayException;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.Rubrics;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Runs whose episodes are debates. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class DebateRunTest {
    static final String SIMULATED = """
            schema = 1
            name = "panel"
            kind = "debate"
            context = "A panel."
            [[actors]]
            id = "ada"
            brain = "sim:?accuracy=0.7&flip=0.9"
            mutable = {flip = [0, 1]}
            [[actors]]
            id = "ben"
            brain = "sim:?accuracy=0.7"
            evolve = false
            [[actors]]
            id = "cleo"
            brain = "sim:?accuracy=0.7"
            evolve = false
            [debate]
            per_episode = 4
            questions = [
              {id = "q1", question = "One?", answer = "1", options = ["1", "2", "3"]},
              {id = "q2", question = "Two?", answer = "2", options = ["1", "2", "3"]},
              {id = "q3", question = "Three?", answer = "3", options = ["1", "2", "3"]},
              {id = "q4", question = "Four?", answer = "4", options = ["1", "4", "3"]},
              {id = "q5", question = "Five?", answer = "5", options = ["1", "5", "3"]},
              {id = "q6", question = "Six?", answer = "6", options = ["1", "6", "3"]},
            ]
            [evolution]
            max_generations = 2
            epoch_size = 2
            race_pool = 2
            cull_trials = 1
            shadow_trial_count = 6
            scout_sweep_interval_generations = 0
            """;

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

    private Run run(String scenario, EvolutionListener listener) {
        return hall.engine().run(ME, ScenarioReader.toml("a.toml", scenario), 3, Map.of(), listener);
    }

    private List<DebateSession> sessions() {
        return hall.stoa()
                .debate()
                .sessions()
                .list(SessionFilter.all(), new Page.Request(200, null))
                .items();
    }

    private List<Episode> production(Run run) {
        return hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run.id()).shadow(false))
                .items();
    }

    @Test
    void aPanelIsScoredByItsDraftsItsConfidenceAndItsResult() {
        // Right and wrong with .8, .6, .5 sure; the panel is right in three of four.
        DebateScores scores = new DebateScores(
                List.of("a", "b"),
                List.of(
                        new Debated(true, List.of(new Draft(true, .8), new Draft(true, .9))),
                        new Debated(true, List.of(new Draft(false, .6), new Draft(true, .9))),
                        new Debated(true, List.of(new Draft(true, .8), Draft.NONE)),
                        new Debated(false, List.of(new Draft(false, .5), new Draft(false, .2)))),
                1_000);
        assertThat(scores.accuracy(0)).isEqualTo(.5);
        assertThat(scores.brier(0)).isEqualTo(.1725);
        assertThat(scores.brier(1)).isEqualTo(.0775);
        assertThat(scores.panelAccuracy()).isEqualTo(.75);
        assertThat(scores.gain()).isEqualTo(.25);
        Scenario scenario = ScenarioReader.toml("a.toml", SIMULATED);
        // 10·(.5·.75 + .5·(1 − .1725)) − 5 = 2.8875, and 3.3625 for the other.
        assertThat(scores.judged(Rubrics.of(scenario).orElseThrow())).isEqualTo(Map.of("a", 3, "b", 3));
        String rule = "[judge]\nrules = [{when = \"self.accuracy < panel.accuracy\", score = \"20*panel.gain - 9\"},"
                + " {when = \"true\", score = \"tokens/500\"}]\n";
        assertThat(new DebateScores(
                                List.of("a", "b"),
                                List.of(new Debated(true, List.of(new Draft(false, 0), new Draft(true, 1)))),
                                1_000)
                        .judged(Rubrics.of(ScenarioReader.toml("a.toml", SIMULATED + rule))
                                .orElseThrow()))
                .isEqualTo(Map.of("a", -5, "b", 2));
    }

    @Test
    void simulatedAgentsDebateInMemoryAndEqualSeedsGiveEqualFingerprints() {
        Run run = run(SIMULATED, EvolutionListener.NONE);
        assertThat(run.kind()).isEqualTo(RunKind.DEBATE);
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        // The same on every machine and both databases.
        assertThat(run.fingerprint()).isEqualTo("a8d0d970ed0710b80a9679fe89fe2a7780bf6888d1132cf6f415968b7f1e07dd");
        assertThat(run(
                                SIMULATED.replace("max_generations", "max_concurrency = 1\nmax_generations"),
                                EvolutionListener.NONE)
                        .fingerprint())
                .isEqualTo(run.fingerprint());
        assertThat(sessions()).isEmpty();
        List<Verdict> verdicts = hall.stores().verdicts().list(ME, run.id());
        assertThat(verdicts)
                .isNotEmpty()
                .allSatisfy(verdict -> assertThat(verdict.actorId()).isEqualTo("ada"));
        hall.sound();
    }

    @Test
    void everyAgentHasARowForEveryQuestionAndTheReplayProvesTheScores() {
        Run run = run(SIMULATED, EvolutionListener.NONE);
        Episode episode = production(run).getFirst();
        List<LogEntry> log = hall.stores().logs().of(ME, episode.id());
        assertThat(episode.totalTurns()).isEqualTo(12);
        assertThat(log)
                .extracting(LogEntry::actorId)
                .startsWith("ada", "ben", "cleo", "ada")
                .hasSize(12);
        assertThat(Objects.requireNonNull(log.getFirst().environment()))
                .containsKeys("question", "confidence", "correct");
        assertThat(EpisodeReplay.check(hall.stores(), ME, episode.id()).judged())
                .isTrue();

        ReplayRecord record = hall.stores().episodes().replayRecord(ME, episode.id());
        assertThat(Json.canonical(record.finalState().get("answers"))).contains("\"expected\"", "\"given\"");
        List<dev.stoa.evolution.play.LogEntry> played = new ArrayList<>(
                record.logs().stream().map(EpisodeDrafts::played).toList());
        dev.stoa.evolution.play.LogEntry row = played.get(5);
        played.set(
                5,
                new dev.stoa.evolution.play.LogEntry(
                        5,
                        row.actorId(),
                        true,
                        1,
                        null,
                        row.proposal(),
                        row.tokens(),
                        0,
                        Json.object(
                                "question",
                                row.environment().get("question"),
                                "confidence",
                                .5,
                                "correct",
                                !Boolean.TRUE.equals(row.environment().get("correct")))));
        EpisodeResult forged = EpisodeResult.of(
                Objects.requireNonNull(episode.seed()),
                Reason.valueOf(String.valueOf(episode.terminationReason()).toUpperCase(java.util.Locale.ROOT)),
                12,
                episode.participants().stream()
                        .map(who -> new EpisodeResult.Share(who.actorId(), true, who.score(), null, 0, who.tokens()))
                        .toList(),
                null,
                episode.tokens(),
                null,
                record.finalState(),
                played);
        assertThatThrownBy(() -> DebateReplay.check(ScenarioReader.toml("a.toml", SIMULATED), forged))
                .isInstanceOf(ReplayException.class)
                .hasMessageContaining("turn 5");
    }

    /** A process that dies: nothing after it is done. */
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aRunOfDebatesThatDiesGoesOnToTheSameResult() {
        String whole =
                Objects.requireNonNull(run(SIMULATED, EvolutionListener.NONE).fingerprint());
        for (int last : dialect == Dialect.SQLITE ? List.of(3, 8) : List.of(5)) {
            AtomicInteger steps = new AtomicInteger();
            assertThatThrownBy(() -> run(SIMULATED, new EvolutionListener() {
                        @Override
                        public void stored() {
                            if (steps.incrementAndGet() == last) {
                                throw new Death();
                            }
                        }
                    }))
                    .isInstanceOf(Death.class);
            String id = hall.stores()
                    .runs()
                    .list(ME, Page.Request.first())
                    .items()
                    .getFirst()
                    .id();
            hall.restart();
            assertThat(hall.engine()
                            .resume(ME, id, new Resume(true, null, null), EvolutionListener.NONE)
                            .fingerprint())
                    .isEqualTo(whole);
        }
    }
}
