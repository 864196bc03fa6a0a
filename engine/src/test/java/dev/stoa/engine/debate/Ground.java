package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.debate.DebateArchive;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.session.BallotRow;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.DebateTurn;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.Json;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.EmptyArchives;
import dev.stoa.testing.TestClock;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A place where debates are held for a test: stores on one backend, a clock that stands until it is moved, and a
 * provider {@code script} whose lines the test writes. Not thread-safe, but {@link #inBackground} is there.
 */
public final class Ground implements AutoCloseable {
    /** What differs between two runs of one debate: identity and time. */
    private static final Set<String> PASSING =
            Set.of("id", "session_id", "created_at", "response_time_ms", "test_results", "prompt");

    private final Dialect dialect;
    private final Path folder;
    private final Location location;
    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private final Scripted script = new Scripted();
    private final CodeRunner code;
    private volatile InstantSource reading = clock;
    private final InstantSource time = () -> reading.instant();
    private Stoa stoa;
    private boolean borrowed;

    private Ground(Dialect dialect, Path folder, Location location) {
        this.dialect = dialect;
        this.folder = folder;
        this.location = location;
        this.code = CodeRunner.create(false, List.of(folder));
        this.stoa = Stoa.open(config(), time);
    }

    /** An empty ground. */
    public static Ground on(Dialect dialect, Path folder) {
        return at(dialect, folder, EmptyArchives.all(dialect, folder));
    }

    /** A ground on a database that is there; on SQLite the folder is all. */
    public static Ground at(Dialect dialect, Path folder, String url) {
        return new Ground(
                dialect,
                folder,
                dialect == Dialect.SQLITE
                        ? Location.directory(folder)
                        : new Location.Postgres(url, folder, "test", "test"));
    }

    /** This ground, whose database is another's to drop. */
    public Ground borrowed() {
        borrowed = true;
        return this;
    }

    private StoaConfig config() {
        return StoaConfig.load(ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), location));
    }

    public Stoa stoa() {
        return stoa;
    }

    public TestClock clock() {
        return clock;
    }

    public Scripted script() {
        return script;
    }

    /** Where the database is, for another process; empty on SQLite. */
    public String url() {
        return location instanceof Location.Postgres postgres ? postgres.url() : "";
    }

    /** Lets the time be told by another clock. */
    public Ground telling(InstantSource other) {
        reading = other;
        return this;
    }

    /** Everything is forgotten but what is stored, as after the end of a process. */
    public Ground reopen() {
        stoa.close();
        stoa = Stoa.open(config(), time);
        return this;
    }

    /** An engine of its own, which knows nothing of others. */
    public DebateEngine engine(String runner) {
        return slowEngine(runner).beating(Duration.ofMillis(5));
    }

    /** An engine with the heartbeat that engines have. */
    public DebateEngine slowEngine(String runner) {
        return DebateEngine.over(
                stoa, Providers.of(config(), Map.of(), time).with("script", script), time, code, runner);
    }

    /** A debate of so many seats {@code s0}… of a provider; its seed is 1, and it leaves nothing for the next to learn. */
    public static DebateRequest request(String topic, String provider, int seats) {
        return request(
                topic,
                provider,
                IntStream.range(0, seats).mapToObj(seat -> "m" + seat).toList());
    }

    /** The same of seats that each have a model. */
    static DebateRequest request(String topic, String provider, List<String> models) {
        return DebateRequest.on(topic)
                .seed(1)
                .set("memory", false)
                .set("learn", false)
                .agents(IntStream.range(0, models.size())
                        .mapToObj(seat -> Seat.of("s" + seat, provider, models.get(seat)))
                        .toList());
    }

    /** Holds a debate from its beginning to its end or its first gate. */
    public DebateSession run(DebateRequest request) throws InterruptedException {
        return engine("runner").run(request, "local", DebateListener.NONE);
    }

    /** Goes on with a debate. */
    public DebateSession resume(String id) throws InterruptedException {
        return engine("runner").resume(id, DebateListener.NONE);
    }

    public SessionRow row(String id) {
        return stoa.debate().sessions().get(id).row();
    }

    public List<DebateTurn> turns(String id) {
        return stoa.debate().turns().all(id);
    }

    public List<BallotRow> ballots(String id) {
        return stoa.debate().ballots().all(id);
    }

    /** The kinds of the events of a debate. */
    public List<String> kinds(String id) {
        return stoa.debate().events().all(id).stream().map(DebateEvent::kind).toList();
    }

    /** What two runs of one debate must have in common: every turn but for ids and times. */
    public List<Map<String, @Nullable Object>> said(String id) {
        List<Map<String, @Nullable Object>> said = new ArrayList<>();
        for (DebateTurn turn : turns(id)) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>(turn.document());
            map.keySet().removeAll(PASSING);
            said.add(map);
        }
        return said;
    }

    /** What everybody was told, turn by turn. */
    public List<@Nullable String> prompts(String id) {
        List<@Nullable String> prompts = new ArrayList<>();
        turns(id).forEach(turn -> prompts.add(turn.prompt()));
        return prompts;
    }

    /** The bytes of an outcome. */
    public String outcome(String id) {
        return Json.canonical(row(id).outcome());
    }

    /** Record and outcome agree. */
    public void proves(String id) {
        assertThat(stoa.debate().replay().replay(id).mismatches()).isEmpty();
    }

    /** Everything that must always hold of debates does. */
    public void sound() {
        assertThat(examine()).isEmpty();
    }

    /** The place itself, for what is done to archives as a whole. */
    public Site site() {
        return Stoa.site(config(), time);
    }

    /** What a deep examination finds in the archive of debates. */
    public List<Checkup.Finding> examine() {
        try (Site site = site()) {
            return site.examine(DebateArchive.SCHEMA, true).findings();
        }
    }

    /** Does something on a thread of its own; the test joins it with {@link #join}. */
    public static <T> CompletableFuture<T> inBackground(Callable<T> act) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                future.complete(act.call());
            } catch (Exception | Error e) {
                future.completeExceptionally(e);
            }
        });
        return future;
    }

    /** What came of it. */
    public static <T> T join(CompletableFuture<T> future) throws Exception {
        try {
            return future.orTimeout(60, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof Exception thrown ? thrown : e;
        }
    }

    @Override
    public void close() {
        stoa.close();
        if (dialect == Dialect.POSTGRES && !borrowed) {
            TestPostgres.drop(url());
        }
    }
}
