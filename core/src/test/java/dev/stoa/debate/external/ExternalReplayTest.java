package dev.stoa.debate.external;

import static dev.stoa.debate.external.ExternalFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.Page;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.DebateTurns;
import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.proof.ReplayReport;
import dev.stoa.debate.proof.ReplayReport.Mismatch;
import dev.stoa.debate.proof.StateReport;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.outcome.HypotheticalCount;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.VotingRule;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.TurnOutline;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What replay finds in the record of a debate that another engine held. */
@OnBothDatabases
class ExternalReplayTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    /** A change behind the back of the program, the check that finds it, and the turn whose event it names; 0 if any. */
    private record Change(String sql, String check, int turn) {}

    private static final List<Change> CHANGES = List.of(
            new Change("UPDATE debate_turns SET content = 'other' WHERE turn_seq = 2", "chain", 2),
            new Change("UPDATE debate_turns SET visible_turns = '[1]' WHERE turn_seq = 6", "chain", 6),
            new Change("UPDATE debate_turns SET confidence = 0.1 WHERE turn_seq = 1", "steps", 1),
            new Change("UPDATE debate_turns SET option_key = 'A' WHERE turn_seq = 2", "ballots", 0),
            new Change(
                    "UPDATE debate_turns SET parsed = '{\"answer\":\"Redis\",\"confidence\":0.6,\"reasoning\":\"so\"}'"
                            + " WHERE turn_seq = 2",
                    "steps",
                    2),
            new Change("UPDATE debate_options SET label = 'Files' WHERE option_key = 'A'", "ballots", 0),
            new Change(
                    "UPDATE debate_ballots SET choice = 'B' WHERE stage = 'final' AND agent_id = 'cy'", "ballots", 0),
            new Change("UPDATE debate_ballots SET weight = weight + 1 WHERE stage = 'draft'", "ballots", 0),
            new Change("DELETE FROM debate_flips", "ballots", 0),
            new Change(
                    "UPDATE debate_sessions SET outcome = '{\"winner\":\"B\"}' WHERE status = 'completed'", "steps", 0),
            new Change("UPDATE debate_sessions SET stop_reason = 'stable'", "steps", 0));

    @Test
    void whateverIsChangedIsNamedByItsCheckAndItsSequence() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            for (Change change : CHANGES) {
                ExternalSession session = ground.start(request());
                ground.hold(session);
                session.finish();
                assertThat(ground.replay(session.session()).mismatches()).isEmpty();

                ReplayReport report = ground.tampered(session.session(), change.sql());

                assertThat(report.ok()).as(change.sql()).isFalse();
                Mismatch first = report.mismatches().getFirst();
                assertThat(report.mismatches())
                        .as(change.sql())
                        .extracting(Mismatch::check)
                        .contains(change.check());
                if (change.turn() > 0) {
                    assertThat(first.seq()).as(change.sql()).isEqualTo(storedAt(ground, session, change.turn()));
                }
            }
        }
    }

    private static long storedAt(ExternalFixture ground, ExternalSession session, int turn) {
        return DebateEvents.over(ground.archive).all(session.session()).stream()
                .filter(event -> event.kind().equals("turn_stored")
                        && Objects.equals(event.data().get("turn_seq"), (long) turn))
                .findFirst()
                .orElseThrow()
                .seq();
    }

    @Test
    void aThreadThatIsInterruptedReadsNoFurther() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            ground.hold(ground.start(request()));
            ground.hold(ground.start(request()));
            List<Long> proved = new ArrayList<>();
            assertThatThrownBy(() -> ground.archive.read(tx -> Replay.FINDER.violations(tx, 10, (what, done, all) -> {
                        proved.add(done);
                        Thread.currentThread().interrupt();
                    })))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("the replay was stopped");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(proved).containsExactly(1L);
        }
    }

    @Test
    void codeThatWasChangedShows() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            for (String change : List.of(
                    "UPDATE code_versions SET code = 'x' WHERE version_number = 2",
                    "UPDATE code_versions SET diff_from_previous = '' WHERE version_number = 2",
                    "UPDATE code_versions SET parent_version = NULL WHERE version_number = 2",
                    "UPDATE code_versions SET test_pass_rate = 0.25 WHERE version_number = 1",
                    "UPDATE code_test_results SET status = 'error' WHERE status = 'failed'",
                    "UPDATE debate_checks SET status = 'passed' WHERE status = 'failed'")) {
                ExternalSession session = ground.start(request()
                        .set(
                                "code",
                                Map.of("language", "java", "tests", List.of(Map.of("name", "t", "body", "assert")))));
                ExternalTurn draft = ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "ana");
                session.version(ExternalVersion.of(draft.code("a\nb\n", 0.5))
                        .results(List.of(new TestVerdict("t", "failed", 1, "no"))));
                session.version(ExternalVersion.of(draft.at(0, 2)
                                .content("a\nc\n")
                                .parsed(
                                        ReplyKind.POSITION,
                                        Map.of(
                                                "code",
                                                "a\nc\n",
                                                "confidence",
                                                0.5,
                                                "reflection",
                                                Map.of("root_cause", "b", "change", "c")))
                                .seeing(List.of(1)))
                        .results(List.of(new TestVerdict("t", "passed", 1, null))));
                session.turn(ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "bo")
                        .content("B")
                        .option("B", 0.5));
                session.finish();
                assertThat(ground.replay(session.session()).mismatches()).isEmpty();

                assertThat(ground.tampered(session.session(), change).ok())
                        .as(change)
                        .isFalse();
            }
        }
    }

    @Test
    void anOutlineSaysTheSameAsTheTurnsFromANumberOnWithoutTheirContents() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            ExternalSession session = ground.start(request());
            ground.hold(session);
            DebateTurns turns = DebateTurns.over(ground.archive);
            List<DebateTurn> all = turns.all(session.session());

            Page<TurnOutline> window = turns.outline(session.session(), 2, Page.Request.first(3));

            assertThat(window.items()).extracting(TurnOutline::turnSeq).containsExactly(2, 3, 4);
            assertThat(turns.outline(session.session(), 2, new Page.Request(1, window.next()))
                            .items())
                    .extracting(TurnOutline::turnSeq)
                    .containsExactly(5);
            for (TurnOutline outline :
                    turns.outline(session.session(), 1, Page.Request.first()).items()) {
                DebateTurn turn = all.get(outline.turnSeq() - 1);
                Map<String, @Nullable Object> shown = new LinkedHashMap<>(outline.document());
                assertThat(shown.remove("excerpt")).isEqualTo(turn.answer());
                assertThat(shown.remove("cited")).isEqualTo(0L);
                assertThat(turn.document()).containsAllEntriesOf(shown);
                assertThat(shown).doesNotContainKeys("content", "prompt", "parsed");
            }
            assertThat(turns.page(session.session(), 4, Page.Request.first(1)).items())
                    .containsExactly(all.get(3));
        }
    }

    @Test
    void steppingThroughADebateShowsWhatAFreshReaderSeesAndNothingStoredLater() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            ExternalSession session = ground.start(request());
            Replay kept = Replay.over(ground.archive);
            session.turn(ExternalFixture.draft("ana", "Postgres", 0.9));
            int early = ground.kinds(session.session()).size();
            StateReport then = kept.stateAt(session.session(), early);
            assertThat(then.turns()).isOne();
            ground.hold(ground.start(request()));
            session.turn(ExternalFixture.draft("bo", "Redis", 0.6));
            session.turn(ExternalFixture.draft("cy", "redis!", 0.5));
            session.finish();
            int events = ground.kinds(session.session()).size();

            for (int seq = events; seq > 0; seq--) {
                StateReport state = kept.stateAt(session.session(), seq);
                DebateRecord fresh = Replay.over(ground.archive).asOf(session.session(), seq);
                assertThat(state.turns()).isEqualTo(fresh.turns().size());
                assertThat(state.labels()).isEqualTo(fresh.labels());
                assertThat(state.counts()).hasSize(fresh.counts().size());
                assertThat(state.completedRounds()).isEqualTo(fresh.completedRounds());
                assertThat(state.marks().sides()).isEqualTo("ABB".substring(0, state.turns()));
                assertThat(state.marks().seats()).isEqualTo("abc".substring(0, state.turns()));
                assertThat(state.marks().rounds()).isEqualTo(List.of(1).subList(0, Math.min(1, state.turns())));
            }
            StateReport later = kept.stateAt(session.session(), early);
            assertThat(later.events()).as("how many there are by now").isEqualTo(events);
            assertThat(later)
                    .usingRecursiveComparison()
                    .ignoringFields("events")
                    .isEqualTo(then);
            assertThatThrownBy(() -> kept.stateAt(session.session(), events + 1))
                    .hasMessageContaining("1 to " + events);
        }
    }

    @Test
    void itTellsWhatOtherRulesOfCountingWouldHaveGiven() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            ExternalSession session = ground.start(request());
            ground.hold(session);
            session.finish();
            ReplayReport report = Replay.over(ground.archive)
                    .replay(session.session(), new HypotheticalCount(VotingRule.UNANIMOUS, null, null));

            assertThat(report.ok()).isTrue();
            assertThat(report.document())
                    .containsEntry("steps", "ok")
                    .containsEntry("visibility", "ok")
                    .containsEntry("outcome", "identical");
            assertThat(Objects.requireNonNull(report.hypothetical()))
                    .containsEntry("no_winner_reason", "not_unanimous");
            assertThat(Replay.over(ground.archive).asOf(session.session(), 8).turns())
                    .hasSize(2);
        }
    }
}
