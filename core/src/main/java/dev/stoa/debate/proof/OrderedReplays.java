package dev.stoa.debate.proof;

import dev.stoa.base.UnavailableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replays debates on all processors, at most four at a time, and hands on their reports in the order of the debates.
 * For one call by one thread.
 */
final class OrderedReplays implements AutoCloseable {
    private static final int MOST_THREADS = 4;

    /** How many debates of each thread may be replayed before their turn to be handed on comes. */
    private static final int AHEAD = 4;

    private final int threads = Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS);
    private final ExecutorService executor = Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("stoa-replay-", 1).factory());
    private final Deque<Future<@Nullable ReplayReport>> begun = new ArrayDeque<>();

    /**
     * Replays some debates.
     *
     * @param replay answers null where there is nothing to report
     */
    void each(List<String> ids, Function<String, @Nullable ReplayReport> replay, Consumer<ReplayReport> heard) {
        Iterator<String> rest = ids.iterator();
        while (rest.hasNext() || !begun.isEmpty()) {
            while (rest.hasNext() && begun.size() < threads * AHEAD) {
                String id = rest.next();
                Callable<@Nullable ReplayReport> task = () -> replay.apply(id);
                begun.add(executor.submit(task));
            }
            ReplayReport report = answer(begun.remove());
            if (report != null) {
                heard.accept(report);
            }
        }
    }

    private static @Nullable ReplayReport answer(Future<@Nullable ReplayReport> replayed) {
        try {
            return replayed.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "the replay was stopped", "try again");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw (Error) e.getCause();
        }
    }

    /** Stops the replays that nobody waits for any more. */
    @Override
    public void close() {
        executor.shutdownNow();
        executor.close();
    }
}
