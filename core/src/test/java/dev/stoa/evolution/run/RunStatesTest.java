package dev.stoa.evolution.run;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.base.RunEvent;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class RunStatesTest {
    private static final String REFUSED = "-";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
        lab.living().add(7L);
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    /** A run in a state, reached by its own operations. */
    private Run in(RunStatus status) {
        Run run = lab.run(0);
        return switch (status) {
            case RUNNING -> run;
            case PAUSED -> lab.runs().pause(ME, run.id(), 1, "interrupted");
            case COMPLETED -> lab.runs().finish(ME, run.id(), 1, "max_generations", "abc");
            case FAILED -> lab.runs().fail(ME, run.id(), 1, "broke");
            case CANCELLED -> lab.runs().cancel(ME, run.id());
        };
    }

    @Test
    void theRunningAreFoundAmongAll() {
        Run running = in(RunStatus.RUNNING);
        for (RunStatus other : List.of(RunStatus.PAUSED, RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED)) {
            in(other);
        }
        assertThat(lab.runs().running(ME)).extracting(Run::id).containsExactly(running.id());
    }

    private String after(RunStatus from, String event) {
        Run run = in(from);
        long fence = run.fence();
        List<String> before = lab.dump();
        Throwable thrown = catchThrowable(() -> {
            switch (event) {
                case "claim" -> lab.runs().claim(ME, run.id(), Claim.by("there:9"));
                case "claim dead" -> {
                    lab.living().clear();
                    lab.runs().claim(ME, run.id(), Claim.by("there:9"));
                }
                case "claim forced" ->
                    lab.runs().claim(ME, run.id(), Claim.by("there:9").forced());
                case "claim more" ->
                    lab.runs().claim(ME, run.id(), Claim.by("there:9").generations(101));
                case "pause" -> lab.runs().pause(ME, run.id(), fence, "another");
                case "finish" -> lab.runs().finish(ME, run.id(), fence, "another", "def");
                case "fail" -> lab.runs().fail(ME, run.id(), fence, "another");
                case "cancel" -> lab.runs().cancel(ME, run.id());
                default -> throw new IllegalArgumentException(event);
            }
        });
        lab.living().add(7L);
        Run now = lab.runs().get(ME, run.id());
        if (thrown != null) {
            assertThat(thrown)
                    .as("%s in %s", event, from)
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining(from.text());
            assertThat(lab.dump()).as("%s in %s writes nothing", event, from).isEqualTo(before);
            return REFUSED;
        }
        return now.status().text() + (now.fence() == fence ? "" : " fence+" + (now.fence() - fence));
    }

    @Test
    @DisplayName("Statuses are changeable: every event in every state leads where the table says")
    void everyEventInEveryStateLeadsWhereTheTableSays() {
        List<String> events =
                List.of("claim", "claim dead", "claim forced", "claim more", "pause", "finish", "fail", "cancel");
        String claimed = "running fence+1";
        Map<RunStatus, List<String>> table = Map.of(
                RunStatus.RUNNING,
                List.of(REFUSED, claimed, claimed, REFUSED, "paused", "completed", "failed", "cancelled"),
                RunStatus.PAUSED,
                List.of(claimed, claimed, claimed, claimed, REFUSED, REFUSED, REFUSED, "cancelled"),
                RunStatus.FAILED,
                List.of(claimed, claimed, claimed, claimed, REFUSED, REFUSED, REFUSED, "cancelled"),
                RunStatus.COMPLETED,
                List.of(REFUSED, REFUSED, REFUSED, claimed, REFUSED, REFUSED, REFUSED, REFUSED),
                RunStatus.CANCELLED,
                List.of(REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, "cancelled"));
        table.forEach((from, expected) -> {
            for (int i = 0; i < events.size(); i++) {
                assertThat(after(from, events.get(i)))
                        .as("%s in %s", events.get(i), from)
                        .isEqualTo(expected.get(i));
            }
        });
    }

    @Test
    void repeatingTheLastEventWithTheSameArgumentsSucceedsWithoutAWrite() {
        Run paused = in(RunStatus.PAUSED);
        Run failed = in(RunStatus.FAILED);
        Run completed = in(RunStatus.COMPLETED);
        Run cancelled = in(RunStatus.CANCELLED);
        List<String> before = lab.dump();
        assertThat(lab.runs().pause(ME, paused.id(), 1, "interrupted")).isEqualTo(paused);
        assertThat(lab.runs().fail(ME, failed.id(), 1, "broke")).isEqualTo(failed);
        assertThat(lab.runs().finish(ME, completed.id(), 1, "max_generations", "abc"))
                .isEqualTo(completed);
        assertThat(lab.runs().cancel(ME, cancelled.id())).isEqualTo(cancelled);
        assertThat(lab.dump()).isEqualTo(before);
    }

    @Test
    void anOwnerCountsAsDeadAfterAMinuteWithoutAHeartbeatOnWhateverHost() {
        Run run = lab.run(0);
        lab.clock().advance(Duration.ofSeconds(60));
        assertThatThrownBy(() -> lab.runs().claim(ME, run.id(), Claim.by("there:9")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("here:7");
        lab.runs().heartbeat(ME, run.id(), 1);
        lab.clock().advance(Duration.ofSeconds(60));
        assertThatThrownBy(() -> lab.runs().claim(ME, run.id(), Claim.by("there:9")))
                .isInstanceOf(ConflictException.class);
        lab.clock().advance(Duration.ofMillis(1));
        assertThat(lab.runs().claim(ME, run.id(), Claim.by("there:9")).owner()).isEqualTo("there:9");
        // The new owner is of another host, so its process cannot be seen from here.
        assertThatThrownBy(() -> lab.runs().claim(ME, run.id(), Claim.by("here:8")))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void aProcessThatLostItsClaimStopsWithAConflictAndWritesNothingMore() {
        Run run = lab.run(3);
        lab.runs().claim(ME, run.id(), Claim.by("there:9").forced());
        List<String> before = lab.dump();
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> writes = List.of(
                () -> lab.runs().heartbeat(ME, run.id(), 1),
                () -> lab.runs().pause(ME, run.id(), 1, "x"),
                () -> lab.runs().finish(ME, run.id(), 1, "x", "y"),
                () -> lab.runs().fail(ME, run.id(), 1, "x"),
                () -> lab.stores().generations().open(ME, run.id(), 1, Laboratory.deployed(lab.state(run))),
                () -> lab.stores()
                        .pendingTurns()
                        .keep(
                                ME,
                                run.id(),
                                1,
                                lab.state(run).epochs().getFirst().id(),
                                0,
                                0,
                                Map.of()),
                () -> lab.stores().steps().run(ME, run.id(), 1, step -> {
                    step.tokens(5);
                    return step.newest();
                }));
        writes.forEach(write ->
                assertThatThrownBy(write).isInstanceOf(ConflictException.class).hasMessageContaining("fence 2"));
        assertThat(lab.dump()).isEqualTo(before);
    }

    @Test
    void ofManyWhoClaimARunAtOnceOneGetsIt() throws Exception {
        Run run = in(RunStatus.PAUSED);
        for (long pid = 100; pid < 108; pid++) {
            lab.living().add(pid);
        }
        CountDownLatch start = new CountDownLatch(1);
        AtomicInteger won = new AtomicInteger();
        List<Thread> threads = java.util.stream.IntStream.range(100, 108)
                .mapToObj(pid -> Thread.ofPlatform().start(() -> {
                    try {
                        start.await();
                        lab.runs().claim(ME, run.id(), Claim.by("here:" + pid));
                        won.incrementAndGet();
                    } catch (ConflictException | InterruptedException e) {
                        // Another was first.
                    }
                }))
                .toList();
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(won).hasValue(1);
        assertThat(lab.runs().get(ME, run.id()).fence()).isEqualTo(2);
    }

    @Test
    @DisplayName("A configuration that cannot reach significance is refused before the first episode")
    void aConfigurationThatCannotReachSignificanceIsRefusedBeforeTheFirstEpisode() {
        RunDraft five = withTrials(3, 5);
        List<String> before = lab.dump();
        assertThatThrownBy(() -> lab.runs().create(ME, five))
                .isInstanceOf(ConflictException.class)
                .satisfies(refusal -> assertThat(((ConflictException) refusal).hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains("6 or more")));
        assertThat(lab.dump()).isEqualTo(before);
        assertThat(lab.runs().create(ME, withTrials(3, 6)).status()).isEqualTo(RunStatus.RUNNING);
        assertThat(lab.runs().create(ME, withTrials(1, 5)).status()).isEqualTo(RunStatus.RUNNING);
        assertThatThrownBy(() -> lab.runs().create(ME, withTrials(1, 4))).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> lab.runs().create(ME, withTrials(16, 7))).isInstanceOf(ConflictException.class);
        assertThat(lab.runs().create(ME, withTrials(16, 8)).status()).isEqualTo(RunStatus.RUNNING);
    }

    private static RunDraft withTrials(int variants, int trials) {
        RunDraft draft = Laboratory.draft(1);
        return new RunDraft(
                draft.name(),
                draft.kind(),
                draft.scenario(),
                draft.overrides(),
                draft.seed(),
                draft.actors(),
                draft.epochSize(),
                new AcceptanceLimits(true, variants, trials, .05),
                draft.owner());
    }

    @Test
    void aResumedRunMayOnlyRaiseItsLimits() {
        Run run = in(RunStatus.PAUSED);
        List<String> before = lab.dump();
        assertThatThrownBy(
                        () -> lab.runs().claim(ME, run.id(), Claim.by("here:9").generations(99)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("max_generations 99");
        assertThatThrownBy(
                        () -> lab.runs().claim(ME, run.id(), Claim.by("here:9").tokens(5)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("no limit");
        assertThat(lab.dump()).isEqualTo(before);
        Run claimed = lab.runs().claim(ME, run.id(), Claim.by("here:9").generations(200));
        assertThat(claimed.maxGenerations()).isEqualTo(200);
        assertThat(claimed.scenarioJson()).isEqualTo(run.scenarioJson());
    }

    @Test
    void everyGenerationStatusHasTheMovesOfTheTable() {
        Run run = lab.run(0);
        Generation first = lab.newest(run);
        Generations generations = lab.stores().generations();
        List<String> before = lab.dump();
        assertThatThrownBy(() -> generations.transition(ME, first.id(), GenerationStatus.ARCHIVED))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("active");
        assertThat(generations.transition(ME, first.id(), GenerationStatus.ACTIVE))
                .isEqualTo(first);
        assertThat(lab.dump()).isEqualTo(before);
        assertThat(generations
                        .transition(ME, first.id(), GenerationStatus.SHADOW_TRIAL)
                        .status())
                .isEqualTo("shadow_trial");
        assertThatThrownBy(() -> generations.transition(ME, first.id(), GenerationStatus.ACTIVE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("shadow_trial");
        Generation second = lab.next(run);
        assertThat(second.seq()).isEqualTo(2);
        assertThat(second.parentGenerationId()).isEqualTo(first.id());
        assertThat(generations.get(ME, first.id()).status()).isEqualTo("archived");
        for (GenerationStatus to : List.of(GenerationStatus.ACTIVE, GenerationStatus.SHADOW_TRIAL)) {
            assertThatThrownBy(() -> generations.transition(ME, first.id(), to))
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("archived");
        }
        // From active straight to archived, when the run is completed.
        lab.runs().finish(ME, run.id(), 1, "max_generations", "abc");
        assertThat(generations.get(ME, second.id()).status()).isEqualTo("archived");
        assertThat(generations.list(ME, run.id())).extracting(Generation::seq).containsExactly(1L, 2L);
    }

    @Test
    void aGenerationWithAnOpenEpochIsNeitherTriedNorArchived() {
        Run run = lab.run(1);
        assertThatThrownBy(() -> lab.next(run))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("epoch");
        assertThatThrownBy(() -> lab.stores()
                        .generations()
                        .transition(ME, lab.newest(run).id(), GenerationStatus.SHADOW_TRIAL))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("production epoch");
        assertThatThrownBy(() -> lab.runs().finish(ME, run.id(), 1, "x", "y")).isInstanceOf(ConflictException.class);
        assertThat(lab.runs().get(ME, run.id()).status()).isEqualTo(RunStatus.RUNNING);
    }

    @Test
    void whatHappensIsToldInTheTransactionOfTheActWithoutAGap() {
        Run run = lab.run(0);
        lab.next(run);
        lab.runs().pause(ME, run.id(), 1, "interrupted");
        lab.runs().claim(ME, run.id(), Claim.by("here:7"));
        List<Deployed> alone = Laboratory.deployed(lab.state(run)).subList(0, 1);
        assertThatThrownBy(() -> lab.stores().steps().run(ME, run.id(), 2, step -> step.open(alone)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("actors has 1");
        lab.runs().cancel(ME, run.id());
        List<RunEvent> events = lab.stores().events().after(ME, run.id(), 0, 100);
        assertThat(events)
                .extracting(event -> event.seq() + " " + event.kind().text())
                .containsExactly(
                        "1 run_started", "2 generation_closed", "3 run_stopped", "4 run_started", "5 run_stopped");
        assertThat(lab.stores().events().after(ME, run.id(), 3, 1))
                .singleElement()
                .isEqualTo(events.get(3));
    }

    @Test
    void aRunThatDoesNotExistIsNotFound() {
        assertThatThrownBy(() -> lab.runs().get(ME, "none")).isInstanceOf(NotFoundException.class);
        assertThat(lab.runs().find(ME, "none")).isEmpty();
        assertThatThrownBy(() -> lab.runs().claim(ME, "none", Claim.by("a:1"))).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> Claim.by("nobody"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("host:pid");
    }
}
