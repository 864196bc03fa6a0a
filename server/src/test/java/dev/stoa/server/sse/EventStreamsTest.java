package dev.stoa.server.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.CreatedToken;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.server.RunningServer;
import dev.stoa.society.Retention;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class EventStreamsTest {
    private static final Principal OPERATOR = Principal.operator("test");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static String url(RunningServer at, String path) {
        return at.url() + "/api/v1/" + path;
    }

    private void post(String channel, String text) {
        server.stoa().society().messages().send(OPERATOR, channel, MessageDraft.of(text));
    }

    private void channel(ChannelDraft draft) {
        server.stoa().society().channels().create(OPERATOR, draft);
    }

    private String token(String... scopes) {
        CreatedToken created =
                server.stoa().counsel().tokens().create(OPERATOR, TokenDraft.of(new Scopes(List.of(scopes))));
        return created.token();
    }

    @Test
    @DisplayName("A client that breaks off at 1,000 random bytes and resumes must see every event once, in order, also"
            + " when it moves to another server. (fewer than 1,000)")
    void aClientThatBreaksOffAndResumesOnEitherServerSeesEveryEventOnceAndInOrder() throws InterruptedException {
        assertThat(breaksOff(60, 2_500)).isGreaterThan(5);
    }

    @Test
    @DisplayName("A client that breaks off at 1,000 random bytes and resumes must see every event once, in order, also"
            + " when it moves to another server.")
    @Tag("soak")
    void aClientThatBreaksOffAt1000RandomBytesAndResumesOnEitherServerSeesEveryEventOnceAndInOrder()
            throws InterruptedException {
        assertThat(breaksOff(900, 900)).isGreaterThanOrEqualTo(1_000);
    }

    /** Follows a number of messages, breaks off within a number of bytes each time, and tells how often that was. */
    private int breaksOff(int messages, int most) throws InterruptedException {
        channel(ChannelDraft.of("hall"));
        int before = messages * 2 / 3;
        for (int i = 0; i < before; i++) {
            post("hall", "message number " + i);
        }
        int breaks = 0;
        try (RunningServer other = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = before; i < messages; i++) {
                    post("hall", "message number " + i);
                }
            });
            Random random = new Random(7);
            List<String> texts = new ArrayList<>();
            long last = 0;
            while (texts.size() < messages) {
                RunningServer at = random.nextBoolean() ? server : other;
                try (EventClient client =
                        EventClient.open(url(at, "channels/hall/events"), "Last-Event-ID", Long.toString(last))) {
                    // Up to the last whole event, as an EventSource would.
                    String[] events = client.bytes(14 + random.nextInt(most), "number " + (messages - 1))
                            .split("\n\n", -1);
                    for (int i = 0; i < events.length - 1; i++) {
                        if (events[i].startsWith("id: ")) {
                            long id = Long.parseLong(
                                    events[i].lines().findFirst().orElseThrow().substring(4));
                            assertThat(id).isGreaterThan(last);
                            last = id;
                            if (events[i].contains("event: message.posted")) {
                                texts.add(events[i].replaceAll("(?s).*(message number [0-9]+).*", "$1"));
                            }
                        }
                    }
                }
                breaks++;
            }
            writer.join();
            assertThat(texts)
                    .isEqualTo(IntStream.range(0, messages)
                            .mapToObj(i -> "message number " + i)
                            .toList());
        }
        return breaks;
    }

    @Test
    @DisplayName("A stream must survive a day's retention with one reset and then be right.")
    void afterRetentionAStreamIsResetOnceAndThenRight() {
        channel(ChannelDraft.of("hall"));
        for (int i = 0; i < 10; i++) {
            post("hall", "old " + i);
        }
        try (EventClient open = EventClient.open(url(server, "society/events"))) {
            assertThat(open.header("Content-Type")).isEqualTo("text/event-stream");
            long end = Long.parseLong(open.next().id());
            server.stoa().society().retention().forgetFeed(Retention.FEED_AGE, 3, false);
            post("hall", "new");
            // What was not behind is not reset.
            assertThat(open.next().data()).contains("\"new\"");
            try (EventClient late = EventClient.open(url(server, "society/events"), "Last-Event-ID", "1")) {
                EventClient.Got reset = late.next();
                assertThat(reset.name()).isEqualTo("reset");
                assertThat(reset.id()).isEqualTo(Long.toString(end - 3));
                assertThat(List.of(late.next(), late.next(), late.next(), late.next()))
                        .extracting(EventClient.Got::name)
                        .containsOnly("message.posted");
            }
            try (EventClient ahead = EventClient.open(url(server, "society/events?last_event_id=4000"))) {
                assertThat(ahead.next())
                        .isEqualTo(new EventClient.Got(
                                Long.toString(end + 1), "reset", "{\"position\":" + (end + 1) + "}"));
                post("hall", "newer");
                assertThat(ahead.next().data()).contains("\"newer\"");
            }
        }
    }

    @Test
    @DisplayName("Revoking a token must end its streams within 15 s; leaving a channel must hide its next message.")
    void revokingATokenEndsItsStreamsAndLeavingAChannelHidesItsNextMessage() {
        server.stoa().society().agents().register(OPERATOR, AgentDraft.of("bo", "claude"));
        channel(ChannelDraft.of("secret").restrictedTo("bo"));
        String agent = token("agent:bo");
        CreatedToken reader =
                server.stoa().counsel().tokens().create(OPERATOR, TokenDraft.of(new Scopes(List.of("read"))));
        try (EventClient secret =
                        EventClient.open(url(server, "channels/secret/events"), "Authorization", "Bearer " + agent);
                EventClient all =
                        EventClient.open(url(server, "audit/events"), "Authorization", "Bearer " + reader.token())) {
            assertThat(secret.next().name()).isEqualTo("hello");
            assertThat(all.next().name()).isEqualTo("hello");
            post("secret", "for bo");
            assertThat(secret.next().data()).contains("for bo");
            server.stoa().society().channels().members(OPERATOR, "secret", List.of(), List.of("bo"));
            post("secret", "not for bo");
            assertThat(secret.rest()).last().isEqualTo(new EventClient.Got("", "bye", "{\"code\":\"not_found\"}"));
            // The revocation is itself an entry of the log that would be told.
            server.stoa().counsel().tokens().revoke(OPERATOR, reader.stored().tokenId());
            assertThat(all.rest()).last().isEqualTo(new EventClient.Got("", "bye", "{\"code\":\"unauthorized\"}"));
        }
    }

    @Test
    void aDebateIsFollowedToItsEndAndAReconnectAfterItIsToldToStop() {
        String id = debate(server.stoa());
        String path = "debates/" + id + "/events";
        List<EventClient.Got> all;
        try (EventClient client = EventClient.open(url(server, path))) {
            all = client.rest();
        }
        EventClient.Got end = all.getLast();
        assertThat(end).isEqualTo(new EventClient.Got("", "end", "{\"status\":\"cancelled\"}"));
        List<EventClient.Got> events = all.subList(0, all.size() - 1);
        assertThat(events)
                .extracting(EventClient.Got::id)
                .isEqualTo(IntStream.rangeClosed(1, events.size())
                        .mapToObj(Integer::toString)
                        .toList());
        String last = events.getLast().id();
        try (EventClient again = EventClient.open(url(server, path), "Last-Event-ID", last)) {
            assertThat(again.status()).isEqualTo(204);
        }
        try (EventClient beyond = EventClient.open(url(server, path), "Last-Event-ID", "4000")) {
            List<EventClient.Got> repeated = beyond.rest();
            assertThat(repeated.getFirst()).isEqualTo(new EventClient.Got("0", "reset", "{\"position\":0}"));
            assertThat(repeated.subList(1, repeated.size())).isEqualTo(all);
        }
        assertThat(server.get(path, "Last-Event-ID", "x", "Accept", "text/event-stream")
                        .status())
                .isEqualTo(422);
        RunningServer.Reply list = server.get(path + "?after=1&limit=1", "Accept", "application/json");
        assertThat(list.body().get("items").toString()).contains("seq=2").doesNotContain("seq=1,");
    }

    private static String debate(Stoa stoa) {
        String id = stoa.debate()
                .sessions()
                .create(
                        DebateRequest.on("Which store shall we use?")
                                .seed(1)
                                .agents(IntStream.range(0, 3)
                                        .mapToObj(seat -> Seat.of("s" + seat, "sim", "m" + seat))
                                        .toList()),
                        "human")
                .id();
        stoa.debate().sessions().cancel(id, "human");
        return id;
    }
}
