package dev.stoa.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.sse.EventClient;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The marks of a page and those that its stream begins with: equal if, and only if, the page shows all that there is. */
@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class MarksTest {
    private static final Principal OPERATOR = Principal.operator("test");
    private static final int ROUNDS = 10;
    private static final List<String> SOME = List.of(
            "", "debates", "debates/stats", "memory", "channels", "audit", "ops/archives", "ops/doctor", "ops/backups");
    private static final Map<String, String> SETTINGS = Map.of("STOA_SEARCH_EMBEDDER", "off");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Place place;
    private RunningServer server;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        server = RunningServer.at(place.where(), folder, SETTINGS);
    }

    @AfterEach
    void close() {
        server.close();
        place.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    /** A page that was shown: what it follows, and the marks that it has. */
    private record Shown(RunningServer at, Set<String> topics, Set<String> marks, List<String> headers) {
        static Shown of(RunningServer at, String path, String... headers) {
            Document page =
                    Jsoup.parse(ok(at.sendRaw("GET", path, null, headers)).raw().body());
            Set<String> topics = page.select("[data-topic]").stream()
                    .flatMap(part -> Arrays.stream(part.attr("data-topic").split(" ", -1)))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(topics).as(path).isNotEmpty();
            return new Shown(
                    at, topics, Set.of(page.select(".live").attr("data-marks").split(" ", -1)), List.of(headers));
        }

        EventClient follow(RunningServer other) {
            return EventClient.open(
                    other.url() + "/events?"
                            + topics.stream().map(topic -> "topic=" + topic).collect(Collectors.joining("&")),
                    headers.toArray(String[]::new));
        }

        /** What a stream begins with. */
        List<Map<?, ?>> now(EventClient stream) {
            assertThat(stream.status()).as(topics.toString()).isEqualTo(200);
            EventClient.Got hello = stream.next();
            assertThat(hello.name()).isEqualTo("hello");
            List<Map<?, ?>> now = new ArrayList<>();
            ((List<?>) Json.parseObject(hello.data()).get("topics")).forEach(topic -> now.add((Map<?, ?>) topic));
            return now;
        }

        List<Map<?, ?>> now() {
            try (EventClient stream = follow(at)) {
                return now(stream);
            }
        }

        /** The topics that have come further since the page was made. */
        List<String> changed(List<Map<?, ?>> now) {
            return now.stream()
                    .filter(topic -> !marks.contains((String) topic.get("mark")))
                    .map(topic -> (String) topic.get("topic"))
                    .toList();
        }

        List<String> changed(EventClient stream) {
            return changed(now(stream));
        }

        List<String> changed() {
            return changed(now());
        }

        /** Whether the stream tells that a topic has come further, when it begins or later. */
        boolean tells(String topic) {
            try (EventClient stream = follow(at)) {
                return changed(stream).contains(topic)
                        || Json.parseObject(stream.next().data()).get("topic").equals(topic);
            }
        }
    }

    private Shown shown(String path, String... headers) {
        return Shown.of(server, path, headers);
    }

    /**
     * Finds that pages have the marks that their streams begin with, after some time at the latest: a commit before may be
     * noticed only while a page is made, which then is fetched once more than needed.
     */
    private void unchanged(List<String> paths, String... headers) {
        List<String> left = paths;
        for (int round = 0; round < ROUNDS && !left.isEmpty(); round++) {
            Map<Set<String>, Map<String, Shown>> alike = new LinkedHashMap<>();
            for (String path : left) {
                Shown page = shown(path, headers);
                alike.computeIfAbsent(page.topics(), topics -> new LinkedHashMap<>())
                        .put(path, page);
            }
            left = alike.values().stream()
                    .flatMap(pages -> {
                        List<Map<?, ?>> now = pages.values().iterator().next().now();
                        return pages.entrySet().stream()
                                .filter(page -> !page.getValue().changed(now).isEmpty())
                                .map(Map.Entry::getKey);
                    })
                    .toList();
        }
        assertThat(left).isEmpty();
    }

    @Test
    void aPageOfWhichNothingHasChangedHasTheMarksThatItsStreamBeginsWith() {
        ok(server.post("agents", "{\"identity\":\"ana\",\"model\":\"sim:\"}"));
        ok(server.post("channels", "{\"name\":\"hall\"}"));
        Object run = ok(server.post("runs", "{\"agent\":\"ana\",\"input\":\"go\"}"))
                .body()
                .get("session_id");
        Object task = ok(server.post("tasks", "{\"input\":\"Count the tills\"}"))
                .body()
                .get("task_id");
        Object evolution = ok(server.post(
                        "evolutions",
                        "{\"scenario\":\"split-100\",\"generations\":1,\"seed\":\"7\",\"set\":{\"epoch_size\":6}}"))
                .body()
                .get("run_id");
        // On one database all, on the other some of each kind.
        List<String> pages = new ArrayList<>(Console.paths().stream()
                .filter(path -> path.indexOf('{') < 0)
                .filter(path -> dialect == Dialect.SQLITE || SOME.contains(path))
                .map(path -> "/" + path)
                .filter(path -> !Jsoup.parse(
                                ok(server.sendRaw("GET", path, null)).raw().body())
                        .select("[data-topic]")
                        .isEmpty())
                .toList());
        pages.addAll(List.of("/agents/ana", "/channels/hall", "/runs/" + run, "/tasks/" + task));
        for (String each : List.of("", "/lineage", "/verdicts")) {
            pages.add("/evolve/" + evolution + each);
        }
        // They read all archives for so long that something is often committed to one of them meanwhile.
        for (String all : List.of("/ops/archives", "/ops/doctor", "/ops/backups")) {
            assertThat(pages.remove(all)).as(all).isTrue();
            assertThat(shown(all).marks()).as(all).hasSameSizeAs(shown(all).topics());
        }
        assertThat(pages).hasSizeGreaterThan(dialect == Dialect.SQLITE ? 40 : 10);
        unchanged(pages);
        unchanged(List.of("/inbox", "/notes", "/memory", "/debates"), "Stoa-Agent", "ana");
    }

    @Test
    void whatIsCommittedBetweenAPageAndItsStreamIsToldByIt() {
        ok(server.post("agents", "{\"identity\":\"ana\",\"model\":\"sim:\"}"));
        ok(server.post("channels", "{\"name\":\"hall\"}"));
        Map<String, Runnable> commits = new LinkedHashMap<>();
        commits.put("/memory continuum", () -> ok(server.post("memories", "{\"content\":\"Gate 3 is shut\"}")));
        commits.put("/projects counsel", () -> ok(server.post("projects", "{\"name\":\"Shop\"}")));
        commits.put("/channels society", () -> ok(server.post("channels", "{\"name\":\"yard\"}")));
        commits.put(
                "/channels/hall society",
                () -> ok(server.post("channels/hall/messages", "{\"content\":\"Good morning.\"}")));
        commits.put(
                "/audit audit",
                () -> server.stoa().counsel().audit().record(OPERATOR, AuditEvent.of("export", Trace.NONE, Map.of())));
        commits.forEach((what, commit) -> {
            String path = what.split(" ", -1)[0];
            unchanged(List.of(path));
            Shown before = shown(path);
            commit.run();
            assertThat(before.tells(what.split(" ", -1)[1])).as(what).isTrue();
        });
    }

    @Test
    void whatARunWritesBetweenItsPageAndTheStreamIsToldByIt() {
        ok(server.post("agents", "{\"identity\":\"ana\",\"model\":\"sim:\"}"));
        Map<String, ?> run =
                ok(server.post("runs", "{\"agent\":\"ana\",\"input\":\"go\"}")).body();
        String path = "/runs/" + run.get("session_id");
        ExecutionQueue queue = server.stoa().society().executions();
        Execution execution = queue.claim((String) run.get("task_id"), "test", Duration.ofMinutes(5), WorkPageTest.PLAN)
                .orElseThrow();
        queue.chunk(execution, false, 0, "first ");
        Shown first = shown(path);
        assertThat(first.changed()).as("what is on the page already").isEmpty();
        queue.chunk(execution, false, 0, "first line\n");
        assertThat(first.changed()).as("more of the same line").hasSize(1);
        Shown second = shown(path);
        queue.chunk(execution, true, 0, "a warning\n");
        assertThat(second.changed()).isEqualTo(List.copyOf(second.topics()));

        Shown last = shown(path);
        try (EventClient stream = last.follow(server)) {
            assertThat(last.changed(stream)).isEmpty();
            queue.chunk(execution, false, 1, "second line\n");
            EventClient.Got hint = stream.next();
            assertThat(hint.name()).isEqualTo("changed");
            assertThat(last.topics())
                    .containsExactly((String) Json.parseObject(hint.data()).get("topic"));
        }
    }

    @Test
    void aMarkIsNoCountAndMeansNothingToAnotherServer() {
        ok(server.post("agents", "{\"identity\":\"ana\",\"model\":\"sim:\"}"));
        Shown page = shown("/inbox", "Stoa-Agent", "ana");
        long newest = server.stoa().society().feed().extent().newest();
        assertThat(page.marks())
                .hasSize(1)
                .allSatisfy(mark -> assertThat(mark).hasSize(10).isNotEqualTo(Long.toString(newest)));
        assertThat(shown("/inbox", "Stoa-Agent", "ana").marks()).isEqualTo(page.marks());
        try (RunningServer other = RunningServer.at(place.where(), folder, SETTINGS);
                EventClient here = page.follow(server);
                EventClient there = page.follow(other)) {
            assertThat(page.changed(here)).isEmpty();
            assertThat(page.changed(there)).containsExactly("society");
        }
    }

    @Test
    void aPartThatIsFetchedAloneAndAPageThatFollowsNothingHaveNoMarks() {
        for (Reply reply : List.of(
                ok(server.sendRaw("GET", "/notes", null, "HX-Request", "true")),
                ok(server.sendRaw("GET", "/ops/api", null)),
                server.sendRaw("GET", "/notes/none", null))) {
            assertThat(Jsoup.parse(reply.raw().body()).select(".live"))
                    .hasSize(1)
                    .noneMatch(live -> live.hasAttr("data-marks"));
        }
    }
}
