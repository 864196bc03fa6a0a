package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.CapturedLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("quick")
@Timeout(60)
class ForeignCommitsTest {
    @Test
    void anObserverThatBreaksIsWarnedOfAndOpenedAgain() throws Exception {
        AtomicInteger openings = new AtomicInteger();
        CountDownLatch noticed = new CountDownLatch(1);
        ForeignCommits.Opening opening = () -> {
            boolean first = openings.incrementAndGet() == 1;
            return new ForeignCommits.Observer() {
                @Override
                public boolean observe(long millis) throws Exception {
                    if (first) {
                        throw new IllegalStateException("the connection is lost");
                    }
                    new CountDownLatch(1).await(); // until it is closed, which interrupts it
                    return false;
                }

                @Override
                public void close() {}
            };
        };
        try (CapturedLog log = CapturedLog.of(ForeignCommits.class);
                ForeignCommits.Watch watch = ForeignCommits.start("notebook", 1, opening, noticed::countDown)) {
            assertThat(log.awaitWarning())
                    .isEqualTo("commits of other processes to archive notebook cannot be observed now");
            assertThat(noticed.await(30, TimeUnit.SECONDS))
                    .as("what was committed meanwhile is looked for")
                    .isTrue();
        }
        assertThat(openings).hasValue(2);
    }

    /** What one observer does; it is closed when nothing else is said. */
    private interface Observing extends ForeignCommits.Observer {
        @Override
        default void close() {}
    }

    private static boolean untilInterrupted() throws InterruptedException {
        new CountDownLatch(1).await();
        return false;
    }

    @Test
    void whoStartsDoesNotWaitForAnObserverThatCannotBeOpened() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch noticed = new CountDownLatch(1);
        AtomicInteger openings = new AtomicInteger();
        ForeignCommits.Opening opening = () -> {
            if (openings.incrementAndGet() == 1) {
                throw new IllegalStateException("the server is away");
            }
            started.await();
            return (Observing) millis -> untilInterrupted();
        };
        try (CapturedLog log = CapturedLog.of(ForeignCommits.class);
                ForeignCommits.Watch watch = ForeignCommits.start("notebook", 1, opening, noticed::countDown)) {
            started.countDown();
            assertThat(log.awaitWarning()).contains("cannot be observed now");
            assertThat(noticed.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whoStartsDoesNotWaitForAnObservationThatEndsBeforeItBegins() {
        ForeignCommits.Opening opening = () -> {
            throw new InterruptedException();
        };
        AtomicInteger noticed = new AtomicInteger();
        ForeignCommits.start("notebook", 1, opening, noticed::incrementAndGet).close();
        assertThat(noticed).hasValue(0);
    }

    @Test
    void whoIsInterruptedStaysInterrupted() {
        ForeignCommits.Opening opening = () -> (Observing) millis -> untilInterrupted();
        Thread.currentThread().interrupt();
        ForeignCommits.Watch watch = ForeignCommits.start("notebook", 1, opening, () -> {});
        assertThat(Thread.interrupted()).as("after the start").isTrue();
        Thread.currentThread().interrupt();
        watch.close();
        assertThat(Thread.interrupted()).as("after the end").isTrue();
    }

    @Test
    void anObservationIsOverWhenItsCloseReturns() {
        Thread closing = Thread.currentThread();
        CountDownLatch given = new CountDownLatch(1);
        AtomicInteger closed = new AtomicInteger();
        ForeignCommits.Opening opening = () -> new ForeignCommits.Observer() {
            @Override
            public boolean observe(long millis) throws Exception {
                return untilInterrupted();
            }

            @Override
            public void close() {
                // It ends only when somebody waits for it.
                while (closing.getState() != Thread.State.WAITING && given.getCount() > 0) {
                    Thread.onSpinWait();
                }
                closed.incrementAndGet();
            }
        };
        ForeignCommits.start("notebook", 1, opening, () -> {}).close();
        int then = closed.get();
        given.countDown();
        assertThat(then).isEqualTo(1);
    }

    @Test
    void noCommitIsMissedOnceTheStartReturns() {
        Thread starting = Thread.currentThread();
        CountDownLatch given = new CountDownLatch(1);
        AtomicInteger opened = new AtomicInteger();
        ForeignCommits.Opening opening = () -> {
            // It ends only when somebody waits for it.
            while (starting.getState() != Thread.State.WAITING && given.getCount() > 0) {
                Thread.onSpinWait();
            }
            opened.incrementAndGet();
            return (Observing) millis -> untilInterrupted();
        };
        ForeignCommits.Watch watch = ForeignCommits.start("notebook", 1, opening, () -> {});
        int then = opened.get();
        given.countDown();
        watch.close();
        assertThat(then).isEqualTo(1);
    }

    @Test
    void whatIsSeenAfterTheEndIsNotToldAnyMore() {
        AtomicInteger told = new AtomicInteger();
        ForeignCommits.Opening opening = () -> (Observing) millis -> {
            try {
                return untilInterrupted();
            } catch (InterruptedException e) {
                return true;
            }
        };
        ForeignCommits.start("notebook", 1, opening, told::incrementAndGet).close();
        assertThat(told).hasValue(0);
    }

    @Test
    void aListenerMayEndTheObservationThatCallsIt() throws Exception {
        CompletableFuture<ForeignCommits.Watch> watch = new CompletableFuture<>();
        CountDownLatch ended = new CountDownLatch(1);
        ForeignCommits.Opening opening = () -> (Observing) millis -> true;
        watch.complete(ForeignCommits.start("notebook", 1, opening, () -> {
            watch.join().close();
            ended.countDown();
        }));
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
