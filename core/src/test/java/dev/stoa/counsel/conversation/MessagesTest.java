package dev.stoa.counsel.conversation;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static dev.stoa.counsel.conversation.ConversationFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class MessagesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ConversationFixture counsel;
    private Messages messages;

    @BeforeEach
    void open() {
        counsel = ConversationFixture.on(dialect, folder);
        messages = counsel.messages();
    }

    @AfterEach
    void close() {
        assertThat(counsel.violations()).isEmpty();
        counsel.close();
    }

    private static MessageDraft draft(String conversation, String content) {
        return MessageDraft.of(conversation, MessageRole.USER, content);
    }

    private String talkOf(int number) {
        return counsel.talk(
                IntStream.rangeClosed(1, number).mapToObj(i -> "text " + i).toArray(String[]::new));
    }

    private List<Long> numbers(String conversation, MessageRequest request) {
        List<Long> seen = new ArrayList<>();
        @Nullable String next = null;
        do {
            Page<Message> page = messages.page(ME, conversation, request.at(next));
            List<Long> here = page.items().stream().map(Message::seq).toList();
            assertThat(here).isSorted();
            seen.addAll(request.order() == MessageRequest.Order.ASC ? seen.size() : 0, here);
            next = page.next();
        } while (next != null);
        return seen;
    }

    @Test
    void allOf40MessagesAreReachedByPagingWhenAllTimesAreEqual() {
        String conversation = talkOf(40);
        assertThat(counsel.values("SELECT DISTINCT created_at FROM messages")).hasSize(1);
        List<Long> all = LongStream.rangeClosed(1, 40).boxed().toList();
        for (int limit : List.of(1, 3, 7, 39, 40, 41, 500)) {
            assertThat(numbers(conversation, MessageRequest.newest(limit))).isEqualTo(all);
            assertThat(numbers(conversation, MessageRequest.oldest(limit))).isEqualTo(all);
        }
    }

    @Test
    void aPageOfOneDoesNotChangeTheNextDefaultPage() {
        String conversation = talkOf(60);
        Page<Message> before = messages.page(ME, conversation, MessageRequest.newest(50));
        Page<Message> one = messages.page(ME, conversation, MessageRequest.newest(1));
        assertThat(one.items()).extracting(Message::seq).containsExactly(60L);
        assertThat(messages.page(ME, conversation, MessageRequest.newest(50))).isEqualTo(before);
        assertThat(before.items()).extracting(Message::seq).first().isEqualTo(11L);
    }

    @Test
    void pagesAreExactWhileOthersAppendAndWhateverTheClockDoes() {
        SplittableRandom chance = new SplittableRandom(3);
        for (int round = 0; round < 12; round++) {
            List<String> said = new ArrayList<>();
            String conversation = counsel.talk();
            int number = chance.nextInt(0, 30);
            for (int i = 0; i < number; i++) {
                counsel.clock().advance(Duration.ofMillis(chance.nextInt(-2_000, 2_000)));
                said.add(messages.append(ME, draft(conversation, "said " + i)).messageId());
            }
            boolean up = chance.nextBoolean();
            int limit = chance.nextInt(1, 12);
            MessageRequest request = up ? MessageRequest.oldest(limit) : MessageRequest.newest(limit);
            List<String> seen = new ArrayList<>();
            Page<Message> page = messages.page(ME, conversation, request);
            while (true) {
                List<String> ids = page.items().stream().map(Message::messageId).toList();
                seen.addAll(up ? seen.size() : 0, ids);
                // What arrives meanwhile comes at the end and disturbs no pass.
                said.add(messages.append(ME, draft(conversation, "later")).messageId());
                if (page.next() == null || seen.size() >= number) {
                    break;
                }
                page = messages.page(ME, conversation, request.at(page.next()));
            }
            assertThat(seen).isEqualTo(said.subList(0, up ? seen.size() : number));
            assertThat(counsel.values(
                            "SELECT message_id FROM messages WHERE conversation_id = ? ORDER BY created_at, seq",
                            conversation))
                    .isEqualTo(said);
        }
    }

    @Test
    void aCursorOfAnotherConversationOrOrderIsRefused() {
        String first = talkOf(3);
        String second = talkOf(3);
        String cursor = messages.page(ME, first, MessageRequest.newest(1)).next();
        assertThat(cursor).isNotNull();
        for (String wrong : List.of("x", "bXw", cursor + "A", " " + cursor)) {
            assertThatThrownBy(() -> messages.page(ME, first, new MessageRequest(1, wrong, null, false)))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("cursor");
        }
        assertThatThrownBy(() -> messages.page(ME, second, new MessageRequest(1, cursor, null, false)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(second);
        assertThatThrownBy(
                        () -> messages.page(ME, first, new MessageRequest(1, cursor, MessageRequest.Order.ASC, false)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("other order");
        assertThat(messages.page(ME, first, new MessageRequest(1, cursor, null, false))
                        .items())
                .extracting(Message::seq)
                .containsExactly(2L);
    }

    @Test
    void theTailHashIsThatOfTheSpecification() {
        String conversation = counsel.talk("hi", "hello");
        String known = "62c415b12c842a67fe4c17bf53fa8c2e256be228eb813a868c2cdc8c9a6f020f";
        assertThat(counsel.value("SELECT tail_hash FROM conversations")).isEqualTo(known);
        List<TailHash.Turn> turns =
                List.of(new TailHash.Turn(MessageRole.USER, "hi"), new TailHash.Turn(MessageRole.ASSISTANT, "hello"));
        assertThat(TailHash.of(Seal.plain(), turns)).isEqualTo(known);
        String newer = counsel.talk("hi", "hello");
        assertThat(counsel.conversations().continuing(ME, turns))
                .map(Conversation::conversationId)
                .contains(newer);
        assertThat(newer).isNotEqualTo(conversation);
        assertThat(counsel.conversations().continuing(user("eve"), turns)).isEmpty();
        assertThat(counsel.conversations().continuing(ME, turns.subList(0, 1))).isEmpty();
    }

    @Test
    void aConversationWithoutATailIsNotTakenForAShorterOne() {
        String conversation = counsel.talk("one", "two");
        counsel.archive().write(tx -> tx.update("UPDATE conversations SET tail_hash = NULL"));
        counsel.say(conversation, "three");
        assertThat(counsel.conversations().continuing(ME, List.of(new TailHash.Turn(MessageRole.USER, "three"))))
                .isEmpty();
    }

    @Test
    void aMessageIsKeptAsItWasWritten() {
        String conversation = counsel.talk("first");
        MessageDraft draft = new MessageDraft(
                conversation,
                MessageRole.ASSISTANT,
                " Ünïcode 🎉\n\"quoted\" ",
                "my:id-1",
                "disagreement",
                List.of("sokrates", "platon"),
                "maximum",
                "Medium",
                List.of("high_stakes", "degraded"),
                "q-1",
                "m-0");
        Message made = messages.append(ME, draft);
        assertThat(messages.get(ME, "my:id-1")).isEqualTo(made);
        assertThat(messages.page(ME, conversation, MessageRequest.newest(1)).items())
                .containsExactly(made);
        assertThat(made.document())
                .containsEntry("message_id", "my:id-1")
                .containsEntry("seq", 2L)
                .containsEntry("role", "assistant")
                .containsEntry("content", " Ünïcode 🎉\n\"quoted\" ")
                .containsEntry("models_used", List.of("sokrates", "platon"))
                .containsEntry("notices", List.of("high_stakes", "degraded"))
                .containsEntry("created_at", "2026-01-01T00:00:00.000000Z")
                .doesNotContainKey("unreadable");
        assertThat(made.document().keySet())
                .containsExactly(
                        "message_id",
                        "conversation_id",
                        "seq",
                        "role",
                        "content",
                        "callout_type",
                        "models_used",
                        "accuracy_level",
                        "confidence",
                        "notices",
                        "query_id",
                        "reply_to",
                        "created_at");
    }

    @Test
    void theSameMessageAgainIsTheStoredOneAndAnotherIsAConflict() {
        String conversation = counsel.talk();
        Message first = messages.append(ME, draft(conversation, "once").as("m-1"));
        assertThat(messages.append(ME, draft(conversation, "once").as("m-1"))).isEqualTo(first);
        assertThatThrownBy(
                        () -> messages.append(ME, draft(conversation, "twice").as("m-1")))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("m-1");
        assertThatThrownBy(() -> messages.append(
                        ME,
                        MessageDraft.of(conversation, MessageRole.ASSISTANT, "once")
                                .as("m-1")))
                .isInstanceOf(ConflictException.class);
        String other = counsel.talk();
        assertThatThrownBy(() -> messages.append(ME, draft(other, "once").as("m-1")))
                .isInstanceOf(ConflictException.class);
        assertThat(counsel.value("SELECT count(*) FROM messages")).isEqualTo("1");
    }

    @Test
    void timesNeverStepBackInAConversation() {
        String conversation = counsel.talk("one");
        counsel.clock().advance(Duration.ofHours(-3));
        Message second = counsel.say(conversation, "two").getFirst();
        assertThat(second.createdAt()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        counsel.clock().advance(Duration.ofHours(4));
        assertThat(counsel.say(conversation, "three").getFirst().createdAt())
                .isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
    }

    @Test
    void whatIsOutOfBoundsIsRefusedAndNothingIsWritten() {
        String conversation = counsel.talk();
        for (String bad : List.of("", "a\0b", "half \ud83c", "x".repeat(1_000_001), "é".repeat(500_001))) {
            assertThatThrownBy(() -> messages.append(ME, draft(conversation, bad)))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("content");
        }
        assertThatThrownBy(() -> draft(conversation, "x").as("no/slash")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> MessageRole.of("system")).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> MessageRequest.newest(501)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> MessageRequest.newest(0)).isInstanceOf(InvalidException.class);
        assertThat(messages.append(ME, draft(conversation, "é".repeat(500_000))).tokens())
                .isEqualTo(125_000);
        assertThat(messages.append(ME, draft(conversation, " ")).tokens()).isEqualTo(1);
        assertThat(counsel.value("SELECT last_seq FROM conversations")).isEqualTo("2");
    }

    @Test
    void anotherUsersConversationDoesNotExist() {
        String mine = counsel.talk("secret plan");
        String id = messages.page(ME, mine, MessageRequest.newest(1))
                .items()
                .getFirst()
                .messageId();
        Principal eve = user("eve");
        List<Runnable> attempts = List.of(
                () -> messages.append(eve, draft(mine, "me too")),
                () -> messages.append(eve, draft(mine, "secret plan").as(id)),
                () -> messages.page(eve, mine, MessageRequest.newest(5)),
                () -> messages.get(eve, id),
                () -> counsel.conversations().get(eve, mine),
                () -> counsel.conversations().rename(eve, mine, "hers"),
                () -> counsel.conversations().move(eve, mine, null));
        for (Runnable attempt : attempts) {
            assertThatThrownBy(attempt::run).isInstanceOf(NotFoundException.class);
        }
        assertThat(counsel.conversations()
                        .list(eve, ConversationRequest.first())
                        .items())
                .isEmpty();
        assertThat(messages.page(Principal.operator("root"), mine, MessageRequest.newest(5))
                        .items())
                .hasSize(1);
    }

    @Test
    void manyWritersInTwoProcessesLeaveNoGap() {
        String conversation = counsel.talk();
        Messages elsewhere = Messages.over(counsel.elsewhere());
        List<CompletableFuture<Void>> writers = IntStream.range(0, 8)
                .mapToObj(writer -> CompletableFuture.runAsync(() -> {
                    Messages own = writer % 2 == 0 ? messages : elsewhere;
                    for (int i = 0; i < 25; i++) {
                        own.append(ME, draft(conversation, writer + " says " + i));
                    }
                }))
                .toList();
        writers.forEach(CompletableFuture::join);
        assertThat(numbers(conversation, MessageRequest.newest(17)))
                .isEqualTo(LongStream.rangeClosed(1, 200).boxed().toList());
        List<TailHash.Turn> turns = new ArrayList<>();
        counsel.archive().read(tx -> {
            for (Message message : messages.within(tx, conversation, 0, 200, 500)) {
                turns.add(new TailHash.Turn(MessageRole.USER, String.valueOf(message.content())));
            }
            return turns.size();
        });
        assertThat(counsel.value("SELECT tail_hash FROM conversations")).isEqualTo(TailHash.of(Seal.plain(), turns));
    }

    @Test
    void aMessageOfALargerUnitIsThereWithItOrNotAtAll() {
        String conversation = counsel.talk("before");
        assertThatThrownBy(() -> counsel.archive().write(tx -> {
                    messages.append(
                            tx,
                            ME,
                            draft(conversation, "lost"),
                            counsel.context().now());
                    throw new IllegalStateException("the rest failed");
                }))
                .hasMessage("the rest failed");
        assertThat(numbers(conversation, MessageRequest.newest(5))).containsExactly(1L);
    }
}
