package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class VectorIndexConcurrencyTest {
    private static final int DIMENSIONS = 64;
    private static final int ROWS = 600;
    private static final int READERS = 3;

    /** All values of a vector have one sign: a row read while half written would have a cosine between -1 and 1. */
    private static float[] whole(boolean positive) {
        float[] vector = new float[DIMENSIONS];
        Arrays.fill(vector, (float) ((positive ? 1 : -1) / Math.sqrt(DIMENSIONS)));
        return vector;
    }

    @Test
    void searchesDuringRefreshSeeEveryRowOnceAndWhole() throws Exception {
        VectorTable table = new VectorTable();
        for (long seq = 0; seq < ROWS; seq++) {
            table.put(seq, whole(true));
        }
        VectorIndex index = new VectorIndex(table, DIMENSIONS, DotProduct.best(), 50);
        index.refresh();
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch reading = new CountDownLatch(READERS);
        try (ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(threads.submit(() -> read(index, reading, done)));
            }
            reading.await();
            SplittableRandom random = new SplittableRandom(1);
            for (int round = 0; round < 300; round++) {
                for (int i = 0; i < 100; i++) {
                    table.put(random.nextInt(ROWS), whole(random.nextBoolean()));
                }
                index.refresh();
            }
            done.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
        assertThat(index.search(whole(true), ROWS, seq -> true, -1))
                .isEqualTo(table.nearest(whole(true), DotProduct.best(), ROWS, seq -> true, -1));
    }

    private static int read(VectorIndex index, CountDownLatch reading, AtomicBoolean done) {
        int searches = 0;
        while (!done.get()) {
            List<VectorHit> hits = index.search(whole(true), 2 * ROWS, seq -> true, -1);
            assertThat(hits.stream().mapToLong(VectorHit::seq).distinct().count())
                    .isEqualTo(ROWS)
                    .isEqualTo(hits.size());
            assertThat(hits).allMatch(hit -> Math.abs(Math.abs(hit.cosine()) - 1) < 1e-5);
            searches++;
            reading.countDown();
        }
        return searches;
    }

    @Test
    void severalThreadsMayRefreshAndRemoveAtOnce() throws Exception {
        VectorTable table = new VectorTable();
        VectorIndex index = new VectorIndex(table, DIMENSIONS, DotProduct.best(), 10);
        try (ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < READERS; writer++) {
                long first = writer * 10_000L;
                writers.add(threads.submit(() -> {
                    for (long seq = first; seq < first + 2_000; seq++) {
                        table.put(seq, whole(seq % 2 == 0));
                        index.refresh();
                        if (seq % 4 == 0) {
                            table.delete(seq);
                            assertThat(index.remove(seq)).isTrue();
                        }
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertThat(index.size()).isEqualTo(READERS * 1_500);
        assertThat(index.search(whole(true), 10_000, seq -> true, -1))
                .isEqualTo(table.nearest(whole(true), DotProduct.best(), 10_000, seq -> true, -1));
    }
}
