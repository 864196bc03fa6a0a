package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.site.Backup;
import dev.stoa.storage.site.Site;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four nodes write to all wings of one database while they are killed and stopped at random: what was acknowledged is
 * there once, nothing is there that was not tried, and every archive keeps its laws. So does a backup made meanwhile.
 */
@Tag("crash")
@Timeout(1800)
class FourNodesTest {
    private static final int NODES = 4;
    private static final int BLOWS = Integer.getInteger("stoa.scale.blows", 4);
    private static final long SEED = Long.getLong("stoa.scale.seed", 17);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** How many further writes come between two blows, and how long a node stands still if they do not come. */
    private static final int BUSY = 60;

    private static final Duration STILL = Duration.ofSeconds(2);

    /** Where the keys of each kind are found. */
    private static final Map<String, String> STORED = Map.ofEntries(
            Map.entry("memory", "SELECT content FROM continuum.continuum_memory WHERE content <> 'what all use'"),
            Map.entry("message", "SELECT content FROM space.messages"),
            Map.entry("match", "SELECT debate_id FROM elo.matches"),
            Map.entry("turn", "SELECT content FROM debate.debate_turns WHERE round = 2"),
            Map.entry("evidence", "SELECT snippet FROM evidence.evidence"),
            Map.entry("consensus", "SELECT id FROM consensus.consensus"),
            Map.entry("critique", "SELECT debate_id FROM critique.critiques"),
            Map.entry("correction", "SELECT subject FROM aua.corrections"),
            Map.entry("fact", "SELECT content FROM space.knowledge"),
            Map.entry("note", "SELECT message FROM space.memories"),
            Map.entry("task", "SELECT input FROM space.tasks"));

    @TempDir
    Path folder;

    private final Set<String> tried = ConcurrentHashMap.newKeySet();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> took = ConcurrentHashMap.newKeySet();
    private final Set<String> did = ConcurrentHashMap.newKeySet();
    private final AtomicInteger triedOutcomes = new AtomicInteger();
    private final AtomicInteger outcomes = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> unexpected = new ConcurrentLinkedQueue<>();
    private final List<Thread> ears = new ArrayList<>();
    private final Child[] nodes = new Child[NODES];
    private final Random random = new Random(SEED);
    private String url;
    private String memory;
    private int started;

    @BeforeEach
    void start() {
        url = TestPostgres.freshDatabase();
        try (Stoa stoa = Stoa.open(FailoverLoad.config(url, folder))) {
            stoa.society().channels().create(Principal.local(), ChannelDraft.of("hall"));
            memory = stoa.learning()
                    .memories()
                    .add(MemoryDraft.of("what all use"))
                    .value()
                    .id();
        }
    }

    @AfterEach
    void end() {
        for (Child node : nodes) {
            if (node != null) {
                node.close();
            }
        }
        TestPostgres.drop(url);
    }

    @Test
    void whateverIsAcknowledgedByFourNodesIsThereOnceHoweverTheyDie(TestReporter reporter) throws Exception {
        for (int i = 0; i < NODES; i++) {
            nodes[i] = node();
        }
        Saved saved = null;
        for (int blow = 0; blow < BLOWS; blow++) {
            if (blow == BLOWS / 2) {
                saved = backup();
            }
            int enough = acknowledged.size() + BUSY;
            await(() -> acknowledged.size() >= enough);
            int hit = random.nextInt(NODES);
            if (random.nextInt(3) < 2) {
                nodes[hit].kill();
                nodes[hit].close();
                nodes[hit] = node();
            } else {
                standStill(nodes[hit]);
            }
        }
        for (Child node : nodes) {
            node.say("end");
        }
        for (Child node : nodes) {
            node.succeed();
        }
        for (Thread ear : ears) {
            ear.join();
        }
        reporter.publishEntry(Map.of(
                "tried", Integer.toString(tried.size()),
                "acknowledged", Integer.toString(acknowledged.size()),
                "done", Integer.toString(did.size())));
        assertThat(unexpected).isEmpty();
        check();
        comesBack(Objects.requireNonNull(saved));
    }

    /** A backup, and what was acknowledged before it was begun. */
    private record Saved(Path file, Set<String> acknowledged) {}

    /** Makes a backup while the nodes write. */
    private Saved backup() {
        await(() -> acknowledged.size() >= BUSY);
        Path file = folder.resolve("while-nodes-write.backup");
        Set<String> before = Set.copyOf(acknowledged);
        try (Site site = site(url)) {
            Backup.write(site, Stoa.ARCHIVES, file, false, "test", InstantSource.system());
        }
        return new Saved(file, before);
    }

    private static Site site(String url) {
        return Site.postgres(url, PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system());
    }

    /** The backup holds everything that was acknowledged before it, once, and archives that keep their laws. */
    private void comesBack(Saved saved) throws Exception {
        String elsewhere = TestPostgres.freshDatabase();
        try {
            try (Site site = site(elsewhere)) {
                Backup.restore(saved.file(), site, Stoa.ARCHIVES, false);
            }
            Map<String, Integer> stored;
            try (Connection connection = DriverManager.getConnection(elsewhere);
                    Statement statement = connection.createStatement()) {
                stored = Aftermath.stored(statement, STORED.values());
            }
            assertThat(stored.keySet())
                    .as("what was acknowledged before the backup")
                    .containsAll(rows(saved.acknowledged()));
            assertThat(stored.values()).containsOnly(1);
            assertThat(tried).as("what is there was tried").containsAll(stored.keySet());
            assertThat(Aftermath.sound(elsewhere, Stoa.ARCHIVES)).hasSizeGreaterThanOrEqualTo(8);
        } finally {
            TestPostgres.drop(elsewhere);
        }
    }

    /** The keys that rows carry: not those of outcomes, and of work that was done. */
    private static Set<String> rows(Set<String> keys) {
        Set<String> rows = new HashSet<>(keys);
        rows.removeIf(key -> key.contains("-outcome-") || key.contains("-work-"));
        return rows;
    }

    private Child node() {
        Child node = Child.start(NodeLoad.class, url, folder, "node" + ++started, memory, random.nextLong());
        node.expect("ready");
        node.say("go");
        ears.add(Thread.ofPlatform().daemon().start(() -> hear(node)));
        return node;
    }

    /** Stops a process where it is, with the locks that it holds, while others go on or wait for it. */
    private void standStill(Child node) throws Exception {
        int enough = acknowledged.size() + BUSY;
        long end = System.nanoTime() + STILL.toNanos();
        signal(node, "STOP");
        while (acknowledged.size() < enough && System.nanoTime() < end) {
            pause();
        }
        signal(node, "CONT");
    }

    private static void signal(Child node, String name) throws Exception {
        Process kill = new ProcessBuilder(
                        "kill", "-" + name, Long.toString(node.handle().pid()))
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    private void hear(Child node) {
        for (Optional<String> line = node.line(); line.isPresent(); line = node.line()) {
            String[] words = line.get().split(" ", 4);
            boolean outcome = words.length > 1 && words[1].equals("outcome");
            switch (words[0]) {
                case "try" -> {
                    tried.add(words[2]);
                    triedOutcomes.addAndGet(outcome ? 1 : 0);
                }
                case "ack" -> {
                    acknowledged.add(words[2]);
                    outcomes.addAndGet(outcome ? 1 : 0);
                }
                case "took" -> {
                    if (!took.add(words[1])) {
                        unexpected.add("given to two: " + line.get());
                    }
                }
                case "did" -> did.add(words[1]);
                case "end" -> {}
                default -> unexpected.add(line.get());
            }
        }
    }

    private void await(BooleanSupplier met) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!met.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("too few writes after " + PATIENCE + ": " + unexpected);
            }
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }

    /** Compares what was said with what is stored, by plain SQL, and examines all archives. */
    private void check() throws Exception {
        Map<String, Integer> stored;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            stored = Aftermath.stored(statement, STORED.values());
            assertThat(number(statement, "SELECT count(*) FROM continuum.memory_outcomes"))
                    .as("outcomes of the memory that all nodes use")
                    .isBetween(outcomes.longValue(), triedOutcomes.longValue());
            assertThat(number(statement, "SELECT count(*) FROM space.tasks WHERE status = 'completed'"))
                    .isBetween((long) did.size(), (long) took.size());
            assertThat(number(statement, "SELECT max(seq) - count(*) FROM space.messages"))
                    .as("numbers of messages without a gap")
                    .isZero();
            assertThat(number(
                            statement,
                            "SELECT 2 * count(*) - (SELECT sum(debates_count) FROM elo.ratings) FROM elo.matches"))
                    .as("matches that are counted in the ratings")
                    .isZero();
        }
        assertThat(stored.keySet()).as("what was acknowledged is there").containsAll(rows(acknowledged));
        assertThat(stored.values()).as("nothing is there twice").containsOnly(1);
        assertThat(tried).as("what is there was tried").containsAll(stored.keySet());
        assertThat(Aftermath.sound(url, Stoa.ARCHIVES)).hasSizeGreaterThanOrEqualTo(8);
    }

    private static long number(Statement statement, String sql) throws Exception {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
