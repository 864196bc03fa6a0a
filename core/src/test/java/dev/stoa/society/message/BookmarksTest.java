package dev.stoa.society.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
@OnBothDatabases
class BookmarksTest extends TownFixture {
    private Messages messages;
    private Bookmarks bookmarks;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        messages = town.messages();
        bookmarks = town.bookmarks();
        ana = town.agent("ana");
        bo = town.agent("bo");
        town.channels().create(Town.HUMAN, ChannelDraft.of("lab"));
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
    }

    private void send(Principal by, String channel, int count) {
        for (int i = 1; i <= count; i++) {
            messages.send(by, channel, MessageDraft.of("m" + i));
        }
    }

    @Test
    void receivingMovesTheBookmarkPastWhatCame() {
        send(ana, "lab", 5);
        ReceivedMessages two =
                bookmarks.receive(bo, "lab", ReceiveRequest.next().limit(2));
        assertThat(two.document())
                .containsEntry("channel", "lab")
                .containsEntry("last_seen_seq", 2L)
                .containsEntry("unread", 3L)
                .containsOnlyKeys("channel_id", "channel", "items", "last_seen_seq", "unread");
        assertThat(bookmarks.receive(bo, "lab", ReceiveRequest.next().peeking()).items())
                .hasSize(3);
        assertThat(bookmarks.receive(bo, "lab", ReceiveRequest.next()).items()).hasSize(3);
        assertThat(bookmarks.receive(bo, "lab", ReceiveRequest.next()).items()).isEmpty();
        assertThat(bookmarks.receive(bo, "lab", ReceiveRequest.next().from(4)).items())
                .hasSize(2);
        assertThat(bookmarks
                        .receive(bo, "lab", ReceiveRequest.next().from(2).limit(1))
                        .lastSeenSeq())
                .isEqualTo(2);
        assertThat(bookmarks.unread(bo, "lab")).isEqualTo(3);
        assertThat(bookmarks.receive(bo, "lab", ReceiveRequest.next().from(6)).lastSeenSeq())
                .isEqualTo(5);
        assertThat(bookmarks
                        .receive(bo, "lab", ReceiveRequest.next().from(1).peeking())
                        .items())
                .hasSize(5);
        assertThat(bookmarks.unread(bo, "lab")).isZero();
        // From the first message on, of which none is another's: everything is read.
        assertThat(bookmarks.receive(ana, "lab", ReceiveRequest.next().from(1)).lastSeenSeq())
                .isEqualTo(5);
    }

    @Test
    void readingAgainWhatWasReadWritesNothing() {
        send(ana, "lab", 2);
        bookmarks.receive(bo, "lab", ReceiveRequest.next());
        String before = town.value("SELECT updated_at FROM bookmarks")
                + town.value("SELECT last_active_at FROM agents WHERE identity = 'bo'");
        town.clock().advance(Duration.ofHours(1));
        assertThat(bookmarks.receive(bo, "lab", ReceiveRequest.next().from(1)).items())
                .hasSize(2);
        assertThat(town.value("SELECT updated_at FROM bookmarks")
                        + town.value("SELECT last_active_at FROM agents WHERE identity = 'bo'"))
                .isEqualTo(before);
    }

    @Test
    void boundsAreNamed() {
        assertThatThrownBy(() -> ReceiveRequest.next().limit(501)).hasMessageContaining("limit 501 is above 500");
        assertThatThrownBy(() -> ReceiveRequest.next().limit(0)).hasMessageContaining("limit 0 is below 1");
        assertThatThrownBy(() -> ReceiveRequest.next().from(0)).isInstanceOf(InvalidException.class);
        send(ana, "lab", 1);
        assertThatThrownBy(
                        () -> bookmarks.receive(bo, "lab", ReceiveRequest.next().from(3)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("from 3 is beyond the next message of #lab, 2");
        assertThatThrownBy(() -> MessageWait.any(Duration.ofSeconds(601))).hasMessageContaining("timeout 601");
        assertThatThrownBy(() -> MessageWait.any(Duration.ofSeconds(-1))).isInstanceOf(InvalidException.class);
        assertThat(ReceiveRequest.fromJson(
                        JsonFields.of(Json.parseObject("{\"limit\":2,\"own\":true,\"peek\":true,\"from\":7}"))))
                .isEqualTo(new ReceiveRequest(2, true, true, 7L));
        assertThat(MessageWait.fromJson(
                        JsonFields.of(Json.parseObject("{\"channel\":\"lab\",\"timeout\":1.5,\"limit\":3}"))))
                .isEqualTo(new MessageWait("lab", Duration.ofMillis(1_500), false, false, 3));
    }

    @Test
    void whereNothingMovesNothingIsWritten() {
        send(ana, "lab", 2);
        bookmarks.receive(bo, "lab", ReceiveRequest.next());
        String active = town.value("SELECT last_active_at FROM agents WHERE identity = 'bo'");
        String moved = town.value("SELECT updated_at FROM bookmarks");
        town.clock().advance(Duration.ofMinutes(1));
        bookmarks.receive(bo, "lab", ReceiveRequest.next());
        bookmarks.receive(bo, "lab", ReceiveRequest.next().peeking());
        assertThat(town.value("SELECT last_active_at FROM agents WHERE identity = 'bo'"))
                .isEqualTo(active);
        assertThat(town.value("SELECT updated_at FROM bookmarks")).isEqualTo(moved);
        assertThat(town.feed()).filteredOn(kind -> !kind.startsWith("agent")).hasSize(3);
    }

    @Test
    void thoseWhoReceiveAtOnceSplitTheMessages() throws Exception {
        send(ana, "lab", 60);
        List<Callable<List<Message>>> readers = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            readers.add(() ->
                    bookmarks.receive(bo, "lab", ReceiveRequest.next().limit(3)).items());
        }
        List<Long> seqs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            for (var read : threads.invokeAll(readers)) {
                read.get().forEach(message -> seqs.add(message.seq()));
            }
        }
        assertThat(seqs).hasSize(60).doesNotHaveDuplicates();
        assertThat(bookmarks.unread(bo, "lab")).isZero();
    }

    @Test
    void anInboxHasTheChannelsWithSomethingUnread() {
        Channels channels = town.channels();
        for (String name : List.of("empty", "read", "old", "named", "new", "closed")) {
            channels.create(Town.HUMAN, ChannelDraft.of(name).about("about " + name));
        }
        send(ana, "read", 2);
        bookmarks.receive(bo, "read", ReceiveRequest.next());
        send(ana, "named", 1);
        messages.send(ana, "named", MessageDraft.of("@bo look, @bo"));
        Message gone =
                messages.send(ana, "named", MessageDraft.of("@bo never mind")).message();
        messages.delete(ana, gone.id());
        send(ana, "old", 3);
        send(ana, "new", 1);
        send(bo, "new", 1);
        send(ana, "closed", 1);
        channels.archive(Town.HUMAN, "closed");
        Inbox inbox = bookmarks.inbox(bo);
        assertThat(inbox.items()).extracting(Inbox.Item::channel).containsExactly("named", "new", "old");
        assertThat(inbox.items()).extracting(Inbox.Item::unread).containsExactly(2L, 1L, 3L);
        assertThat(inbox.items()).extracting(Inbox.Item::mentions).containsExactly(1L, 0L, 0L);
        assertThat(inbox.document()).containsOnlyKeys("items", "offers");
        assertThat(inbox.items().getFirst().document())
                .containsEntry("topic", "about named")
                .containsEntry("last_seq", 3L)
                .containsEntry("last_seen_seq", 0L)
                .hasSize(7);
        bookmarks.receive(bo, "named", ReceiveRequest.next());
        assertThat(bookmarks.inbox(bo).items()).extracting(Inbox.Item::channel).containsExactly("new", "old");
    }
}
