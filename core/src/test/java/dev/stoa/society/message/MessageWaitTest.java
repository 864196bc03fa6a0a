package dev.stoa.society.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.ChannelLaws;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.testing.OnBothDatabases;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnBothDatabases
class MessageWaitTest extends TownFixture {
    private static final Duration LONG = Duration.ofSeconds(60);

    private Messages messages;
    private Bookmarks bookmarks;
    private Principal ana;
    private Principal bo;
    private ExecutorService threads;

    @BeforeEach
    void open() {
        messages = town.messages();
        bookmarks = town.bookmarks();
        ana = town.agent("ana");
        bo = town.agent("bo");
        town.channels().create(Town.HUMAN, ChannelDraft.of("lab"));
        town.channels().create(Town.HUMAN, ChannelDraft.of("den"));
        threads = Executors.newCachedThreadPool();
    }

    @AfterEach
    void whatMustAlwaysHoldHolds() {
        threads.shutdownNow();
        ChannelLaws.hold(town);
    }

    /** Waits in a thread that is known to have begun; whether it looks before or after what comes must not matter. */
    private Future<ReceivedMessages> waiting(MessageWait wait) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Future<ReceivedMessages> waiting = threads.submit(() -> {
            begun.countDown();
            return bookmarks.await(bo, wait);
        });
        begun.await();
        return waiting;
    }

    private static ReceivedMessages got(Future<ReceivedMessages> waiting) throws Exception {
        return waiting.get(30, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("wait must not return what was already seen, must not consume what it does not return,"
            + " and must not poll messages")
    void aWaitReturnsWhatIsNewAndLeavesTheRest() throws Exception {
        messages.send(ana, "lab", MessageDraft.of("seen"));
        bookmarks.receive(bo, "lab", ReceiveRequest.next());
        assertThat(bookmarks.await(bo, MessageWait.in("lab", Duration.ZERO)).timedOut())
                .isTrue();
        messages.send(ana, "den", MessageDraft.of("elsewhere"));
        assertThat(bookmarks.await(bo, MessageWait.in("lab", Duration.ZERO)).items())
                .isEmpty();
        assertThat(bookmarks.unread(bo, "den")).isEqualTo(1);
        for (int i = 0; i < 3; i++) {
            messages.send(ana, "lab", MessageDraft.of("m" + i));
        }
        ReceivedMessages one = bookmarks.await(bo, new MessageWait("lab", LONG, false, false, 1));
        assertThat(one.items()).extracting(Message::content).containsExactly("m0");
        assertThat(one.unread()).isEqualTo(2);
        assertThat(bookmarks.await(bo, MessageWait.in("lab", LONG).peeking()).items())
                .hasSize(2);
        assertThat(bookmarks.await(bo, MessageWait.in("lab", LONG)).items())
                .extracting(Message::content)
                .containsExactly("m1", "m2");
        assertThat(bookmarks.unread(bo, "den")).isEqualTo(1);
        assertThat(wakes(MessageWait.in("lab", LONG))).isLessThanOrEqualTo(1);
        assertThat(wakes(MessageWait.any(LONG).forMentions())).isLessThanOrEqualTo(1);
    }

    /** How often somebody who waits wakes up in a second in which nothing happens; to look again it must wake up. */
    private long wakes(MessageWait wait) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                bookmarks.await(bo, wait);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        sleeper.start();
        while (Stream.of(sleeper.getStackTrace())
                .noneMatch(frame -> frame.getClassName().equals(CommitSignal.Watch.class.getName())
                        && frame.getMethodName().equals("await"))) {
            Thread.onSpinWait();
        }
        ThreadMXBean threadBean = ManagementFactory.getThreadMXBean();
        long before = threadBean.getThreadInfo(sleeper.threadId()).getWaitedCount();
        assertThat(sleeper.join(Duration.ofSeconds(1))).isFalse();
        long after = threadBean.getThreadInfo(sleeper.threadId()).getWaitedCount();
        sleeper.interrupt();
        sleeper.join();
        return after - before;
    }

    @Test
    void aChannelThatIsNamedAfterAnotherIsNotTakenForIt() throws Exception {
        String lab = town.channels().get(Town.HUMAN, "lab").id();
        town.channel(lab, false);
        messages.send(ana, "lab", MessageDraft.of("news"));
        Future<ReceivedMessages> waiting = waiting(MessageWait.in("lab", LONG));
        assertThat(got(waiting).items()).extracting(Message::content).containsExactly("news");
        messages.send(ana, "lab", MessageDraft.of("more"));
        assertThat(got(waiting(MessageWait.any(Duration.ZERO))).items())
                .extracting(Message::content)
                .containsExactly("more");
    }

    @Test
    void aMessageOfAnotherEndsAWaitAndOnesOwnDoesNot() throws Exception {
        Future<ReceivedMessages> waiting = waiting(MessageWait.in("lab", LONG));
        messages.send(bo, "lab", MessageDraft.of("my own"));
        messages.send(ana, "den", MessageDraft.of("elsewhere"));
        Message expected = messages.send(ana, "lab", MessageDraft.of("news")).message();
        ReceivedMessages received = got(waiting);
        assertThat(received.items()).containsExactly(expected);
        assertThat(received.waited())
                .containsEntry("timed_out", false)
                .containsEntry("closed", false)
                .hasSize(7);
    }

    @Test
    void withoutAChannelItIsTheFirstOfTheInbox() throws Exception {
        Future<ReceivedMessages> waiting = waiting(MessageWait.any(LONG));
        messages.send(ana, "den", MessageDraft.of("news"));
        assertThat(got(waiting).channel()).isEqualTo("den");
        messages.send(ana, "den", MessageDraft.of("@bo come"));
        messages.send(ana, "lab", MessageDraft.of("later"));
        assertThat(bookmarks.await(bo, MessageWait.any(LONG)).channel()).isEqualTo("den");
        assertThat(bookmarks.await(bo, MessageWait.any(LONG)).channel()).isEqualTo("lab");
        ReceivedMessages none = bookmarks.await(bo, MessageWait.any(Duration.ZERO));
        assertThat(none.waited())
                .containsEntry("timed_out", true)
                .containsEntry("items", List.of())
                .containsEntry("channel", null);
    }

    @Test
    void aWaitForMentionsEndsWithAMention() throws Exception {
        Future<ReceivedMessages> anywhere =
                waiting(MessageWait.any(LONG).forMentions().peeking());
        messages.send(ana, "lab", MessageDraft.of("not you"));
        messages.send(bo, "lab", MessageDraft.of("@bo I talk to myself"));
        messages.send(ana, "lab", MessageDraft.of("@bo you"));
        assertThat(got(anywhere).channel()).isEqualTo("lab");
        assertThat(bookmarks
                        .await(bo, MessageWait.in("lab", LONG).forMentions())
                        .items())
                .extracting(Message::content)
                .containsExactly("not you", "@bo you");
        messages.send(ana, "lab", MessageDraft.of("not you"));
        assertThat(bookmarks
                        .await(bo, MessageWait.in("lab", Duration.ZERO).forMentions())
                        .timedOut())
                .isTrue();
    }

    @Test
    void aChannelThatClosesEndsAWait() throws Exception {
        Future<ReceivedMessages> archived = waiting(MessageWait.in("lab", LONG));
        Future<ReceivedMessages> deleted = waiting(MessageWait.in("den", LONG));
        town.channels().archive(Town.HUMAN, "lab");
        town.channels().delete(Town.HUMAN, "den", false);
        ReceivedMessages end = got(archived);
        assertThat(end.closed()).isTrue();
        assertThat(end.timedOut()).isFalse();
        assertThat(end.channel()).isEqualTo("lab");
        Future<ReceivedMessages> gone = deleted;
        assertThat(endOf(gone)).isIn("closed", "not found");
        assertThat(bookmarks.await(bo, MessageWait.in("lab", LONG)).closed()).isTrue();
        assertThatThrownBy(() -> bookmarks.await(bo, MessageWait.in("den", LONG)))
                .isInstanceOf(NotFoundException.class);
    }

    /** The channel may be gone before the wait has begun. */
    private static String endOf(Future<ReceivedMessages> waiting) throws Exception {
        try {
            return got(waiting).closed() ? "closed" : "open";
        } catch (ExecutionException e) {
            return e.getCause() instanceof NotFoundException ? "not found" : String.valueOf(e.getCause());
        }
    }

    @Test
    void aMessageOfAnotherProcessEndsAWait() throws Exception {
        Future<ReceivedMessages> waiting = waiting(MessageWait.in("lab", LONG));
        Archive elsewhere = town.elsewhere();
        Messages.over(elsewhere, town.clock(), town.ids(), town.rules()).send(ana, "lab", MessageDraft.of("from afar"));
        assertThat(got(waiting).items()).extracting(Message::content).containsExactly("from afar");
    }

    @Test
    void ofManyWhoWaitAsOneAgentEachMessageGoesToOne() throws Exception {
        List<Future<ReceivedMessages>> waiting = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            waiting.add(waiting(new MessageWait("lab", LONG, false, false, 1)));
        }
        for (int i = 0; i < 8; i++) {
            messages.send(ana, "lab", MessageDraft.of("m" + i));
        }
        List<Long> seqs = new ArrayList<>();
        for (Future<ReceivedMessages> one : waiting) {
            got(one).items().forEach(message -> seqs.add(message.seq()));
        }
        assertThat(seqs).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void aWaitThatIsInterruptedEnds() throws Exception {
        Future<ReceivedMessages> waiting = waiting(MessageWait.in("lab", LONG));
        threads.shutdownNow();
        assertThatThrownBy(() -> got(waiting)).isInstanceOf(ExecutionException.class);
    }
}
