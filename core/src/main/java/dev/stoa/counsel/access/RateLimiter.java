package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How many calls a minute a token or an address may make, by the generic cell rate algorithm: one number for each, the
 * time at which its allowance is whole again. Thread-safe. It lives in memory; a restart forgives.
 */
public final class RateLimiter {
    /** What a call does, for the limits. */
    public enum Kind {
        ASK(60),
        WRITE(600),
        READ(1_200);

        private final int perMinute;

        Kind(int perMinute) {
            this.perMinute = perMinute;
        }

        /** How many calls of this kind pass in a minute. */
        public int perMinute() {
            return perMinute;
        }
    }

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int SWEEP_FROM = 10_000;

    private final Map<Kind, Map<String, Instant>> whole = new EnumMap<>(Kind.class);
    private int sweepAt = SWEEP_FROM;

    /**
     * Takes one call out of an allowance.
     *
     * @param who the id of the token, or the address if there is none
     * @return empty if the call passes, else after how many seconds it may be tried again
     */
    public synchronized OptionalLong take(String who, Kind kind, Instant now) {
        Map<String, Instant> times = whole.computeIfAbsent(kind, each -> new HashMap<>());
        long step = MINUTE / kind.perMinute;
        Instant due = times.getOrDefault(Bounds.given("who", who), now);
        long ahead = due.isBefore(now) ? 0 : Duration.between(now, due).toNanos();
        if (ahead > MINUTE) {
            // Only a clock that went back can be further from it: that is no reason to lock out.
            ahead = 0;
        }
        if (ahead > MINUTE - step) {
            return OptionalLong.of(Math.ceilDiv(ahead - MINUTE + step, SECOND));
        }
        times.put(who, now.plusNanos(ahead + step));
        if (times.size() > sweepAt) {
            times.values().removeIf(time -> !time.isAfter(now));
            // Not each time while many are really waiting.
            sweepAt = Math.max(SWEEP_FROM, 2 * times.size());
        }
        return OptionalLong.empty();
    }

    /** How many allowances are held in memory. */
    synchronized int known() {
        return whole.values().stream().mapToInt(Map::size).sum();
    }
}
