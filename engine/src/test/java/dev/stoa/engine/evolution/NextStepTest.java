package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static dev.stoa.engine.evolution.EvolutionHall.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.engine.evolution.EvolutionEngine.Resume;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.run.GenerationStatus;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the record of a run says comes next is what the engine does next. */
final class NextStepTest {
    @TempDir
    Path folder;

    @Test
    void everyStepOfARunIsTheOneThatItsRecordNamed() {
        try (EvolutionHall hall = EvolutionHall.on(Dialect.SQLITE, folder)) {
            List<RunState> states = new ArrayList<>();
            EvolutionListener listener = new EvolutionListener() {
                @Override
                public void stored() {
                    String id = hall.stores()
                            .runs()
                            .list(ME, Page.Request.first(1))
                            .items()
                            .getFirst()
                            .id();
                    states.add(hall.stores().steps().state(ME, id));
                }
            };
            Run run = hall.engine()
                    .run(
                            ME,
                            scenario(
                                    "split-deadlock",
                                    "max_generations",
                                    "2",
                                    "race_pool",
                                    "4",
                                    "cull_trials",
                                    "1",
                                    "creation_patience",
                                    "1",
                                    "max_concurrency",
                                    "4"),
                            1,
                            Map.of(),
                            listener);
            assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
            hall.engine().resume(ME, run.id(), new Resume(false, 3L, null), listener);
            List<Class<?>> kinds = new ArrayList<>();
            for (int i = 0; i + 1 < states.size(); i++) {
                Step step = EvolutionEngine.next(states.get(i));
                kinds.add(step.getClass());
                assertThat(done(step, states.get(i), states.get(i + 1)))
                        .as("%d: %s", i, step)
                        .isTrue();
            }
            assertThat(EvolutionEngine.next(states.getLast())).isEqualTo(new Step.Rest(RunStatus.COMPLETED));
            assertThat(kinds).contains(Step.class.getPermittedSubclasses());
        }
    }

    /** Whether a record is what a step makes of the one before. */
    private static boolean done(Step step, RunState before, RunState after) {
        return switch (step) {
            // A completed run rests until it is claimed.
            case Step.Rest rest ->
                rest.status() == RunStatus.COMPLETED
                        && after.run().fence() > before.run().fence();
            case Step.OpenGeneration open -> seq(after) == seq(before) + 1;
            case Step.Play play -> slots(after, play.epochId()) == play.first() + play.slots();
            case Step.OpenTrials open ->
                Objects.requireNonNull(after.generation()).is(GenerationStatus.SHADOW_TRIAL)
                        && after.epochs().size() == before.epochs().size() + 1;
            case Step.Propose propose -> !of(after, propose.actorId()).isEmpty();
            case Step.Race race ->
                after.epochs().size() > before.epochs().size()
                        || of(after, race.actorId()).stream().anyMatch(verdict -> verdict.trialEpochId() != null);
            case Step.Decide decide ->
                of(after, decide.actorId()).stream().noneMatch(verdict -> verdict.outcome() == VerdictOutcome.PENDING);
            case Step.Close close ->
                seq(after) > seq(before)
                        || after.run().status() == RunStatus.COMPLETED
                        || !after.created().equals(before.created());
        };
    }

    private static long seq(RunState state) {
        return Objects.requireNonNull(state.generation()).seq();
    }

    private static int slots(RunState state, String epoch) {
        Epoch found = state.epochs().stream()
                .filter(each -> each.id().equals(epoch))
                .findFirst()
                .orElseThrow();
        return found.played().size() + found.failed().size();
    }

    private static List<Verdict> of(RunState state, String actor) {
        return state.verdicts().stream()
                .filter(verdict -> actor.equals(verdict.actorId()))
                .toList();
    }
}
