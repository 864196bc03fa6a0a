package dev.stoa.debate.external;

import static dev.stoa.debate.external.ExternalFixture.draft;
import static dev.stoa.debate.external.ExternalFixture.request;
import static dev.stoa.debate.external.ExternalFixture.revised;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stoa.DebateLessons;
import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.debate.Ballots;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.Grades;
import dev.stoa.debate.external.ExternalBallots.Vote;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What another engine writes of its debate, and what is made of it, on both backends. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ExternalSessionTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ExternalFixture ground;

    @BeforeEach
    void open() {
        ground = new ExternalFixture(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    void aDebateHeldElsewhereHasCountsFlipsDissentsAndAProof() {
        ExternalSession session = ground.start(request());
        ground.hold(session);

        DebateSession done = session.finish();

        assertThat(done.status()).isEqualTo(SessionRow.Status.COMPLETED);
        assertThat(done.row().stopReason()).isEqualTo("rounds");
        assertThat(done.row().totalRounds()).isEqualTo(2);
        assertThat(done.row().turnCount()).isEqualTo(6);
        assertThat(done.row().outcome())
                .containsEntry("decision", "leading")
                .containsEntry("winner", "A")
                .containsEntry("answer", "Postgres.")
                .containsEntry("rounds", 2L)
                .containsEntry("simulated", false);
        assertThat(done.row().outcome().get("flips"))
                .isEqualTo(List.of(Map.of(
                        "agent_id",
                        "cy",
                        "from",
                        "B",
                        "to",
                        "A",
                        "from_turn",
                        3L,
                        "to_turn",
                        6L,
                        "seen_supporters",
                        List.of("ana"))));
        assertThat(String.valueOf(done.row().outcome().get("dissents")))
                .contains("agent_id=bo")
                .contains("bo thinks so");
        assertThat(String.valueOf(done.row().outcome().get("counterfactual"))).contains("changed=true");
        assertThat(done.options()).extracting(OptionRow::label).containsExactly("Postgres", "Redis");
        assertThat(ground.kinds(done.id()))
                .containsSubsequence(
                        "debate_created",
                        "debate_started",
                        "context_attached",
                        "phase_started",
                        "turn_stored",
                        "positions_measured",
                        "tally_made",
                        "round_completed",
                        "phase_started",
                        "tally_made",
                        "round_completed",
                        "tally_made",
                        "debate_completed");
        assertThat(Ballots.over(ground.archive).all(done.id()))
                .extracting(BallotRow::stage, BallotRow::round)
                .containsOnly(tuple(Stage.DRAFT, 1), tuple(Stage.ROUND, 2), tuple(Stage.FINAL, 2));
        assertThat(Outbox.over(ground.archive, ground.clock).due(20))
                .extracting(OutboxRow::target)
                .contains("consensus", "match", "critiques", "memory", "audit");
        ground.proves(done.id());
        Grades.over(ground.archive, ground.clock, new DebateLessons())
                .grade(done.id(), new Truth.Answer("Postgres"), "ann");
        ground.proves(done.id());
    }

    @Test
    void whoKnowsOnlyIdAndEpochGoesOnAfterARestart() {
        ExternalSession session = ground.start(request());
        ground.hold(session);
        String once = json(session.finish());
        ExternalSession second = ground.start(request());
        List<ExternalTurn> turns = List.of(
                draft("ana", "Postgres", 0.9),
                draft("bo", "Redis", 0.6),
                draft("cy", "redis!", 0.5),
                revised("ana", List.of(1, 2, 3), "B", "Postgres.", 0.9),
                revised("bo", List.of(1, 2, 3), "A", "Redis", 0.7),
                revised("cy", List.of(1, 2, 3), "B", "postgres", 0.8));
        for (ExternalTurn turn : turns) {
            ground.reopen();
            ground.again(second).turn(turn);
            ground.again(second).turn(turn);
        }

        assertThat(json(ground.again(second).finish())).isEqualTo(once);
        ground.proves(second.session());
    }

    @Test
    void turnsOfOneDebateFromTwoProcessesContinueOneChain() throws Exception {
        ExternalSession session = ground.start(request());
        for (ExternalTurn first :
                List.of(draft("ana", "Postgres", 0.9), draft("bo", "Redis", 0.6), draft("cy", "x", 0.5))) {
            session.turn(first);
        }
        List<ExternalSession> sides = List.of(session, ground.elsewhere(session));
        List<String> agents = List.of("ana", "bo", "cy");
        int turns = 30;
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            List<Future<?>> written = new ArrayList<>();
            for (int i = 0; i < turns; i++) {
                ExternalSession side = sides.get(i % 2);
                ExternalTurn turn = ExternalTurn.of(2, Phase.CRITIQUE, agents.get(i % 3))
                        .at(0, 1 + i / 3)
                        .content("A remark, number " + i)
                        .parsed(ReplyKind.CRITIQUE, Map.of("critiques", List.of()))
                        .seeing(List.of(1, 2, 3));
                written.add(threads.submit(() -> side.turn(turn)));
            }
            for (Future<?> one : written) {
                one.get();
            }
        }
        assertThat(ground.sessions.get(session.session()).row().turnCount()).isEqualTo(3 + turns);
        assertThat(ground.replay(session.session()).mismatches()).isEmpty();
    }

    private static String json(DebateSession session) {
        return Json.canonical(session.row().outcome());
    }

    @Test
    void whatIsSentAgainIsAnsweredAsItWasStoredAndOtherContentIsAConflict() {
        ExternalSession session = ground.start(request());
        Added<DebateTurn> first = session.turn(draft("ana", "Postgres", 0.9));
        int events = ground.kinds(session.session()).size();

        Added<DebateTurn> again = session.turn(draft("ana", "Postgres", 0.9));

        assertThat(first.created()).isTrue();
        assertThat(again.created()).isFalse();
        assertThat(again.value()).isEqualTo(first.value());
        assertThat(first.value().option()).isEqualTo("A");
        assertThat(first.value().provider()).isEqualTo("langchain");
        assertThat(ground.kinds(session.session())).hasSize(events);
        for (ExternalTurn other : List.of(
                draft("ana", "Postgres", 0.9).content("other"),
                draft("ana", "Postgres", 0.8),
                draft("ana", "Redis", 0.9).content("I say: Postgres"),
                ExternalTurn.of(1, Phase.PROPOSAL, "ana").status(TurnStatus.TIMEOUT))) {
            refused("conflict", () -> session.turn(other));
        }
        // Another step, attempt or agent is another turn.
        assertThat(session.turn(draft("ana", "Redis", 0.9).at(0, 2)).created()).isTrue();
        assertThat(session.turn(draft("ana", "Redis", 0.9).at(1, 1)).created()).isTrue();
        assertThat(session.turn(draft("bo", "Redis", 0.9)).created()).isTrue();
        assertThat(ground.kinds(session.session()))
                .filteredOn("turn_stored"::equals)
                .hasSize(4);
    }

    @Test
    void whoeverLostTheEpochWritesNothing() {
        ExternalSession first = ground.start(request());
        first.turn(draft("ana", "Postgres", 0.9));
        refused("precondition", () -> ground.start(first.session(), "second"));
        ground.clock.advance(Duration.ofSeconds(31));
        // Late, but nobody has taken over.
        first.turn(draft("bo", "Redis", 0.6));
        ground.clock.advance(Duration.ofSeconds(31));
        ExternalSession second = ground.start(first.session(), "second");
        int events = ground.kinds(first.session()).size();

        assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
        for (ThrowingCallable late : List.<ThrowingCallable>of(
                () -> first.turn(draft("cy", "Redis", 0.5)),
                () -> first.turn(draft("ana", "Postgres", 0.9)),
                () -> first.ballots(ExternalBallots.of(Stage.DRAFT, 1)),
                first::finish,
                first::renew,
                first::release,
                () -> first.fail("no"),
                () -> ground.again(first))) {
            refused("fenced", late);
        }
        assertThat(ground.kinds(first.session())).hasSize(events);
        second.turn(draft("cy", "Redis", 0.5));
        ground.sessions.cancel(first.session(), "ann");
        refused("fenced", second::finish);
        ground.proves(first.session());
    }

    @Test
    void everyWriteRenewsTheLeaseAndCountsTheTime() {
        ExternalSession session = ground.start(request());
        ground.clock.advance(Duration.ofSeconds(20));
        session.turn(draft("ana", "Postgres", 0.9));
        assertThat(row(session).leaseUntil()).isEqualTo(ground.clock.instant().plusSeconds(30));
        ground.clock.advance(Duration.ofSeconds(25));
        assertThat(session.renew()).isEqualTo(ground.clock.instant().plusSeconds(30));
        ground.clock.advance(Duration.ofSeconds(5));
        session.turn(draft("ana", "Postgres", 0.9));
        assertThat(row(session).leaseUntil()).isEqualTo(ground.clock.instant().plusSeconds(30));
        assertThat(row(session).activeMs()).isEqualTo(50_000);
        session.release();
        assertThat(row(session).leaseUntil()).isNull();
        assertThat(ground.start(session.session(), "second").epoch()).isEqualTo(2);
        assertThat(row(session).recoveries()).isZero();
        assertThat(ground.sessions.recoverable(ground.clock.instant().plusSeconds(3_600)))
                .isEmpty();
    }

    private SessionRow row(ExternalSession session) {
        return ground.sessions.get(session.session()).row();
    }

    @Test
    void votesThatWereAskedForDecideAndAnAbstentionHoldsNothing() {
        ExternalSession session =
                ground.start(request().voting(VotingRule.BORDA).rounds(1));
        session.turns(List.of(draft("ana", "Postgres", 0.9), draft("bo", "Redis", 0.6), draft("cy", "Files", 0.5)));
        List<Vote> votes = List.of(
                Vote.of("ana", "A", 0.9).ranking(List.of("A", "B", "C")),
                Vote.of("bo", "A", 0.7).ranking(List.of("A", "C", "B")).reason("convinced"),
                Vote.abstaining("cy"));
        ExternalBallots last = ExternalBallots.of(Stage.FINAL, 1).votes(votes);
        // A vote that somebody wrote as a turn of the same wave stands.
        ExternalTurn early = ExternalTurn.of(1, Phase.CONVERGENCE, "bo")
                .at(0, 2)
                .content("B")
                .option("B", 0.7);
        ExternalSession other = ground.start(request());
        other.turns(List.of(draft("ana", "Postgres", 0.9), draft("bo", "Redis", 0.6), early));
        refused(
                "conflict",
                () -> other.ballots(ExternalBallots.of(Stage.FINAL, 1).votes(List.of(Vote.of("bo", "A", 0.7)))));
        other.finish();
        ground.proves(other.session());

        List<BallotRow> counted = session.ballots(last);

        assertThat(counted)
                .extracting(BallotRow::agentId, BallotRow::choice, BallotRow::valid, BallotRow::reason)
                .containsExactly(
                        tuple("ana", "A", true, null),
                        tuple("bo", "A", true, null),
                        tuple("cy", null, false, "abstained"));
        assertThat(session.ballots(last)).isEqualTo(counted);
        refused("conflict", () -> session.ballots(last.votes(votes.subList(0, 2))));
        refused(
                "conflict",
                () -> session.ballots(
                        last.votes(List.of(Vote.of("ana", "B", 0.9), votes.get(1), Vote.abstaining("cy")))));
        refused("precondition", () -> session.turn(draft("cy", "Redis", 0.5).at(0, 2)));
        DebateSession done = session.finish();
        assertThat(done.row().outcome()).containsEntry("winner", "A").containsEntry("consensus", 1L);
        assertThat(String.valueOf(done.row().outcome().get("flips"))).contains("agent_id=bo");
        assertThat(String.valueOf(done.row().outcome().get("dissents"))).contains("agent_id=cy", "type=abstention");
        ground.proves(done.id());
    }

    @Test
    void aRoundThatIsCountedIsOver() {
        ExternalSession session = ground.start(request().rounds(3));
        session.turns(List.of(draft("ana", "Postgres", 0.9), draft("bo", "Redis", 0.6)));
        assertThat(session.ballots(ExternalBallots.of(Stage.DRAFT, 1))).hasSize(3);
        assertThat(session.ballots(ExternalBallots.of(Stage.DRAFT, 1))).hasSize(3);
        refused("precondition", () -> session.turn(draft("cy", "Redis", 0.5)));
        session.turn(ExternalTurn.of(1, Phase.OPTIMIZATION, "bo")
                .answer("Postgres", 0.6)
                .seeing(List.of(1)));
        assertThat(session.ballots(ExternalBallots.of(Stage.ROUND, 1).votes(List.of(Vote.of("cy", "A", 0.5)))))
                .extracting(BallotRow::choice)
                .containsExactly("A", "A", "A");
        refused(
                "precondition",
                () -> session.turn(ExternalTurn.of(1, Phase.REVIEW, "bo")
                        .content("late")
                        .parsed(ReplyKind.CRITIQUE, Map.of("critiques", List.of()))));
        refused("precondition", () -> session.ballots(new ExternalBallots(Stage.ROUND, 1, 1, List.of())));
        refused("precondition", () -> session.ballots(ExternalBallots.of(Stage.ROUND, 2)));
        session.turn(ExternalTurn.of(2, Phase.OPTIMIZATION, "ana")
                .answer("Files", 0.9)
                .seeing(List.of(1, 2, 3)));
        refused(
                "precondition",
                () -> session.turn(ExternalTurn.of(1, Phase.CRITIQUE, "bo").content("late")));

        DebateSession done = session.finish(StopReason.DEADLINE);

        assertThat(done.row().stopReason()).isEqualTo("deadline");
        assertThat(done.row().totalRounds()).isEqualTo(2);
        assertThat(done.row().outcome()).containsEntry("winner", "A");
        assertThat(ground.kinds(done.id())).contains("deadline_reached");
        ground.proves(done.id());
    }

    @Test
    void agreementAndStandstillAreFoundAsForAnyOther() {
        ExternalSession agreed = ground.start(request());
        agreed.turns(List.of(draft("ana", "A b", 0.9), draft("bo", "a B", 0.9), draft("cy", "A b!", 0.9)));
        assertThat(agreed.finish().row().stopReason()).isEqualTo("consensus");
        ExternalSession stable = ground.start(request().rounds(5).set("threshold", 1.0));
        stable.turns(List.of(draft("ana", "x", 0.9), draft("bo", "y", 0.9), draft("cy", "x", 0.9)));
        stable.turns(List.of(
                revised("ana", List.of(), "A", "x", 0.9),
                revised("bo", List.of(), "A", "y", 0.9),
                revised("cy", List.of(), "A", "x", 0.9)));
        assertThat(stable.finish().row().stopReason()).isEqualTo("stable");
        ground.proves(agreed.session());
        ground.proves(stable.session());
    }

    @Test
    void callersOfOneEpochDoNotDisturbEachOther() {
        DebateRequest wide = request()
                .set("learn", false)
                .agents(IntStream.range(0, 16)
                        .mapToObj(seat -> Seat.of("a" + seat, "x", "y"))
                        .toList());
        ExternalSession session = ground.start(wide);
        CompletableFuture.allOf(IntStream.range(0, 16)
                        .mapToObj(seat ->
                                CompletableFuture.runAsync(() -> (seat % 2 == 0 ? session : ground.again(session))
                                        .turn(draft("a" + seat, "answer " + seat % 3, 0.5))))
                        .toArray(CompletableFuture[]::new))
                .join();
        assertThat(session.finish().row().turnCount()).isEqualTo(16);
        ground.proves(session.session());
    }

    @Test
    void aDebateWithoutOutcomeSaysWhy() {
        ExternalSession session = ground.start(request());
        session.turn(draft("ana", "Postgres", 0.9));
        assertThatThrownBy(session::finish)
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("1 of at least 2 seats gave a position or abstained");
        session.turn(ExternalTurn.of(1, Phase.PROPOSAL, "bo").status(TurnStatus.ERROR));
        refused("precondition", session::finish);
        DebateSession failed = session.fail("the model is gone");
        assertThat(failed.row().stopReason()).isEqualTo("error");
        assertThat(failed.row().error()).isEqualTo("the model is gone");
        ground.proves(failed.id());
        refused("fenced", session::finish);
    }

    @Test
    void onlyWhoHoldsSuchDebatesMayHoldThem() {
        String own = ground.create(request().set("preset", "ladder"));
        String other = ground.create(request());
        refused("precondition", () -> ground.start(own, "other"));
        refused("precondition", () -> ground.sessions.external(own, 1, ExternalFixture.SETTINGS));
        refused("precondition", () -> ground.sessions.open(other, "stoa", ExternalFixture.SETTINGS));
        assertThat(ground.sessions.get(other).status()).isEqualTo(SessionRow.Status.PENDING);
        refused("precondition", () -> ground.sessions.external(other, 1, ExternalFixture.SETTINGS));
        ExternalSession session = ground.start(other, "other");
        ground.hold(session);
        session.finish();
        refused("precondition", session::finish);
        refused("precondition", () -> session.turn(draft("ana", "Postgres", 0.9)));
        refused("precondition", () -> ground.start(other, "other"));
        ground.proves(other);
    }

    private static void refused(String code, ThrowingCallable act) {
        assertThatThrownBy(act)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
