package dev.stoa.engine.society;

import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import dev.stoa.storage.CommitSignal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the lease of an execution while something works for it, and notices when that is to end. For one thread. The
 * archive is only looked at when something was committed to it.
 */
final class Supervision implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Supervision.class);

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
        try {
            if (!clock.instant().isBefore(renewAt)) {
                if (!queue.renew(execution, LEASE)) {
                    return Execution.Signal.LOST;
                }
                renewAt = clock.instant().plus(RENEWAL);
            }
            // A stop may have come between the claim and the watch.
            boolean news = watch.await(Duration.ZERO) || !looked;
            looked = false;
            Execution.Signal signal = news ? queue.signal(execution) : Execution.Signal.GO_ON;
            looked = true;
            return signal;
        } catch (UnavailableException e) {
            bear(e);
            return Execution.Signal.GO_ON;
        }
    }

    /**
     * Lets pass that the archive cannot be used just now, which is no reason to end what works well: it is asked again,
     * and if somebody else has taken over meanwhile, it then says so.
     */
    static void bear(UnavailableException e) throws InterruptedException {
        interrupted(e);
        LOG.warn("the archive cannot be used just now", e);
    }

    /** Tells an interruption from all else that a store may run into. */
    static void interrupted(StoaException e) throws InterruptedException {
        if (e.code().equals("interrupted")) {
            Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
