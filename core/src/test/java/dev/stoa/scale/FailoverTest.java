package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.society.SocietyArchive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.PostgresPair;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes write while the primary is lost and its synchronous standby promoted, again and again: what was
 * acknowledged is there, nothing is there twice, and soon everything works again.
 */
@Tag("crash")
@Tag("failover")
@Timeout(1800)
class FailoverTest {
    private static final int LOADS = Integer.getInteger("stoa.failover.loads", 1);
    private static final int PROMOTIONS = Integer.getInteger("stoa.failover.promotions", 3);
    private static final Duration BACK = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BUSY = 50;
    private static final List<String> KINDS = List.of("memory", "message", "match", "turn", "read", "wait");

    private static final List<ArchiveSchema> WRITTEN =
            List.of(ContinuumArchive.SCHEMA, SocietyArchive.SCHEMA, RatingArchive.SCHEMA, DebateArchive.SCHEMA);

    /** Where the keys of each kind are found. */
    private static final Map<String, String> STORED = Map.of(
            "memory", "SELECT content FROM continuum.continuum_memory",
            "message", "SELECT regexp_replace(content, ' .*', '') FROM space.messages",
            "match", "SELECT debate_id FROM elo.matches",
            "turn", "SELECT content FROM debate.debate_turns WHERE round = 2");

    @TempDir
    Path folder;

    private PostgresPair pair;
    private final List<Child> children = new ArrayList<>();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refusals = new AtomicInteger();
    private final Set<String> back = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> unexpected = new ConcurrentLinkedQueue<>();
    private final List<Thread> ears = new ArrayList<>();
    private String url;

    @BeforeEach
    void start() throws Exception {
        pair = PostgresPair.start(folder);
        try (Connection connection = pair.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE stoa");
        }
        url = pair.url("stoa");
    }

    @AfterEach
    void end() {
        children.forEach(Child::close);
        pair.close();
    }

    @Test
    void whatWasAcknowledgedSurvivesEveryFailoverAndServiceIsBackSoon(TestReporter reporter) throws Exception {
        List<Duration> times = new ArrayList<>();
        for (int load = 1; load <= LOADS; load++) {
            startLoad(load);
            for (int i = 1; i <= PROMOTIONS; i++) {
                awaitWrites();
                // The last one stands still and keeps its connections: nothing tells its clients that it is gone.
                lose(i == PROMOTIONS);
                times.add(promoted(times.size() + 1));
                pair.renewStandby();
            }
            endLoad();
        }
        reporter.publishEntry(Map.of(
                "back after", times.toString(),
                "acknowledged", Integer.toString(acknowledged.size()),
                "unknown", Integer.toString(unknown.size()),
                "refused", refusals.toString()));
        check();
        assertThat(times).allSatisfy(time -> assertThat(time).isLessThan(BACK));
    }

    private void lose(boolean inSilence) throws Exception {
        if (inSilence) {
            pair.freezePrimary();
            return;
        }
        int before = refusals.get();
        pair.killPrimary();
        await(() -> refusals.get() > before, () -> "an answer while no server is there " + unexpected);
    }

    private void startLoad(int number) {
        String ana = "ana" + number;
        String bo = "bo" + number;
        children.add(Child.start(FailoverLoad.class, url, folder, ana, bo));
        children.add(Child.start(FailoverLoad.class, url, folder, bo, ana));
        children.forEach(child -> child.expect("ready"));
        for (Child child : children) {
            child.say("go");
            ears.add(Thread.ofPlatform().daemon().start(() -> hear(child)));
        }
    }

    private void endLoad() throws InterruptedException {
        children.forEach(child -> child.say("end"));
        children.forEach(Child::succeed);
        for (Thread ear : ears) {
            ear.join();
        }
        ears.clear();
        children.forEach(Child::close);
        children.clear();
    }

    private void hear(Child child) {
        for (Optional<String> line = child.line(); line.isPresent(); line = child.line()) {
            String[] words = line.get().split(" ", 4);
            switch (words[0]) {
                case "ack" -> {
                    if (!acknowledged.add(words[2])) {
                        unexpected.add("acknowledged twice: " + line.get());
                    }
                }
                case "unknown" -> unknown.add(words[2]);
                case "refused" -> {
                    refusals.incrementAndGet();
                    if (!List.of("unreachable", "busy").contains(words[3])) {
                        unexpected.add(line.get());
                    }
                }
                case "back" -> back.add(children.indexOf(child) + " " + words[1] + " " + words[2]);
                case "unread", "unheard" -> {
                    if (!List.of("unreachable", "busy", "outcome_unknown").contains(words[1])) {
                        unexpected.add(line.get());
                    }
                }
                case "end" -> {}
                default -> unexpected.add(line.get());
            }
        }
    }

    /** Waits until a number of further writes were acknowledged. */
    private void awaitWrites() {
        int enough = acknowledged.size() + BUSY;
        await(() -> acknowledged.size() >= enough, () -> "writes: " + unexpected);
    }

    /** Promotes the standby; answers after how long everything worked again. */
    private Duration promoted(int number) throws Exception {
        long start = System.nanoTime();
        pair.promote();
        children.forEach(child -> child.say("mark " + number));
        Set<String> expected = new HashSet<>();
        for (int child = 0; child < children.size(); child++) {
            for (String kind : KINDS) {
                expected.add(child + " " + kind + " " + number);
            }
        }
        await(() -> back.containsAll(expected), () -> {
            expected.removeAll(back);
            return expected + " " + unexpected + children.get(0).complaints()
                    + children.get(1).complaints();
        });
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void await(BooleanSupplier met, Supplier<String> missing) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!met.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still missing after " + PATIENCE + ": " + missing.get());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** Compares what was said with what is stored, by plain SQL, and examines the archives. */
    private void check() throws Exception {
        assertThat(unexpected).isEmpty();
        Map<String, Integer> stored;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            stored = Aftermath.stored(statement, STORED.values());
        }
        assertThat(stored.keySet()).as("what was acknowledged is there").containsAll(acknowledged);
        assertThat(stored.values()).as("nothing is there twice").containsOnly(1);
        Set<String> others = new HashSet<>(stored.keySet());
        others.removeAll(acknowledged);
        others.removeAll(unknown);
        assertThat(others)
                .as("what is there was acknowledged, or said to be unknown")
                .isEmpty();
        assertThat(Aftermath.sound(url, WRITTEN)).hasSameSizeAs(WRITTEN);
    }
}
