package dev.stoa.society.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.message.Bookmarks;
import dev.stoa.society.message.Messages;
import dev.stoa.society.message.ReceiveRequest;
import dev.stoa.society.message.ReceivedMessages;
import dev.stoa.testing.OnBothDatabases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class UnreadCountsTest extends TownFixture {
    private Messages messages;
    private Bookmarks bookmarks;

    @BeforeEach
    void open() {
        messages = town.messages();
        bookmarks = town.bookmarks();
        town.channels().create(Town.HUMAN, ChannelDraft.of("lab"));
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
    }

    @Test
    void theWorkedNumbers() {
        assertThat(UnreadCounts.count(10, 4, 3, 1, 1)).isEqualTo(3);
        Principal a = town.agent("a");
        Principal b = town.agent("b");
        List<String> ids = new ArrayList<>();
        for (int seq = 1; seq <= 10; seq++) {
            boolean own = seq == 2 || seq == 5 || seq == 9;
            ids.add(messages.send(own ? a : b, "lab", MessageDraft.of("m" + seq))
                    .message()
                    .id());
        }
        messages.delete(b, ids.get(6));
        messages.delete(a, ids.get(8));
        assertThat(bookmarks
                        .receive(
                                a, "lab", ReceiveRequest.next().limit(3).from(1).withOwn())
                        .lastSeenSeq())
                .isEqualTo(3);
        assertThat(bookmarks.receive(a, "lab", ReceiveRequest.next().limit(1)).lastSeenSeq())
                .isEqualTo(4);
        assertThat(bookmarks.unread(a, "lab")).isEqualTo(3);
        assertThat(town.channels().get(a, "lab").unread()).isEqualTo(3);
        ReceivedMessages peeked =
                bookmarks.receive(a, "lab", ReceiveRequest.next().peeking().withOwn());
        assertThat(peeked.unread()).isEqualTo(4);
        assertThat(peeked.items()).extracting(Message::seq).containsExactly(5L, 6L, 8L, 10L);
        assertThat(bookmarks.receive(a, "lab", ReceiveRequest.next()).items())
                .extracting(Message::seq)
                .containsExactly(6L, 8L, 10L);
    }

    @Test
    @DisplayName("An empty channel must have 0 unread, own messages must not count, deleting the bookmarked message"
            + " must make neither all nor nothing unread, and count and recv must agree")
    void countAndReceivingAgree() {
        Principal a = town.agent("a");
        Principal b = town.agent("b");
        assertThat(bookmarks.unread(a, "lab")).isZero();
        assertThat(bookmarks.receive(a, "lab", ReceiveRequest.next()).items()).isEmpty();
        assertThat(bookmarks.inbox(a).items()).isEmpty();
        messages.send(a, "lab", MessageDraft.of("own"));
        assertThat(bookmarks.unread(a, "lab")).isZero();
        assertThat(bookmarks.inbox(a).items()).isEmpty();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(messages.send(b, "lab", MessageDraft.of("m" + i)).message().id());
        }
        assertThat(bookmarks.receive(a, "lab", ReceiveRequest.next().limit(2)).unread())
                .isEqualTo(3);
        messages.delete(b, ids.get(1));
        assertThat(bookmarks.unread(a, "lab")).isEqualTo(3);
        assertThat(bookmarks.receive(a, "lab", ReceiveRequest.next().peeking()).items())
                .hasSize(3);
        messages.delete(b, ids.get(2));
        assertThat(bookmarks.unread(a, "lab")).isEqualTo(2);
        assertThat(bookmarks.receive(a, "lab", ReceiveRequest.next()).items())
                .extracting(Message::content)
                .containsExactly("m3", "m4");
        assertThat(bookmarks.unread(a, "lab")).isZero();
    }

    @Test
    void theCountIsThatOfReadingEverything() {
        SplittableRandom random = new SplittableRandom(3);
        List<Principal> agents = List.of(town.agent("a"), town.agent("b"), town.agent("c"));
        List<Message> all = new ArrayList<>();
        Map<Integer, Long> seen = new HashMap<>();
        for (int step = 0; step < 250; step++) {
            int who = random.nextInt(agents.size());
            Principal agent = agents.get(who);
            switch (random.nextInt(6)) {
                case 0, 1, 2 ->
                    all.add(messages.send(agent, "lab", MessageDraft.of("m" + step))
                            .message());
                case 3 -> {
                    if (!all.isEmpty()) {
                        int at = random.nextInt(all.size());
                        all.set(
                                at,
                                messages.delete(Town.HUMAN, all.get(at).id()).message());
                    }
                }
                case 4 -> {
                    ReceiveRequest how = new ReceiveRequest(1 + random.nextInt(4), random.nextBoolean(), false, null);
                    long before = seen.getOrDefault(who, 0L);
                    ReceivedMessages received = bookmarks.receive(agent, "lab", how);
                    List<Message> expected = unread(all, how.own() ? "" : agent.identity(), before);
                    List<Message> part = expected.subList(0, Math.min(how.limit(), expected.size()));
                    assertThat(received.items()).isEqualTo(part);
                    seen.put(
                            who,
                            part.size() < how.limit()
                                    ? all.size()
                                    : part.getLast().seq());
                    assertThat(received.lastSeenSeq()).isEqualTo(seen.get(who));
                    assertThat(received.unread())
                            .isEqualTo(unread(all, how.own() ? "" : agent.identity(), seen.get(who))
                                    .size());
                }
                default -> {
                    if (!all.isEmpty()) {
                        long from = 1L + random.nextInt(all.size());
                        bookmarks.receive(
                                agent,
                                "lab",
                                ReceiveRequest.next().from(from).limit(1).withOwn());
                        List<Message> rest = unread(all, "", from - 1);
                        seen.put(
                                who,
                                rest.isEmpty() ? all.size() : rest.getFirst().seq());
                    }
                }
            }
            for (int i = 0; i < agents.size(); i++) {
                assertThat(bookmarks.unread(agents.get(i), "lab"))
                        .isEqualTo(unread(all, agents.get(i).identity(), seen.getOrDefault(i, 0L))
                                .size());
            }
        }
    }

    private static List<Message> unread(List<Message> all, String notOf, long seen) {
        return all.stream()
                .filter(m ->
                        m.seq() > seen && m.deletedAt() == null && !m.identity().equals(notOf))
                .toList();
    }
}
