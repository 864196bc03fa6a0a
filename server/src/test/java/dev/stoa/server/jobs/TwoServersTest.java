package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.engine.provider.Pause;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Two servers on one data directory, and on one PostgreSQL, must run each daily job once, each execution"
        + " once and each outbox row once, while one is killed at 100 random moments.")
@Tag("crash")
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class TwoServersTest {
    private static final int KILLS = Integer.getInteger("stoa.crash.server.kills", 1);
    private static final int MANY_KILLS = Integer.getInteger("stoa.crash.server.kills", 100);
    private static final int EACH = 4;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final Random random = new Random(4);
    private RunningServer server;
    private Place place;
    private final List<String> runs = new ArrayList<>();
    private int ahead = 1;

    @Test
    void twoServersOnOneDirectoryRunEachExecutionAndEachOutboxRowOnceWhileOneIsKilledAtRandomMoments()
            throws InterruptedException {
        killed(Dialect.SQLITE, KILLS);
    }

    @Test
    @Tag("soak")
    void twoServersOnOneDatabaseRunEachExecutionAndEachOutboxRowOnceWhileOneIsKilledAtRandomMoments()
            throws InterruptedException {
        killed(Dialect.POSTGRES, KILLS);
    }

    @Test
    @Tag("soak")
    void twoServersOnOneDirectoryRunEachExecutionAndEachOutboxRowOnceWhileOneIsKilledAt100RandomMoments()
            throws InterruptedException {
        killed(Dialect.SQLITE, MANY_KILLS);
    }

    @Test
    @Tag("soak")
    void twoServersOnOneDatabaseRunEachExecutionAndEachOutboxRowOnceWhileOneIsKilledAt100RandomMoments()
            throws InterruptedException {
        killed(Dialect.POSTGRES, MANY_KILLS);
    }

    private void killed(Dialect dialect, int kills) throws InterruptedException {
        List<String> debates = new ArrayList<>();
        place = Place.full(dialect, folder);
        try (RunningServer opened = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            server = opened;
            ok(server.post("channels", "{\"name\":\"lab\"}"));
            List<Child> servers = new ArrayList<>(List.of(start(), start()));
            try {
                servers.forEach(child -> child.expect("ready"));
                for (int kill = 0; kill < kills; kill++) {
                    work(kill, debates);
                    Pause.real().of(Duration.ofMillis(random.nextInt(1_500)));
                    servers.remove(random.nextInt(2)).close();
                    ahead++;
                    servers.add(start());
                    servers.getLast().expect("ready");
                }
                // One that is killed with its server ends as an orphan, because it may have done something already.
                await(() -> executions().stream().allMatch(task -> hasEnded(task)));
                await(() -> replies().size() == completed());
                await(() -> debates.stream()
                        .allMatch(id -> "completed"
                                .equals(server.get("debates/" + id).body().get("status"))));
                await(() -> Long.valueOf(0)
                        .equals(server.post("debates/learn", "{}").body().get("pending")));
            } finally {
                servers.forEach(Child::close);
            }
            assertThat(replies().values()).as("replies of each agent").containsOnly(1);
            assertThat(executions())
                    .hasSize(kills * EACH)
                    .allMatch(task -> "completed".equals(task.get("status")) || "orphaned".equals(task.get("error")));
            Map<Object, Integer> matches = new HashMap<>();
            for (Object match : (List<?>)
                    server.get("matches?simulated=include&limit=500").body().get("items")) {
                matches.merge(((Map<?, ?>) match).get("debate_id"), 1, Integer::sum);
            }
            assertThat(matches.keySet()).containsAll(debates);
            assertThat(matches.values()).as("matches of each debate").containsOnly(1);
        } finally {
            place.close();
        }
    }

    /**
     * A server whose clock is ahead of those that were killed, so that it does not wait for their leases. The first two
     * have the same time: each would take over what the other still runs, until no attempt is left.
     */
    private Child start() {
        return Child.start(ServerChild.class, place.where(), folder, ahead);
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.raw().body()).isBetween(200, 299);
        return reply;
    }

    /** Executions and debates that wait for a server. */
    private void work(int kill, List<String> debates) {
        for (int i = 0; i < EACH; i++) {
            String agent = "a-" + kill + "-" + i;
            ok(server.post("agents", "{\"identity\":\"%s\",\"model\":\"sim:\"}".formatted(agent)));
            Reply run =
                    ok(server.post("runs", "{\"agent\":\"%s\",\"input\":\"go\",\"channel\":\"lab\"}".formatted(agent)));
            runs.add(String.valueOf(run.body().get("session_id")));
        }
        debates.add(ServerJobsTest.begun(server.stoa()));
    }

    /** The latest execution of each run. */
    private List<Map<?, ?>> executions() {
        List<Map<?, ?>> tasks = new ArrayList<>();
        for (String run : runs) {
            tasks.add((Map<?, ?>)
                    Objects.requireNonNull(ok(server.get("runs/" + run)).body().get("task")));
        }
        return tasks;
    }

    private static boolean hasEnded(Map<?, ?> task) {
        return Set.of("completed", "failed").contains(task.get("status"));
    }

    private long completed() {
        return executions().stream()
                .filter(task -> "completed".equals(task.get("status")))
                .count();
    }

    /** How many replies each agent has written; that an execution failed is told by the system. */
    private Map<Object, Integer> replies() {
        Map<Object, Integer> counts = new HashMap<>();
        for (Object each :
                (List<?>) server.get("channels/lab/messages?limit=500").body().get("items")) {
            Map<?, ?> message = (Map<?, ?>) each;
            if ("reply".equals(message.get("kind"))) {
                counts.merge(message.get("identity"), 1, Integer::sum);
            }
        }
        return counts;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it takes longer than " + LONGEST).isLessThan(end);
            Pause.real().of(Duration.ofMillis(100));
        }
    }
}
