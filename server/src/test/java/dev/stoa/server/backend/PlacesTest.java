package dev.stoa.server.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.UnavailableException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What who finds no place is told, and how long one is waited for. */
@Tag("quick")
@Timeout(60)
class PlacesTest {
    private final Places looks = new Places("looks", 1);

    private FutureTask<Integer> waiting() {
        FutureTask<Integer> waiting = new FutureTask<>(() -> {
            try (Places.Place place = looks.take(Duration.ofMinutes(1))) {
                return looks.free();
            }
        });
        Thread thread = Thread.ofPlatform().start(waiting);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return waiting;
    }

    @Test
    void whoFindsNoPlaceIsToldSo() {
        try (Places.Place place = looks.take()) {
            assertThatThrownBy(looks::take)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("the server works on 1 looks, which is its limit");
            assertThatThrownBy(() -> looks.take(Duration.ofMillis(1)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("the server works on 1 looks, which is its limit");
        }
        assertThat(looks.free()).isOne();
    }

    @Test
    void whoWaitsGetsThePlaceThatIsGivenBack() throws Exception {
        FutureTask<Integer> waiting;
        try (Places.Place place = looks.take()) {
            waiting = waiting();
        }
        assertThat(waiting.get()).isZero();
        assertThat(looks.free()).isOne();
    }

    @Test
    void whoIsInterruptedWhileWaitingHasNoPlace() {
        try (Places.Place place = looks.take()) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> looks.take(Duration.ofMinutes(1)))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            refused -> assertThat(refused.isInterruption()).isTrue());
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(looks.free()).isOne();
    }
}
