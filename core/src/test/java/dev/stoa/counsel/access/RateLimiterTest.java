package dev.stoa.counsel.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.access.RateLimiter.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quick")
class RateLimiterTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final RateLimiter limiter = new RateLimiter();

    @Test
    void sixtyCallsAtOncePassAndTheNextMayBeTriedAfterOneSecond() {
        for (int i = 0; i < 60; i++) {
            assertThat(limiter.take("a", Kind.ASK, START)).isEmpty();
        }
        assertThat(limiter.take("a", Kind.ASK, START)).isEqualTo(OptionalLong.of(1));
        assertThat(limiter.take("a", Kind.ASK, START.plusMillis(999))).isEqualTo(OptionalLong.of(1));
        assertThat(limiter.take("a", Kind.ASK, START.plusSeconds(1))).isEmpty();
        assertThat(limiter.take("a", Kind.ASK, START.plusSeconds(1))).isEqualTo(OptionalLong.of(1));
    }

    @Test
    void tokensAndKindsHaveAllowancesOfTheirOwn() {
        for (int i = 0; i < 60; i++) {
            limiter.take("a", Kind.ASK, START);
        }
        assertThat(limiter.take("b", Kind.ASK, START)).isEmpty();
        for (int i = 0; i < 600; i++) {
            assertThat(limiter.take("a", Kind.WRITE, START)).isEmpty();
        }
        assertThat(limiter.take("a", Kind.WRITE, START)).isPresent();
        for (int i = 0; i < 1_200; i++) {
            assertThat(limiter.take("a", Kind.READ, START)).isEmpty();
        }
        assertThat(limiter.take("a", Kind.READ, START)).isPresent();
    }

    @Test
    void inNoMinuteMoreThanTwiceTheLimitPassesAndTheLongRunKeepsTheRate() {
        SplittableRandom chance = new SplittableRandom(5);
        Instant now = START;
        long passed = 0;
        for (int i = 0; i < 20_000; i++) {
            now = now.plusMillis(chance.nextInt(200));
            passed += limiter.take("a", Kind.ASK, now).isEmpty() ? 1 : 0;
        }
        long seconds = Duration.between(START, now).toSeconds();
        assertThat(passed).isBetween(seconds, seconds + 61);
    }

    @Test
    void aClockThatGoesBackLocksNobodyOut() {
        for (int i = 0; i < 61; i++) {
            limiter.take("a", Kind.ASK, START);
        }
        assertThat(limiter.take("a", Kind.ASK, START.minusSeconds(3_600))).isEmpty();
    }

    @Test
    void aFloodOfAddressesIsForgottenWhenTheirAllowanceIsWholeAgain() {
        for (int i = 0; i < 30_000; i++) {
            limiter.take("address " + i, Kind.ASK, START.plusSeconds(i));
        }
        assertThat(limiter.known()).isLessThan(10_002);
    }
}
