package dev.stoa.debate.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.DebateLessons;
import dev.stoa.base.Page;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateFixture;
import dev.stoa.debate.DebateSessions;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What is left to be taught: in which order, how often it is tried, and when it is given up, on both backends. */
@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class OutboxTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at(START.toString());
    private Place place;
    private Archive archive;
    private DebateFixture fixture;
    private Outbox outbox;
    private String session;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, DebateArchive.SCHEMA);
        archive = place.open(DebateArchive.SCHEMA, StorageSettings.defaults(), clock);
        fixture = new DebateFixture(archive, clock);
        outbox = Outbox.over(archive, clock);
        session = fixture.pending();
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void theBacklogIsCountedByIndexes() {
        assertThat(outbox.backlog())
                .isEqualTo(new Outbox.Backlog(
                        outbox.counts().pending(), outbox.counts().dead()));
        if (dialect == Dialect.SQLITE) {
            assertThat(archive.list("EXPLAIN QUERY PLAN " + Outbox.LEFT, row -> row.text(4)))
                    .filteredOn(line -> line.contains("debate_outbox"))
                    .hasSize(2)
                    .allMatch(line -> line.contains("idx_debate_outbox_"));
            assertThat(archive.list("EXPLAIN QUERY PLAN " + Outbox.DEAD, row -> row.text(4), 0, 9))
                    .allMatch(line -> line.contains("idx_debate_outbox_dead"));
        }
    }

    @Test
    void whatIsDueIsFoundAmongWhatWaits() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        assertPlan("idx_debate_outbox_pending", Outbox.due(dialect, false, 2), 0, 0, "a", "b", 10);
        assertPlan("idx_debate_outbox_session", Outbox.due(dialect, true, 2), 0, 0, "a", "b", session, 10);
        assertPlan("idx_debate_outbox_pending", Outbox.left(dialect, "pending", 2), "a", "b");
        assertPlan("idx_debate_outbox_dead", Outbox.left(dialect, "dead", 2), "a", "b");
        assertPlan("idx_debate_outbox_session", Outbox.unapplied(dialect), session, "a", 7);
    }

    private void assertPlan(String index, String sql, Object... params) {
        assertThat(archive.list("EXPLAIN QUERY PLAN " + sql, row -> row.text(4), params))
                .filteredOn(line -> line.contains("debate_outbox"))
                .singleElement()
                .asString()
                .contains(index);
    }

    @Test
    void aRowIsStoredWithTheHashOfItsPayloadAndIsDueAtOnce() {
        Map<String, @Nullable Object> payload = Json.object("b", 0.1234567891, "a", List.of("ü", 1), "none", null);

        put("consensus", "k", payload);

        OutboxRow row = outbox.due(10).getFirst();
        assertThat(row)
                .returns(session, OutboxRow::sessionId)
                .returns("consensus", OutboxRow::target)
                .returns("k", OutboxRow::itemKey)
                .returns("pending", OutboxRow::status)
                .returns(0, OutboxRow::attempts)
                .returns(START, OutboxRow::nextAttemptAt)
                .returns(START, OutboxRow::createdAt)
                .returns(null, OutboxRow::doneAt)
                .returns(null, OutboxRow::lastError);
        assertThat(row.payloadSha256())
                .isEqualTo(Digest.sha256("{\"a\":[\"ü\",1],\"b\":0.123456789,\"none\":null}"))
                .isEqualTo(Json.sha256(row.payload()));
    }

    @Test
    void aKeyOfATargetIsStoredOnce() {
        put("consensus", "k", Map.of("n", 1));
        put("consensus", "k", Map.of("n", 2));
        put("match", "k", Map.of("n", 3));

        assertThat(outbox.due(10))
                .extracting(row -> String.valueOf(row.payload()))
                .containsExactly("{n=1}", "{n=3}");
    }

    @Test
    void aRowIsStoredWithWhatItTellsOfOrNotAtAll() {
        assertThatThrownBy(() -> archive.write(tx -> {
                    Outbox.put(tx, session, "consensus", "k", Map.of(), clock.instant());
                    throw new IllegalStateException("the outcome is not stored");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(outbox.due(10)).isEmpty();
    }

    @Test
    void rowsComeInTheOrderInWhichTheyWereStored() {
        String other = fixture.pending();
        List<String> keys = List.of("zz", "m", "a", "y", "b");
        for (String key : keys) {
            put("consensus", key, Map.of());
            clock.advance(Duration.ofSeconds(-1));
        }
        archive.write(tx -> {
            Outbox.put(tx, other, "match", "other", Map.of(), START.minusSeconds(60));
            return null;
        });
        clock.advance(Duration.ofMinutes(1));

        assertThat(outbox.due(3)).extracting(OutboxRow::itemKey).containsExactly("zz", "m", "a");
        List<OutboxRow> all = outbox.due(10);
        assertThat(all).extracting(OutboxRow::itemKey).containsExactly("zz", "m", "a", "y", "b", "other");
        assertThat(all).extracting(OutboxRow::seq).isSorted().doesNotHaveDuplicates();
        long third = all.get(2).seq();
        assertThat(outbox.due(null, List.of("match", "consensus"), third, 2))
                .extracting(OutboxRow::itemKey)
                .containsExactly("y", "b");
        assertThat(outbox.due(null, List.of("match"), 0, 9))
                .extracting(OutboxRow::itemKey)
                .containsExactly("other");
        assertThat(outbox.due(session, List.of("match"), 0, 9)).isEmpty();
        assertThat(outbox.due(other, List.of("match", "consensus"), 0, 9)).hasSize(1);
        assertThat(outbox.due(null, List.of(), 0, 9)).isEmpty();
    }

    @Test
    void eachFailureDoublesThePauseToFiveMinutesAndTheTwelfthIsTheLast() {
        put("consensus", "k", Map.of());
        long seq = outbox.due(1).getFirst().seq();
        List<Long> pauses = new ArrayList<>();
        for (int attempt = 1; attempt <= 11; attempt++) {
            outbox.failed(seq, "no " + attempt);
            assertThat(outbox.counts(session)).isEqualTo(new Outbox.Counts(1, 0, 0));
            long pause = Math.min(300, 1L << attempt);
            clock.advance(Duration.ofSeconds(pause).minusMillis(1));
            assertThat(outbox.due(1)).as("before %s s", pause).isEmpty();
            clock.advance(Duration.ofMillis(1));
            assertThat(outbox.due(1))
                    .singleElement()
                    .returns(attempt, OutboxRow::attempts)
                    .returns("no " + attempt, OutboxRow::lastError)
                    .returns(clock.instant(), OutboxRow::nextAttemptAt);
            pauses.add(pause);
        }
        assertThat(pauses).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 300L);

        outbox.failed(seq, "no 12");

        clock.advance(Duration.ofDays(365));
        assertThat(outbox.due(1)).isEmpty();
        assertThat(outbox.counts()).isEqualTo(new Outbox.Counts(0, 0, 1));
        assertThat(outbox.backlog(null, List.of("consensus"))).isEqualTo(new Outbox.Backlog(0, 1));
        assertThat(outbox.backlog(session, List.of("match"))).isEqualTo(new Outbox.Backlog(0, 0));
        outbox.failed(seq, "no 13");
        assertThat(stored(seq)).isEqualTo("dead 12 no 12");
    }

    @Test
    void aRowWhoseArchiveDoesNotAnswerIsNeverGivenUp() {
        put("match", "k", Map.of());
        long seq = outbox.due(1).getFirst().seq();
        for (int attempt = 1; attempt <= 14; attempt++) {
            outbox.postponed(seq, "the server is gone");
            clock.advance(Duration.ofMinutes(5));
            assertThat(outbox.due(1)).singleElement().returns(Math.min(attempt, 11), OutboxRow::attempts);
        }
        outbox.failed(seq, "and then it was refused");
        assertThat(stored(seq)).isEqualTo("dead 12 and then it was refused");
    }

    @Test
    void whatWasGivenUpIsTriedAgainFromItsBeginning() {
        put("consensus", "dead", Map.of());
        put("consensus", "waiting", Map.of());
        long dead = outbox.due(2).getFirst().seq();
        long waiting = outbox.due(2).getLast().seq();
        die(dead);
        outbox.failed(waiting, "not yet");

        assertThat(outbox.dead(Page.Request.first()).items())
                .singleElement()
                .returns(dead, OutboxRow::seq)
                .returns("dead", row -> row.document().get("status"));
        assertThat(outbox.retryDead()).isEqualTo(1);
        assertThat(outbox.dead(Page.Request.first()).items()).isEmpty();

        assertThat(outbox.due(9)).singleElement().returns(dead, OutboxRow::seq).returns(0, OutboxRow::attempts);
        assertThat(stored(waiting)).isEqualTo("pending 1 not yet");
        assertThat(outbox.retryDead()).isZero();
        outbox.failed(dead, "again");
        clock.advance(Duration.ofSeconds(2));
        assertThat(outbox.due(9)).extracting(OutboxRow::itemKey).containsExactly("dead", "waiting");
    }

    @Test
    void aRowThatFailsHoldsUpNoOther() {
        put("consensus", "bad", Map.of());
        put("consensus", "good", Map.of());

        outbox.failed(outbox.due(1).getFirst().seq(), "no");

        assertThat(outbox.due(9)).extracting(OutboxRow::itemKey).containsExactly("good");
    }

    @Test
    void whatAnotherRowNeedsIsUnappliedUntilItIsDoneEvenIfItWasGivenUp() {
        put("predictions.add", "ana", Map.of());
        put("predictions.add", "bo", Map.of());
        put("predictions.resolve", "s", Map.of());
        put("predictions.add", "late", Map.of());
        List<OutboxRow> rows = outbox.due(9);
        List<Long> seqs = rows.stream().map(OutboxRow::seq).toList();
        long resolve = seqs.get(2);

        assertThat(outbox.unapplied(session, "predictions.add", resolve)).containsExactly(seqs.get(0), seqs.get(1));
        die(seqs.get(0));
        outbox.done(List.of(rows.get(1)));
        assertThat(outbox.unapplied(session, "predictions.add", resolve)).containsExactly(seqs.get(0));
        outbox.done(List.of(rows.get(0)));
        assertThat(outbox.unapplied(session, "predictions.add", resolve)).isEmpty();
        assertThat(outbox.unapplied(fixture.pending(), "predictions.add", Long.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void whatIsDoneStaysDoneAsItWasFirst() {
        put("consensus", "k", Map.of());
        OutboxRow row = outbox.due(1).getFirst();
        long seq = row.seq();
        outbox.failed(seq, "first it did not work");
        clock.advance(Duration.ofSeconds(5));
        outbox.done(List.of(row));
        Instant done = clock.instant();
        clock.advance(Duration.ofSeconds(5));

        outbox.done(List.of(row, row));
        outbox.failed(seq, "a slower loop was refused");
        outbox.retryDead();

        assertThat(stored(seq)).isEqualTo("done 1 null");
        assertThat(archive.one("SELECT done_at FROM debate_outbox", found -> found.instant(1)))
                .contains(done);
        assertThat(outbox.due(9)).isEmpty();
        assertThat(outbox.counts(session)).isEqualTo(new Outbox.Counts(0, 1, 0));
        put("consensus", "k", Map.of("once", "more"));
        assertThat(outbox.due(9))
                .as("a done row stays with its session, so its key is taken")
                .isEmpty();
    }

    @Test
    void rowsGoWithTheirSession() {
        put("consensus", "k", Map.of());
        outbox.done(outbox.due(1));
        DebateSessions sessions = DebateSessions.over(archive, clock, Ids.system(), new DebateLessons());
        sessions.cancel(session, "ana");
        assertThat(outbox.counts(session)).as("the cancel told the audit log").isEqualTo(new Outbox.Counts(1, 1, 0));

        archive.write(tx -> tx.update("DELETE FROM debate_sessions WHERE id = ?", session));

        assertThat(outbox.counts()).isEqualTo(new Outbox.Counts(0, 0, 0));
        assertThat(outbox.counts(session)).isEqualTo(new Outbox.Counts(0, 0, 0));
    }

    @Test
    void anErrorIsKeptWhateverItHolds() {
        put("consensus", "k", Map.of());
        long seq = outbox.due(1).getFirst().seq();

        outbox.failed(seq, "a\0b \uD83D");
        assertThat(stored(seq)).isEqualTo("pending 1 a b ?");

        outbox.failed(seq, "x".repeat(1_999) + "\uD83D\uDE00 and more");
        assertThat(stored(seq)).isEqualTo("pending 2 " + "x".repeat(1_999) + "\uD83D\uDE00");
    }

    private void put(String target, String key, Map<String, ? extends @Nullable Object> payload) {
        archive.write(tx -> {
            Outbox.put(tx, session, target, key, payload, clock.instant());
            return null;
        });
    }

    private void die(long seq) {
        for (int attempt = 0; attempt < 12; attempt++) {
            outbox.failed(seq, "no");
        }
    }

    private String stored(long seq) {
        return archive.one(
                        "SELECT status, attempts, last_error FROM debate_outbox WHERE seq = ?",
                        row -> row.text(1) + " " + row.integer(2) + " " + row.textOrNull(3),
                        seq)
                .orElseThrow();
    }
}
