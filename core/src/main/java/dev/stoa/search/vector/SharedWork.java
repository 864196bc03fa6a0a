package dev.stoa.search.vector;

import dev.stoa.base.UnavailableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Many like pieces of heavy work, done by the caller and by helpers, of which the process has one less than cores,
 * however many callers there are. For one caller; its work is done from several threads. A caller always works itself
 * and so waits for no helper to be free. The longest pieces come first, so that all end at about the same time.
 */
final class SharedWork<T, R> {
    /** Fewer pieces are done sooner than a thread is woken. */
    private static final int WORTH_SHARING = 8;

    private static final int HELPERS = Runtime.getRuntime().availableProcessors() - 1;

    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
            0,
            Math.max(1, HELPERS),
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("stoa-embedding-", 1).factory(),
            // All helpers are busy: the caller does without.
            new ThreadPoolExecutor.DiscardPolicy());

    private final List<T> pieces;
    private final Function<T, R> work;
    private final int[] order;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch left;

    private SharedWork(List<T> pieces, ToIntFunction<T> length, Function<T, R> work) {
        this.pieces = List.copyOf(pieces);
        this.work = work;
        this.order = IntStream.range(0, pieces.size())
                .boxed()
                .sorted(Comparator.comparingInt((Integer i) -> length.applyAsInt(pieces.get(i)))
                        .reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        this.results = new AtomicReferenceArray<>(pieces.size());
        this.left = new CountDownLatch(pieces.size());
    }

    /**
     * The results of all pieces, in their order.
     *
     * @throws UnavailableException if the caller is interrupted; then no further piece is begun
     * @throws RuntimeException the first that a piece failed with
     */
    static <T, R> List<R> of(List<T> pieces, ToIntFunction<T> length, Function<T, R> work) {
        return new SharedWork<>(pieces, length, work).run();
    }

    private List<R> run() {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
        int helpers = pieces.size() < WORTH_SHARING ? 0 : Math.min(HELPERS, pieces.size() - 1);
        for (int i = 0; i < helpers; i++) {
            POOL.execute(this::help);
        }
        boolean worked = true;
        while (worked) {
            if (Thread.currentThread().isInterrupted()) {
                stop(interrupted());
            }
            worked = one();
        }
        try {
            left.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop(interrupted());
        }
        Throwable failed = failure.get();
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
        List<R> all = new ArrayList<>(pieces.size());
        for (int i = 0; i < pieces.size(); i++) {
            all.add(Objects.requireNonNull(results.get(i)));
        }
        return all;
    }

    private void help() {
        while (one()) {
            // The next one.
        }
    }

    /** Does the next piece; false if none is left. */
    private boolean one() {
        int at = next.getAndIncrement();
        if (at >= order.length) {
            return false;
        }
        try {
            if (failure.get() == null) {
                results.set(order[at], work.apply(pieces.get(order[at])));
            }
        } catch (Throwable e) {
            stop(e);
        } finally {
            left.countDown();
        }
        return true;
    }

    private void stop(Throwable e) {
        failure.compareAndSet(null, e);
    }

    private static UnavailableException interrupted() {
        return new UnavailableException("interrupted", "the embedding was interrupted", null);
    }
}
