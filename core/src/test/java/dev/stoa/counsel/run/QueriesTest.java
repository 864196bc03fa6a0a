package dev.stoa.counsel.run;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class QueriesTest {
    private static final Fields FIELDS = Fields.builtIn();
    private static final Routing ROUTING = Routing.over(FIELDS, Embedder.off());

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ConversationFixture fixture;
    private Queries queries;
    private ModelRuns runs;

    @BeforeEach
    void open() {
        fixture = ConversationFixture.on(dialect, folder);
        queries = Queries.over(fixture.context());
        runs = ModelRuns.over(fixture.context());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static QueryDraft draft(@Nullable String id) {
        return new QueryDraft(
                id, "How many?", Level.BALANCED, null, null, null, Panel.wanted(List.of(), null, List.of(), false));
    }

    private Query routed(String id, String... members) {
        queries.receive(ME, draft(id), Queries.Also.NOTHING);
        List<Panel.Member> all = java.util.Arrays.stream(members)
                .map(name -> new Panel.Member(name, "m:" + name, .65, 0, 0, false, null))
                .toList();
        return queries.route(
                ME,
                id,
                ROUTING.forced("general"),
                Panel.wanted(List.of(), null, List.of(), false).of(all, List.of(), 0));
    }

    private static RunDraft run(String specialist, RunStatus status) {
        return new RunDraft(
                specialist,
                "m:" + specialist,
                Round.ANSWER,
                status,
                null,
                "It is 4.",
                .5,
                .8,
                List.of(),
                0,
                0,
                3,
                4,
                Map.of(),
                null,
                false);
    }

    private boolean store(String id, String specialist, RunStatus status) {
        return queries.store(ME, id, FIELDS.get("general"), run(specialist, status), Queries.Also.NOTHING);
    }

    private static ModelRuns.Scored scored(String specialist, double transfer, boolean winner) {
        return new ModelRuns.Scored(specialist, new Utility.Scores(.7, .8, .1, .6), .8, .5, .65, transfer, winner);
    }

    private Queries.Done answer(String id, double transfer, @Nullable Double reviewed, String decidedBy) {
        if (!queries.get(ME, id).state().isOver()) {
            queries.move(ME, id, QueryState.ROUTED, QueryState.DECIDING, null, null);
        }
        return queries.answer(
                ME,
                id,
                new Answered(
                        "It is 4.",
                        "a",
                        .6,
                        .8,
                        1,
                        Label.MEDIUM,
                        null,
                        List.of(),
                        decidedBy,
                        "panel",
                        List.of("a"),
                        List.of(),
                        List.of(scored("a", transfer, true)),
                        reviewed),
                Queries.Also.NOTHING);
    }

    private Reliability.Stats stats(String specialist) {
        return queries.known(ME, List.of(Map.entry(specialist, "m:" + specialist)), "general")
                .getFirst()
                .byField()
                .getOrDefault("general", Reliability.Stats.NONE);
    }

    @Test
    void everyStepHappensOnce() {
        Query query = routed("q", "a");
        assertThat(queries.receive(ME, draft("q"), Queries.Also.NOTHING)).isEqualTo(query);
        assertThat(queries.route(ME, "q", ROUTING.forced("law"), query.panel()).field())
                .isEqualTo("general");
        assertThat(store("q", "a", RunStatus.OK)).isTrue();
        assertThat(store("q", "a", RunStatus.ERROR)).isFalse();
        assertThat(stats("a").runs()).isEqualTo(1);
        Queries.Done first = answer("q", 0, null, "vcg");
        Queries.Done again = answer("q", -.5, null, "vcg");
        assertThat(again.answer()).isEqualTo(first.answer());
        assertThat(again.auditSeq()).isEqualTo(first.auditSeq()).isNotNull();
        assertThat(fixture.value("SELECT count(*) FROM messages")).isEqualTo("2");
        assertThat(fixture.value("SELECT query_count FROM sessions")).isEqualTo("1");
    }

    @Test
    void aQueryThatIsOverRefusesEverything() {
        routed("q", "a");
        queries.end(ME, "q", QueryState.FAILED, "no_answer", "a failed");
        assertThatExceptionOfType(ConflictException.class)
                .isThrownBy(() -> store("q", "a", RunStatus.OK))
                .withMessage("query is failed: a failed");
        assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> queries.cancel(ME, "q"));
        assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> answer("q", 0, null, "vcg"));
        assertThat(queries.end(ME, "q", QueryState.FAILED, "no_answer", "again").error())
                .isEqualTo("a failed");
    }

    @Test
    void theStatesAreThoseOfTheTable() {
        assertThat(QueryState.RECEIVED.leadsTo(QueryState.DECIDING)).isFalse();
        assertThat(QueryState.ROUTED.leadsTo(QueryState.BLOCKED)).isTrue();
        assertThat(QueryState.DECIDING.leadsTo(QueryState.BLOCKED)).isFalse();
        assertThat(QueryState.REVIEWING.leadsTo(QueryState.DEBATING)).isFalse();
        for (QueryState over :
                List.of(QueryState.ANSWERED, QueryState.BLOCKED, QueryState.FAILED, QueryState.CANCELLED)) {
            for (QueryState next : QueryState.values()) {
                assertThat(over.leadsTo(next)).isFalse();
            }
        }
        for (QueryState open : List.of(
                QueryState.RECEIVED,
                QueryState.ROUTED,
                QueryState.DECIDING,
                QueryState.REVIEWING,
                QueryState.DEBATING)) {
            assertThat(open.leadsTo(QueryState.CANCELLED)).isTrue();
        }
    }

    @Test
    void whatWeighsMoreReplacesWhatWeighsLessAndTheNewerTheOlder() {
        routed("q", "a");
        store("q", "a", RunStatus.OK);
        Queries.Done done = answer("q", -.5, .5, "vcg");
        // A review weighs half, times one and a half because the answer turned the decision.
        assertThat(stats("a")).isEqualTo(new Reliability.Stats(1, .75, .375));

        assertThat(runs.feedback(ME, done.answer().messageId(), false).outcome())
                .isZero();
        assertThat(stats("a")).isEqualTo(new Reliability.Stats(1, 1.5, 0));
        assertThat(runs.feedback(ME, done.answer().messageId(), true).runId())
                .isEqualTo(done.runs().getFirst().runId());
        assertThat(stats("a")).isEqualTo(new Reliability.Stats(1, 1.5, 1.5));

        runs.recordOutcome(ME, done.runs().getFirst().runId(), Outcome.blocked());
        assertThat(stats("a").outcomes()).isCloseTo(1.5, within(1e-12));
    }

    @Test
    void aDebatesAnswerGivesNoRunAnOutcome() {
        routed("q", "a");
        store("q", "a", RunStatus.OK);
        Queries.Done done = answer("q", 0, 1.0, "debate");

        assertThat(runs.feedback(ME, done.answer().messageId(), true).runId()).isNull();
        assertThat(stats("a")).isEqualTo(new Reliability.Stats(1, 0, 0));
    }

    @Test
    void aBlockedRunHasAnOutcome() {
        routed("q", "a");
        store("q", "a", RunStatus.BLOCKED);
        assertThat(stats("a")).isEqualTo(new Reliability.Stats(1, .5, 0));
    }

    @Test
    void oldQueriesThatWereInterruptedFail() {
        routed("old", "a");
        fixture.clock().advance(Duration.ofSeconds(601));
        routed("young", "a");

        assertThat(queries.expire(ME)).extracting(Query::queryId).containsExactly("old");
        assertThat(queries.get(ME, "old").error()).isEqualTo("interrupted");
        assertThat(queries.open(ME)).extracting(Query::queryId).containsExactly("young");
    }

    @Test
    void theQueriesOfAnotherUserDoNotExist() {
        routed("q", "a");
        var eve = ConversationFixture.user("eve");
        assertThatExceptionOfType(NotFoundException.class).isThrownBy(() -> queries.get(eve, "q"));
        assertThatExceptionOfType(NotFoundException.class).isThrownBy(() -> queries.cancel(eve, "q"));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> queries.receive(eve, draft("q"), Queries.Also.NOTHING));
        assertThat(queries.open(eve)).isEmpty();
        assertThat(queries.sessionFields(ME, queries.get(ME, "q").sessionId())).containsKey("general");
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(
                        () -> queries.sessionFields(eve, queries.get(ME, "q").sessionId()));
    }

    @Test
    void brokenRunsAreFound() {
        routed("q", "a");
        store("q", "a", RunStatus.OK);
        answer("q", 0, null, "vcg");
        assertThat(violations()).isEmpty();
        for (String broken : List.of(
                "UPDATE specialist_stats SET runs = 2",
                "UPDATE specialist_stats SET weight_sum = 1",
                "UPDATE model_runs SET vcg_winner = 0",
                "UPDATE model_runs SET clarke_transfer = 0.1",
                "UPDATE model_runs SET status = 'blocked'",
                "UPDATE queries SET answer_id = question_id",
                "UPDATE queries SET state = 'failed'")) {
            assertThatExceptionOfType(Undone.class)
                    .isThrownBy(() -> fixture.archive().write(tx -> {
                        tx.update(broken);
                        assertThat(List.of(RunInvariants.ANSWERS, RunInvariants.STATS, RunInvariants.BLOCKED).stream()
                                        .flatMap(sql -> tx.list(sql, row -> row.text(1)).stream()))
                                .as(broken)
                                .isNotEmpty();
                        throw new Undone();
                    }));
        }
    }

    /** Takes a change back. */
    private static final class Undone extends RuntimeException {}

    private List<String> violations() {
        return fixture.archive()
                .read(tx -> List.of(RunInvariants.ANSWERS, RunInvariants.STATS, RunInvariants.BLOCKED).stream()
                        .flatMap(sql -> tx.list(sql, row -> row.text(1)).stream())
                        .toList());
    }
}
