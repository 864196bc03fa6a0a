package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.base.JobFailures;
import dev.stoa.counsel.base.Jobs;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BackgroundTest {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    @Test
    void aJobThatFailsIsLoggedOnceAnHourCountedTriedAgainAndStopsNoOther() throws InterruptedException {
        TestClock clock = TestClock.at("2026-03-01T12:00:00Z");
        Semaphore failed = new Semaphore(0);
        Semaphore done = new Semaphore(0);
        Job bad = new Job("bad", Duration.ZERO, AT_ONCE, () -> {
            failed.release();
            throw new IllegalStateException("no such luck");
        });
        Job good = new Job("good", Duration.ZERO, AT_ONCE, done::release);
        try (CapturedLog log = CapturedLog.of(Background.class);
                Background jobs = Background.start(List.of(bad, good), clock, (job, time) -> {})) {
            failed.acquire(5);
            done.acquire(5);
            assertThat(log.warnings()).singleElement().asString().contains("bad", "no such luck");
            clock.advance(Duration.ofHours(1));
            failed.drainPermits();
            failed.acquire(5);
            assertThat(log.warnings()).hasSize(2);
            JobState state = jobs.states().getFirst();
            assertThat(state.failures()).isGreaterThanOrEqualTo(5);
            assertThat(state.lastError()).isEqualTo("internal error; see the server's log");
            assertThat(state.lastRun()).isEqualTo(clock.instant());
            assertThat(jobs.states().getLast().lastError()).isNull();
        }
    }

    @Test
    void aJobOfTheCounselShowsHowItFailsHereUntilAnyServerHasDoneIt() {
        TestClock clock = TestClock.at("2026-03-01T12:00:00Z");
        Instant before = clock.instant();
        JobFailures failures = new JobFailures("decay", clock, LoggerFactory.getLogger(BackgroundTest.class));
        clock.advance(Duration.ofMinutes(1));
        failures.failed(new UnavailableException("busy", "the archive is busy", null));
        JobState failing = new JobState("decay", null, clock.instant(), null, "the archive is busy", 1);
        assertThat(ServerJobs.state(new Jobs.State("decay", null, null), failures))
                .isEqualTo(failing);
        assertThat(ServerJobs.state(new Jobs.State("decay", before, null), failures))
                .isEqualTo(failing);
        assertThat(ServerJobs.state(new Jobs.State("decay", clock.instant(), "host:1"), failures))
                .isEqualTo(new JobState("decay", "host:1", clock.instant(), null, null, 1));
        assertThat(ServerJobs.state(new Jobs.State("decay", before, null), null))
                .isEqualTo(new JobState("decay", null, before, null, null, 0));
    }

    @Test
    void aJobTellsWhenItIsBegunNext() {
        TestClock clock = TestClock.at("2026-03-01T12:00:00Z");
        Job later = new Job("later", Duration.ofHours(1), AT_ONCE, () -> {});
        try (Background jobs = Background.start(List.of(later), clock, (job, time) -> {})) {
            while (jobs.states().getFirst().nextRun() == null) {
                Thread.onSpinWait();
            }
            assertThat(jobs.states().getFirst().nextRun())
                    .isEqualTo(clock.instant().plus(Duration.ofHours(1)));
        }
    }

    @Test
    void closingInterruptsAJobAndWaitsUntilItHasPutThingsInOrder() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ordered = new CountDownLatch(1);
        Job endless = new Job("endless", Duration.ZERO, AT_ONCE, () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                ordered.countDown();
            }
        });
        try (Background jobs =
                Background.start(List.of(endless), TestClock.at("2026-03-01T12:00:00Z"), (job, time) -> {})) {
            begun.await();
            assertThat(jobs.states()).hasSize(1);
        }
        assertThat(ordered.getCount()).isZero();
    }
}
