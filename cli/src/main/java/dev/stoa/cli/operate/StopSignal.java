package dev.stoa.cli.operate;

import dev.stoa.cli.console.StopSignals;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The signal with which the process is asked to end. Thread-safe. The first lets the process put things in order, the
 * second ends it at once.
 */
final class StopSignal {
    private final CompletableFuture<Integer> first = new CompletableFuture<>();

    private StopSignal() {}

    /** Takes the signals of this process from now on. */
    static StopSignal ofThisProcess() {
        StopSignal stop = new StopSignal();
        StopSignals.take(stop::came);
        return stop;
    }

    private void came(int exit) {
        if (!first.complete(exit)) {
            StopSignals.end(exit);
        }
    }

    /** Waits for the first signal, and answers the exit code of a process that it ended. */
    int await() throws InterruptedException {
        try {
            return first.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
