package dev.stoa.server.access;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** How many tries of each address failed within a minute. Thread-safe. */
final class FailedTries {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MOST_ADDRESSES = 10_000;

    private final int most;
    private final Map<String, Integer> counts = new HashMap<>();
    private Instant since = Instant.EPOCH;

    FailedTries(int most) {
        this.most = most;
    }

    /** The limit, as a header says it. */
    String policy() {
        return Door.policy(most);
    }

    synchronized boolean tooMany(String address, Instant now) {
        renew(now);
        return counts.getOrDefault(address, 0) >= most;
    }

    synchronized void count(String address, Instant now) {
        renew(now);
        if (counts.size() < MOST_ADDRESSES || counts.containsKey(address)) {
            counts.merge(address, 1, Integer::sum);
        }
    }

    private void renew(Instant now) {
        // A clock that went back begins a new minute too.
        if (now.isBefore(since) || !now.isBefore(since.plus(MINUTE))) {
            since = now;
            counts.clear();
        }
    }
}
