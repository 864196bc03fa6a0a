package dev.stoa.learning.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.VerificationException;
import dev.stoa.learning.breaker.Breaker.Phase;
import dev.stoa.learning.breaker.Permit.Granted;
import dev.stoa.learning.breaker.Permit.Refused;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What circuit breakers promise to the processes that share them, on both backends. */
@Tag("quick")
@OnBothDatabases
class CircuitBreakersTest {
    private static final String NAME = "openai:gpt-5-mini";
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final CallResult TIMEOUT = CallResult.failure("timeout");

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private TestClock clock;
    private CircuitBreakers here;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, BreakerArchive.SCHEMA);
        clock = TestClock.at("2026-11-15T08:30:00Z");
        here = process();
    }

    @AfterEach
    void close() {
        place.close();
    }

    /** Another process as far as breakers can tell: an archive and a memory of its own. */
    private CircuitBreakers process() {
        return CircuitBreakers.over(
                place.open(BreakerArchive.SCHEMA), clock, Ids.system(), name -> BreakerSettings.defaults());
    }

    @Test
    void aClosedBreakerLetsEverythingPassAndWritesNothing() {
        for (int i = 0; i < 100; i++) {
            here.report(granted(here), CallResult.success());
        }
        assertThat(here.list()).isEmpty();
    }

    @Test
    void theWordsInWhichACallFailedAreNotKept() {
        for (int i = 0; i < 5; i++) {
            here.report(granted(here), CallResult.failure("I was asked about kumquats"));
        }
        assertThat(place.open(BreakerArchive.SCHEMA)
                        .list("SELECT state_json FROM circuit_breakers", row -> row.text(1)))
                .singleElement()
                .asString()
                .contains("\"other\"")
                .doesNotContain("kumquats");
    }

    @Test
    void fiveFailuresInARowOpenItForEveryProcess() {
        CircuitBreakers there = process();
        fail(here, 4);
        assertThat(here.acquire(NAME, TTL)).isInstanceOf(Granted.class);
        fail(here, 1);

        assertThat(here.acquire(NAME, TTL)).isEqualTo(new Refused(NAME, at("2026-11-15T08:31:00Z")));
        assertThat(there.acquire(NAME, TTL)).isEqualTo(new Refused(NAME, at("2026-11-15T08:31:00Z")));
        assertThat(there.list()).singleElement().satisfies(breaker -> {
            assertThat(breaker.phase()).isEqualTo(Phase.OPEN);
            assertThat(breaker.failureThreshold()).isEqualTo(5);
            assertThat(breaker.cooldown()).isEqualTo(Duration.ofSeconds(60));
            assertThat(breaker.openedAt()).isEqualTo(at("2026-11-15T08:30:00Z"));
            assertThat(breaker.lastFailure()).isEqualTo(new Breaker.LastFailure(at("2026-11-15T08:30:00Z"), "timeout"));
        });
    }

    @Test
    void aSuccessBetweenFailuresStartsTheCountAgain() {
        fail(here, 4);
        here.report(granted(here), CallResult.success());
        fail(here, 4);
        assertThat(here.acquire(NAME, TTL)).isInstanceOf(Granted.class);
    }

    @Test
    void halfOfTheLastTwentyCallsFailingOpensItTooOnceTenAreKnown() {
        for (int i = 0; i < 4; i++) {
            fail(here, 1);
            here.report(granted(here), CallResult.success());
        }
        here.report(granted(here), CallResult.success());
        assertThat(here.acquire(NAME, TTL)).as("nine calls are not enough").isInstanceOf(Granted.class);
        fail(here, 1);
        assertThat(here.acquire(NAME, TTL)).as("5 of 10 failed").isInstanceOf(Refused.class);
    }

    @Test
    void onlyTheLastTwentyCallsCount() {
        for (int i = 0; i < 20; i++) {
            here.report(granted(here), CallResult.success());
        }
        for (int i = 0; i < 9; i++) {
            fail(here, 1);
            here.report(granted(here), CallResult.success());
        }
        assertThat(here.acquire(NAME, TTL)).as("9 of the last 20 failed").isInstanceOf(Granted.class);
        fail(here, 1);
        assertThat(here.acquire(NAME, TTL)).as("10 of the last 20 failed").isInstanceOf(Refused.class);
    }

    @Test
    @DisplayName("In half-open any failure must reopen and restart the wait")
    void aFailingProbeReopensIt() {
        fail(here, 5);
        clock.advance(Duration.ofSeconds(60));
        Granted first = granted(here);
        Granted second = granted(process());
        here.report(first, CallResult.success());
        clock.advance(Duration.ofSeconds(10));
        here.report(second, TIMEOUT);

        assertThat(here.acquire(NAME, TTL)).isEqualTo(new Refused(NAME, at("2026-11-15T08:32:10Z")));
    }

    @Test
    @DisplayName("At most 3 probes may be out over all processes")
    void threeProbesAreOutAtMost() throws Exception {
        fail(here, 5);
        clock.advance(Duration.ofSeconds(61));
        List<CircuitBreakers> processes = List.of(here, process(), process(), process());
        List<Future<Permit>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 32; i++) {
                CircuitBreakers process = processes.get(i % processes.size());
                answers.add(threads.submit(() -> process.acquire(NAME, TTL)));
            }
        }
        int granted = 0;
        for (Future<Permit> answer : answers) {
            granted += answer.get() instanceof Granted ? 1 : 0;
        }
        assertThat(granted).isEqualTo(3);
        assertThat(here.list().get(0).permitsOut()).isEqualTo(3);
    }

    @Test
    @DisplayName("Silent probes must not lock it")
    void silentProbesCountAsFailedWhenTheirTimeIsOver() {
        fail(here, 5);
        clock.advance(Duration.ofSeconds(60));
        for (int i = 0; i < 3; i++) {
            assertThat(granted(here)).isNotNull();
        }
        assertThat(here.acquire(NAME, TTL)).isEqualTo(new Refused(NAME, at("2026-11-15T08:31:30Z")));
        clock.advance(Duration.ofSeconds(40));
        assertThat(here.acquire(NAME, TTL)).isEqualTo(new Refused(NAME, at("2026-11-15T08:32:30Z")));
        clock.advance(Duration.ofSeconds(50));
        Granted probe = granted(here);
        here.report(probe, CallResult.success());
        here.report(granted(here), CallResult.success());
        assertThat(here.list().get(0).phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    @DisplayName("Time switched off must count; a restart must keep state")
    void aRestartKeepsTheStateAndTheTimeThatPassed() {
        fail(here, 5);
        place.closeArchives();
        clock.advance(Duration.ofSeconds(30));
        CircuitBreakers restarted = process();
        assertThat(restarted.acquire(NAME, TTL)).isEqualTo(new Refused(NAME, at("2026-11-15T08:31:00Z")));
        place.closeArchives();
        clock.advance(Duration.ofSeconds(30));
        assertThat(process().acquire(NAME, TTL)).isInstanceOf(Granted.class);
    }

    @Test
    void aReportFromBeforeTheLastChangeChangesNothing() {
        Granted early = granted(here);
        fail(here, 5);
        clock.advance(Duration.ofSeconds(60));
        Granted probe = granted(here);
        here.report(early, TIMEOUT);
        here.report(early, CallResult.success());
        assertThat(here.list().get(0).phase()).isEqualTo(Phase.HALF_OPEN);
        here.report(probe, CallResult.success());
        here.report(probe, CallResult.success());
        assertThat(here.list().get(0).halfOpenSuccesses())
                .as("the second report is ignored")
                .isEqualTo(1);
    }

    @Test
    void aCancelledProbeGivesItsPlaceBackAndCountsNothing() {
        fail(here, 5);
        clock.advance(Duration.ofSeconds(60));
        List<Granted> probes = List.of(granted(here), granted(here), granted(here));
        here.cancel(probes.get(1));
        assertThat(here.list().get(0).permitsOut()).isEqualTo(2);
        assertThat(granted(here)).isNotNull();
        here.report(probes.get(1), TIMEOUT);
        assertThat(here.list().get(0).phase()).isEqualTo(Phase.HALF_OPEN);
    }

    @Test
    void anotherProcessNoticesAnOpenedBreakerWithinASecond() {
        CircuitBreakers there = process();
        assertThat(there.acquire(NAME, TTL)).isInstanceOf(Granted.class);
        fail(here, 5);
        clock.advance(Duration.ofMillis(999));
        assertThat(there.acquire(NAME, TTL)).as("still trusts what it read").isInstanceOf(Granted.class);
        clock.advance(Duration.ofMillis(1));
        assertThat(there.acquire(NAME, TTL)).isInstanceOf(Refused.class);
    }

    @Test
    void resettingClosesItForAllAndAnUnknownNameIsNotFound() {
        fail(here, 5);
        Breaker closed = process().reset(NAME);
        assertThat(closed.phase()).isEqualTo(Phase.CLOSED);
        assertThat(closed.retryAt()).isNull();
        clock.advance(Duration.ofSeconds(1));
        assertThat(here.acquire(NAME, TTL)).isInstanceOf(Granted.class);
        fail(here, 4);
        assertThat(here.acquire(NAME, TTL)).as("the counts started again").isInstanceOf(Granted.class);
        assertThatThrownBy(() -> here.reset("nobody:x"))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("there is no breaker nobody:x");
    }

    @Test
    void aDamagedStateIsReportedAndCanBeReset() {
        fail(here, 5);
        Archive archive = place.open(BreakerArchive.SCHEMA);
        archive.write(tx -> tx.update("UPDATE circuit_breakers SET state_json = ?", "{\"state\": \"ajar\"}"));
        assertThatThrownBy(() -> process().acquire(NAME, TTL))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining(NAME);
        assertThat(here.reset(NAME).phase()).isEqualTo(Phase.CLOSED);
        assertThat(process().acquire(NAME, TTL)).isInstanceOf(Granted.class);
    }

    @Test
    void closedBreakersIdleForThreeDaysAreForgotten() {
        fail(here, 5);
        here.reset(NAME);
        for (int i = 0; i < 5; i++) {
            here.report((Granted) here.acquire("still:open", TTL), TIMEOUT);
        }
        clock.advance(Duration.ofDays(3).minusMillis(1));
        assertThat(here.purge()).isZero();
        clock.advance(Duration.ofMillis(1));
        assertThat(here.purgeable()).isEqualTo(1);
        assertThat(here.purge()).isEqualTo(1);
        assertThat(here.list()).extracting(Breaker::name).containsExactly("still:open");
        assertThat(here.purge()).isZero();
    }

    @Test
    void namesAndTimesHaveBoundsThatAreNamed() {
        assertThatThrownBy(() -> here.acquire(" ", TTL)).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> here.acquire("x".repeat(401), TTL))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("401")
                .hasMessageContaining("400");
        assertThat(here.acquire("x".repeat(400), TTL)).isInstanceOf(Granted.class);
        assertThatThrownBy(() -> here.acquire(NAME, Duration.ZERO)).hasMessageContaining("permit_ttl_seconds 0");
        assertThatThrownBy(() -> here.acquire(NAME, Duration.ofSeconds(86_406))).hasMessageContaining("86405");
        assertThatThrownBy(() -> new BreakerSettings(0, Duration.ofSeconds(1)))
                .hasMessageContaining("failure_threshold");
        assertThatThrownBy(() -> new BreakerSettings(5, Duration.ofDays(2))).hasMessageContaining("cooldown_seconds");
    }

    @Test
    void aThousandNamesAreTheMost() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(here.acquire("provider:" + i, TTL)).isInstanceOf(Granted.class);
        }
        assertThatThrownBy(() -> here.acquire("provider:1000", TTL))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("1000 breakers already");
    }

    private static Granted granted(CircuitBreakers breakers) {
        Permit permit = breakers.acquire(NAME, TTL);
        assertThat(permit).isInstanceOf(Granted.class);
        return (Granted) permit;
    }

    private static void fail(CircuitBreakers breakers, int times) {
        for (int i = 0; i < times; i++) {
            breakers.report(granted(breakers), TIMEOUT);
        }
    }

    private static Instant at(String time) {
        return Instant.parse(time);
    }
}
