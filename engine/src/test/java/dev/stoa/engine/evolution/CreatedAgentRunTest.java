package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static dev.stoa.engine.evolution.EvolutionHall.scenario;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.run.GenerationSummary;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Agents that are designed when mutation has stalled. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class CreatedAgentRunTest {
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

    @Test
    void aDeadlockIsBrokenByABrokerOnlyAfterAPersonHasApprovedIt() {
        Run run = hall.engine()
                .run(
                        ME,
                        scenario("split-deadlock", "race_pool", "3", "cull_trials", "1"),
                        1,
                        Map.of(),
                        EvolutionListener.NONE);
        List<GenerationSummary> before = hall.stores().generations().summaries(ME, run.id());
        assertThat(before).hasSize(8).allSatisfy(each -> {
            assertThat(each.nashRatio()).isZero();
            assertThat(each.accepted()).isEmpty();
        });
        assertThat(hall.stores().verdicts().list(ME, run.id()))
                .filteredOn(verdict -> verdict.kind() == VerdictKind.CREATION)
                .singleElement()
                .satisfies(verdict -> {
                    assertThat(verdict.generation()).isEqualTo(5);
                    assertThat(verdict.outcome()).isEqualTo(VerdictOutcome.ACCEPTED);
                });
        hall.restart();
        CreatedAgent waiting = hall.stores().createdAgents().list(ME, run.id()).getFirst();
        assertThat(waiting.status()).isEqualTo("pending_approval");
        assertThat(waiting.delta()).isGreaterThanOrEqualTo(4);
        assertThat(RunView.of(hall.stores(), ME, run.id()).pending())
                .extracting(CreatedAgent::id)
                .containsExactly(waiting.id());

        CreatedAgent active = EvolutionDecisions.over(hall.stoa()).approve(ME, waiting.id(), "it helps both");
        assertThat(active.mountedSeq()).isEqualTo(9);
        assertThat(active.decidedBy()).isEqualTo(ME.name());
        assertThat(hall.stoa().counsel().audit().tail(ME, "evolution_decided", 10))
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry.details()).contains("approve", waiting.id()));
        hall.restart();
        hall.engine().resume(ME, run.id(), new Resume(false, 9L, null), EvolutionListener.NONE);
        GenerationSummary ninth =
                hall.stores().generations().summaries(ME, run.id()).getLast();
        assertThat(ninth.seq()).isEqualTo(9);
        assertThat(ninth.nashRatio()).isGreaterThanOrEqualTo(.5);
        onlyIssuePaths(run.id());
        hall.sound();
    }

    private void onlyIssuePaths(String run) {
        List<Episode> ninth = hall.stores()
                .episodes()
                .list(ME, EpisodeFilter.ofRun(run).generation(9).shadow(false))
                .items();
        assertThat(ninth).isNotEmpty().allSatisfy(episode -> {
            assertThat(episode.participants())
                    .anyMatch(who -> who.archetype() == Archetype.CREATED_AGENT && who.score() == null);
            EpisodeReplay.check(hall.stores(), ME, episode.id());
            assertThat(hall.stores().logs().of(ME, episode.id()))
                    .filteredOn(entry -> String.valueOf(entry.actorId()).startsWith("intermediary_broker"))
                    .flatExtracting(entry -> entry.stateMutations())
                    .allSatisfy(mutation -> assertThat(mutation.toString()).contains("offer.left_share"));
        });
    }

    @Test
    void aRejectedAgentNeverPlaysAndADecisionAboutNothingLeavesNoTrace() {
        Run run = hall.engine()
                .run(
                        ME,
                        scenario(
                                "split-deadlock",
                                "race_pool",
                                "3",
                                "cull_trials",
                                "1",
                                "creation_patience",
                                "1",
                                "max_generations",
                                "1"),
                        1,
                        Map.of(),
                        EvolutionListener.NONE);
        CreatedAgent waiting = hall.stores().createdAgents().list(ME, run.id()).getFirst();
        EvolutionDecisions decisions = EvolutionDecisions.over(hall.stoa());
        assertThat(decisions.reject(ME, waiting.id(), null).status()).isEqualTo("terminated");
        assertThatThrownBy(() -> decisions.approve(ME, waiting.id(), null)).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> decisions.approve(ME, "nothing", null)).hasMessageContaining("nothing");
        assertThat(hall.stoa().counsel().audit().tail(ME, "evolution_decided", 10))
                .extracting(entry -> String.valueOf(entry.details()))
                .noneMatch(details -> details.contains("nothing"));
        hall.engine().resume(ME, run.id(), new Resume(false, 2L, null), EvolutionListener.NONE);
        assertThat(hall.stores().generations().summaries(ME, run.id()).getLast().nashRatio())
                .isZero();
    }
}
