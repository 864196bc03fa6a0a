package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.Task;
import java.time.Duration;
import java.util.Optional;

/** Runs of agents that a request waits for; workers execute them, here or elsewhere. Thread-safe. */
public final class RunWork {
    private final Stoa stoa;

    RunWork(Stoa stoa) {
        this.stoa = stoa;
    }

    /** Starts an agent. */
    public Run start(Principal by, RunRequest request) {
        return stoa.society().runs().start(by, request);
    }

    /** Waits for the end of the latest execution of a run no longer than a time; empty if it goes on. */
    public Optional<Task> ended(Principal by, String run, Duration most) throws InterruptedException {
        return Waiting.until(
                stoa.society().runs()::watch,
                () -> Optional.of(stoa.society().runs().execution(by, run))
                        .filter(task -> task.status().isTerminal()),
                most);
    }
}
