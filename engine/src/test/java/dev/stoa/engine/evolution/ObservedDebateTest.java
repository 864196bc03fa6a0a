package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.debate.Seating;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.ScenarioReader;
import dev.stoa.evolution.verdict.Observation;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates of an evolution that are stored as sessions, and profiles of it in real ones. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class ObservedDebateTest {
    private static final String MODELS = DebateRunTest.SIMULATED
            .replaceAll("sim:[^\"]*", "script:m")
            .replace("flip = [0, 1]", "temperature = [0, 1]")
            .replace("per_episode = 4", "per_episode = 2\npreset = \"vote\"")
            .replace("max_generations = 2", "max_generations = 1\nmax_concurrency = 1");

    /** Debates of models, which are stored. */
    static Scenario models() {
        return ScenarioReader.toml("a.toml", MODELS);
    }

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

    private DebateEngine debates() {
        return DebateEngine.over(
                hall.stoa(), hall.providers(), hall.clock(), CodeRunner.create(false, List.of()), "test");
    }

    @Test
    void modelsDebateInStoredSessionsAndAFinishedOneIsNotHeldAgain() {
        Thread me = Thread.currentThread();
        AtomicInteger asked = new AtomicInteger();
        hall.says(call -> {
            if (asked.incrementAndGet() == 5) {
                me.interrupt();
                // Until the run stops it.
                new CountDownLatch(1).await();
            }
            return "{\"option\":\"A\",\"confidence\":0.8}";
        });
        Run paused = run(MODELS, EvolutionListener.NONE);
        assertThat(paused.stopReason()).isEqualTo("interrupted");
        String epoch = hall.stores()
                .epochs()
                .list(
                        ME,
                        hall.stores()
                                .generations()
                                .list(ME, paused.id())
                                .getFirst()
                                .id())
                .getFirst()
                .id();
        assertThat(sessions()).hasSize(2).allSatisfy(session -> {
            assertThat(session.row().idempotencyKey()).startsWith(epoch + ":0:q");
            assertThat(session.row().config()).containsEntry("memory", false).containsEntry("learn", false);
        });
        hall.says(call -> "{\"option\":\"A\",\"confidence\":0.8}");
        hall.calls().clear();
        Run run = hall.engine().resume(ME, paused.id(), Resume.plain(), EvolutionListener.NONE);
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        List<DebateSession> first = sessions().stream()
                .filter(session ->
                        String.valueOf(session.row().idempotencyKey()).startsWith(epoch + ":0:"))
                .toList();
        assertThat(first).hasSize(2);
        // The three answers to the first question were known already.
        assertThat(hall.calls()).hasSizeLessThanOrEqualTo(3 * sessions().size() - 3);
        assertThat(production(run)).hasSize(2).allSatisfy(episode -> {
            assertThat(episode.tokens()).isEqualTo(2 * 3 * 15);
            assertThat(EpisodeReplay.check(hall.stores(), ME, episode.id()).judged())
                    .isTrue();
        });
        hall.sound();
    }

    @Test
    void aDebateThatFailsCostsTheSlotAndATriedSlotHasASessionOfItsOwn() {
        hall.says(call -> {
            throw dev.stoa.engine.provider.CallFailure.refused("nothing to say");
        });
        Run paused = run(MODELS, EvolutionListener.NONE);
        assertThat(paused.stopReason()).isEqualTo("too_many_failures");
        assertThat(sessions())
                .extracting(session ->
                        String.valueOf(session.row().idempotencyKey()).replaceAll("^[^:]*:", ""))
                .anyMatch(key -> key.matches("0:q\\d"))
                .anyMatch(key -> key.matches("0:q\\d:2"));
        hall.says(call -> "{\"option\":\"A\",\"confidence\":0.8}");
        assertThat(hall.engine()
                        .resume(ME, paused.id(), Resume.plain(), EvolutionListener.NONE)
                        .status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void anAnswerIsWorthHalfForBeingRightAndHalfForKnowingIt() {
        assertThat(Observation.score(true, 1)).isEqualTo(5);
        assertThat(Observation.score(true, .8)).isEqualTo(5); // 4.8
        assertThat(Observation.score(true, .5)).isEqualTo(4); // 3.75
        assertThat(Observation.score(true, 0)).isZero();
        assertThat(Observation.score(false, 0)).isZero();
        assertThat(Observation.score(false, .8)).isEqualTo(-3); // -3.2
        assertThat(Observation.score(false, 1)).isEqualTo(-5);
    }

    @Test
    void aProfileIsObservedInGradedDebatesAndTheNextGenerationDeploysTheBetterOne() throws InterruptedException {
        hall.says(call -> "{\"option\":\"A\",\"confidence\":0.8}");
        Run run = run(MODELS, EvolutionListener.NONE);
        List<Profile> profiles = hall.stores().profiles().list(ME, run.id()).stream()
                .filter(profile -> "ada".equals(profile.actorId()))
                .toList();
        Profile incumbent = profiles.getFirst();
        Profile candidate = profiles.getLast();
        Map<String, @Nullable Object> seat =
                new Seating(hall.stoa(), debates().providers()).seat("x=profile:" + candidate.id());
        assertThat(seat)
                .containsEntry("provider", "script")
                .containsEntry("model", "m")
                .containsEntry("system", candidate.systemPrompt())
                .containsEntry("profile", candidate.id())
                .containsEntry(
                        "params",
                        Map.of(
                                "temperature",
                                Json.canonical(candidate.hyperparameters().get("temperature"))));

        Map<String, @Nullable Object> request = Json.object(
                "topic",
                "Which is first?",
                "agents",
                List.of(
                        Json.object("name", "x", "provider", "profile", "model", candidate.id()),
                        Json.object("name", "y", "provider", "script", "model", "m")),
                "preset",
                "vote",
                "options",
                List.of("one", "two"),
                "seed",
                1);
        DebateEngine engine = debates();
        hall.calls().clear();
        DebateSession ungraded = engine.run(DebateRequest.of(request), "ann", DebateListener.NONE);
        // The two are asked at the same time.
        assertThat(hall.calls())
                .filteredOn(call -> call.agent().equals("x"))
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.system()).startsWith(String.valueOf(candidate.systemPrompt())));
        assertThat(hall.stores().verdicts().observations(ME, candidate.id()))
                .as("nobody knows the truth")
                .isEmpty();
        hall.stoa()
                .debate()
                .grades()
                .grade(ungraded.id(), new dev.stoa.debate.rules.teaching.Truth.Answer("one"), "ann");
        engine.learn();
        engine.learn();
        assertThat(hall.stores().verdicts().observations(ME, candidate.id())).containsExactly(5);

        EvolutionDecisions decisions = EvolutionDecisions.over(hall.stoa());
        List.of(3, 4, 4).forEach(score -> observed(candidate, score));
        List.of(1, 2, 3).forEach(score -> observed(incumbent, score));
        assertThatThrownBy(() -> decisions.observe(ME, incumbent.id(), "nobody"))
                .hasMessageContaining("nobody");
        Profile unseen = profiles.get(1);
        assertThatThrownBy(() -> decisions.observe(ME, candidate.id(), unseen.id()))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("cannot reach 0.05");
        observed(incumbent, 3);
        Verdict verdict = decisions.observe(ME, candidate.id(), incumbent.id());
        assertThat(verdict.outcome()).isEqualTo(VerdictOutcome.ACCEPTED);
        // {3,4,4,5} over {1,2,3,3}: 3 of 70 selections; 1.75 − √(2/3/4 + 11/12/4).
        assertThat(verdict.pValue()).isCloseTo(3 / 70.0, within(1e-15));
        assertThat(verdict.lcb()).isCloseTo(1.120847130394104, within(1e-12));
        assertThat(hall.stoa().counsel().audit().tail(ME, "evolution_decided", 10))
                .isNotEmpty();
        hall.engine().resume(ME, run.id(), new Resume(false, 2L, null), EvolutionListener.NONE);
        assertThat(production(run).getFirst().participants().getFirst().profileId())
                .isEqualTo(candidate.id());
        hall.sound();
    }

    private int debate;

    private void observed(Profile profile, int score) {
        hall.stores().verdicts().addObservation(ME, profile.id(), "debate-" + debate++, score);
    }

    @Test
    void aProfileThatCannotBeAskedIsRefusedByName() {
        Run policies = hall.engine()
                .run(
                        ME,
                        EvolutionHall.scenario(
                                "split-100", "max_generations", "1", "race_pool", "1", "epoch_size", "1"),
                        1,
                        Map.of(),
                        EvolutionListener.NONE);
        String policy =
                hall.stores().profiles().list(ME, policies.id()).getFirst().id();
        Seating seating = new Seating(hall.stoa(), debates().providers());
        assertThatThrownBy(() -> seating.seat("x=profile:nobody"))
                .hasMessageContaining("agent x has the unknown profile \"nobody\"");
        assertThatThrownBy(() -> seating.seat("x=profile:" + policy)).hasMessageContaining("which cannot be asked");
        assertThatThrownBy(() -> seating.seat("x=profile:" + policy + "?temperature=1"))
                .hasMessageContaining("a profile has parameters of its own");
    }
}
