package dev.stoa.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A number of threads that share work. Immutable. The threads of a piece of work exist before it is measured, and
 * each takes the next operation when it is done with one, so that none is left alone with the rest.
 */
public record Crowd(String name, int threads, ThreadFactory factory) {
    public static Crowd platform(int threads) {
        String name = threads == 1 ? "1 thread" : threads + " threads";
        return new Crowd(name, threads, Thread.ofPlatform().daemon().factory());
    }

    public static Crowd virtual(int threads) {
        return new Crowd(
                threads + " virtual threads", threads, Thread.ofVirtual().factory());
    }

    /** One operation; the number of the thread tells which connection is its own. */
    @FunctionalInterface
    public interface Step {
        long run(int thread, int op) throws Exception;
    }

    /** Gathers the threads; the result lets them go and waits until so many operations are done. */
    public Callable<Long> prepare(int ops, Step step) throws InterruptedException {
        if (threads == 1) {
            return () -> {
                long check = 0;
                for (int op = 0; op < ops; op++) {
                    check += step.run(0, op);
                }
                return check;
            };
        }
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger next = new AtomicInteger();
        List<FutureTask<Long>> parts = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int number = thread;
            FutureTask<Long> part = new FutureTask<>(() -> {
                ready.countDown();
                go.await();
                long check = 0;
                for (int op = next.getAndIncrement(); op < ops; op = next.getAndIncrement()) {
                    check += step.run(number, op);
                }
                return check;
            });
            parts.add(part);
            factory.newThread(part).start();
        }
        ready.await();
        return () -> {
            go.countDown();
            return sum(parts);
        };
    }

    private static long sum(List<FutureTask<Long>> parts) throws InterruptedException, ExecutionException {
        long check = 0;
        for (FutureTask<Long> part : parts) {
            check += part.get();
        }
        return check;
    }
}
