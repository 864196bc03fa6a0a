package dev.stoa.evolution.created;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileDraft;
import dev.stoa.evolution.profile.ProfileOrigin;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class CreatedAgentsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Laboratory lab;
    private CreatedAgents agents;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, folder);
        agents = lab.stores().createdAgents();
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        lab.close();
    }

    private static AgentSpec spec() {
        return new AgentSpec(
                "intermediary_broker", 2, "policy:broker", List.of(), List.of("offer.x"), List.of(), 1, "they stall");
    }

    /** An agent in its trial, with the verdict that decides it. */
    private CreatedAgent inTrial(Run run, @Nullable String replaces) {
        String generation = lab.newest(run).id();
        Profile profile = lab.stores()
                .profiles()
                .add(
                        ME,
                        new ProfileDraft(
                                generation,
                                "broker",
                                Archetype.CREATED_AGENT,
                                "core",
                                "",
                                "broker",
                                Json.object("brain", "policy:broker"),
                                ProfileOrigin.CREATOR,
                                null,
                                null));
        Verdict verdict = lab.stores()
                .verdicts()
                .add(
                        ME,
                        new VerdictDraft(
                                generation,
                                VerdictKind.CREATION,
                                null,
                                profile.id(),
                                null,
                                0,
                                "provisioner",
                                VerdictOutcome.PENDING,
                                "",
                                .5,
                                1,
                                "sign_flip",
                                1,
                                .05,
                                null));
        return agents.design(ME, new CreatedTable.Design(generation, profile.id(), verdict.id(), spec(), replaces));
    }

    private CreatedAgent trial(CreatedAgent agent, boolean passed) {
        lab.stores()
                .verdicts()
                .decide(
                        ME,
                        String.valueOf(agent.verdictId()),
                        passed
                                ? new VerdictDecision(
                                        VerdictOutcome.ACCEPTED,
                                        "accepted",
                                        null,
                                        10,
                                        2.0,
                                        0.0,
                                        2.0,
                                        1.0,
                                        1.5,
                                        .001,
                                        .001,
                                        1)
                                : new VerdictDecision(
                                        VerdictOutcome.REJECTED,
                                        "lcb",
                                        null,
                                        10,
                                        0.0,
                                        0.0,
                                        0.0,
                                        1.0,
                                        -.5,
                                        1.0,
                                        1.0,
                                        1));
        return agents.decideTrial(ME, agent.id(), passed, passed ? 2.0 : 0.0);
    }

    private CreatedAgent in(String state) {
        Run run = lab.run(0);
        CreatedAgent agent = inTrial(run, null);
        return switch (state) {
            case "trial" -> agent;
            case "waiting" -> trial(agent, true);
            case "active" -> agents.approve(ME, trial(agent, true).id(), "good");
            case "failed" -> trial(agent, false);
            case "rejected" -> agents.reject(ME, trial(agent, true).id(), "no");
            case "retired" ->
                agents.retire(
                        ME, agents.approve(ME, trial(agent, true).id(), null).id(), "old");
            default -> throw new IllegalArgumentException(state);
        };
    }

    private String after(String state, String event) {
        CreatedAgent agent = in(state);
        List<String> before = lab.dump();
        Throwable thrown = catchThrowable(() -> {
            switch (event) {
                case "passed" -> agents.decideTrial(ME, agent.id(), true, 3);
                case "not passed" -> agents.decideTrial(ME, agent.id(), false, 3);
                case "approve" -> agents.approve(ME, agent.id(), "yes");
                case "reject" -> agents.reject(ME, agent.id(), "not this");
                case "retire" -> agents.retire(ME, agent.id(), "enough");
                default -> throw new IllegalArgumentException(event);
            }
        });
        if (thrown != null) {
            assertThat(thrown)
                    .as("%s when %s", event, state)
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining(String.valueOf(agent.status()));
            assertThat(lab.dump()).isEqualTo(before);
            return "-";
        }
        return lab.dump().equals(before)
                ? "same"
                : String.valueOf(agents.get(ME, agent.id()).status());
    }

    @Test
    void everyEventInEveryStateLeadsWhereTheTableSays() {
        List<String> events = List.of("passed", "not passed", "approve", "reject", "retire");
        Map<String, List<String>> table = new LinkedHashMap<>();
        table.put("waiting", List.of("-", "-", "active", "terminated", "-"));
        table.put("active", List.of("-", "-", "same", "-", "terminated"));
        table.put("failed", List.of("-", "-", "-", "-", "-"));
        table.put("rejected", List.of("-", "-", "-", "same", "-"));
        table.put("retired", List.of("-", "-", "-", "-", "-"));
        table.forEach((state, expected) -> {
            for (int i = 0; i < events.size(); i++) {
                assertThat(after(state, events.get(i)))
                        .as("%s when %s", events.get(i), state)
                        .isEqualTo(expected.get(i));
            }
        });
        // In trial; its verdict is still pending, so only what is refused is tried here.
        for (String event : List.of("approve", "reject", "retire")) {
            assertThat(after("trial", event)).as(event).isEqualTo("-");
        }
        CreatedAgent trial = in("trial");
        assertThatThrownBy(() -> agents.approve(ME, trial.id(), null)).hasMessageContaining("still in trial");
        assertThatThrownBy(() -> agents.reject(ME, trial.id(), null)).hasMessageContaining("still in trial");
        assertThat(trial(trial, true).status()).isEqualTo("pending_approval");
        assertThat(trial(in("trial"), false).reason()).isEqualTo("trial_failed");
    }

    @Test
    void anApprovedAgentIsMountedInTheNextGenerationAndItsEndTakesItFromTheNext() {
        Run run = lab.run(0);
        CreatedAgent agent = trial(inTrial(run, null), true);
        assertThat(agents.approve(ME, agent.id(), "good").mountedSeq()).isEqualTo(2);
        assertThat(agents.cast(ME, run.id(), 1)).isEmpty();
        lab.next(run);
        assertThat(agents.cast(ME, run.id(), 2)).hasSize(1);
        CreatedAgent retired = agents.retire(ME, agent.id(), null);
        assertThat(retired.retiredSeq()).isEqualTo(3);
        assertThat(retired.decidedBy()).isEqualTo("local");
        // The cast of a generation never changes.
        assertThat(agents.cast(ME, run.id(), 2)).hasSize(1);
        assertThat(agents.cast(ME, run.id(), 3)).isEmpty();
        assertThat(agents.retire(ME, agent.id(), null)).isEqualTo(retired);
    }

    @Test
    void withoutApprovalAnAgentThatPassedIsActiveAtOnce() {
        Run run = lab.run(0, "require_human_approval_for_creation", false);
        CreatedAgent agent = trial(inTrial(run, null), true);
        assertThat(agent.status()).isEqualTo("active");
        assertThat(agent.mountedSeq()).isEqualTo(2);
        assertThat(agent.decidedBy()).isNull();
    }

    @Test
    void theCapCountsActiveAgentsAndAReplacementEndsTheOther() {
        Run run = lab.run(0, "max_active_created_agents", 1);
        CreatedAgent first = agents.approve(ME, trial(inTrial(run, null), true).id(), null);
        assertThatThrownBy(() -> inTrial(run, null))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("1 active");
        lab.archive().write(tx -> tx.update("UPDATE trial_verdicts SET outcome = 'skipped' WHERE outcome = 'pending'"));
        CreatedAgent second = trial(inTrial(run, first.id()), true);
        assertThat(agents.approve(ME, second.id(), null).status()).isEqualTo("active");
        assertThat(agents.get(ME, first.id()).status()).isEqualTo("terminated");
        assertThat(agents.get(ME, first.id()).reason()).isEqualTo("replaced");
        Run none = lab.run(0, "max_active_created_agents", 0);
        assertThatThrownBy(() -> inTrial(none, null)).isInstanceOf(ConflictException.class);
        lab.archive().write(tx -> tx.update("UPDATE trial_verdicts SET outcome = 'skipped' WHERE outcome = 'pending'"));
    }

    @Test
    void approvalAtTheCapNamesIt() {
        Run run = lab.run(0, "max_active_created_agents", 1);
        CreatedAgent waiting = trial(inTrial(run, null), true);
        lab.sql("INSERT INTO CreatedAgents (id, run_id, seq, status, spec_json, verdict_id, decided_by)"
                + " SELECT 'other', run_id, 99, 'active', '{}', verdict_id, 'x' FROM CreatedAgents");
        assertThatThrownBy(() -> agents.approve(ME, waiting.id(), null))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("at most 1");
        lab.sql("UPDATE CreatedAgents SET status = 'terminated' WHERE id = 'other'");
        assertThat(agents.approve(ME, waiting.id(), null).status()).isEqualTo("active");
    }

    @Test
    void whileOneIsPendingNoOtherIsDesignedAndTheRunGoesOn() {
        Run run = lab.run(0);
        trial(inTrial(run, null), true);
        assertThatThrownBy(() -> inTrial(run, null))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("pending");
        lab.archive().write(tx -> tx.update("UPDATE trial_verdicts SET outcome = 'skipped' WHERE outcome = 'pending'"));
        assertThat(lab.next(run).seq()).isEqualTo(2);
    }

    @Test
    void aReviewThatFailsEndsAnAgent() {
        Run run = lab.run(0);
        CreatedAgent agent = agents.approve(ME, trial(inTrial(run, null), true).id(), null);
        lab.next(run);
        lab.stores().steps().run(ME, run.id(), 1, step -> step.reviewed(agent.id(), true));
        assertThat(agents.get(ME, agent.id()).lastReviewSeq()).isEqualTo(2);
        lab.stores().steps().run(ME, run.id(), 1, step -> step.reviewed(agent.id(), false));
        assertThat(agents.get(ME, agent.id()).reason()).isEqualTo("review");
    }

    @Test
    void aDesignOfAnotherRunOrWithoutItsVerdictIsRefusedAndNothingIsWritten() {
        Run run = lab.run(0);
        CreatedAgent stranger =
                agents.approve(ME, trial(inTrial(lab.run(0), null), true).id(), null);
        String generation = lab.newest(run).id();
        String actor = lab.state(run).deployed().getFirst().id();
        List<String> before = lab.dump();
        for (CreatedTable.Design bad : List.of(
                new CreatedTable.Design(
                        generation,
                        String.valueOf(stranger.profileId()),
                        String.valueOf(stranger.verdictId()),
                        spec(),
                        null),
                new CreatedTable.Design(generation, actor, String.valueOf(stranger.verdictId()), spec(), null))) {
            assertThatThrownBy(() -> agents.design(ME, bad))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("is no created agent of run " + run.id());
        }
        assertThat(lab.dump()).isEqualTo(before);
        CreatedAgent own = inTrial(run, null);
        List<String> pending = lab.dump();
        assertThatThrownBy(() -> agents.decideTrial(ME, own.id(), true, 2))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("its verdict is pending");
        assertThatThrownBy(() -> agents.decideTrial(ME, own.id(), true, Double.NaN))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("shadow_trial_score_delta");
        assertThat(lab.dump()).isEqualTo(pending);
        agents.approve(ME, trial(own, true).id(), null);
        Run third = lab.run(0);
        assertThatThrownBy(() -> inTrial(third, stranger.id()))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("is not active in run " + third.id());
        lab.sql("UPDATE trial_verdicts SET outcome = 'skipped' WHERE outcome = 'pending'");
    }

    @Test
    void aBadSpecIsRefusedBeforeARowExists() {
        assertThatThrownBy(() -> new AgentSpec("broker", 21, "b", List.of(), List.of("x"), List.of(), 1, "r"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("every 21");
        assertThatThrownBy(() -> new AgentSpec("broker", 2, "b", List.of(), List.of(), List.of(), 1, "r"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("allow");
        assertThatThrownBy(() -> new AgentSpec("broker", 2, "b", List.of(), List.of("x"), List.of(), 4, "r"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("max_mutations 4");
        assertThatThrownBy(() -> new AgentSpec("Broker", 2, "b", List.of(), List.of("x"), List.of(), 1, "r"))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> new AgentSpec("broker", 2, "b", List.of(), List.of("*"), List.of(), 1, "r"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("allow \"*\"");
        // What the rules of play take, the store takes too: a design that was accepted must not end the run.
        AgentSpec odd = new AgentSpec("peace-maker:2", 20, "b", List.of(), List.of("x"), List.of("*", "x.y"), 3, "r");
        assertThat(dev.stoa.evolution.play.AgentSpec.read(odd.document()).deny())
                .containsExactly("*", "x.y");
    }
}
