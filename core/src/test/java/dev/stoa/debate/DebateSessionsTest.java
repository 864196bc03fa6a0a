package dev.stoa.debate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.DebateLessons;
import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.GateRow;
import dev.stoa.debate.session.OptionRow;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.OutboxRow;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.debate.session.Termination;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.Remains;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What is read of debates, and how they are cancelled, deleted and pruned, on both backends. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class DebateSessionsTest {
    private static final List<String> TABLES = List.of(
            "debate_sessions",
            "debate_turns",
            "code_versions",
            "debate_options",
            "debate_ballots",
            "debate_flips",
            "debate_checks",
            "debate_gates",
            "debate_events",
            "code_tests",
            "code_test_results",
            "debate_outbox",
            "debate_grades",
            "debate_lesson_sources",
            "debate_lesson_uses");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private Place place;
    private Archive archive;
    private DebateSessions sessions;
    private DebateFixture fixture;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        sessions = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons());
        fixture = new DebateFixture(archive, clock);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    @DisplayName("Turns must come back in protocol order (dehallucination before adversarial), whatever their"
            + " timestamps or the alphabet.")
    void turnsComeBackInProtocolOrder() {
        String id = fixture.running();
        fixture.turn(id, 3, 2, "critique", 4, "ana");
        fixture.turn(id, 2, 1, "adversarial", 7, "ana");
        clock.advance(Duration.ofHours(1));
        fixture.turn(id, 1, 1, "dehallucination", 1, "bo");
        DebateTurns turns = DebateTurns.over(archive);

        assertThat(turns.all(id))
                .extracting(turn -> turn.phase().text())
                .containsExactly("dehallucination", "adversarial", "critique");
        Page<DebateTurn> first = turns.page(id, Page.Request.first(2));
        assertThat(first.items()).extracting(DebateTurn::turnSeq).containsExactly(1, 2);
        assertThat(turns.page(id, new Page.Request(2, first.next())).items())
                .extracting(DebateTurn::turnSeq)
                .containsExactly(3);
    }

    @Test
    @DisplayName("History must contain failed and cancelled sessions; both ends of a date range must filter.")
    void historyContainsEverySessionAndBothEndsOfARangeFilter() {
        List<String> made = new ArrayList<>();
        for (int day = 0; day < 4; day++) {
            made.add(fixture.running());
            clock.advance(Duration.ofDays(1));
        }
        sessions.cancel(made.get(1), "ana");
        archive.write(tx -> {
            Termination.fail(tx, made.get(2), StopReason.ERROR, "boom", clock.instant());
            return 0;
        });

        assertThat(ids(SessionFilter.all())).isEqualTo(made);
        assertThat(ids(SessionFilter.all().withStatus(SessionRow.Status.FAILED)))
                .containsExactly(made.get(2));
        assertThat(ids(SessionFilter.all().withStatus(SessionRow.Status.CANCELLED)))
                .containsExactly(made.get(1));
        assertThat(ids(SessionFilter.all()
                        .within(Instant.parse("2026-01-02T00:00:00Z"), Instant.parse("2026-01-04T00:00:00Z"))))
                .containsExactly(made.get(1), made.get(2));
    }

    @Test
    void pagesConcatenateToTheListAlsoWhereTimesAreEqual() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.add(fixture.pending());
        }
        List<String> read = new ArrayList<>();
        String cursor = null;
        do {
            Page<DebateSession> page = sessions.list(SessionFilter.all(), new Page.Request(3, cursor));
            page.items().forEach(session -> read.add(session.id()));
            cursor = page.next();
        } while (cursor != null);

        assertThat(read).isEqualTo(made);
    }

    @Test
    void everyFilterFilters() {
        String other = fixture.session("law", "d2");
        String done = fixture.completed();

        assertThat(ids(SessionFilter.all().withDomain("law"))).containsExactly(other);
        assertThat(ids(SessionFilter.all().withPreset("classic"))).isEmpty();
        assertThat(ids(SessionFilter.all().withCorrect(true))).containsExactly(done);
        assertThat(ids(SessionFilter.all().withCorrect(false))).isEmpty();
        assertThat(ids(SessionFilter.all().withMinConsensus(0.75))).containsExactly(done);
        assertThat(ids(SessionFilter.all().withMinConsensus(0.76))).isEmpty();
        assertThat(ids(SessionFilter.all().withAgent("bo"))).containsExactly(other, done);
        assertThat(ids(SessionFilter.all().withAgent("b"))).isEmpty();
    }

    @Test
    void aDebateIsFoundByTheWordsOfItsQuestion() {
        String policy = fixture.session("general", "d1", "Which cache policies are safest for Zürich?");
        String friday = fixture.session("general", "d2", "Ship on Friday, or wait for the cache?");
        String other = fixture.session("law", "d3", "Is 91 prime?");

        assertThat(found("cache")).containsExactly(policy, friday);
        assertThat(found("caching policy")).as("every word, by its stem").containsExactly(policy);
        assertThat(found("ZURICH")).as("whatever the case and the accents").containsExactly(policy);
        assertThat(found("frid")).as("the last as a beginning").containsExactly(friday);
        assertThat(found("frid cache")).as("the last alone").isEmpty();
        assertThat(found("91")).containsExactly(other);
        assertThat(found("\"cache\" OR prime) NOT (friday*")).isEmpty();
        assertThat(ids(SessionFilter.all().withWords("cache").withDomain("law")))
                .isEmpty();
        assertThat(sessions.newest(SessionFilter.all().withWords("cache"), Page.Request.first(1))
                        .items())
                .extracting(DebateSession::id)
                .containsExactly(friday);
        assertThatThrownBy(() -> found("the of ?!"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("words has no word to search for");
        assertThatThrownBy(() -> found("x".repeat(1_001)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("words");
    }

    @Test
    void theIndexOfQuestionsIsMadeAgainFromTheSessions() {
        for (int i = 0; i < 3; i++) {
            fixture.session("general", "d" + i, "question number " + i);
        }
        archive.write(tx ->
                tx.update(dialect.pick("DELETE FROM debate_topics_fts", "UPDATE debate_sessions SET search = NULL")));
        assertThat(found("question")).isEmpty();

        archive.write(tx -> {
            TopicIndex.rebuild(tx);
            return 0;
        });

        assertThat(found("question")).hasSize(3);
        assertThat(found("number 2")).hasSize(1);
    }

    private List<String> found(String words) {
        return ids(SessionFilter.all().withWords(words));
    }

    @Test
    void aDebateIsFoundByItsIdItsEndAndItsDebateId() {
        String first = fixture.session("general", "caching");
        clock.advance(Duration.ofSeconds(1));
        String second = fixture.session("general", "caching");

        assertThat(sessions.get(first).id()).isEqualTo(first);
        assertThat(sessions.get(first.substring(28)).id()).isEqualTo(first);
        assertThat(sessions.get("caching").id()).isEqualTo(second);
        fixture.session("general", "another");
        assertThat(ids(SessionFilter.all().withDebateId("caching"))).containsExactly(first, second);
        assertThat(ids(SessionFilter.all().withDebateId("cach"))).isEmpty();
        assertThatThrownBy(() -> sessions.get("nothing")).isInstanceOf(NotFoundException.class);
        String same = "-0000-7000-8000-0000" + first.substring(28);
        other("00000000" + same);
        ambiguous(first, "00000000" + same + ", " + first);
        List<String> named = new ArrayList<>(List.of("00000000" + same));
        for (int i = 1; i < 12; i++) {
            named.add("0000000" + Integer.toHexString(i) + same);
            other(named.getLast());
        }
        ambiguous(first, String.join(", ", named.subList(0, 10)));
    }

    private void other(String id) {
        archive.write(tx -> tx.update("INSERT INTO debate_sessions (id, debate_id, topic) VALUES (?, 'x', 't')", id));
    }

    private void ambiguous(String id, String told) {
        assertThatThrownBy(() -> sessions.get(id.substring(28)))
                .hasMessage("more than one debate ends in " + id.substring(28) + ": " + told)
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("ambiguous"));
    }

    @Test
    void aSessionShowsEverythingThatBelongsToIt() {
        DebateSession session = sessions.get(fixture.completed());

        assertThat(session.document())
                .containsEntry("tokens_in", 20L)
                .containsEntry("cost_usd", 1.0)
                .containsKeys("agents", "options", "gate", "grade", "learning", "config", "metadata");
        assertThat(session.options())
                .containsExactly(new OptionRow(session.id(), "A", "Redis", 1L, CheckStatus.PASSED));
        assertThat(session.learning()).isEqualTo(new Outbox.Counts(2, 0, 0));
        assertThat(session.agents()).extracting(agent -> agent.get("agent_id")).containsExactly("ana", "bo");
    }

    @Test
    @DisplayName("Cancel must fence off its runner; cancel on a finished debate must be refused.")
    void cancellingEndsADebateOnceAndIsRefusedOnAFinishedOne() {
        String id = fixture.running();
        String gate = fixture.gate(id, "wait", 0);

        DebateSession cancelled = sessions.cancel(id, "ana");
        sessions.cancel(id, "bo");

        assertThat(cancelled.status()).isEqualTo(SessionRow.Status.CANCELLED);
        assertThat(cancelled.row().runnerEpoch()).isEqualTo(2);
        assertThat(Gates.over(archive, clock).get(gate).status()).isEqualTo(GateRow.Status.WITHDRAWN);
        assertThat(DebateEvents.over(archive).all(id))
                .extracting(DebateEvent::kind)
                .containsExactly("debate_created", "debate_started", "gate_opened", "debate_cancelled");
        assertThat(Outbox.over(archive, clock).due(10))
                .extracting(OutboxRow::itemKey)
                .containsExactly("debate_completed:" + id);
        String done = fixture.completed();
        assertThatThrownBy(() -> sessions.cancel(done, "ana"))
                .isInstanceOfSatisfying(
                        ConflictException.class, e -> assertThat(e.code()).isEqualTo("precondition"));
    }

    @Test
    @DisplayName("Deleting a session must leave no row but its tombstone.")
    void deletingASessionLeavesNoRowButItsTombstone() {
        String id = fixture.completed();
        archive.write(tx -> {
            tx.update("""
                    INSERT INTO debate_lessons (id, seq, category, title, problem, solution, uses, successes, created_at,
                        refreshed_at, expires_at) VALUES ('l', 1, 'pattern', 't', 'p', 's', 1, 1, ?, ?, ?)""", clock.instant(), clock.instant(), clock.instant());
            tx.update("INSERT INTO debate_lesson_sources VALUES ('l', ?, 1, 'ballot')", id);
            return tx.update("INSERT INTO debate_lesson_uses VALUES (?, 'l', 1, 1, 'grade', ?)", id, clock.instant());
        });

        Tombstone stone = sessions.delete(id, "asked for");

        assertThat(stone.chainHead()).hasSize(64);
        for (String table : TABLES) {
            assertThat(archive.list("SELECT count(*) FROM " + table, row -> row.number(1)))
                    .as(table)
                    .containsExactly(0L);
        }
        assertThat(archive.list("SELECT session_id FROM debate_tombstones", row -> row.text(1)))
                .containsExactly(id);
        assertThat(archive.list("SELECT uses + successes FROM debate_lessons", row -> row.number(1)))
                .containsExactly(0L);
        String open = fixture.running();
        assertThatThrownBy(() -> sessions.delete(open, null)).isInstanceOf(ConflictException.class);
    }

    @Test
    void aDebateIsNamedForATextItHoldsAndAfterItsDeletionTheBytesAreNowhere() {
        String id = fixture.completed();
        fixture.completed();
        String secret = "the \"password\" is hunter2zyx";
        archive.write(tx -> {
            tx.update("UPDATE debate_outbox SET status = 'done', done_at = ?", clock.instant());
            TopicIndex.remove(tx, id);
            tx.update("UPDATE debate_sessions SET topic = ? WHERE id = ?", "About " + secret, id);
            TopicIndex.put(tx, id, "About " + secret);
            return id;
        });
        assertThat(found("hunter2zyx")).containsExactly(id);
        assertThat(sessions.holding(List.of("first line\n" + secret + "\nlast")))
                .containsExactly(id);
        assertThat(sessions.holding(List.of("hunter3", ""))).isEmpty();

        sessions.delete(id, null);

        assertThat(found("hunter2zyx")).isEmpty();
        assertThat(sessions.holding(List.of(secret))).isEmpty();
        assertThat(Remains.of("hunter2zyx", dialect, folder, archive)).isEmpty();
    }

    @Test
    void pruningKeepsWhatIsToBeTaughtOrKept() {
        String taught = fixture.completed();
        String keep = fixture.completed();
        String untaught = fixture.completed();
        archive.write(tx -> {
            tx.update(
                    "UPDATE debate_outbox SET status = 'done', done_at = ? WHERE session_id <> ?",
                    clock.instant(),
                    untaught);
            return tx.update("UPDATE debate_sessions SET metadata = '{\"keep\":true}' WHERE id = ?", keep);
        });

        assertThat(sessions.prune(1)).isZero();
        clock.advance(Duration.ofDays(2));

        assertThat(sessions.prunable(1)).isEqualTo(1);
        assertThat(sessions.prune(1)).isEqualTo(1);
        assertThat(ids(SessionFilter.all())).containsExactly(keep, untaught).doesNotContain(taught);
        assertThat(sessions.dropPrompts(1)).isEqualTo(4);
        assertThat(DebateTurns.over(archive).all(keep))
                .extracting(DebateTurn::prompt)
                .containsOnlyNulls();
    }

    @Test
    void theNewestComeFirstWhereThatIsAskedForPageByPage() {
        String first = fixture.completed();
        clock.advance(Duration.ofSeconds(1));
        String second = fixture.completed();
        clock.advance(Duration.ofSeconds(1));
        String third = fixture.completed();

        Page<DebateSession> page = sessions.newest(SessionFilter.all(), Page.Request.first(2));
        assertThat(page.items()).extracting(session -> session.row().id()).containsExactly(third, second);
        page = sessions.newest(SessionFilter.all(), new Page.Request(2, page.next()));
        assertThat(page.items()).extracting(session -> session.row().id()).containsExactly(first);
        assertThat(page.next()).isNull();
    }

    @Test
    void aRunningDebateWithoutALiveLeaseIsRecoverable() {
        String id = fixture.running();

        assertThat(sessions.recoverable(clock.instant())).isEmpty();
        clock.advance(Duration.ofSeconds(31));

        assertThat(sessions.recoverable(clock.instant()))
                .extracting(SessionRow::id)
                .containsExactly(id);
    }

    @Test
    void nothingFrequentScansATable() {
        if (dialect != Dialect.SQLITE) {
            return;
        }
        assertSearched(DebateTurns.AFTER, "s", 0, 10);
        assertSearched(DebateEvents.AFTER, "s", 0, 10);
        assertSearched(EventLog.MOVE, 1, "h", "t", "s");
        assertSearched(DebateSessions.recoverable(dialect), "t");
        List<@Nullable Object> params = new ArrayList<>();
        String sql = DebateSessions.listSql(
                SessionFilter.all().withDomain("law"), Page.Request.first(), false, dialect, params);
        assertSearched(sql, params.toArray());
    }

    private void assertSearched(String sql, @Nullable Object... params) {
        assertThat(archive.list("EXPLAIN QUERY PLAN " + sql, row -> row.text(4), params))
                .as(sql)
                .noneMatch(line -> line.startsWith("SCAN"));
    }

    private List<String> ids(SessionFilter filter) {
        return sessions.list(filter, Page.Request.first()).items().stream()
                .map(DebateSession::id)
                .toList();
    }
}
