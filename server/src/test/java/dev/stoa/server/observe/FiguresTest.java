package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.server.access.Door;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FiguresTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final AtomicLong time = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();

    /** Asks until one more counting is over. */
    private int awaitCount(Figures figures) throws InterruptedException {
        figures.refresh();
        figures.awaitIdle();
        return reads.get();
    }

    @Test
    void aScrapeCountsNothingWhereItWasJustCounted() throws InterruptedException {
        try (Stoa stoa = Stoa.open(folder);
                Figures figures = new Figures(stoa, Door.itself(), time::get)) {
            stoa.openAll();
            // Each call of an archive takes a second of the time that the figures have.
            stoa.observedBy((archive, kind, nanos) -> {
                reads.incrementAndGet();
                time.addAndGet(Duration.ofSeconds(1).toNanos());
            });
            int first = awaitCount(figures);
            assertThat(first).isPositive();
            assertThat(awaitCount(figures)).isEqualTo(first);
            time.addAndGet(Duration.ofSeconds(99L * first).toNanos());
            assertThat(awaitCount(figures))
                    .as("a hundredth of the time at most")
                    .isEqualTo(first);
            time.addAndGet(Duration.ofSeconds(first).toNanos());
            assertThat(awaitCount(figures)).isEqualTo(2 * first);
        }
    }

    @Test
    void aScrapeDoesNotWaitForACountThatTakesLong() throws InterruptedException {
        CountDownLatch counting = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (Stoa stoa = Stoa.open(folder);
                Figures figures = new Figures(stoa, Door.itself(), time::get)) {
            stoa.openAll();
            stoa.observedBy((archive, kind, nanos) -> {
                counting.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            // If it waited for the archive, it would wait for good.
            figures.refresh();
            counting.await();
            figures.refresh();
            end.countDown();
        }
    }
}
