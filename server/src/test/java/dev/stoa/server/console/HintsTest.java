package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.sse.EventClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stream of a page: it tells that something has changed, to those who may see it, and nothing more. */
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class HintsTest {
    private static final int ROUNDS = 10;

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
            assertThat((List<?>) Json.parseObject(hello.data()).get("topics"))
                    .map(topic -> (Map<?, ?>) topic)
                    .allSatisfy(topic -> {
                        assertThat(topic).hasSize(3);
                        assertThat((String) topic.get("mark")).hasSize(10);
                    })
                    .map(topic -> topic.get("topic") + " " + topic.get("seq"))
                    .containsExactly(
                            "debate:" + id + " " + events.size(), "society 0", "debate 0", "channel:counted 0");
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
    void aMemoryOfItsOwnGivesAHintToItsAgentAlone() {
        server.post("channels", "{\"name\":\"yard\"}");
        try (EventClient owner = follow("topic=continuum", "Stoa-Agent", "yuri");
                EventClient other = follow("topic=continuum&topic=channel:yard", "Stoa-Agent", "vera")) {
            Reply added = server.post(
                    "memories",
                    "{\"content\":\"The key is under the mat\",\"namespace\":\"agent:yuri\"}",
                    "Stoa-Agent",
                    "yuri");
            assertThat(added.status()).as(added.raw().body()).isEqualTo(201);
            assertThat(told(owner)).isEqualTo("continuum");
            said("yard", "Everybody knows.");
            assertThat(told(other)).isEqualTo("channel:yard");
            server.post("memories", "{\"content\":\"The gate is shut\"}", "Stoa-Agent", "yuri");
            assertThat(told(other)).isEqualTo("continuum");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    continuum | memories | {"content":"Gate 3 is shut"} | memory memory/newest memory/graph memory/recall?q=gate
                    consensus | consensus | {"id":"d-1","topic":"Ship?","conclusion":"no","confidence":0.8,"participants":["ana","bo"]} | consensus dissents proofs
                    rating | matches | {"debate_id":"d-2","participants":["ana","bo"],"winner":"ana"} | ratings ratings/matrix
                    critique | critiques | {"debate_id":"d-3","agent":"ana","issues":["it is slow"],"severity":0.5} | critiques patterns reputation
                    evidence | evidence | {"snippet":"WAL needs the shm file","source":"docs"} | evidence documents
                    counsel | projects | {"name":"Shop"} | conversations corrections projects specialists ask tokens""")
    void whatIsLearnedAndAskedIsToldOnItsPagesAndReadingThemChangesNothing(
            String topic, String route, String body, String pages) {
        try (EventClient page = follow("topic=" + topic + "&topic=channel:ticks-" + topic)) {
            assertThat(page.status()).as(topic).isEqualTo(404);
        }
        server.post("channels", "{\"name\":\"ticks-" + topic + "\"}");
        try (EventClient page = follow("topic=" + topic + "&topic=channel:ticks-" + topic)) {
            Reply written = server.post(route, body);
            assertThat(written.status()).as(written.raw().body()).isBetween(200, 299);
            assertThat(Json.parseObject(page.next().data())).containsEntry("topic", topic);
        }
        // What follows an answer, such as vectors, or is kept when it is first read, is told as well, but ends.
        try (EventClient page = follow("topic=" + topic + "&topic=channel:ticks-" + topic)) {
            assertThat(IntStream.range(0, ROUNDS).anyMatch(round -> {
                        shown(topic, pages);
                        said("ticks-" + topic, "tick " + round);
                        Object first = told(page);
                        for (Object next = first; !next.equals("channel:ticks-" + topic); ) {
                            next = told(page);
                        }
                        return first.equals("channel:ticks-" + topic);
                    }))
                    .as("reading changes something each time")
                    .isTrue();
        }
    }

    private static Object told(EventClient page) {
        return Objects.requireNonNull(Json.parseObject(page.next().data()).get("topic"));
    }

    private static void shown(String topic, String pages) {
        for (String path : pages.split(" ", -1)) {
            Reply shown = server.sendRaw("GET", "/" + path, null);
            assertThat(shown.status()).as(path).isEqualTo(200);
            assertThat(Jsoup.parse(shown.raw().body()).select("[data-topic=" + topic + "]"))
                    .as(path)
                    .isNotEmpty()
                    .allMatch(part ->
                            part.hasAttr("hx-get") && part.attr("hx-select").equals("#" + part.id()));
        }
    }

    @Test
    void aBreakerThatChangesIsTold() {
        try (EventClient page = follow("topic=breaker")) {
            CircuitBreakers breakers = server.stoa().learning().breakers();
            while (breakers.acquire("openai:x", Duration.ofMinutes(1)) instanceof Permit.Granted permit) {
                breakers.report(permit, CallResult.failure("timeout"));
            }
            assertThat(Json.parseObject(page.next().data())).containsEntry("topic", "breaker");
        }
        assertThat(Jsoup.parse(server.sendRaw("GET", "/breakers", null).raw().body())
                        .select("#list[data-topic=breaker]"))
                .hasSize(1);
    }

    private static String made(String route, String body, String id) {
        Reply made = server.post(route, body);
        assertThat(made.status()).as(made.raw().body()).isBetween(200, 299);
        return "/" + route + "/" + made.body().get(id);
    }

    @Test
    void whatStaysCurrentHasAnIdAndFollowsWhatItsReaderMayRead() {
        List<String> pages = new ArrayList<>(Console.paths().stream()
                .filter(path -> path.indexOf('{') < 0)
                .map(path -> "/" + path)
                .toList());
        List<String> things = List.of(
                "/agents/yuri",
                made("notes", "{\"message\":\"Count the tills\"}", "memory_id"),
                made("tasks", "{\"input\":\"Count the tills\"}", "task_id"),
                made(
                        "knowledge",
                        "{\"domain\":\"shop/tills\",\"content\":\"Till 3 restarts at noon\"}",
                        "knowledge_id"));
        pages.addAll(things);
        Set<String> followed = new HashSet<>();
        for (String path : pages) {
            Reply shown = server.sendRaw("GET", path, null, "Accept", "text/html");
            assertThat(shown.status()).as(path).isEqualTo(200);
            for (Element part : Jsoup.parse(shown.raw().body()).select("[data-topic]")) {
                followed.add(path);
                assertThat(part.id()).as(path).isNotEmpty();
                assertThat(part.attr("hx-trigger")).as(path).startsWith("stoa:changed");
                String topics = Arrays.stream(part.attr("data-topic").split(" "))
                        .map(topic -> "topic=" + topic)
                        .collect(Collectors.joining("&"));
                try (EventClient page = follow(topics)) {
                    assertThat(page.status()).as(path).isEqualTo(200);
                }
            }
        }
        assertThat(followed)
                .containsAll(things)
                .contains(
                        "/ops",
                        "/ops/jobs",
                        "/ops/archives",
                        "/ops/doctor",
                        "/ops/backups",
                        "/debates/stats",
                        "/evolve",
                        "/episodes",
                        "/created-agents",
                        "/knowledge");
    }

    @Test
    void readingWhatIsFollowedChangesNothingOfIt() {
        server.post("channels", "{\"name\":\"ticks\"}");
        for (String path : List.of(
                "/ops",
                "/ops/jobs",
                "/ops/archives",
                "/ops/doctor",
                "/ops/backups",
                "/debates/stats",
                "/evolve",
                "/episodes")) {
            String topics = Arrays.stream(
                            Jsoup.parse(server.sendRaw("GET", path, null).raw().body())
                                    .select("[data-topic]")
                                    .attr("data-topic")
                                    .split(" "))
                    .filter(topic -> !topic.equals("society"))
                    .map(topic -> "topic=" + topic)
                    .collect(Collectors.joining("&"));
            try (EventClient page = follow(topics + "&topic=channel:ticks")) {
                assertThat(IntStream.range(0, ROUNDS).anyMatch(round -> {
                            assertThat(server.sendRaw("GET", path, null).status())
                                    .isEqualTo(200);
                            said("ticks", "tick " + round);
                            Object first = told(page);
                            for (Object next = first; !next.equals("channel:ticks"); ) {
                                next = told(page);
                            }
                            return first.equals("channel:ticks");
                        }))
                        .as(path)
                        .isTrue();
            }
        }
    }

    @Test
    void whatIsLongToMakeIsNotMadeAgainForEachHint() {
        for (String path : List.of("/ops/archives", "/ops/doctor", "/ops/backups", "/debates/stats")) {
            Element part =
                    Jsoup.parse(server.sendRaw("GET", path, null).raw().body()).selectFirst("[data-topic]");
            assertThat(part.attr("hx-trigger")).as(path).matches("stoa:changed throttle:(?:15|60)s");
            // Only what stays on the page knows when it was made last: what is inside of it is replaced.
            String within = part.attr("hx-target");
            if (within.isEmpty()) {
                assertThat(part.attr("hx-swap")).as(path).isEqualTo("innerHTML");
                assertThat(part.attr("hx-select")).as(path).isEqualTo("#" + part.id() + " > *");
            } else {
                assertThat(part.select("> " + within)).as(path).hasSize(1);
                assertThat(part.attr("hx-select")).as(path).isEqualTo(within);
            }
            assertThat(part.hasAttr("data-beat"))
                    .as(path + " is not left behind")
                    .isTrue();
        }
    }

    @Test
    void whoMayNotReadAnArchiveIsNotToldOfIt() {
        try (EventClient agent = follow("topic=counsel", "Stoa-Agent", "vera");
                EventClient one = follow("topic=continuum:till")) {
            assertThat(agent.status()).isEqualTo(403);
            assertThat(one.status()).isEqualTo(422);
        }
    }
}
