package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class DailyJobsTest {
    private final TestClock clock = TestClock.at("2026-03-01T12:00:00Z");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Place place;
    private Stoa stoa;

    @BeforeEach
    void open() {
        place = Place.full(dialect, folder);
        Location location = place.where().startsWith("jdbc:")
                ? Location.postgres(place.where(), folder)
                : Location.directory(folder);
        stoa = Stoa.open(StoaConfig.load(ConfigSources.of(folder, Map.of(), location)), clock);
    }

    @AfterEach
    void close() {
        stoa.close();
        place.close();
    }

    private DailyJobs of(String owner) {
        return new DailyJobs(stoa.counsel().jobs(), Principal.operator("test"), owner, clock);
    }

    @Test
    void ofManyServersEachDaysWorkIsDoneByOneOnce() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        for (int day = 1; day <= 3; day++) {
            List<Thread> servers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                DailyJobs server = of("host/" + i + "/1");
                servers.add(Thread.ofPlatform().start(() -> server.run(Map.of("learning", done::incrementAndGet))));
            }
            for (Thread server : servers) {
                server.join();
            }
            assertThat(done.get()).isEqualTo(day);
            clock.advance(Duration.ofDays(1));
        }
    }

    @Test
    void itIsDueAtThreeAndTheServersOwnMinuteAndWhatWasMissedIsDoneLater() {
        // The hash of this name is 97, which is minute 37.
        DailyJobs server = of("a");
        assertThat(server.since()).isEqualTo(Instant.parse("2026-03-01T03:00:00Z"));
        clock.advance(Duration.ofHours(15).plusMinutes(36));
        assertThat(server.since()).isEqualTo(Instant.parse("2026-03-01T03:00:00Z"));
        clock.advance(Duration.ofMinutes(1));
        assertThat(server.since()).isEqualTo(Instant.parse("2026-03-02T03:00:00Z"));
    }

    @Test
    void whatFailsIsDoneAgainAndStopsNoOther() {
        AtomicInteger others = new AtomicInteger();
        Map<String, Runnable> works = new LinkedHashMap<>();
        works.put("bad", () -> {
            throw new IllegalStateException("no such luck");
        });
        works.put("good", others::incrementAndGet);
        DailyJobs server = of("a");
        assertThatThrownBy(() -> server.run(works)).hasMessage("no such luck");
        assertThat(others.get()).isEqualTo(1);
        works.put("bad", others::incrementAndGet);
        of("b").run(works);
        assertThat(others.get()).isEqualTo(2);
    }

    @Test
    void aServerThatLostItsLeaseEndsItsWorkAndLeavesItToTheOther() throws InterruptedException {
        Principal by = Principal.operator("test");
        DailyJobs jobs = new DailyJobs(stoa.counsel().jobs(), by, "host/1/1", clock, Duration.ofMillis(1));
        CountDownLatch begun = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().start(() -> {
            await(begun);
            do {
                clock.advance(Duration.ofMinutes(11));
            } while (!stoa.counsel().jobs().lease(by, "daily.learning", "host:2:1", Duration.ofMinutes(10)));
        });
        try (CapturedLog log = CapturedLog.of(DailyJobs.class)) {
            assertThatThrownBy(() -> jobs.run(Map.of("learning", () -> {
                        begun.countDown();
                        await(new CountDownLatch(1));
                    })))
                    .isInstanceOf(CancellationException.class);
            assertThat(log.awaitWarning()).contains("daily.learning", "another server has it");
        }
        assertThat(Thread.interrupted()).as("only the work is ended").isFalse();
        other.join();
        assertThat(stoa.counsel().jobs().states(by)).singleElement().satisfies(job -> {
            assertThat(job.owner()).isEqualTo("host:2:1");
            assertThat(job.lastRun()).isNull();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new CancellationException();
        }
    }
}
