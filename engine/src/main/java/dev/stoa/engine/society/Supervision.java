package dev.stoa.engine.society;

import dev.stoa.society.Execution;
import dev.stoa.society.ExecutionQueue;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Keeps the lease of an execution while something works for it, and notices when that is to end. For one thread. The
 * archive is only looked at when something was committed to it.
 */
final class Supervision implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration RENEWAL = Duration.ofSeconds(20);

    private final ExecutionQueue queue;
    private final Execution execution;
    private final InstantSource clock;
    private final CommitSignal.Watch watch;
    private Instant renewAt;
    private boolean looked;

    Supervision(ExecutionQueue queue, Execution execution, InstantSource clock) {
        this.queue = queue;
        this.execution = execution;
        this.clock = clock;
        this.watch = queue.watch();
        this.renewAt = clock.instant().plus(RENEWAL);
    }

    /** What is to be done about the execution now. */
    Execution.Signal look() throws InterruptedException {
        if (!clock.instant().isBefore(renewAt)) {
            renewAt = clock.instant().plus(RENEWAL);
            if (!queue.renew(execution, LEASE)) {
                return Execution.Signal.LOST;
            }
        }
        // A stop may have come between the claim and the watch.
        boolean news = watch.await(Duration.ZERO) || !looked;
        looked = true;
        return news ? queue.signal(execution) : Execution.Signal.GO_ON;
    }

    @Override
    public void close() {
        watch.close();
    }
}
