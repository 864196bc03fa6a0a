package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.breaker.CallResult;
import dev.stoa.learning.breaker.CircuitBreakers;
import dev.stoa.learning.breaker.Permit;
import dev.stoa.storage.Durability;
import java.time.Duration;
import java.util.List;

/** Circuit breakers: the call that passes, and the one that makes a breaker open or close. Not thread-safe. */
final class BreakerContests implements AutoCloseable {
    private static final Duration TTL = Duration.ofSeconds(60);
    private static final int FAILURES = 5;

    private final Stoa stoa;

    BreakerContests(Stores stores) throws Exception {
        this.stoa = stores.open(Durability.NORMAL);
    }

    List<Contest> all() {
        CircuitBreakers breakers = stoa.learning().breakers();
        String passing = "CircuitBreakers.acquire and report, closed";
        String turning = "CircuitBreakers, 5 failures and a reset";
        return List.of(
                new Contest("a call through a closed breaker", "calls", 1_000)
                        .add(new InProcess(passing, Steps.of(n -> call(breakers, "p:calm", CallResult.success()))))
                        .aim(Aim.perSecond(5 * 869_081, passing, "5 × the original")),
                new Contest("a breaker opens and is closed again", "turns", 1)
                        .add(new InProcess(turning, Steps.of(n -> {
                            for (int i = 0; i < FAILURES; i++) {
                                call(breakers, "p:broken", CallResult.failure("timeout"));
                            }
                            breakers.reset("p:broken");
                        })))
                        .aim(Aim.perSecond(8 * 340 / 2.0, turning, "8 × the original, two stored changes a turn")));
    }

    static void call(CircuitBreakers breakers, String name, CallResult result) {
        if (!(breakers.acquire(name, TTL) instanceof Permit.Granted permit)) {
            throw new IllegalStateException("breaker " + name + " is open");
        }
        breakers.report(permit, result);
    }

    @Override
    public void close() {
        stoa.close();
    }
}
