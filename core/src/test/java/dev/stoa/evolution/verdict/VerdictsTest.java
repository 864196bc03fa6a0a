package dev.stoa.evolution.verdict;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.Run;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class VerdictsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;
    private Run run;
    private RunState state;
    private Profile left;
    private Profile candidate;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
        run = lab.run(0);
        state = lab.state(run);
        left = state.deployed().getFirst();
        candidate = lab.stores().profiles().add(ME, Laboratory.child(left, generation(), 0.5));
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private String generation() {
        return String.valueOf(lab.newest(run).id());
    }

    private VerdictDraft draft(VerdictOutcome outcome, String reason) {
        return new VerdictDraft(
                generation(),
                VerdictKind.MUTATION,
                "left",
                candidate.id(),
                left.id(),
                1,
                "local",
                outcome,
                reason,
                .5,
                1,
                "sign_flip",
                2,
                .05,
                null);
    }

    private static VerdictDecision accepted(double lcb, double pHolm) {
        return new VerdictDecision(
                VerdictOutcome.ACCEPTED,
                "accepted",
                null,
                10,
                2.0,
                0.2,
                1.8,
                1.135292424395094,
                lcb,
                1 / 256.0,
                pHolm,
                2);
    }

    @Test
    void aVerdictGoesThroughItsTrialAndIsDecidedOnce() {
        Verdicts verdicts = lab.stores().verdicts();
        Verdict pending = verdicts.add(ME, draft(VerdictOutcome.PENDING, ""));
        Epoch trial =
                lab.stores().epochs().open(ME, new EpochDraft(generation(), EpochKind.TRIAL, "trial", 1, pending.id()));
        lab.stores().steps().run(ME, run.id(), 1, step -> step.enter(pending.id(), 1.5, trial.id(), 2));
        lab.record(Laboratory.episode(state, trial, 0, 1, 1, 1));
        lab.stores().epochs().complete(ME, trial.id());
        Verdict decided = verdicts.decide(ME, pending.id(), accepted(1.440989012857700, .0078125));
        assertThat(decided.outcome()).isEqualTo(VerdictOutcome.ACCEPTED);
        assertThat(decided.cullMean()).isEqualTo(1.5);
        assertThat(decided.trialEpochId()).isEqualTo(trial.id());
        assertThat(decided.lcb()).isEqualTo(1.440989012857700);
        List<String> before = lab.dump();
        assertThat(verdicts.decide(ME, pending.id(), accepted(1.440989012857700, .0078125)))
                .isEqualTo(decided);
        assertThatThrownBy(() -> verdicts.decide(ME, pending.id(), VerdictDecision.culled(1)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("accepted");
        assertThat(lab.dump()).isEqualTo(before);
        assertThat(verdicts.list(ME, run.id())).containsExactly(decided);
        lab.stores()
                .generations()
                .open(
                        ME,
                        run.id(),
                        1,
                        List.of(
                                new Deployed("left", candidate.id()),
                                new Deployed("right", state.deployed().get(1).id())));
        assertThat(lab.violations()).isEmpty();
        assertThat(lab.stores().generations().summaries(ME, run.id()).getFirst().accepted())
                .containsExactly("left");
    }

    @Test
    void nothingIsAcceptedWithoutSignificanceAndMargin() {
        Verdicts verdicts = lab.stores().verdicts();
        Verdict pending = verdicts.add(ME, draft(VerdictOutcome.PENDING, ""));
        for (VerdictDecision bad : List.of(accepted(.5, .001), accepted(1, .05))) {
            assertThatThrownBy(() -> verdicts.decide(ME, pending.id(), bad))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("cannot be accepted");
        }
        assertThatThrownBy(() -> verdicts.add(ME, draft(VerdictOutcome.ACCEPTED, "x")))
                .isInstanceOf(InvalidException.class);
        assertThat(verdicts.get(ME, pending.id()).outcome()).isEqualTo(VerdictOutcome.PENDING);
    }

    @Test
    void aVerdictIsAboutProfilesOfItsRunAndItsFiguresAreNumbers() {
        String stranger = lab.state(lab.run(0)).deployed().getFirst().id();
        List<String> before = lab.dump();
        VerdictDraft own = draft(VerdictOutcome.PENDING, "");
        VerdictDraft foreign = new VerdictDraft(
                own.generationId(),
                own.kind(),
                "left",
                stranger,
                left.id(),
                1,
                "local",
                own.outcome(),
                "",
                .5,
                1,
                "sign_flip",
                2,
                .05,
                null);
        assertThatThrownBy(() -> lab.stores().verdicts().add(ME, foreign))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("candidate_profile_id " + stranger);
        assertThat(lab.dump()).isEqualTo(before);
        assertThatThrownBy(() -> accepted(Double.NaN, .01))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("lcb NaN");
    }

    @Test
    void aPendingVerdictKeepsItsGenerationOpen() {
        lab.stores().verdicts().add(ME, draft(VerdictOutcome.PENDING, ""));
        assertThatThrownBy(() -> lab.next(run))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("verdict");
    }

    @Test
    void aDebateCountsOnceForAProfileAndTheNewestThirtyAreCompared() {
        Verdicts verdicts = lab.stores().verdicts();
        assertThat(verdicts.addObservation(ME, left.id(), "d0", 3)).isTrue();
        assertThat(verdicts.addObservation(ME, left.id(), "d0", 3)).isFalse();
        assertThatThrownBy(() -> verdicts.addObservation(ME, left.id(), "d0", 4))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("3");
        for (int i = 1; i <= 30; i++) {
            verdicts.addObservation(ME, left.id(), "d" + i, i % 5);
        }
        assertThat(verdicts.observations(ME, left.id()))
                .hasSize(30)
                .startsWith(0, 4, 3)
                .doesNotContain(-1);
    }

    @Test
    void anObservedVerdictNeedsARunThatIsNotRunning() {
        Verdicts verdicts = lab.stores().verdicts();
        VerdictDraft observed = new VerdictDraft(
                generation(),
                VerdictKind.OBSERVED,
                "left",
                candidate.id(),
                left.id(),
                0,
                "observed",
                VerdictOutcome.PENDING,
                "",
                .5,
                1,
                "mann_whitney",
                1,
                .05,
                null);
        assertThatThrownBy(() -> verdicts.observe(ME, observed, accepted(1, .01)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("running");
        lab.runs().pause(ME, run.id(), 1, "interrupted");
        Verdict verdict = verdicts.observe(ME, observed, accepted(1, .01));
        assertThat(verdict.outcome()).isEqualTo(VerdictOutcome.ACCEPTED);
        assertThat(verdict.generation()).isEqualTo(1);
    }
}
