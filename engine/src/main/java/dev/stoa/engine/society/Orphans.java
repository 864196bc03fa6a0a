package dev.stoa.engine.society;

import dev.stoa.process.ChildProcess;
import dev.stoa.society.run.Execution;
import dev.stoa.society.run.ExecutionQueue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Predicate;

/**
 * Finds executions whose worker is gone, ends what is left of their processes, and gives them back. Thread-safe, also
 * between processes: of several that find the same one, one gives it back.
 */
final class Orphans {
    /**
     * The time after the end of its lease at which an execution of another host is taken over, since its process cannot
     * be seen.
     */
    static final Duration ELSEWHERE = Duration.ofMinutes(5);

    private final ExecutionQueue queue;
    private final ThisProcess me;
    private final InstantSource clock;

    Orphans(ExecutionQueue queue, ThisProcess me, InstantSource clock) {
        this.queue = queue;
        this.me = me;
        this.clock = clock;
    }

    /** Gives back all that there are; how many. */
    int recover() {
        return recover(orphan -> true);
    }

    int recover(Predicate<Execution.Orphan> concerned) {
        int found = 0;
        for (Execution.Orphan orphan : queue.running()) {
            if (concerned.test(orphan) && isOrphan(orphan)) {
                endProcess(orphan);
                found += queue.orphaned(orphan) ? 1 : 0;
            }
        }
        return found;
    }

    private boolean isOrphan(Execution.Orphan orphan) {
        Instant now = clock.instant();
        if (!me.isLocal(orphan.holder())) {
            return !orphan.expiresAt().plus(ELSEWHERE).isAfter(now);
        }
        return !orphan.expiresAt().isAfter(now) || !me.lives(orphan.holder());
    }

    private void endProcess(Execution.Orphan orphan) {
        if (me.host().equals(orphan.host()) && orphan.pid() != null && orphan.processStartedAt() != null) {
            ThisProcess.find(orphan.pid(), orphan.processStartedAt())
                    .ifPresent(handle -> ChildProcess.stop(handle, ChildProcess.GRACE));
            ProcessBox.clear(orphan.task().id());
        }
    }
}
