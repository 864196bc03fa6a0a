package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.http.Front;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LastHourTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-17T12:00:30Z"));
    private final InstantSource clock = now::get;
    private final LastHour hour = new LastHour(clock);

    private void request(int status, double millis) {
        Duration time = Duration.ofNanos((long) (millis * 1e6));
        hour.done(new Front.Finished("GET", "x", status, time, 0, 0, "", "", "127.0.0.1", "r"));
    }

    private void later(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    private Map<String, @Nullable Object> last() {
        return hour.minutes().getLast();
    }

    @Test
    void anHourWithoutRequestsIsSixtyEmptyMinutes() {
        List<Map<String, @Nullable Object>> minutes = hour.minutes();
        assertThat(minutes)
                .hasSize(60)
                .allSatisfy(minute -> assertThat(minute)
                        .containsEntry("requests", 0L)
                        .containsEntry("median_ms", null)
                        .containsEntry("at_work", 0));
        assertThat(minutes.getFirst()).containsEntry("at", "2026-11-17T11:01:00Z");
        assertThat(minutes.getLast()).containsEntry("at", "2026-11-17T12:00:00Z");
    }

    @Test
    void latenciesAreRightWithinAFactorOfTheRootOfTwo() {
        for (int i = 1; i <= 100; i++) {
            request(200, i);
        }
        assertThat((Double) last().get("median_ms")).isBetween(50.0, 50 * 1.42);
        assertThat((Double) last().get("p95_ms")).isBetween(95.0, 95 * 1.42);
        assertThat(last()).containsEntry("requests", 100L).containsEntry("failed", 0L);
        later(Duration.ofMinutes(1));
        request(503, 0.001);
        request(404, 1e9);
        assertThat(last())
                .containsEntry("requests", 2L)
                .containsEntry("failed", 1L)
                .containsEntry("median_ms", 0.25);
        assertThat((Double) last().get("p95_ms")).isGreaterThan(300_000);
    }

    @Test
    void aMinuteIsForgottenAfterAnHour() {
        request(200, 1);
        later(Duration.ofMinutes(59));
        assertThat(hour.minutes().getFirst()).containsEntry("requests", 1L);
        later(Duration.ofMinutes(1));
        assertThat(hour.minutes()).allSatisfy(minute -> assertThat(minute).containsEntry("requests", 0L));
        request(200, 1);
        assertThat(last()).containsEntry("requests", 1L);
    }

    @Test
    void queuesShowTheirLongestAndWritersAreAskedOnceASecond() {
        AtomicReference<Integer> length = new AtomicReference<>(7);
        hour.watch(length::get);
        hour.watchWriters(length::get);
        request(200, 1);
        length.set(9);
        request(200, 1);
        length.set(3);
        request(200, 1);
        assertThat(last()).containsEntry("at_work", 9).containsEntry("waiting_for_writers", 7);
        later(Duration.ofSeconds(1));
        length.set(8);
        request(200, 1);
        assertThat(last()).containsEntry("waiting_for_writers", 8);
    }
}
