package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Verdict;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.CodeVersion;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.learning.lesson.Lesson;
import dev.stoa.learning.lesson.LessonQuery;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.NeedsTool;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Promises of which each half is a rule of its own, kept together by debates that are really held. */
@OnBothDatabases
@Timeout(180)
@SuppressWarnings("NullAway.Init") // set before each test
class PromisesTest {
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
    @DisplayName("Five agreeing seats under ladder must finish in round 1 with stop_reason consensus; unanimous ballots"
            + " must give consensus 1 for every rule with 2, 3, 5 and 26 options.")
    void whoAgreesIsDone() throws Exception {
        ground.script().says((situation, call) -> Scripted.answer("Use Redis", 0.6));
        SessionRow five =
                ground.run(Ground.request("which store?", "script", 5)).row();
        assertThat(five.stopReason()).isEqualTo("consensus");
        assertThat(five.totalRounds()).isEqualTo(1);
        assertThat(ground.turns(five.id())).hasSize(5);

        for (VotingRule rule : VotingRule.values()) {
            // PostgreSQL commits more slowly and decides nothing here.
            for (int options : dialect == Dialect.SQLITE ? List.of(2, 3, 5, 26) : List.of(26)) {
                int winner = options - 1;
                ground.script().says((situation, call) -> said(call.kind(), String.valueOf((char) ('A' + winner))));
                SessionRow row = ground.run(Ground.request("which?", "script", 2)
                                .preset(Preset.VOTE)
                                .voting(rule)
                                .options(IntStream.range(0, options)
                                        .mapToObj(i -> "label " + i)
                                        .toList()))
                        .row();
                assertThat(row.outcome())
                        .as(rule + " of " + options)
                        .containsEntry("answer", "label " + winner)
                        .containsEntry("consensus_reached", true);
                assertThat(row.finalConsensusScore()).isEqualTo(1.0);
            }
        }
    }

    private static @Nullable String said(ReplyKind kind, String key) {
        return switch (kind) {
            case POSITION -> "{\"option\":\"" + key + "\",\"confidence\":0.7}";
            case BALLOT -> "{\"vote\":\"" + key + "\",\"confidence\":0.7}";
            default -> null;
        };
    }

    @Test
    @DisplayName(
            "Zero valid ballots must elect nobody; a debate that ran out of rounds below its threshold must not say"
                    + " consensus_reached.")
    void whoDoesNotAgreeSaysSo() throws Exception {
        ground.script()
                .says((situation, call) ->
                        call.kind() == ReplyKind.BALLOT ? "{\"abstain\":true}" : Scripted.answer("the same", 0.9));
        SessionRow nobody = ground.run(
                        Ground.request("q", "script", 3).preset(Preset.VOTE).voting(VotingRule.BORDA))
                .row();
        assertThat(nobody.outcome())
                .containsEntry("winner", null)
                .containsEntry("no_winner_reason", "quorum")
                .containsEntry("consensus_reached", false);

        ground.script().says((situation, call) -> Scripted.answer(call.agent().compareTo("s3") < 0 ? "x" : "y", 0.7));
        SessionRow split = ground.run(Ground.request("q", "script", 5)
                        .preset(Preset.ROUND_TABLE)
                        .rounds(2)
                        .set("threshold", 0.9)
                        .set("early_stop", false))
                .row();
        assertThat(split.outcome())
                .containsEntry("winner", "A")
                .containsEntry("decision", "leading")
                .containsEntry("consensus_reached", false)
                .containsEntry("stop_reason", "rounds");
    }

    @Test
    @DisplayName(
            "Each phase of classic must have its own input, schema and effect; topology, protocol, voting, gates and"
                    + " rounds given by REST must be those of the record.")
    void whatIsAskedForIsWhatIsHeld() throws Exception {
        String body = """
                {"topic":"q3","preset":"classic","topology_type":"star","coordination_protocol":"dpde",
                "voting_method":"condorcet","gates":["proposal"],"rounds":2,"early_stop":false,"seed":1,
                "memory":false,"learn":false,"agents":[%s]}""".formatted(String.join(
                ",",
                IntStream.range(0, 4)
                        .mapToObj(i -> "{\"name\":\"s%d\",\"provider\":\"script\",\"model\":\"m\"}".formatted(i))
                        .toList()));
        String id = ground.run(DebateRequest.of(Json.parseObject(body))).row().id();
        GateRow gate = ground.stoa().debate().gates().pending(id).orElseThrow();
        ground.stoa().debate().gates().decide(gate.id(), Verdict.APPROVE, "ana", null);
        SessionRow row = ground.resume(id).row();

        assertThat(row.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(row.preset()).isEqualTo(Preset.CLASSIC);
        assertThat(row.topologyType()).isEqualTo("star");
        assertThat(row.coordinationProtocol()).isEqualTo("dpde");
        assertThat(row.votingMethod()).isEqualTo("condorcet");
        assertThat(row.totalRounds()).isEqualTo(2);
        assertThat(row.config())
                .containsEntry("topology_type", "star")
                .containsEntry("coordination_protocol", "dpde")
                .containsEntry("voting_method", "condorcet")
                .containsEntry("rounds", 2L)
                .containsEntry("gates", List.of("proposal"));
        assertThat(row.outcome()).containsEntry("voting_method", "condorcet").containsEntry("rounds", 2L);
        assertThat(ground.stoa().debate().gates().all(id))
                .extracting(GateRow::phase)
                .containsExactly(Phase.PROPOSAL);
        List<DebateTurn> turns = ground.turns(id);
        assertThat(turns)
                .filteredOn(turn -> turn.kind() == ReplyKind.PLAN)
                .as("every seat bids")
                .hasSize(4);
        Map<Phase, Set<String>> forms = new EnumMap<>(Phase.class);
        Map<Phase, Set<ReplyKind>> kinds = new EnumMap<>(Phase.class);
        for (DebateTurn turn : turns) {
            if (turn.kind() != ReplyKind.PLAN && turn.kind() != null) {
                String prompt = String.valueOf(turn.prompt());
                forms.computeIfAbsent(turn.phase(), phase -> new HashSet<>())
                        .add(prompt.substring(prompt.indexOf('\n'), prompt.indexOf("[topic")));
                kinds.computeIfAbsent(turn.phase(), phase -> new HashSet<>()).add(turn.kind());
            }
        }
        assertThat(kinds)
                .containsEntry(Phase.DEHALLUCINATION, Set.of(ReplyKind.QUESTION))
                .containsEntry(Phase.PROPOSAL, Set.of(ReplyKind.POSITION))
                .containsEntry(Phase.CRITIQUE, Set.of(ReplyKind.CRITIQUE))
                .containsEntry(Phase.REVIEW, Set.of(ReplyKind.REVIEW))
                .containsEntry(Phase.OPTIMIZATION, Set.of(ReplyKind.POSITION))
                .containsEntry(Phase.CONVERGENCE, Set.of(ReplyKind.BALLOT));
        Set<String> distinct = new HashSet<>();
        forms.values().forEach(distinct::addAll);
        assertThat(distinct)
                .as("no two phases ask for the same")
                .hasSize(forms.values().stream().mapToInt(Set::size).sum());
        ground.proves(id);
    }

    @Test
    @NeedsTool(Tool.PYTHON)
    @DisplayName("An unparsed attack must not be hardened; a check that failed to run must not pass; no tests must not"
            + " mean pass rate 1; an unknown language must be refused.")
    void whatDidNotHappenProvesNothing() throws Exception {
        ground.script().says((situation, call) -> call.kind() == ReplyKind.ATTACK ? "I found nothing." : null);
        SessionRow attacked = ground.run(Ground.request("q3", "script", 3).preset(Preset.CLASSIC))
                .row();
        assertThat(attacked.outcome()).containsEntry("risk", null);

        ground.script().says((situation, call) -> Scripted.answer("the same", 0.9));
        SessionRow unchecked = ground.run(Ground.request("q", "script", 3).set("check", "/no/such/program"))
                .row();
        assertThat(unchecked.outcome()).containsEntry("verified", false);
        assertThat(ground.stoa().debate().sessions().get(unchecked.id()).options())
                .allSatisfy(option -> assertThat(option.document()).containsEntry("check", "unknown"));

        ground.script()
                .says((situation, call) -> call.kind() == ReplyKind.POSITION
                        ? "{\"code\":\"x = 1\\n\",\"confidence\":0.9}"
                        : "I write no tests.");
        SessionRow untested = ground.run(Ground.request("q", "script", 2)
                        .preset(Preset.VOTE)
                        .set("code", Map.of("language", "python", "tests", List.of())))
                .row();
        assertThat(untested.outcome()).containsEntry("verified", false);
        assertThat(ground.stoa().debate().versions().all(untested.id()))
                .hasSize(2)
                .allSatisfy(version -> {
                    assertThat(version.testPassRate()).isNull();
                    assertThat(version.qualityScore()).isNull();
                    assertThat(version.results()).isEmpty();
                });
        assertThat(ground.stoa().debate().versions().all(untested.id()))
                .extracting(CodeVersion::language)
                .containsOnly("python");
        assertThatThrownBy(() -> ground.run(
                        Ground.request("q", "script", 2).set("code", Map.of("language", "rust", "tests", List.of()))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("rust")
                .hasMessageContaining("java, python, command");
    }

    @Test
    @DisplayName(
            "Two opposite decisions at one instant, and a decision against the timeout, must leave one winner; a gate"
                    + " must survive a restart; two hours at a gate must not use up a timeout of 5 s.")
    void aGateIsDecidedOnceWheneverAndByWhomever() throws Exception {
        for (String policy : List.of("wait", "reject")) {
            String id = ground.run(Ground.request("q1", "sim", 3)
                            .gates(List.of(Phase.PROPOSAL))
                            .set("timeout_s", 5)
                            .set("gate_timeout_s", 3_600)
                            .set("redo_budget", 0)
                            .set("gate_policy", policy))
                    .row()
                    .id();
            ground.reopen();
            ground.clock().advance(Duration.ofHours(2));
            String gate =
                    ground.stoa().debate().gates().pending(id).orElseThrow().id();
            CompletableFuture<Boolean> yes = Ground.inBackground(won(() -> !ground.stoa()
                    .debate()
                    .gates()
                    .decide(gate, Verdict.APPROVE, "ana", null)
                    .alreadyDecided()));
            CompletableFuture<Boolean> no = Ground.inBackground(won(() -> policy.equals("wait")
                    ? !ground.stoa()
                            .debate()
                            .gates()
                            .decide(gate, Verdict.REJECT, "bo", "no")
                            .alreadyDecided()
                    : !ground.stoa().debate().gates().expireDue().isEmpty()));
            boolean approved = Ground.join(yes);
            assertThat(Ground.join(no)).isEqualTo(!approved);

            SessionRow row = approved ? ground.resume(id).row() : ground.row(id);
            assertThat(row.status()).isEqualTo(approved ? SessionRow.Status.COMPLETED : SessionRow.Status.FAILED);
            assertThat(row.stopReason()).isNotEqualTo("deadline");
            assertThat(ground.kinds(id)).doesNotContain("deadline_reached").containsOnlyOnce("gate_decided");
            assertThatThrownBy(() -> ground.stoa()
                            .debate()
                            .gates()
                            .decide(gate, approved ? Verdict.REJECT : Verdict.APPROVE, "cy", "but"))
                    .isInstanceOf(ConflictException.class);
            ground.proves(id);
        }
    }

    private static Callable<Boolean> won(Callable<Boolean> act) {
        return () -> {
            try {
                return act.call();
            } catch (StoaException e) {
                return false;
            }
        };
    }

    @Test
    @DisplayName(
            "A lesson must be found by a word of its solution, not by a substring, and not when expired; one counted"
                    + " as applied must stand in a prompt; agreement graded wrong must lower it.")
    void aLessonIsShownAndHeldToWhatCameOfIt() throws Exception {
        String ballot = """
                {"vote":"A","confidence":0.9,"lessons":[{"category":"pattern","title":"Slow lookups",\
                "problem":"lookups of customers are slow","solution":"build a hashtable of customers"}]}""";
        ground.script()
                .says((situation, call) ->
                        call.kind() == ReplyKind.BALLOT ? ballot : Scripted.answer("a hashtable", 0.9));
        DebateRequest request = Ground.request("lookups of customers are slow", "script", 2)
                .preset(Preset.VOTE)
                .voting(VotingRule.BORDA)
                .set("memory", true)
                .set("learn", true);
        // One seed in ten is held back from lessons.
        ground.run(request.seed(3));
        assertThat(found("hashtable")).hasSize(1);
        assertThat(found("table")).isEmpty();
        assertThat(found("hash")).isEmpty();
        Lesson lesson = found("hashtable").getFirst();
        double before = score();

        SessionRow second = ground.run(request.seed(4)).row();
        assertThat(ground.turns(second.id()))
                .allSatisfy(turn -> assertThat(turn.prompt()).contains("build a hashtable of customers"));
        assertThat(second.outcome()).containsEntry("consensus_reached", true);
        assertThat(ground.stoa().learning().lessons().get(lesson.id()).uses())
                .as("nobody knows yet")
                .isZero();
        ground.stoa().debate().grades().grade(second.id(), new Truth.Wrong(), "ana");
        assertThat(ground.stoa().learning().lessons().get(lesson.id()).uses()).isEqualTo(1);
        assertThat(ground.stoa().learning().lessons().get(lesson.id()).successes())
                .isZero();
        assertThat(score()).isLessThan(before);

        ground.clock().advance(Duration.ofDays(91));
        assertThat(found("hashtable")).isEmpty();
    }

    private List<Lesson> found(String word) {
        return ground.stoa().learning().lessons().search(LessonQuery.of(word)).stream()
                .map(ranked -> ranked.lesson())
                .toList();
    }

    private double score() {
        return ground.stoa()
                .learning()
                .lessons()
                .search(LessonQuery.of("hashtable"))
                .getFirst()
                .score();
    }
}
