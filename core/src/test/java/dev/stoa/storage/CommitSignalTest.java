package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What the commit signal promises to those who wait, on both backends. */
@OnBothDatabases
@Timeout(60)
class CommitSignalTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Notebook.SCHEMA);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aCommitAfterTheOpeningOfAWatchIsNotMissedEvenIfNobodyWaitsYet() throws InterruptedException {
        try (CommitSignal.Watch watch = archive.commits().watch()) {
            Notebook.add(archive, "ana", "before the wait");
            assertThat(watch.await(LONG)).isTrue();
        }
    }

    @Test
    void withoutACommitAWaitEndsWithItsTime() throws InterruptedException {
        assertThat(signals(() -> {})).isFalse();
    }

    @Test
    void aUnitThatFailsSignalsNothing() throws InterruptedException {
        assertThat(signals(() -> archive.<Long>rehearse(tx -> Notebook.add(tx, "ana", "undone"))))
                .isFalse();
        assertThat(signals(() -> Notebook.add(archive, "ana", "done " + System.nanoTime())))
                .isTrue();
    }

    /** Whether something signals each time: others who use the same server may cause a signal now and then. */
    private boolean signals(Runnable doing) throws InterruptedException {
        boolean always = true;
        for (int i = 0; i < 10 && always; i++) {
            try (CommitSignal.Watch watch = archive.commits().watch()) {
                doing.run();
                always = watch.await(Duration.ofMillis(1));
            }
        }
        return always;
    }

    @Test
    void aCommitThroughAnotherOpeningOfTheArchiveIsNoticed() throws InterruptedException {
        Archive other = place.open(Notebook.SCHEMA);
        for (int i = 0; i < 3; i++) {
            try (CommitSignal.Watch watch = archive.commits().watch()) {
                Notebook.add(other, "bo", "from elsewhere " + i);
                assertThat(watch.await(LONG)).isTrue();
            }
        }
    }

    @Test
    void everyWaiterIsWokenAndManyCostNoMoreObserversThanOne() throws Exception {
        Archive other = place.open(Notebook.SCHEMA);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch watching = new CountDownLatch(500);
            List<Future<Boolean>> woken = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                woken.add(threads.submit(() -> {
                    try (CommitSignal.Watch watch = archive.commits().watch()) {
                        watching.countDown();
                        return watch.await(LONG);
                    }
                }));
            }
            watching.await();
            long observers = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("stoa-watch-notebook"))
                    .count();
            assertThat(observers).isEqualTo(1);
            Notebook.add(other, "bo", "for all");
            for (Future<Boolean> one : woken) {
                assertThat(one.get()).isTrue();
            }
        }
    }

    @Test
    void aListenerCanUseTheArchiveThatSignals() throws Exception {
        CountDownLatch counted = new CountDownLatch(1);
        try (AutoCloseable listening = archive.commits().listen(() -> {
            if (Notebook.bodies(archive).size() == 1) {
                Notebook.add(archive, "listener", "an answer");
                counted.countDown();
            }
        })) {
            Notebook.add(archive, "ana", "a question");
            assertThat(counted.await(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Notebook.bodies(archive)).containsExactly("a question", "an answer");
    }

    @Test
    void aListenerIsCalledUntilItIsRemovedAndItsFailureHurtsNobody() throws Exception {
        CountDownLatch heard = new CountDownLatch(2);
        AutoCloseable failing = archive.commits().listen(() -> {
            throw new IllegalStateException("listener");
        });
        AutoCloseable listening = archive.commits().listen(heard::countDown);
        try (CapturedLog log = CapturedLog.of(CommitSignal.class)) {
            Notebook.add(archive, "ana", "one");
            Notebook.add(archive, "ana", "two");
            assertThat(heard.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(log.awaitWarning()).isEqualTo("a listener of the commit signal failed");
        }
        listening.close();
        failing.close();
        failing.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .as("nobody is observed when nobody listens")
                .noneMatch(thread -> thread.getName().equals("stoa-watch-notebook"));
    }
}
