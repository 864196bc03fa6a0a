package dev.stoa.society.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.channel.PostResult;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class MessagesTest extends TownFixture {
    private Channels channels;
    private Messages messages;
    private Principal ana;
    private Principal bo;

    @BeforeEach
    void open() {
        channels = town.channels();
        messages = town.messages();
        ana = town.agent("ana");
        bo = town.agent("bo");
        channels.create(Town.HUMAN, ChannelDraft.of("lab"));
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        ChannelLaws.hold(town);
    }

    private static String code(Throwable e) {
        return ((StoaException) e).code();
    }

    @Test
    void aNameLeadsToTheChannelThatHasItNowAndAnIdToTheSameOne() {
        String lab = channels.get(ana, "lab").id();
        assertThat(messages.send(ana, "lab", MessageDraft.of("first")).message().channelId())
                .isEqualTo(lab);
        channels.rename(Town.HUMAN, "lab", "old-lab");
        String other =
                channels.create(Town.HUMAN, ChannelDraft.of("lab")).value().id();
        for (int i = 1; i <= 2; i++) {
            assertThat(messages.send(ana, "lab", MessageDraft.of("to the new one"))
                            .message()
                            .channelId())
                    .isEqualTo(other);
            assertThat(messages.send(ana, lab, MessageDraft.of("to the old one"))
                            .message())
                    .extracting(Message::channelId, Message::channel, Message::seq)
                    .containsExactly(lab, "old-lab", 2L * i);
            assertThat(messages.send(ana, lab.substring(lab.length() - 12), MessageDraft.of("by its end"))
                            .message()
                            .channelId())
                    .isEqualTo(lab);
        }
    }

    @Test
    void aMessageIsStoredAsItIsWithoutTheWhiteSpaceAtItsEnd() {
        PostResult posted = messages.send(ana, "lab", MessageDraft.of("  two\n lines \u00a0\n\t "));
        assertThat(posted.message().content()).isEqualTo("  two\n lines \u00a0");
        assertThat(posted.document())
                .containsEntry("created", true)
                .containsEntry("unknown_mentions", List.of())
                .containsEntry("mentions", List.of())
                .containsEntry("kind", "text")
                .containsEntry("identity", "ana")
                .containsEntry("channel", "lab")
                .containsEntry("task_id", null)
                .containsEntry("deleted_at", null)
                .containsEntry("seq", 1L)
                .containsKeys("message_id", "channel_id", "agent_id", "created_at")
                .hasSize(14);
        assertThat(messages.get(bo, posted.message().id())).isEqualTo(posted.message());
        assertThat(town.feed()).endsWith("message.posted");
        assertThat(town.value("SELECT activity_seq FROM channels"))
                .isEqualTo(town.value("SELECT max(feed_seq) FROM feed"));
        assertThat(town.value("SELECT role FROM channel_members WHERE posted = 1"))
                .isEqualTo("member");
    }

    @Test
    void contentHasBounds() {
        messages.send(ana, "lab", MessageDraft.of("𝄞".repeat(65_536)));
        assertThatThrownBy(() -> MessageDraft.of("a".repeat(65_537)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("content has 65,537 characters; at most 65,536");
        for (String text : List.of("", " \n", "a\u0000b", "\ud800")) {
            assertThatThrownBy(() -> MessageDraft.of(text)).isInstanceOf(InvalidException.class);
        }
        for (String key : List.of("", "é", "a\n", "k".repeat(129), "task:1")) {
            assertThatThrownBy(() -> MessageDraft.of("x").key(key)).as(key).isInstanceOf(InvalidException.class);
        }
        assertThat(MessageDraft.fromJson(
                        JsonFields.of(Json.parseObject("{\"content\":\"x \",\"client_key\":\"k\",\"task_id\":\"t\"}"))))
                .isEqualTo(new MessageDraft("x", "k", "t"));
    }

    @Test
    @DisplayName("Sending, receiving and waiting must work by channel name as well as by id;"
            + " send must return the message with its id and seq")
    void aChannelIsUsedByItsNameAsWellAsByItsId() throws InterruptedException {
        String id = channels.get(ana, "lab").id();
        int seq = 0;
        for (String ref : List.of("lab", "#lab", "LAB", id, id.substring(28))) {
            Message sent = messages.send(ana, ref, MessageDraft.of("by " + ref)).message();
            assertThat(sent.seq()).isEqualTo(++seq);
            assertThat(messages.get(bo, sent.id()).content()).isEqualTo("by " + ref);
            assertThat(town.bookmarks().receive(bo, ref, ReceiveRequest.next()).items())
                    .extracting(Message::id)
                    .containsExactly(sent.id());
            assertThat(town.bookmarks()
                            .await(Town.HUMAN, MessageWait.in(ref, Duration.ZERO))
                            .items())
                    .extracting(Message::id)
                    .containsExactly(sent.id());
        }
    }

    @Test
    void aRepeatedKeyIsTheSameMessage() {
        PostResult first = messages.send(ana, "lab", MessageDraft.of("one").key("k 1"));
        PostResult again = messages.send(ana, "#lab", MessageDraft.of("one  ").key("k 1"));
        assertThat(again.created()).isFalse();
        assertThat(again.message()).isEqualTo(first.message());
        assertThat(messages.send(bo, "lab", MessageDraft.of("one").key("k 1")).created())
                .isTrue();
        assertThatThrownBy(
                        () -> messages.send(ana, "lab", MessageDraft.of("two").key("k 1")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("was used for message " + first.message().id())
                .satisfies(e -> assertThat(code(e)).isEqualTo("key_reused"));
        channels.create(ana, ChannelDraft.of("den"));
        assertThatThrownBy(
                        () -> messages.send(ana, "den", MessageDraft.of("one").key("k 1")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("key_reused"));
        messages.delete(ana, first.message().id());
        assertThat(messages.send(ana, "lab", MessageDraft.of("anything").key("k 1"))
                        .message()
                        .content())
                .isNull();
        channels.archive(Town.HUMAN, "lab");
        assertThat(messages.send(ana, "lab", MessageDraft.of("one").key("k 1")).created())
                .isFalse();
        assertThat(channels.get(ana, "lab").lastSeq()).isEqualTo(2);
    }

    @Test
    @DisplayName("Sending to an archived channel must be refused, reading it must work")
    void anArchivedChannelIsReadAndNotPostedTo() throws InterruptedException {
        messages.send(ana, "lab", MessageDraft.of("last words"));
        channels.archive(Town.HUMAN, "lab");
        assertThatThrownBy(() -> messages.send(bo, "lab", MessageDraft.of("more")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("channel #lab is archived and cannot be posted to")
                .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
        assertThatThrownBy(() -> messages.handoff(bo, "lab", HandoffDraft.of("ana", "more")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
        assertThat(messages.history(bo, "lab", Messages.Range.newest(5)).items())
                .hasSize(1);
        ReceivedMessages received = town.bookmarks().await(bo, MessageWait.in("lab", Duration.ofSeconds(60)));
        assertThat(received.items()).hasSize(1);
        assertThat(received.closed()).isTrue();
        assertThat(town.value("SELECT count(*) FROM tasks")).isEqualTo("0");
    }

    @Test
    void anArchivedAgentSaysNothing() {
        town.archive().write(tx -> tx.update("UPDATE agents SET archived_at = created_at WHERE identity = 'bo'"));
        assertThatThrownBy(() -> messages.send(bo, "lab", MessageDraft.of("x")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("archived"));
        assertThatThrownBy(() -> messages.send(Principal.as("system"), "lab", MessageDraft.of("x")))
                .isInstanceOf(ForbiddenException.class);
        assertThat(channels.get(ana, "lab").lastSeq()).isZero();
        assertThat(town.feed()).doesNotContain("message.posted");
    }

    @Test
    void aDeletedMessageKeepsItsPlaceAndNothingElse() {
        messages.send(ana, "lab", MessageDraft.of("one"));
        Message two =
                messages.send(ana, "lab", MessageDraft.of("the hidden word")).message();
        channels.create(ana, ChannelDraft.of("den").restrictedTo("bo"));
        assertThatThrownBy(() -> messages.delete(bo, two.id()))
                .isInstanceOf(ForbiddenException.class)
                .hasMessageContaining("message 2 of #lab is ana's");
        town.clock().advance(Duration.ofSeconds(1));
        ErasedMessage deleted = messages.delete(ana, two.id().substring(24));
        assertThat(deleted.changed()).isTrue();
        assertThat(deleted.message().content()).isNull();
        assertThat(deleted.message().seq()).isEqualTo(2);
        assertThat(town.value("SELECT content FROM messages WHERE seq = 2")).isEmpty();
        town.clock().advance(Duration.ofSeconds(1));
        assertThat(messages.delete(ana, two.id())).isEqualTo(new ErasedMessage(deleted.message(), false, List.of()));
        assertThat(messages.history(bo, "lab", Messages.Range.newest(5)).items())
                .extracting(Message::content)
                .containsExactly("one", null);
        assertThat(town.feed()).endsWith("message.deleted");

        Message den = messages.send(bo, "den", MessageDraft.of("x")).message();
        assertThatThrownBy(() -> messages.delete(Town.HUMAN, den.id())).isInstanceOf(NotFoundException.class);
        assertThat(messages.delete(ana, den.id()).changed()).isTrue();
        Message more = messages.send(bo, "lab", MessageDraft.of("x")).message();
        assertThat(messages.delete(Town.HUMAN, more.id()).changed()).isTrue();
    }

    @Test
    void theBytesOfADeletedMessageAreOverwritten() throws IOException {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        List<Message> sent = new ArrayList<>();
        for (int length : List.of(3, 300, 4_000)) {
            sent.add(messages.send(ana, "lab", MessageDraft.of("Überraschung ".repeat(length)))
                    .message());
        }
        sent.forEach(message -> messages.delete(ana, message.id()));
        town.restart();
        byte[] file = Files.readAllBytes(folder.resolve("space.db"));
        assertThat(new String(file, StandardCharsets.UTF_8)).doesNotContain("Überraschung Überraschung");
    }

    @Test
    void historyIsAnyPageInOrder() {
        for (int i = 1; i <= 9; i++) {
            messages.send(ana, "lab", MessageDraft.of("m" + i));
        }
        assertThat(seqs(messages.history(bo, "lab", Messages.Range.newest(4)))).containsExactly(6L, 7L, 8L, 9L);
        assertThat(seqs(messages.history(bo, "lab", new Messages.Range(6L, null, 4))))
                .containsExactly(2L, 3L, 4L, 5L);
        assertThat(seqs(messages.history(bo, "lab", new Messages.Range(null, 6L, 2))))
                .containsExactly(7L, 8L);
        assertThat(seqs(messages.history(bo, "lab", new Messages.Range(5L, 2L, 9))))
                .containsExactly(3L, 4L);
        assertThat(messages.history(bo, "lab", new Messages.Range(2L, null, 4)).next())
                .isNull();
        for (int limit = 1; limit <= 10; limit++) {
            List<Long> forward = new ArrayList<>();
            List<Long> backward = new ArrayList<>();
            String next = "0";
            while (next != null) {
                var page = messages.history(bo, "lab", new Messages.Range(null, Long.valueOf(next), limit));
                forward.addAll(seqs(page));
                next = page.next();
            }
            next = "100";
            while (next != null) {
                var page = messages.history(bo, "lab", new Messages.Range(Long.valueOf(next), null, limit));
                backward.addAll(0, seqs(page));
                next = page.next();
            }
            assertThat(forward).isEqualTo(backward).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        }
        assertThatThrownBy(() -> Messages.Range.newest(501)).hasMessageContaining("limit 501 is above 500");
        assertThat(town.value("SELECT count(*) FROM bookmarks")).isEqualTo("0");
    }

    private static List<Long> seqs(Page<Message> page) {
        return page.items().stream().map(Message::seq).toList();
    }

    @Test
    void manyAtOnceGetNumbersWithoutGaps() throws Exception {
        List<Callable<Long>> senders = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Principal by = i % 2 == 0 ? ana : bo;
            senders.add(() ->
                    messages.send(by, "lab", MessageDraft.of("hello")).message().seq());
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Long> seqs = new ArrayList<>();
            for (var sent : threads.invokeAll(senders)) {
                seqs.add(sent.get());
            }
            assertThat(seqs).doesNotHaveDuplicates().allMatch(seq -> seq >= 1 && seq <= 40);
        }
    }

    @Test
    @DisplayName("Times must be UTC and of one form in every table; ids must increase when the clock stands still;"
            + " the suffix % must resolve to nothing, an ambiguous one must list candidates")
    void timesHaveOneFormAndIdsGrow() {
        Message one = messages.send(ana, "lab", MessageDraft.of("@bo one")).message();
        Message two = messages.send(ana, "lab", MessageDraft.of("two")).message();
        town.bookmarks().receive(bo, "lab", ReceiveRequest.next());
        messages.delete(ana, two.id());
        assertThat(two.id()).isGreaterThan(one.id());
        for (String ref : List.of("%", "%%%%%%%%", "", "1234567")) {
            assertThatThrownBy(() -> messages.get(ana, ref)).as(ref).isInstanceOf(NotFoundException.class);
        }
        if (dialect == Dialect.SQLITE) {
            for (String column : List.of(
                    "messages.created_at",
                    "messages.deleted_at",
                    "channels.created_at",
                    "channel_members.joined_at",
                    "bookmarks.updated_at",
                    "tasks.created_at",
                    "sessions.started_at",
                    "feed.at")) {
                String table = column.substring(0, column.indexOf('.'));
                assertThat(town.values("SELECT " + column + " FROM " + table + " WHERE " + column + " IS NOT NULL"))
                        .as(column)
                        .isNotEmpty()
                        .allMatch("2026-01-01T00:00:00.000"::equals);
            }
        }
        String end = two.id().substring(28);
        Message three = messages.send(ana, "lab", MessageDraft.of("three")).message();
        town.archive()
                .write(tx -> tx.update(
                        "UPDATE messages SET message_id = ? WHERE message_id = ?",
                        "00000000-0000-7000-8000-0000" + end,
                        three.id()));
        assertThatThrownBy(() -> messages.get(ana, end))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining(two.id())
                .hasMessageContaining("00000000-0000-7000-8000-0000" + end)
                .satisfies(e -> assertThat(code(e)).isEqualTo("ambiguous"));
        town.archive().write(tx -> tx.update("UPDATE messages SET message_id = ? WHERE seq = 3", three.id()));
    }
}
