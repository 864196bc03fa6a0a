package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.sse.EventClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stream of a page: it tells that something has changed, to those who may see it, and nothing more. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class HintsTest {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void open() {
        server = RunningServer.at(folder.toString(), folder);
        for (String agent : new String[] {"yuri", "vera"}) {
            server.post("agents", "{\"identity\":\"" + agent + "\",\"model\":\"sim:\"}");
        }
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static EventClient follow(String topics, String... headers) {
        EventClient page = EventClient.open(server.url() + "/events?" + topics, headers);
        if (page.status() == 200) {
            assertThat(page.next().name()).isEqualTo("hello");
        }
        return page;
    }

    private static Reply said(String channel, String text, String... headers) {
        Reply said = server.post("channels/" + channel + "/messages", "{\"content\":\"" + text + "\"}", headers);
        assertThat(said.status()).as(said.raw().body()).isEqualTo(201);
        return said;
    }

    @Test
    void aHintNamesItsTopicAndNumberAndNothingElse() {
        server.post("channels", "{\"name\":\"plain\"}");
        try (EventClient page = follow("topic=channel:plain&topic=society")) {
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.header("Content-Type")).startsWith("text/event-stream");
            said("plain", "The quokka sleeps.");
            EventClient.Got one = page.next();
            EventClient.Got two = page.next();
            for (EventClient.Got got : new EventClient.Got[] {one, two}) {
                assertThat(got.name()).isEqualTo("changed");
                assertThat(got.id()).isEmpty();
                Map<String, ?> data = Json.parseObject(got.data());
                assertThat(data).containsOnlyKeys("topic", "seq");
                assertThat(data.get("seq")).isInstanceOf(Number.class);
            }
            assertThat(one.data() + two.data())
                    .contains("\"channel:plain\"", "\"society\"")
                    .doesNotContain("quokka");
        }
    }

    @Test
    void aDebateThatMovesIsToldOnItsPageAndOnThatOfAll() {
        Object id = server.post(
                        "debates",
                        "{\"topic\":\"Is 91 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
                                + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}")
                .body()
                .get("id");
        try (EventClient page = follow("topic=debate:" + id + "&topic=debate")) {
            server.post("debates/" + id + "/resume", "{}");
            String told = page.next().data() + page.next().data();
            assertThat(told).contains("debate");
        }
    }

    @Test
    void aStreamBeginsWithHowFarADebateIsAndOfOthersWithNothingThatCountsWhatIsOutOfSight() {
        Object id = server.post(
                        "debates",
                        "{\"topic\":\"Is 57 prime?\",\"options\":[\"yes\",\"no\"],\"seed\":7,"
                                + "\"agents\":[\"a=sim:\",\"b=sim:\"],\"start\":false}")
                .body()
                .get("id");
        List<?> events = (List<?>)
                Objects.requireNonNull(server.get("debates/" + id + "/events?limit=100", "Accept", "application/json")
                        .body()
                        .get("items"));
        assertThat(events).isNotEmpty();
        server.post("channels", "{\"name\":\"counted\"}");
        String topics = "topic=debate:" + id + "&topic=society&topic=debate&topic=channel:counted";
        try (EventClient page = EventClient.open(server.url() + "/events?" + topics)) {
            EventClient.Got hello = page.next();
            assertThat(hello.name()).isEqualTo("hello");
            assertThat(hello.id()).isEmpty();
            assertThat(Json.parseObject(hello.data()).get("topics"))
                    .isEqualTo(List.of(
                            Map.of("topic", "debate:" + id, "seq", (long) events.size()),
                            Map.of("topic", "society", "seq", 0L),
                            Map.of("topic", "debate", "seq", 0L),
                            Map.of("topic", "channel:counted", "seq", 0L)));
        }
    }

    @Test
    void aPrivateNoteGivesAHintToItsOwnerAlone() {
        server.post("channels", "{\"name\":\"square\"}");
        try (EventClient owner = follow("topic=society", "Stoa-Agent", "yuri");
                EventClient other = follow("topic=society", "Stoa-Agent", "vera")) {
            Reply note = server.post("notes", "{\"message\":\"nobody knows\"}", "Stoa-Agent", "yuri");
            assertThat(note.status()).as(note.raw().body()).isEqualTo(201);
            Number secret = (Number) Json.parseObject(owner.next().data()).get("seq");
            said("square", "Everybody knows.");
            Number open = (Number) Json.parseObject(other.next().data()).get("seq");
            assertThat(open.longValue()).isGreaterThan(secret.longValue());
        }
    }

    @Test
    void whatIsOutOfSightOrTooMuchIsRefused() {
        server.post("channels", "{\"name\":\"burrow\",\"restricted\":true}", "Stoa-Agent", "yuri");
        try (EventClient mine = follow("topic=channel:burrow", "Stoa-Agent", "yuri");
                EventClient others = follow("topic=channel:burrow", "Stoa-Agent", "vera");
                EventClient unknown = follow("topic=debate:none");
                EventClient strange = follow("topic=keys");
                EventClient none = follow("");
                EventClient many =
                        follow("topic=audit&topic=a&topic=b&topic=c&topic=d&topic=e&topic=f&topic=g&topic=h")) {
            assertThat(mine.status()).isEqualTo(200);
            assertThat(others.status()).isEqualTo(404);
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(strange.status()).isEqualTo(422);
            assertThat(none.status()).isEqualTo(422);
            assertThat(many.status()).isEqualTo(422);
        }
    }
}
