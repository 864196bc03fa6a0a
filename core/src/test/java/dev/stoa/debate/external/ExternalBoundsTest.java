package dev.stoa.debate.external;

import static dev.stoa.debate.external.ExternalFixture.draft;
import static dev.stoa.debate.external.ExternalFixture.json;
import static dev.stoa.debate.external.ExternalFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.debate.external.ExternalBallots.Vote;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What another engine sends and is refused, by its name and its bound; nothing of it is stored. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ExternalBoundsTest {
    private static final int MIB = 1 << 20;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ExternalFixture ground;
    private ExternalSession session;

    @BeforeEach
    void open() {
        ground = new ExternalFixture(dialect, folder);
        session = ground.start(request());
        session.turn(draft("ana", "Postgres", 0.9));
    }

    @AfterEach
    void close() {
        ground.close();
    }

    private static ExternalTurn bo() {
        return draft("bo", "Redis", 0.5);
    }

    private static ExternalTurn called(ExternalCall call) {
        return bo().call(call);
    }

    @Test
    void aTurnIsReadAsAReplyToACallOfTheEngineWouldBe() {
        session.turn(bo());
        ExternalTurn unseen = ExternalTurn.of(1, Phase.CRITIQUE, "cy")
                .content("too slow")
                .seeing(List.of(1))
                .parsed(
                        ReplyKind.CRITIQUE,
                        Map.of("critiques", List.of(Map.of("target", "B", "issue", "slow", "severity", 0.5))));
        ExternalTurn partial = ExternalTurn.of(1, Phase.REVIEW, "cy")
                .content("fine")
                .seeing(List.of(1, 2))
                .parsed(
                        ReplyKind.REVIEW,
                        Map.of(
                                "reviews",
                                List.of(Map.of(
                                        "option", "A",
                                        "correctness", 1.0,
                                        "completeness", 1.0,
                                        "safety", 1.0,
                                        "clarity", 1.0))));

        assertThatThrownBy(() -> session.turn(unseen)).hasMessageContaining("target \"B\" is no option key");
        assertThatThrownBy(() -> session.turn(partial)).hasMessageContaining("reviews");
        assertThat(session.turn(unseen.seeing(List.of(1, 2))).created()).isTrue();
    }

    @Test
    void everyBoundOfATurnIsNamed() {
        Map<ExternalTurn, String> refused = new LinkedHashMap<>();
        refused.put(draft("zoe", "Redis", 0.5), "agent_id \"zoe\" is no agent of this debate");
        refused.put(ExternalTurn.of(0, Phase.PROPOSAL, "bo").answer("x", 1), "round 0 is not within 1 to 2");
        refused.put(ExternalTurn.of(3, Phase.PROPOSAL, "bo").answer("x", 1), "round 3 is not within 1 to 2");
        refused.put(bo().at(6, 1), "attempt 6 is not within 0 to 5");
        refused.put(bo().at(0, 1_001), "step 1001 is not within 0 to 1,000");
        refused.put(bo().seeing(List.of(1, 2)), "visible_turns has 2, which is no earlier turn; there are 1");
        refused.put(bo().seeing(List.of(0)), "visible_turns has 0, which is no earlier turn");
        refused.put(bo().content("x".repeat(MIB + 1)), "content has 1048577 bytes; at most 1048576");
        refused.put(bo().content("é".repeat(MIB / 2 + 1)), "content has 1048578 bytes; at most 1048576");
        refused.put(bo().content("a\0b"), "content has a NUL");
        refused.put(bo().content("\ud800"), "content has half a surrogate pair");
        refused.put(draft("bo", "Redis", 1.5), "confidence 1.5 is not within 0 to 1");
        refused.put(draft("bo", "Redis", Double.NaN), "confidence NaN is not within 0 to 1");
        refused.put(draft("bo", "x".repeat(8_001), 0.5), "answer has 8,001 characters; at most 8,000");
        refused.put(ExternalTurn.of(1, Phase.PROPOSAL, "bo").content("hm"), "answer is missing");
        refused.put(ExternalTurn.of(1, Phase.PROPOSAL, "bo").option("A", 0.5), "content is missing");
        refused.put(bo().option("A", 0.5), "option and answer are both given");
        refused.put(
                ExternalTurn.of(1, Phase.PROPOSAL, "bo").content("B").option("B", 0.5),
                "option \"B\" is no option key; the only one is A");
        refused.put(bo().code("x", 0.5), "code is given, but the debate is not about code");
        refused.put(bo().checked(CheckStatus.PASSED), "check is given, but the debate has none");
        refused.put(bo().status(TurnStatus.ERROR), "answer is given, but status is error");
        refused.put(
                bo().parsed(ReplyKind.POSITION, Map.of("answer", "x", "confidence", 1)),
                "parsed and answer are both given");
        refused.put(
                ExternalTurn.of(1, Phase.PROPOSAL, "bo")
                        .content("x")
                        .parsed(ReplyKind.POSITION, Map.of("answer", "x", "confidence", "high")),
                "confidence is not a number");
        refused.put(ExternalTurn.of(1, Phase.REVIEW, "bo").content("good"), "parsed is missing");
        refused.put(ExternalTurn.of(1, Phase.ADVERSARIAL, "bo").content("bad"), "kind is missing");
        refused.put(
                ExternalTurn.of(1, Phase.CONVERGENCE, "bo").content("x").answer("Files", 0.5),
                "answer \"Files\" is none of the 1 options");
        refused.put(called(call("x".repeat(65), null, 0, 0.0, null, Map.of())), "provider has 65 characters");
        refused.put(called(call(null, "x".repeat(201), 0, 0.0, null, Map.of())), "model has 201 characters");
        refused.put(called(call(null, null, -1, 0.0, null, Map.of())), "tokens_in -1 is not within 0 to");
        refused.put(called(call(null, null, 0, -0.1, null, Map.of())), "cost_usd -0.1 is not within 0 to 1000000");
        refused.put(called(call(null, null, 0, 0.0, "x".repeat(4_001), Map.of())), "error has 4,001 characters");
        refused.put(
                called(call(null, null, 0, 0.0, null, Map.of("k", "x".repeat(16_384)))),
                "metadata has 16,392 bytes; at most 16,384");
        refuses(refused.entrySet().stream()
                .map(entry -> new Case(entry.getValue(), () -> session.turn(entry.getKey()))));
    }

    private static ExternalCall call(
            @Nullable String provider,
            @Nullable String model,
            int tokens,
            double cost,
            @Nullable String error,
            Map<String, @Nullable Object> metadata) {
        return new ExternalCall(null, provider, model, tokens, 0, cost, error, 0, Map.of(), metadata);
    }

    private record Case(String message, ThrowingCallable act) {}

    private void refuses(Stream<Case> cases) {
        int events = ground.kinds(session.session()).size();
        cases.forEach(refused -> assertThatThrownBy(refused.act())
                .as(refused.message())
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(refused.message()));
        assertThat(ground.kinds(session.session())).hasSize(events);
        // The session is none the worse for it.
        session.turn(draft("cy", "Redis", 0.5));
        session.finish();
        ground.proves(session.session());
    }

    @Test
    void everyBoundOfVotesIsNamed() {
        ExternalBallots last = ExternalBallots.of(Stage.FINAL, 1);
        Vote ana = Vote.of("ana", "A", 0.5);
        refuses(Stream.of(
                votes(last.votes(List.of(Vote.of("ana", "B", 0.5))), "vote \"B\" is no option key"),
                votes(last.votes(List.of(Vote.of("zoe", "A", 0.5))), "agent_id \"zoe\" is no agent"),
                votes(last.votes(List.of(Vote.of("ana", "A", 2))), "confidence 2 is not within 0 to 1"),
                votes(last.votes(List.of(ana, ana)), "ballots has two of \"ana\""),
                votes(last.votes(List.of(ana.ranking(List.of("A", "A")))), "ranking names \"A\" twice"),
                votes(ExternalBallots.fromJson(json("""
                                {"stage": "final", "round": 1, "ballots":
                                  [{"agent_id": "ana", "choice": "A", "visible_turns": [9]}]}""")), "visible_turns has 9"),
                votes(ExternalBallots.fromJson(json("""
                                {"stage": "final", "round": 1, "ballots":
                                  [{"agent_id": "ana", "choice": "A", "abstain": true}]}""")), "abstain is true and vote is given"),
                votes(ExternalBallots.fromJson(json("""
                                {"stage": "final", "round": 1, "ballots":
                                  [{"agent_id": "ana", "choice": "A", "answer": "Postgres"}]}""")), "option and answer are both given"),
                votes(ExternalBallots.fromJson(json("""
                                {"stage": "final", "round": 1, "ballots":
                                  [{"agent_id": "ana", "choice": "A", "concerns": [null]}]}""")), "concerns[0] is not an object"),
                votes(ExternalBallots.of(Stage.DRAFT, 1).votes(List.of(ana)), "drafts are their own ballots"),
                votes(ExternalBallots.of(Stage.FINAL, 3), "round 3 is not within 1 to 2"),
                votes(new ExternalBallots(Stage.FINAL, 1, 6, List.of()), "attempt 6 is not within 0 to 5"),
                new Case("stop_reason rounds is none of deadline, budget", () -> session.finish(StopReason.ROUNDS)),
                new Case("error is blank", () -> session.fail(" ")),
                new Case("turns has 0 entries; 1 to 1,000", () -> session.turns(List.of()))));
    }

    private Case votes(ExternalBallots ballots, String message) {
        return new Case(message, () -> session.ballots(ballots));
    }

    @Test
    void whatIsSentAsJsonIsReadFieldByField() {
        ExternalTurn read = ExternalTurn.fromJson(json("""
                {"round": 2, "phase": "critique", "attempt": 1, "step": 3, "agent_id": "bo", "kind": "critique",
                 "status": "ok", "content": "c", "answer": "Redis", "confidence": 0.25, "visible_turns": [1, 2],
                 "prompt": "p", "provider": "x", "model": "y", "tokens_in": 5, "tokens_out": 6, "cost_usd": 0.5,
                 "response_time_ms": 7, "params": {"t": "0.7"}, "metadata": {"k": [1]}}"""));
        assertThat(read.moment()).isEqualTo(new ExternalTurn.Moment(2, Phase.CRITIQUE, 1, 3, "bo"));
        assertThat(read.visible()).containsExactly(1, 2);
        assertThat(read.kind()).isEqualTo(ReplyKind.CRITIQUE);
        assertThat(read.words()).isEqualTo(new ExternalTurn.Words("c", null, "Redis", null, 0.25, null));
        assertThat(read.call())
                .isEqualTo(new ExternalCall(
                        "p", "x", "y", 5, 6, 0.5, null, 7, Map.of("t", "0.7"), Map.of("k", List.of(1L))));
        ExternalVersion version = ExternalVersion.fromJson(json("""
                {"phase": "self_evolvement", "agent_id": "bo", "code": "x", "parent_version": 1, "quality_score": 0.5,
                 "metrics": {"loc": 1}, "results": [{"name": "t", "status": "passed", "duration_ms": 4}]}"""));
        assertThat(version.parent()).isEqualTo(1);
        assertThat(version.results()).containsExactly(new TestVerdict("t", "passed", 4, null));
        for (String wrong : List.of(
                "{\"phase\": \"proposal\"}",
                "{\"agent_id\": \"bo\"}",
                "{\"phase\": \"talk\", \"agent_id\": \"bo\"}",
                "{\"phase\": \"proposal\", \"agent_id\": \"bo\", \"visible_turns\": [\"1\"]}",
                "{\"phase\": \"proposal\", \"agent_id\": \"bo\", \"visible_turns\": 1.5}",
                "{\"phase\": \"proposal\", \"agent_id\": \"bo\", \"tokens_in\": 3000000000}",
                "{\"phase\": \"proposal\", \"agent_id\": \"bo\", \"confidence\": \"high\"}",
                "{\"phase\": \"proposal\", \"agent_id\": \"bo\", \"anwser\": \"x\"}")) {
            assertThatThrownBy(() -> ExternalTurn.fromJson(json(wrong)))
                    .as(wrong)
                    .isInstanceOf(InvalidException.class);
        }
        assertThatThrownBy(() -> ExternalVersion.of(bo()).results(List.of(new TestVerdict("t", "fine", 0, null))))
                .hasMessageContaining("results.status \"fine\" is none of passed, failed");
        assertThatThrownBy(() -> ExternalVersion.of(bo())
                        .results(Collections.nCopies(2, new TestVerdict("t", "passed", 0, null))))
                .hasMessageContaining("results has two of one name");
    }

    @Test
    void aRoundCannotBeLeftOutAndThereAreTwentySixOptions() {
        ExternalSession fresh = ground.start(request().rounds(3));
        assertThatThrownBy(() ->
                        fresh.turn(ExternalTurn.of(2, Phase.CRITIQUE, "ana").answer("x", 1)))
                .hasMessageContaining("round 2 cannot begin, for round 1 has no turn yet");
        fresh.turn(draft("ana", "x", 0.5));
        assertThatThrownBy(() ->
                        fresh.turn(ExternalTurn.of(3, Phase.CRITIQUE, "ana").answer("x", 1)))
                .hasMessageContaining("round 3 cannot begin, for round 2 has no turn yet");
        for (int i = 2; i <= 26; i++) {
            fresh.turn(draft("bo", "option " + i, 0.5).at(0, i));
        }
        assertThatThrownBy(() -> fresh.turn(draft("cy", "option 27", 0.5)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("answer would be the 27th option; at most 26");
        fresh.turn(draft("cy", "OPTION 26", 0.5));
        // Content of exactly the bound is kept.
        assertThat(fresh.turn(draft("cy", "x", 0.5).content("y".repeat(MIB)).at(0, 2))
                        .value()
                        .content())
                .hasSize(MIB);
        fresh.finish();
        ground.proves(fresh.session());
    }

    @Test
    void aClosedQuestionTakesLabelsAndKeysAndNothingElse() {
        ExternalSession closed = ground.start(request().options(List.of("Postgres", "Redis")));
        assertThat(closed.turn(draft("ana", "redis.", 0.5)).value().option()).isEqualTo("B");
        assertThat(closed.turn(draft("bo", "A", 0.5)).value().option()).isEqualTo("A");
        assertThatThrownBy(() -> closed.turn(draft("cy", "Files", 0.5)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("answer is none of the options; the keys are A to B");
        closed.turn(ExternalTurn.of(1, Phase.PROPOSAL, "cy").content("B!").option("B", 1));
        assertThat(closed.finish().row().outcome()).containsEntry("answer", "Redis");
        ground.proves(closed.session());
    }

    @Test
    void whatOnlyStoaDoesIsNotPromisedOfOtherEngines() {
        assertThatThrownBy(() -> ground.create(request().gates(List.of(Phase.CONVERGENCE))))
                .hasMessageContaining("gates are given, but no gate opens in an external debate");
        assertThatThrownBy(() -> ground.create(request().set("drafts", List.of(Map.of("agent", "ana", "answer", "x")))))
                .hasMessageContaining("drafts are given, but another engine writes the turns");
    }
}
