package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.provider.Call;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Debates that wait for a person. */
@OnBothDatabases
@Timeout(120)
@SuppressWarnings("NullAway.Init") // set before each test
class GatedDebateTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    @DisplayName("A gate must survive a restart; two hours at a gate must not use up a timeout of 5 s.")
    void aGateSurvivesARestartAndItsTimeIsNotTheDebates() throws Exception {
        String id = ground.run(
                        gated("script", Phase.PROPOSAL).set("timeout_s", 5).set("gate_timeout_s", 86_400))
                .row()
                .id();
        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.PAUSED);
        ground.clock().advance(Duration.ofHours(2));
        ground.reopen();
        GateRow gate = pending(id);
        assertThat(gate.artifacts()).asString().contains("[1, 2, 3]");
        assertThatThrownBy(() -> ground.resume(id))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(gate.id());

        ground.stoa().debate().gates().decide(gate.id(), Verdict.APPROVE, "ana", null);
        ground.clock().advance(Duration.ofHours(2));
        SessionRow row = ground.reopen().resume(id).row();

        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(row.activeMs()).isZero();
        assertThat(row.recoveries()).isZero();
        assertThat(ground.kinds(id)).doesNotContain("deadline_reached");
        ground.proves(id);
    }

    @Test
    @DisplayName(
            "Rejecting must put the reason into the prompts of the redone phase; later phases must not see rejected"
                    + " turns.")
    void aRejectedPhaseIsRedoneWithTheReasonAndItsTurnsAreGone() throws Exception {
        ground.script()
                .says((situation, call) -> call.kind() == ReplyKind.POSITION
                        ? Scripted.answer(
                                situation.slot().round() == 1
                                                && situation.slot().attempt() == 0
                                        ? "the stale plan " + call.agent()
                                        : "the fresh plan " + call.agent(),
                                0.6)
                        : null);
        String id = ground.run(gated("script", Phase.PROPOSAL)
                        .preset(Preset.ROUND_TABLE)
                        .rounds(2)
                        .set("redo_budget", 1))
                .row()
                .id();
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.REJECT, "ana", "name a rollback");
        ground.resume(id);
        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.PAUSED);
        List<String> redone = ground.script().calls().stream()
                .filter(call -> call.prompt().contains("name a rollback"))
                .map(call -> call.agent())
                .toList();
        assertThat(redone).containsExactlyInAnyOrder("s0", "s1", "s2");
        assertThat(ground.turns(id)).filteredOn(turn -> turn.attempt() == 1).allSatisfy(turn -> {
            assertThat(turn.prompt()).contains("trust=human").contains("the stale plan " + turn.agentId());
            for (int other = 0; other < 3; other++) {
                if (!turn.agentId().equals("s" + other)) {
                    assertThat(turn.prompt()).doesNotContain("the stale plan s" + other);
                }
            }
        });

        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.APPROVE, "ana", null);
        ground.resume(id);

        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(ground.turns(id))
                .filteredOn(turn -> turn.round() == 2)
                .isNotEmpty()
                .allSatisfy(
                        turn -> assertThat(turn.prompt()).contains("fresh plan").doesNotContain("stale plan"));
        assertThat(ground.outcome(id)).doesNotContain("stale plan");
        ground.proves(id);
    }

    @Test
    void afterTheLastRedoARejectionFailsTheDebate() throws Exception {
        String id = ground.run(gated("sim", Phase.PROPOSAL).set("redo_budget", 2))
                .row()
                .id();
        for (int rejection = 1; rejection <= 3; rejection++) {
            assertThat(pending(id).attempt()).isEqualTo(rejection - 1);
            ground.stoa().debate().gates().decide(pending(id).id(), Verdict.REJECT, "ana", "no");
            if (rejection < 3) {
                ground.resume(id);
            }
        }

        assertThat(ground.row(id).stopReason()).isEqualTo("gate_rejected");
        assertThat(ground.turns(id)).hasSize(9);
        assertThatThrownBy(() -> ground.resume(id)).isInstanceOf(ConflictException.class);
        ground.proves(id);
    }

    @Test
    void aRejectedConvergenceAsksForBallots() throws Exception {
        String id = ground.run(gated("script", Phase.CONVERGENCE).set("threshold", 1))
                .row()
                .id();
        assertThat(pending(id).artifacts()).asString().contains("consensus");
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.REJECT, "ana", "weigh the costs");
        ground.resume(id);

        assertThat(ground.script().prompts(ReplyKind.BALLOT))
                .hasSize(3)
                .allSatisfy(prompt -> assertThat(prompt).contains("weigh the costs"));
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.APPROVE, "ana", null);
        assertThat(ground.resume(id).row().status()).isEqualTo(SessionRow.Status.COMPLETED);
        ground.proves(id);
    }

    @Test
    void theTimeoutActsByItsPolicyAndTheDebateGoesOn() throws Exception {
        for (String policy : List.of("approve", "reject", "fail", "wait")) {
            String id = ground.run(gated("sim", Phase.PROPOSAL).set("gate_policy", policy))
                    .row()
                    .id();
            ground.clock().advance(Duration.ofMinutes(31));
            assertThat(ground.stoa().debate().gates().expireDue()).hasSize(1);
            assertThat(ground.stoa().debate().gates().expireDue()).isEmpty();
            switch (policy) {
                case "approve" -> assertThat(ground.resume(id).row().status()).isEqualTo(SessionRow.Status.COMPLETED);
                case "reject" -> {
                    assertThat(ground.resume(id).row().status()).isEqualTo(SessionRow.Status.PAUSED);
                    assertThat(ground.turns(id)).hasSize(6);
                    ground.clock().advance(Duration.ofMinutes(31));
                    ground.stoa().debate().gates().expireDue();
                    assertThat(ground.row(id).stopReason()).isEqualTo("gate_rejected");
                }
                case "fail" -> assertThat(ground.row(id).stopReason()).isEqualTo("gate_timeout");
                default -> {
                    assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.PAUSED);
                    ground.stoa().debate().gates().decide(pending(id).id(), Verdict.APPROVE, "ana", null);
                    assertThat(ground.resume(id).row().status()).isEqualTo(SessionRow.Status.COMPLETED);
                    assertThat(ground.kinds(id)).contains("gate_overdue");
                }
            }
            ground.proves(id);
        }
    }

    @Test
    void whatAPersonAnswersReachesEverybodyAsAPersonsWordAndTheRestIsAssumed() throws Exception {
        ground.script()
                .says((situation, call) -> call.kind() == ReplyKind.QUESTION
                        ? Scripted.text(new ParsedReply.Questions(
                                List.of(
                                        new ParsedReply.Question("Q1", "Which country?", "scope", 1, "Germany"),
                                        new ParsedReply.Question("Q2", "Which budget?", "cost", 2, "none given")),
                                0.3))
                        : null);
        String id = ground.run(gated("script", Phase.DEHALLUCINATION).set("clarify", true))
                .row()
                .id();
        ground.stoa()
                .debate()
                .gates()
                .decide(pending(id).id(), Verdict.APPROVE, "ana", null, Map.of("Q1", "It is Portugal"));
        ground.resume(id);

        assertThat(ground.script().prompts(ReplyKind.POSITION))
                .isNotEmpty()
                .allSatisfy(prompt -> assertThat(prompt)
                        .contains("It is Portugal")
                        .contains("trust=human")
                        .contains("none given")
                        .doesNotContain("Germany"));
        assertThat(ground.outcome(id))
                .contains("none given")
                .contains("assumed")
                .doesNotContain("Germany");
        ground.proves(id);
    }

    @Test
    void answersThatNobodyWouldReadAreRefusedAndTheGateStaysOpen() throws Exception {
        ground.script()
                .says((situation, call) -> call.kind() == ReplyKind.QUESTION
                        ? Scripted.text(new ParsedReply.Questions(
                                List.of(
                                        new ParsedReply.Question("Q2", "Which budget?", "cost", 2, "none given"),
                                        new ParsedReply.Question("Q1", "Which country?", "scope", 1, "Germany")),
                                0.3))
                        : null);
        String id = ground.run(gated("script", Phase.DEHALLUCINATION)
                        .gates(List.of(Phase.DEHALLUCINATION, Phase.PROPOSAL))
                        .set("clarify", true))
                .row()
                .id();
        String gate = pending(id).id();
        refused(gate, Verdict.APPROVE, Map.of("Q3", "Portugal"), "question \"Q3\", which was not asked");
        refused(gate, Verdict.APPROVE, Map.of("q1", "Portugal"), "question \"q1\", which was not asked");
        refused(gate, Verdict.APPROVE, Map.of("Q1", " "), "answer Q1 is blank");
        refused(gate, Verdict.APPROVE, Map.of("Q1", "x".repeat(4_001)), "4,001 characters; at most 4,000");
        refused(gate, Verdict.APPROVE, Map.of("Q1", "a\0b"), "has a NUL");
        refused(gate, Verdict.REJECT, Map.of("Q1", "Portugal"), "with a rejection");
        assertThat(ground.row(id).status()).isEqualTo(SessionRow.Status.PAUSED);
        assertThat(ground.kinds(id)).doesNotContain("gate_decided");

        Map<String, String> answers = Map.of("Q1", "x".repeat(4_000), "Q2", "plenty");
        ground.stoa().debate().gates().decide(gate, Verdict.APPROVE, "ana", null, answers);
        assertThat(ground.stoa()
                        .debate()
                        .gates()
                        .decide(gate, Verdict.APPROVE, "ana", null, answers)
                        .alreadyDecided())
                .isTrue();
        ground.resume(id);
        refused(pending(id).id(), Verdict.APPROVE, Map.of("Q1", "Portugal"), "after proposal, which asks nothing");
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.APPROVE, "ana", null);
        ground.resume(id);
        assertThat(ground.outcome(id)).doesNotContain("assumed");
        ground.proves(id);
    }

    @Test
    void whereNothingWasAskedNothingCanBeAnswered() throws Exception {
        String id = ground.run(gated("sim", Phase.DEHALLUCINATION).set("clarify", true))
                .row()
                .id();
        assertThatThrownBy(() -> ground.stoa()
                        .debate()
                        .gates()
                        .decide(pending(id).id(), Verdict.APPROVE, "ana", null, Map.of("Q1", "Portugal")))
                .isInstanceOfSatisfying(
                        InvalidException.class, e -> assertThat(e.hint()).hasValue("nothing was asked"));
    }

    @Test
    void aGivenDraftThatWasRejectedIsAskedForAnew() throws Exception {
        ground.script()
                .says((situation, call) ->
                        call.kind() == ReplyKind.POSITION ? Scripted.answer("the fresh plan", 0.6) : null);
        String id = ground.run(gated("script", Phase.PROPOSAL)
                        .set(
                                "drafts",
                                List.of(
                                        Map.of("agent", "s0", "answer", "the given plan"),
                                        Map.of("agent", "s2", "answer", "the given plan"))))
                .row()
                .id();
        assertThat(ground.script().calls()).extracting(Call::agent).containsExactly("s1");

        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.REJECT, "ana", "name a rollback");
        ground.resume(id);

        assertThat(ground.turns(id))
                .filteredOn(turn -> turn.attempt() == 1)
                .hasSize(3)
                .allSatisfy(turn -> assertThat(turn.content()).contains("the fresh plan"));
        ground.stoa().debate().gates().decide(pending(id).id(), Verdict.APPROVE, "ana", null);
        ground.resume(id);
        assertThat(ground.outcome(id)).contains("the fresh plan").doesNotContain("the given plan");
        ground.proves(id);
    }

    private void refused(String gate, Verdict verdict, Map<String, String> answers, String why) {
        assertThatThrownBy(() -> ground.stoa().debate().gates().decide(gate, verdict, "ana", "because", answers))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(why);
    }

    private static DebateRequest gated(String provider, Phase phase) {
        return Ground.request("q1", provider, 3).gates(List.of(phase));
    }

    private GateRow pending(String id) {
        return ground.stoa().debate().gates().pending(id).orElseThrow();
    }
}
