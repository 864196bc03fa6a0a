package dev.stoa.scale;

import dev.stoa.base.Principal;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Stores of one archive through two openings, as two processes have them, and callers that all begin at once. Used by
 * one test at a time.
 */
abstract class TwoOpenings {
    static final int CALLERS = 8;
    static final int ROUNDS = 12;
    static final Principal ME = Principal.local();
    static final Duration LEASE = Duration.ofMinutes(10);

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    final TestClock clock = TestClock.at("2026-11-15T08:30:00Z");
    final Ids ids = Ids.system();
    final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    /** Two openings of an archive. */
    List<Archive> nodes(ArchiveSchema schema) {
        Place place = Place.on(dialect, folder, schema);
        open.add(place);
        return List.of(place.open(schema), place.open(schema));
    }

    interface Call<T> {
        T by(int caller) throws Exception;
    }

    /** Lets all callers begin at the same moment; what they got, in their order. */
    static <T> List<T> together(Call<T> call) throws Exception {
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                running.add(threads.submit(() -> {
                    start.await(60, TimeUnit.SECONDS);
                    return call.by(caller);
                }));
            }
            List<T> got = new ArrayList<>();
            for (Future<T> one : running) {
                got.add(one.get());
            }
            return got;
        }
    }

    static <T> List<T> each(List<Archive> nodes, IntFunction<T> store) {
        return IntStream.range(0, nodes.size()).mapToObj(store).toList();
    }
}
