package dev.stoa.society.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.agent.Agents;
import dev.stoa.society.base.SocietyRules;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Message;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.feed.FeedReader;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Many send at once to several channels, through two openings of one archive as two processes have them. */
@OnBothDatabases
@Timeout(180)
class SendersTest {
    private static final int SENDERS = 8;
    private static final int TIMES = 15;
    private static final List<String> HALLS = List.of("hall-a", "hall-b", "hall-c");
    private static final Principal ANA = Principal.as("ana");

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private List<Archive> nodes;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        nodes = List.of(place.open(SocietyArchive.SCHEMA), place.open(SocietyArchive.SCHEMA));
        Agents agents = Agents.over(nodes.get(0), InstantSource.system(), ids(0), SocietyRules.defaults());
        Channels channels = Channels.over(nodes.get(0), InstantSource.system(), ids(1));
        agents.register(Principal.local(), AgentDraft.of("ana", "none:"));
        HALLS.forEach(hall -> channels.create(ANA, ChannelDraft.of(hall)));
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static Ids ids(int seed) {
        return Ids.of(InstantSource.system(), new SplittableRandom(seed));
    }

    /** Half of the senders are on each node. */
    private Messages messages(int sender) {
        return Messages.over(nodes.get(sender % 2), InstantSource.system(), ids(10 + sender), SocietyRules.defaults());
    }

    @Test
    void aFollowerSeesEveryMessageOnceAndInTheOrderOfItsChannel() throws Exception {
        FeedReader feed = FeedReader.over(nodes.get(1), InstantSource.system(), ids(2));
        long start = feed.extent().newest();
        AtomicBoolean over = new AtomicBoolean();
        List<String> followed = new ArrayList<>();
        List<String> acknowledged = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS + 1)) {
            Future<?> follower = threads.submit(() -> follow(feed, start, over, followed));
            List<Future<List<String>>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                int sender = i;
                senders.add(threads.submit(() -> send(messages(sender), sender)));
            }
            try {
                for (Future<List<String>> sender : senders) {
                    acknowledged.addAll(sender.get());
                }
            } finally {
                over.set(true);
            }
            follower.get();
        }
        assertThat(followed).containsExactlyInAnyOrderElementsOf(acknowledged).doesNotHaveDuplicates();
        for (String hall : HALLS) {
            List<Message> said = messages(0)
                    .history(ANA, hall, new Messages.Range(null, 0L, 500))
                    .items();
            assertThat(said.stream().map(Message::seq))
                    .as("numbers without a gap")
                    .isEqualTo(LongStream.rangeClosed(1, said.size()).boxed().toList());
            assertThat(followed.stream()
                            .filter(id -> said.stream()
                                    .anyMatch(message -> message.id().equals(id))))
                    .as("the feed tells of a channel in its order")
                    .isEqualTo(said.stream().map(Message::id).toList());
        }
    }

    /** The same key through both openings at once: one message, and both get it. */
    @Test
    void aKeyIsUsedOnceWhereverItIsSent() throws Exception {
        List<Messages> openings =
                IntStream.range(0, SENDERS).mapToObj(this::messages).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            for (int round = 0; round < TIMES; round++) {
                String key = "key-" + round;
                List<Future<String>> senders = new ArrayList<>();
                for (Messages messages : openings) {
                    MessageDraft draft = MessageDraft.of("the same").key(key);
                    senders.add(threads.submit(
                            () -> messages.send(ANA, "hall-a", draft).message().id()));
                }
                List<String> sent = new ArrayList<>();
                for (Future<String> sender : senders) {
                    sent.add(sender.get());
                }
                assertThat(sent).containsOnly(sent.getFirst());
            }
        }
    }

    private static List<String> send(Messages messages, int sender) {
        List<String> ids = new ArrayList<>();
        for (int n = 0; n < TIMES; n++) {
            // Some start nothing but name an agent, and so have the archive for themselves.
            String text = n % 5 == 4 ? "@nobody, see " + n : "message " + n + " of " + sender;
            String hall = HALLS.get((sender + n) % HALLS.size());
            ids.add(messages.send(ANA, hall, MessageDraft.of(text)).message().id());
        }
        return ids;
    }

    private static void follow(FeedReader feed, long start, AtomicBoolean over, List<String> followed) {
        long position = start;
        boolean last = false;
        while (true) {
            boolean ending = over.get();
            FeedReader.Told told = feed.read(ANA, FeedQuery.after(position));
            told.events().forEach(event -> followed.add(event.ref()));
            position = told.next();
            if (last && told.events().isEmpty()) {
                return;
            }
            last = ending;
        }
    }
}
