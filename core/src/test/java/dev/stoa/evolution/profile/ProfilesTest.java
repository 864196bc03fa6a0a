package dev.stoa.evolution.profile;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class ProfilesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;
    private Run run;
    private String generation;
    private Profile left;
    private Profiles profiles;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
        run = lab.run(0);
        generation = lab.newest(run).id();
        left = lab.state(run).deployed().getFirst();
        profiles = lab.stores().profiles();
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    private ProfileDraft draft(Profile parent, String strategy, Object... hyperparameters) {
        return new ProfileDraft(
                generation,
                "left",
                Archetype.PRIMARY_ACTOR,
                "You are left.",
                strategy,
                "aggressive",
                Json.object(hyperparameters),
                ProfileOrigin.MUTATOR,
                parent.id(),
                Json.object("operator", "directed"));
    }

    @Test
    void thePromptIsCoreAndStrategyAndNumbersHaveNoGap() {
        assertThat(left.systemPrompt()).isEqualTo("You are left.\n\nopen = 0.95\nfloor = 0.4");
        assertThat(left.createdBy()).isEqualTo("human");
        Profile child = profiles.add(ME, Laboratory.child(left, generation, 0.5));
        assertThat(child.seq()).isEqualTo(3);
        assertThat(profiles.get(ME, child.id())).isEqualTo(child);
        assertThat(profiles.list(ME, run.id())).extracting(Profile::seq).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aProfileIsNeitherChangedNorDeletedAndItsBaselineIsSetOnce() {
        for (String change : List.of(
                "DELETE FROM AgentProfiles",
                "UPDATE AgentProfiles SET strategy_text = 'x'",
                "UPDATE AgentProfiles SET hyperparameters = '{}'",
                "UPDATE AgentProfiles SET parent_profile_id = id",
                "UPDATE AgentProfiles SET seq = seq + 10",
                "UPDATE AgentProfiles SET generation_id = NULL")) {
            assertThatThrownBy(() -> lab.sql(change)).as(change).hasMessageContaining("immutable");
        }
        assertThat(profiles.baseline(ME, left.id(), 1.5).baseline()).isEqualTo(1.5);
        assertThat(profiles.baseline(ME, left.id(), 1.5).baseline()).isEqualTo(1.5);
        assertThatThrownBy(() -> profiles.baseline(ME, left.id(), 2))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("1.5");
        assertThatThrownBy(() -> lab.sql("UPDATE AgentProfiles SET expected_performance_baseline = 3"))
                .hasMessageContaining("immutable");
        assertThat(profiles.get(ME, left.id()).baseline()).isEqualTo(1.5);
    }

    @Test
    void aParentIsOfTheSameRunAndPromptsAreBounded() {
        Profile stranger = lab.state(lab.run(0)).deployed().getFirst();
        assertThatThrownBy(() -> profiles.add(ME, Laboratory.child(stranger, generation, 0.5)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("parent_profile_id");
        assertThatThrownBy(() -> draft(left, "x".repeat(64 << 10)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("system_prompt");
        assertThatThrownBy(() -> profiles.add(ME, draft(left, "s", "k", "x".repeat(64 << 10))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("hyperparameters");
        assertThatThrownBy(() -> profiles.add(ME, draft(left, "s", "k", "a\u0000b")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("NUL");
    }

    @Test
    void aDiffNamesWhatDiffersAndIsEmptyBetweenEquals() {
        Profile child = profiles.add(
                ME,
                draft(
                        left,
                        "open = 0.5\nfloor = 0.4\nwait",
                        "brain",
                        "policy:concession",
                        "open",
                        0.5,
                        "deep",
                        Json.object("a", 1)));
        ProfileDiff diff = profiles.diff(ME, left.id(), child.id());
        assertThat(diff.hyperparameters())
                .containsExactly(
                        new ProfileDiff.Change("deep.a", null, 1L),
                        new ProfileDiff.Change("floor", 0.4, null),
                        new ProfileDiff.Change("open", 0.95, 0.5));
        assertThat(diff.strategy()).isEqualTo("@@ -1,2 +1,3 @@\n-open = 0.95\n+open = 0.5\n floor = 0.4\n+wait\n");
        assertThat(diff.systemPrompt()).contains(" You are left.\n").contains("+wait\n");
        assertThat(diff.document()).containsEntry("tactic", null);
        ProfileDiff none = profiles.diff(ME, left.id(), left.id());
        assertThat(none.hyperparameters()).isEmpty();
        assertThat(none.strategy()).isEmpty();
        assertThat(none.systemPrompt()).isEmpty();
    }

    @Test
    void lineageLeadsFromTheHumanRootWithVerdictsAndDiffs() {
        Profile child = profiles.add(ME, Laboratory.child(left, generation, 0.5));
        Profile grandchild = profiles.add(ME, Laboratory.child(child, generation, 0.25));
        accept(child);
        List<LineageStep> steps = profiles.lineage(ME, grandchild.id());
        assertThat(steps)
                .extracting(step -> step.profile().id())
                .containsExactly(left.id(), child.id(), grandchild.id());
        assertThat(steps.get(0).diff()).isNull();
        assertThat(steps.get(0).verdict()).isNull();
        assertThat(steps.get(1).operator()).isEqualTo("local");
        ProfileVerdict verdict = Objects.requireNonNull(steps.get(1).verdict(), "verdict");
        assertThat(verdict.outcome()).isEqualTo("accepted");
        ProfileDiff diff = Objects.requireNonNull(steps.get(2).diff(), "diff");
        assertThat(diff.hyperparameters()).containsExactly(new ProfileDiff.Change("open", 0.5, 0.25));
        assertThat(profiles.tree(ME, run.id())).hasSize(4);
    }

    private void accept(Profile candidate) {
        var verdict = lab.stores()
                .verdicts()
                .add(
                        ME,
                        new VerdictDraft(
                                generation,
                                VerdictKind.MUTATION,
                                "left",
                                candidate.id(),
                                left.id(),
                                0,
                                "local",
                                VerdictOutcome.PENDING,
                                "",
                                .5,
                                1,
                                "sign_flip",
                                1,
                                .05,
                                null));
        lab.stores()
                .verdicts()
                .decide(
                        ME,
                        verdict.id(),
                        new VerdictDecision(
                                VerdictOutcome.ACCEPTED, "accepted", null, 10, 2.0, 0.0, 2.0, 1.0, 1.5, .001, .001, 1));
    }

    @Test
    void everySentenceAndParameterIsBlamedOnTheOldestAncestorInTheUnbrokenChain() {
        // "wait" is in the root, lost in the child and back in the grandchild: the chain is broken.
        Profile first = profiles.add(ME, draft(left, "stay\nwait", "open", 0.9, "floor", 0.4));
        Profile second = profiles.add(ME, draft(first, "stay\nhurry", "open", 0.8, "floor", 0.4));
        Profile third = profiles.add(ME, draft(second, "stay\nwait\nhurry\nhurry", "open", 0.9, "floor", 0.4));
        assertThat(profiles.blame(ME, third.id()))
                .extracting(each -> (each.path() == null ? each.line() + " " + each.value() : each.path()) + " "
                        + (each.profileId().equals(first.id())
                                ? "first"
                                : each.profileId().equals(second.id())
                                        ? "second"
                                        : each.profileId().equals(third.id()) ? "third" : "root"))
                .containsExactly(
                        "1 stay first", "2 wait third", "3 hurry second", "4 hurry third", "floor root", "open third");
        assertThat(profiles.blame(ME, third.id()).getFirst().generation()).isEqualTo(1);
    }
}
