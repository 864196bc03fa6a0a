package dev.stoa.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Commits;
import dev.stoa.server.http.Deadlines;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import dev.stoa.server.http.Shape;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of the protocol that need no server. */
@Tag("quick")
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class McpPartsTest {
    @Test
    void progressIsToldFourTimesASecondAndNeverBackwards() {
        List<Map<String, @Nullable Object>> told = new ArrayList<>();
        AtomicLong now = new AtomicLong();
        Progress progress = new Progress("t", told::add, now::get);
        for (int step = 0; step < 1_000; step++) {
            now.set(Duration.ofMillis(step).toNanos());
            progress.tell(step, null, null);
        }
        progress.tell(1, null, null);
        assertThat(told).hasSize(4);
        assertThat(told.stream().map(each -> Rpc.params(each).get("progress")).toList())
                .isEqualTo(List.of(0.0, 250.0, 500.0, 750.0));
    }

    @Test
    void aResultThatIsTooLargeLosesItsLastItems() {
        Map<String, @Nullable Object> document =
                Json.object("items", Collections.nCopies(100, "x".repeat(10_000)), "next", null);
        ToolResult result = ToolResult.of(document);
        Map<?, ?> kept = (Map<?, ?>) result.fields().get("structuredContent");
        assertThat(Json.write(kept).length()).isLessThanOrEqualTo(ToolResult.LARGEST);
        assertThat((List<?>) kept.get("items")).hasSize(25);
        assertThat(kept.get("cut")).isEqualTo(true);
        assertThat(ToolResult.fitting(Json.object("items", List.of("x")))).doesNotContainKey("cut");
    }

    @Test
    void aDebateShowsNoMoreEventsThanFitAndNamesTheLastOfThem() {
        List<DebateEvent> events = new ArrayList<>();
        for (long seq = 4; seq <= 23; seq++) {
            events.add(new DebateEvent(
                    "s", seq, "turn", Json.object("content", "x".repeat(60_000)), Instant.EPOCH, "before", "hash"));
        }
        ToolResult result = DebateTools.followed(Json.object("debate_id", "s"), events, 3);
        Map<?, ?> shown = (Map<?, ?>) result.fields().get("structuredContent");
        assertThat(Json.pretty(shown).length()).isLessThanOrEqualTo(ToolResult.LARGEST);
        assertThat((List<?>) shown.get("events")).hasSize(2);
        assertThat(shown.get("next_seq")).isEqualTo(5L);
        Map<?, ?> none = (Map<?, ?>) DebateTools.followed(Json.object("debate_id", "s"), List.of(), 3)
                .fields()
                .get("structuredContent");
        assertThat(none.get("next_seq")).isEqualTo(3L);
        assertThat(none.containsKey("cut")).isFalse();
    }

    @Test
    void aSessionThatIsIdleForHalfAnHourIsGone() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-16T12:00:00Z"));
        Sessions sessions = new Sessions(now::get);
        Principal by = Principal.writer("ana");
        Session session =
                sessions.begin(by, "default", Revision.JUNE, new Subscriptions(new GraphResource(new Backend())));
        for (int i = 0; i < 3; i++) {
            now.set(now.get().plus(Duration.ofMinutes(29)));
            assertThat(sessions.find(session.id(), by, "default")).isSameAs(session);
        }
        now.set(now.get().plus(Duration.ofMinutes(31)));
        assertThat(sessions.find(session.id(), by, "default")).isNull();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void moreThanAThousandSessionsAreRefusedUntilSomeAreIdle() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-16T12:00:00Z"));
        Sessions sessions = new Sessions(now::get);
        Principal by = Principal.writer("ana");
        Subscriptions none = new Subscriptions(new GraphResource(new Backend()));
        for (int i = 0; i < Sessions.MOST; i++) {
            sessions.begin(by, "default", Revision.JUNE, none);
        }
        assertThatThrownBy(() -> sessions.begin(by, "default", Revision.JUNE, none))
                .isInstanceOfSatisfying(
                        Refusal.class, refused -> assertThat(refused.status()).isEqualTo(503));
        assertThat(sessions.size()).isEqualTo(Sessions.MOST);
        now.set(now.get().plus(Duration.ofMinutes(31)));
        sessions.begin(by, "default", Revision.JUNE, none);
        assertThat(sessions.size()).isEqualTo(1);
    }

    @Test
    void aCallThatDoesMoreThanReadCountsAgainstALimitOfItsOwn() {
        List<Scope> counted = new ArrayList<>();
        Meter full = (by, scope) -> {
            counted.add(scope);
            throw Refusal.of(429, "rate_limited", "there were too many requests", "try again after 1 seconds");
        };
        List<Tool> tools = new ArrayList<>();
        for (Scope scope : List.of(Scope.READ_AGENT, Scope.WRITE_AGENT)) {
            tools.add(Tool.of(
                    new Tool.Label(scope.letter(), "Tool", "Does nothing."),
                    Tool.Kind.ACTS,
                    scope,
                    Shape.NONE,
                    Schemas.OBJECT,
                    call -> ToolResult.of(Json.object())));
        }
        ResourceTable resources = new GraphResource(new Backend());
        try (Deadlines deadlines = new Deadlines()) {
            McpProtocol protocol = new McpProtocol(
                    new Profile("default", "Two tools.", tools, resources, List.of()), deadlines, full, "1");
            Peer peer = new Peer(
                    Revision.NOVEMBER,
                    Principal.writer("ana"),
                    () -> Principal.writer("ana"),
                    message -> {},
                    new InFlight(),
                    protocol.subscriptions(),
                    Map.of());
            assertThat(Json.write(protocol.answer(call("r+A"), peer).message())).contains("\"isError\":false");
            assertThat(Json.write(protocol.answer(call("w+A"), peer).message())).contains("rate_limited");
            assertThat(counted).containsExactly(Scope.WRITE_AGENT);
        }
    }

    private static Map<String, @Nullable Object> call(String tool) {
        return Json.object("jsonrpc", "2.0", "id", 1L, "method", "tools/call", "params", Json.object("name", tool));
    }

    @Test
    void aRequestMayBeCancelledBeforeItIsBegun() {
        InFlight requests = new InFlight();
        requests.expect(7L, "tools/call");
        requests.cancel(7L);
        try (InFlight.Entry entry = requests.begin(7L, "tools/call")) {
            assertThat(entry.isCancelled()).isTrue();
        }
        try (InFlight.Entry entry = requests.begin(7L, "tools/call")) {
            assertThat(entry.isCancelled()).isFalse();
        }
    }

    @Test
    void ofManyAnswersThatAreKeptTheOldestAreForgotten() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-16T12:00:00Z"));
        Sessions sessions = new Sessions(now::get);
        Principal by = Principal.writer("ana");
        Subscriptions none = new Subscriptions(new GraphResource(new Backend()));
        Session session = sessions.begin(by, "default", Revision.JUNE, none);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            last = session.keep(new EventLog(), now.get());
        }
        assertThat(session.keptAnswers()).isEqualTo(Session.MOST_KEPT);
        assertThat(session.resumed(last, now.get())).isNotNull();
        session.left(last, now.get());
        now.set(now.get().plus(Duration.ofSeconds(61)));
        sessions.begin(by, "default", Revision.JUNE, none);
        assertThat(session.resumed(last, now.get())).isNull();
        now.set(now.get().plus(Duration.ofMinutes(31)));
        sessions.begin(by, "default", Revision.JUNE, none);
        assertThat(sessions.size()).isEqualTo(1);
    }

    @Test
    void whatIsHandedOutAndCannotBeAskedForAgainIsForgotten() throws Exception {
        EventLog log = new EventLog();
        for (long i = 0; i < 3; i++) {
            log.send(Json.object("n", i));
        }
        log.end();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventStream.write(out, log, null, 0, () -> false);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("{\"n\":0}", "{\"n\":1}", "{\"n\":2}");
        assertThat(log.held()).isZero();
        EventLog kept = new EventLog();
        kept.send(Json.object("n", 7L));
        kept.end();
        EventStream.write(new ByteArrayOutputStream(), kept, 1L, 0, () -> false);
        assertThat(kept.await(0, Duration.ZERO)).containsEntry("n", 7L);
    }

    @Test
    void aRequestThatIsRefusedBeforeItIsBegunMayBeSentAgain() {
        InFlight requests = new InFlight();
        Map<String, @Nullable Object> bad =
                Json.object("jsonrpc", "2.0", "id", 7L, "method", "tools/call", "params", 5L);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> McpProtocol.expect(bad, requests))
                    .isInstanceOf(McpError.class)
                    .hasMessageContaining("params");
        }
    }

    /** Resources that fail, and count how often their version is looked at. */
    private static final class Broken implements ResourceTable {
        private final RuntimeException failure;
        private final AtomicInteger looks = new AtomicInteger();
        private final Semaphore committed = new Semaphore(0);

        Broken(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        public List<Map<String, @Nullable Object>> list(Principal by) {
            throw failure;
        }

        @Override
        public List<Map<String, @Nullable Object>> templates() {
            return List.of();
        }

        @Override
        public @Nullable Map<String, @Nullable Object> read(Principal by, String uri) {
            return null;
        }

        @Override
        public String version(Principal by, String uri) {
            return Integer.toString(looks.incrementAndGet());
        }

        @Override
        public Commits commits() {
            return new Commits() {
                @Override
                public boolean await(Duration most) throws InterruptedException {
                    committed.acquire();
                    return false;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public List<String> complete(Principal by, String template, String parameter, String prefix) {
            return List.of();
        }
    }

    @Test
    void whatFailsOutsideOfToolsIsAnsweredUnderTheIdOfItsRequest() {
        for (RuntimeException failure : List.of(
                new UnavailableException("unavailable", "the archive is away", "try again"),
                new IllegalStateException("SELECT secret"))) {
            try (Deadlines deadlines = new Deadlines()) {
                McpProtocol protocol = new McpProtocol(
                        new Profile("default", "Fails.", List.of(), new Broken(failure), List.of()),
                        deadlines,
                        Meter.NONE,
                        "1");
                Principal by = Principal.writer("ana");
                Peer peer = new Peer(
                        Revision.NOVEMBER,
                        by,
                        () -> by,
                        message -> {},
                        new InFlight(),
                        protocol.subscriptions(),
                        Map.of());
                Map<String, @Nullable Object> list =
                        Json.object("jsonrpc", "2.0", "id", 9L, "method", "resources/list", "params", Json.object());
                assertThat(Json.write(protocol.answer(list, peer).message()))
                        .contains("\"id\":9", "-32603")
                        .doesNotContain("SELECT");
            }
        }
    }

    @Test
    void subscriptionsAreLookedAtOnlyAfterACommit() throws InterruptedException {
        Broken resources = new Broken(new IllegalStateException());
        Subscriptions subscriptions = new Subscriptions(resources);
        Principal by = Principal.writer("ana");
        subscriptions.add(by, "stoa://channel/x");
        CountDownLatch told = new CountDownLatch(1);
        Thread follower = Thread.ofVirtual().start(() -> {
            try {
                subscriptions.follow(by, uri -> told.countDown());
            } catch (InterruptedException e) {
                // The end of the test.
            }
        });
        told.await();
        resources.committed.release(3);
        while (!resources.committed.hasQueuedThreads() || resources.committed.availablePermits() > 0) {
            Thread.onSpinWait();
        }
        follower.interrupt();
        follower.join();
        assertThat(resources.looks).hasValue(2);
    }

    @Test
    void aQuestionThroughAToolNeedsAPlaceAndAPerson(@TempDir Path folder) {
        StoaConfig config = StoaConfig.load(ConfigSources.of(folder, Map.of(), Location.directory(folder)));
        try (Stoa stoa = Stoa.open(config, InstantSource.system());
                Backend backend = new Backend()) {
            Engines engines = Engines.over(stoa, Map.of(), InstantSource.system(), "test");
            backend.begin(
                    dev.stoa.server.backend.Work.over(stoa, engines, new dev.stoa.server.backend.Work.Limits(1, 0, 1)));
            backend.open(stoa);
            Tool ask = new CounselTools(backend).ask();
            Principal by = Principal.operator("ana");
            ToolCall call = new ToolCall(
                    by,
                    () -> by,
                    Json.object("question", "Is 91 prime?"),
                    Json.object(),
                    Progress.of(Map.of(), message -> {}));
            assertThatThrownBy(() -> ask.handler().run(call)).hasMessageContaining("questions, which is its limit");
            assertThat(ask.scope()).isEqualTo(Scope.ASK_PERSON);
            assertThat(new CounselTools(backend).giveFeedback().scope()).isEqualTo(Scope.ASK_PERSON);
        }
    }
}
