package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.engine.provider.Pause;
import dev.stoa.server.RunningServer;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work of each day, which two processes share, and one of which is killed. */
@DisplayName("Two servers on one data directory, and on one PostgreSQL, must run each daily job once, each execution"
        + " once and each outbox row once, while one is killed at 100 random moments. (the daily jobs)")
@Tag("crash")
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class TwoServersDailyTest {
    static final List<String> WINGS = List.of("learning", "debate", "counsel");

    private static final int DAY = 24 * 60;
    private static final int BEYOND_THE_LEASE = 11;

    @TempDir
    Path folder;

    private final Random random = new Random(4);

    @Test
    void twoServersOnOneDataDirectoryMustRunEachDailyJobOnceWhileOneIsKilledAtRandomMoments() throws Exception {
        killed(Dialect.SQLITE, 2);
    }

    @Test
    void twoServersOnOnePostgresMustRunEachDailyJobOnceWhileOneIsKilledAtRandomMoments() throws Exception {
        killed(Dialect.POSTGRES, 2);
    }

    @Test
    @Tag("soak")
    void twoServersOnOneDataDirectoryMustRunEachDailyJobOnceWhileOneIsKilledAt100RandomMoments() throws Exception {
        killed(Dialect.SQLITE, 100);
    }

    @Test
    @Tag("soak")
    void twoServersOnOnePostgresMustRunEachDailyJobOnceWhileOneIsKilledAt100RandomMoments() throws Exception {
        killed(Dialect.POSTGRES, 100);
    }

    /** Half as many days again as kills, so that there are days without one. */
    private void killed(Dialect dialect, int kills) throws InterruptedException {
        int days = kills + (kills + 1) / 2;
        Set<Integer> disturbed = new HashSet<>();
        try (Place place = Place.full(dialect, folder);
                RunningServer server = RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"))) {
            server.post("channels", "{\"name\":\"log\"}");
            List<Child> servers = new ArrayList<>(List.of(start(place), start(place)));
            try {
                servers.forEach(child -> child.expect("ready"));
                for (int day = 0; day < days; day++) {
                    boolean kill = disturbed.size() < kills && day % 3 != 2;
                    tell(servers, day * DAY);
                    if (kill) {
                        Pause.real().of(Duration.ofMillis(random.nextInt(40)));
                        servers.remove(random.nextInt(2)).close();
                        disturbed.add(day);
                        servers.getFirst().expect("did " + day * DAY);
                        servers.add(start(place));
                        servers.getLast().expect("ready");
                        // What the dead one held is free again, and what it did is known to be done.
                        tell(servers, day * DAY + BEYOND_THE_LEASE);
                        expect(servers, day * DAY + BEYOND_THE_LEASE);
                    } else {
                        expect(servers, day * DAY);
                    }
                }
            } finally {
                servers.forEach(Child::close);
            }
            Map<String, Integer> done = done(server);
            for (int day = 0; day < days; day++) {
                for (String wing : WINGS) {
                    // Who is killed between its work and the note of it has not told anyone: it is done again.
                    assertThat(done.getOrDefault(wing + " on day " + day, 0))
                            .as("%s on day %d, with kills on %s: %s", wing, day, disturbed, done)
                            .isBetween(1, disturbed.contains(day) ? 2 : 1);
                }
            }
            assertThat(done.values().stream().filter(count -> count > 1).count())
                    .as("what was done twice")
                    .isLessThanOrEqualTo(disturbed.size());
        }
    }

    private Child start(Place place) {
        return Child.start(DailyChild.class, place.where(), folder);
    }

    private static void tell(List<Child> servers, int minutes) {
        servers.forEach(child -> child.say(Integer.toString(minutes)));
    }

    private static void expect(List<Child> servers, int minutes) {
        servers.forEach(child -> child.expect("did " + minutes));
    }

    /** How often each work was done. */
    private static Map<String, Integer> done(RunningServer server) {
        Map<String, Integer> counts = new TreeMap<>();
        Object next = null;
        do {
            Map<String, ?> page = server.get(
                            "channels/log/messages?limit=100" + (next == null ? "" : "&cursor=" + next))
                    .body();
            for (Object message : (List<?>) page.get("items")) {
                counts.merge(String.valueOf(((Map<?, ?>) message).get("content")), 1, Integer::sum);
            }
            next = page.get("next");
        } while (next != null);
        return counts;
    }
}
