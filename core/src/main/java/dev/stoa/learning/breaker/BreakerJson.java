package dev.stoa.learning.breaker;

import dev.stoa.base.Times;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.learning.breaker.Breaker.LastFailure;
import dev.stoa.learning.breaker.Breaker.Phase;
import dev.stoa.learning.breaker.BreakerState.Probe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stored form of a breaker's state, {@code state_json}. Stateless. */
final class BreakerJson {
    private BreakerJson() {}

    static String write(BreakerState state) {
        LastFailure failure = state.lastFailure();
        return Json.write(Json.object(
                "state", state.phase().stored(),
                "generation", state.generation(),
                "opened_at", time(state.openedAt()),
                "retry_at", time(state.retryAt()),
                "half_open_successes", state.halfOpenSuccesses(),
                "permits",
                        state.probes().stream()
                                .map(probe -> Json.object("id", probe.id(), "expires_at", time(probe.expiresAt())))
                                .toList(),
                "last_failure",
                        failure == null ? null : Json.object("at", time(failure.at()), "kind", failure.kind())));
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : Times.show(instant);
    }

    static BreakerState read(String name, String json) {
        try {
            Map<String, @Nullable Object> fields = Json.parseObject(json);
            List<Probe> probes = new ArrayList<>();
            if (fields.get("permits") instanceof List<?> permits) {
                for (Object permit : permits) {
                    Map<?, ?> map = (Map<?, ?>) Objects.requireNonNull(permit);
                    probes.add(new Probe(
                            String.valueOf(map.get("id")), Objects.requireNonNull(instant(map.get("expires_at")))));
                }
            }
            return new BreakerState(
                    phase(String.valueOf(fields.get("state"))),
                    number(fields.get("generation")),
                    instant(fields.get("opened_at")),
                    instant(fields.get("retry_at")),
                    (int) number(fields.get("half_open_successes")),
                    probes,
                    fields.get("last_failure") instanceof Map<?, ?> failure ? failure(failure) : null);
        } catch (RuntimeException e) {
            throw new VerificationException(
                    "damaged", "the stored state of breaker " + name + " cannot be read", "reset breaker " + name, e);
        }
    }

    private static LastFailure failure(Map<?, ?> failure) {
        return new LastFailure(Objects.requireNonNull(instant(failure.get("at"))), String.valueOf(failure.get("kind")));
    }

    private static Phase phase(String stored) {
        for (Phase phase : Phase.values()) {
            if (phase.stored().equals(stored)) {
                return phase;
            }
        }
        throw new IllegalArgumentException(stored);
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    private static @Nullable Instant instant(@Nullable Object value) {
        return value == null ? null : Times.parse(String.valueOf(value));
    }
}
