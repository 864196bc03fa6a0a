package dev.stoa.server.console.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RateTest {
    @Test
    void aRateSaysItsIntervalAndWhetherItsCasesAreFew() {
        assertThat(new Rate(0, 0).said()).isEqualTo("unknown, no case yet");
        assertThat(new Rate(4, 4).said()).isEqualTo("1.00 [0.51, 1.00], 4 of 4, provisional");
        assertThat(new Rate(5, 10).said()).isEqualTo("0.50 [0.24, 0.76], 5 of 10");
    }

    @Test
    void whatHasNotComeYetIsNeverSaidToBeThere() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(Countdown.until("2026-01-01T00:00:00.001Z", now)).isEqualTo("in 1 s");
        assertThat(Countdown.until("2026-01-01T00:00:43Z", now)).isEqualTo("in 43 s");
        assertThat(Countdown.until("2026-01-01T00:01:01Z", now)).isEqualTo("in 2 min");
        assertThat(Countdown.until("2026-01-01T00:00:00Z", now)).isEqualTo("now");
        assertThat(Countdown.until("2025-01-01T00:00:00Z", now)).isEqualTo("now");
        assertThat(Countdown.until("", now)).isEmpty();
    }
}
