package dev.stoa.learning.breaker;

import dev.stoa.learning.breaker.Breaker.LastFailure;
import dev.stoa.learning.breaker.Breaker.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of a breaker and the pure rules by which it changes: no clock, no chance, no storage. Immutable.
 *
 * <p>Every change of phase raises the generation, and a permit is good only for the generation that gave it; so a late
 * report can never act on a state it knows nothing of.
 */
record BreakerState(
        Phase phase,
        long generation,
        @Nullable Instant openedAt,
        @Nullable Instant retryAt,
        int halfOpenSuccesses,
        List<Probe> probes,
        @Nullable LastFailure lastFailure) {
    static final BreakerState NEW = new BreakerState(Phase.CLOSED, 0, null, null, 0, List.of(), null);

    BreakerState {
        probes = List.copyOf(probes);
    }

    /** A probe that is out, until it reports or its time is over. */
    record Probe(String id, Instant expiresAt) {}

    /**
     * The state as it is at a time: a probe that never reported has failed when its time ran out, and a clock that was
     * set back must not keep a breaker open for longer than its cooldown.
     */
    BreakerState at(Instant now, Duration cooldown) {
        if (phase == Phase.HALF_OPEN) {
            Instant firstExpiry = probes.stream()
                    .map(Probe::expiresAt)
                    .filter(expiry -> !expiry.isAfter(now))
                    .min(Comparator.naturalOrder())
                    .orElse(null);
            if (firstExpiry != null) {
                return open(firstExpiry, cooldown, new LastFailure(firstExpiry, "silent"))
                        .at(now, cooldown);
            }
        }
        if (phase == Phase.OPEN && openedAt != null && now.isBefore(openedAt)) {
            Instant latest = now.plus(cooldown);
            if (retryAt == null || retryAt.isAfter(latest)) {
                return new BreakerState(phase, generation, openedAt, latest, 0, probes, lastFailure);
            }
        }
        return this;
    }

    boolean refuses(Instant now) {
        return switch (phase) {
            case CLOSED -> false;
            case OPEN -> now.isBefore(retryTime());
            case HALF_OPEN -> probes.size() >= BreakerSettings.HALF_OPEN_PERMITS;
        };
    }

    /** When asking again makes sense, for a state that refuses. */
    Instant retryTime() {
        if (phase == Phase.HALF_OPEN) {
            return probes.stream()
                    .map(Probe::expiresAt)
                    .min(Comparator.naturalOrder())
                    .orElse(Instant.EPOCH);
        }
        return retryAt == null ? Instant.EPOCH : retryAt;
    }

    /** The state with one more probe out; only for a state that is not closed and does not refuse. */
    BreakerState withProbe(Probe probe) {
        return phase == Phase.OPEN
                ? new BreakerState(Phase.HALF_OPEN, generation + 1, openedAt, retryAt, 0, List.of(probe), lastFailure)
                : new BreakerState(
                        phase,
                        generation,
                        openedAt,
                        retryAt,
                        halfOpenSuccesses,
                        Stream.concat(probes.stream(), Stream.of(probe)).toList(),
                        lastFailure);
    }

    boolean hasProbe(long ofGeneration, String id) {
        return phase == Phase.HALF_OPEN
                && generation == ofGeneration
                && probes.stream().anyMatch(probe -> probe.id().equals(id));
    }

    BreakerState withoutProbe(String id) {
        List<Probe> rest =
                probes.stream().filter(probe -> !probe.id().equals(id)).toList();
        return new BreakerState(phase, generation, openedAt, retryAt, halfOpenSuccesses, rest, lastFailure);
    }

    BreakerState probeSucceeded(String id) {
        if (halfOpenSuccesses + 1 >= BreakerSettings.SUCCESS_THRESHOLD) {
            return closed();
        }
        BreakerState rest = withoutProbe(id);
        return new BreakerState(
                phase, generation, openedAt, retryAt, halfOpenSuccesses + 1, rest.probes(), lastFailure);
    }

    BreakerState open(Instant at, Duration cooldown, LastFailure failure) {
        return new BreakerState(Phase.OPEN, generation + 1, at, at.plus(cooldown), 0, List.of(), failure);
    }

    BreakerState closed() {
        return new BreakerState(Phase.CLOSED, generation + 1, null, null, 0, List.of(), lastFailure);
    }
}
