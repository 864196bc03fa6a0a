package dev.stoa.society.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class FeedReaderTest extends TownFixture {
    private FeedReader feed;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        feed = town.feedReader();
        ana = town.agent("ana");
        bo = town.agent("bo");
    }

    private long newest() {
        return feed.extent().newest();
    }

    private List<String> kinds(Principal by, FeedQuery query) {
        return feed.read(by, query).events().stream()
                .map(event -> event.kind().text() + (event.gone() ? " gone" : ""))
                .toList();
    }

    private String note(Principal by, String text) {
        return town.notes().add(by, NoteDraft.of(text)).value().id();
    }

    @Test
    @DisplayName("Last-Event-ID resumes without loss or repeat")
    void readingResumesWithoutLossOrRepeat() {
        SplittableRandom random = new SplittableRandom(5);
        long start = newest();
        List<String> written = new ArrayList<>();
        List<String> read = new ArrayList<>();
        long at = start;
        for (int i = 0; i < 60; i++) {
            for (int n = random.nextInt(4); n > 0; n--) {
                written.add(note(ana, "note " + written.size()));
            }
            if (random.nextInt(3) > 0) {
                FeedReader.Told told = feed.read(ana, FeedQuery.after(at).limit(random.nextInt(1, 6)));
                assertThat(told.reset()).isFalse();
                told.events().forEach(event -> read.add(event.ref()));
                // A reader that was cut off resumes from the last it was told.
                at = random.nextBoolean() || told.events().isEmpty()
                        ? told.next()
                        : told.events().getLast().seq();
            }
        }
        boolean more = true;
        while (more) {
            FeedReader.Told told = feed.read(ana, FeedQuery.after(at).limit(7));
            told.events().forEach(event -> read.add(event.ref()));
            at = told.next();
            more = told.more();
        }
        assertThat(read).isEqualTo(written);
        assertThat(feed.read(ana, FeedQuery.after(at)))
                .isEqualTo(new FeedReader.Told(List.of(), false, newest(), false));
    }

    @Test
    void whoIsBehindWhatIsForgottenIsToldSoAndNobodyElseIs() {
        assertThat(feed.read(ana, FeedQuery.after(0)).reset()).isFalse();
        for (int i = 0; i < 20; i++) {
            note(ana, "note " + i);
        }
        long last = newest();
        long behind = last - 11;
        long just = last - 10;
        town.retention().forgetFeed(Duration.ofDays(7), 10, false);
        assertThat(feed.extent()).isEqualTo(new FeedReader.Extent(just, last));
        FeedReader.Told whole = feed.read(ana, FeedQuery.after(just));
        assertThat(whole.reset()).isFalse();
        assertThat(whole.events()).hasSize(10);
        for (long place : List.of(0L, behind)) {
            FeedReader.Told told = feed.read(ana, FeedQuery.after(place));
            assertThat(told.reset()).isTrue();
            assertThat(told.events()).isEqualTo(whole.events());
        }
        assertThat(feed.read(ana, FeedQuery.after(last)).reset()).isFalse();
        // A backup that was put in its place knows less than the reader.
        assertThat(feed.read(ana, FeedQuery.after(last + 1)))
                .isEqualTo(new FeedReader.Told(List.of(), true, last, false));

        town.clock().advance(Duration.ofDays(8));
        town.retention().forgetFeed(false);
        assertThat(feed.read(ana, FeedQuery.after(last))).isEqualTo(new FeedReader.Told(List.of(), false, last, false));
        assertThat(feed.read(ana, FeedQuery.after(last - 1)))
                .isEqualTo(new FeedReader.Told(List.of(), true, last, false));
        note(ana, "afterwards");
        assertThat(kinds(ana, FeedQuery.after(last))).containsExactly("note.added");
    }

    @Test
    void aFeedWhoseFirstNumbersWereNeverUsedIsWhole() {
        Town fresh = town;
        fresh.archive().write(tx -> tx.update("DELETE FROM feed"));
        assertThatThrownBy(() -> fresh.channels().create(Principal.as("nobody"), ChannelDraft.of("c")))
                .isInstanceOf(NotFoundException.class);
        note(ana, "first");
        assertThat(newest()).isGreaterThan(1);
        assertThat(feed.read(ana, FeedQuery.after(0)).reset()).isFalse();
    }

    @Test
    void eachIsToldWhatItSeesWhenItIsTold() {
        long start = newest();
        String secret = note(ana, "secret");
        String shared = note(ana, "shared");
        town.channels().create(ana, ChannelDraft.of("closed").restrictedTo());
        town.messages().send(ana, "closed", MessageDraft.of("in confidence"));
        FeedQuery all = FeedQuery.after(start);
        assertThat(kinds(ana, all)).containsExactly("note.added", "note.added", "channel.created", "message.posted");
        assertThat(kinds(bo, all)).isEmpty();
        assertThat(feed.read(bo, all).next()).as("it has been looked at").isEqualTo(newest());
        assertThat(kinds(Principal.operator("local"), all)).hasSize(4);

        town.notes().share(ana, shared, NoteSharing.with(List.of("bo")));
        town.channels().members(ana, "closed", List.of("bo"), List.of());
        assertThat(kinds(bo, all))
                .containsExactly("note.added", "channel.created", "message.posted", "note.changed", "channel.changed");
        FeedEvent added = feed.read(bo, all).events().getFirst();
        assertThat(added.document()).isEqualTo(town.notes().get(bo, shared).document());
        FeedEvent created = feed.read(bo, all).events().get(1);
        assertThat(created.document())
                .isEqualTo(town.channels().get(bo, "closed").document())
                .containsEntry("unread", 1L);

        town.notes().delete(ana, secret);
        assertThat(kinds(bo, all)).noneMatch(kind -> kind.contains("gone"));
        assertThat(kinds(ana, all)).first().isEqualTo("note.added gone");
        assertThat(feed.read(ana, all).events().getLast().document())
                .isEqualTo(dev.stoa.json.Json.object("memory_id", secret, "gone", true));
        town.channels().delete(ana.with(Right.OPERATE), "closed", false);
        assertThat(kinds(bo, all)).as("it was a closed one").containsExactly("note.added", "note.changed");
        assertThat(kinds(ana, all)).contains("channel.created gone", "message.posted gone", "channel.deleted gone");
    }

    @Test
    void whatIsGoneFromAnOpenPlaceIsToldToAll() {
        town.channels().create(ana, ChannelDraft.of("open"));
        town.channels().create(ana, ChannelDraft.of("stays"));
        long start = newest();
        String said = town.messages()
                .send(ana, "open", MessageDraft.of("words"))
                .message()
                .id();
        town.messages().delete(ana, said);
        assertThat(kinds(bo, FeedQuery.after(start))).containsExactly("message.posted", "message.deleted");
        assertThat(feed.read(bo, FeedQuery.after(start)).events().getFirst().document())
                .containsEntry("content", null);
        town.channels().delete(ana.with(Right.OPERATE), "open", false);
        assertThat(kinds(bo, FeedQuery.after(start)))
                .containsExactly("message.posted gone", "message.deleted gone", "channel.deleted gone");
    }

    @Test
    void whoFollowsAChannelIsToldThatItWasDeleted() {
        String open =
                town.channels().create(ana, ChannelDraft.of("open")).value().id();
        String closed = town.channels()
                .create(ana, ChannelDraft.of("closed").restrictedTo("bo"))
                .value()
                .id();
        long start = newest();
        town.channels().delete(ana.with(Right.OPERATE), "open", false);
        town.channels().delete(ana.with(Right.OPERATE), "closed", false);
        FeedQuery all = FeedQuery.after(start);
        assertThat(kinds(bo, all.in(open))).containsExactly("channel.deleted gone");
        assertThat(kinds(ana, all.in(closed))).containsExactly("channel.deleted gone");
        assertThatThrownBy(() -> kinds(bo, all.in(closed))).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> kinds(bo, FeedQuery.after(newest()).in(open))).isInstanceOf(NotFoundException.class);
    }

    @Test
    void onlyWhatIsAskedForIsTold() {
        town.channels().create(ana, ChannelDraft.of("one"));
        town.channels().create(ana, ChannelDraft.of("two"));
        long start = newest();
        town.messages().send(ana, "one", MessageDraft.of("x"));
        town.messages().send(ana, "two", MessageDraft.of("y"));
        Run run = town.runs().start(Town.HUMAN, RunRequest.of("bo", "go").in("one"));
        Run other = town.runs().start(Town.HUMAN, RunRequest.of("ana", "go"));
        town.runs().stop(Town.HUMAN, other.id());
        FeedQuery all = FeedQuery.after(start);
        assertThat(kinds(ana, all.of(EnumSet.of(FeedKind.MESSAGE_POSTED)))).hasSize(2);
        assertThat(kinds(ana, all.in("#one"))).containsExactly("message.posted", "run.started", "task.added");
        assertThat(kinds(ana, all.ofRun(run.id()))).containsExactly("run.started", "task.added");
        assertThat(kinds(ana, all.ofRun(other.id())))
                .containsExactly("run.started", "task.added", "task.finished", "run.ended");
        assertThat(kinds(ana, all.in("one").of(Set.of(FeedKind.RUN_STARTED)))).containsExactly("run.started");
        FeedReader.Told first =
                feed.read(ana, all.of(Set.of(FeedKind.RUN_ENDED)).limit(2));
        assertThat(first.events()).as("a look is bounded").isEmpty();
        assertThat(first.more()).isTrue();
        assertThat(first.next()).isEqualTo(start + 2);
        assertThatThrownBy(() -> kinds(ana, all.in("nowhere"))).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> FeedQuery.after(-1)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> all.limit(501)).isInstanceOf(InvalidException.class);
    }

    @Test
    void aChangeWakesWhoeverWaitsForOne() throws InterruptedException {
        try (CommitSignal.Watch watch = feed.watch()) {
            assertThat(feed.read(ana, FeedQuery.after(newest())).events()).isEmpty();
            note(ana, "news");
            assertThat(watch.await(Duration.ofSeconds(30))).isTrue();
        }
    }

    /** However long the feed is, a look reads no more rows of it. */
    @Test
    void aLookCostsTheSameHoweverLongTheFeedIs() {
        String explain = dialect.pick("EXPLAIN QUERY PLAN ", "EXPLAIN (COSTS OFF) ");
        for (String sql : List.of(
                "SELECT feed_seq FROM feed WHERE feed_seq > 5 AND kind <> 'feed.pruned' ORDER BY feed_seq LIMIT 10",
                "SELECT feed_seq, kind FROM feed ORDER BY feed_seq LIMIT 1",
                "SELECT COALESCE(max(feed_seq), 0) FROM feed")) {
            List<String> plan = town.archive().write(tx -> {
                if (dialect == Dialect.POSTGRES) {
                    tx.update("SET LOCAL enable_seqscan = off");
                }
                return tx.list(explain + sql, row -> row.text(dialect == Dialect.SQLITE ? 4 : 1));
            });
            assertThat(plan).as(sql).noneMatch(step -> step.contains("Sort") || step.contains("TEMP B-TREE"));
        }
    }
}
