package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What the one writer promises to many callers at once, on both backends. */
@Tag("quick")
@OnBothDatabases
@Timeout(120)
class CombinerTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;
    private ExecutorService threads;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Notebook.SCHEMA);
        threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        place.close();
    }

    @Test
    void sixtyFourCallersLoseNothingAndAreEachAnsweredWithTheirOwn() throws Exception {
        int callers = 64;
        int each = 20;
        List<Future<List<Long>>> answers = new ArrayList<>();
        for (int c = 0; c < callers; c++) {
            String author = "caller " + c;
            answers.add(threads.submit(() -> {
                List<Long> ids = new ArrayList<>();
                for (int i = 0; i < each; i++) {
                    String body = author + " writes " + i;
                    ids.add(archive.write(tx -> Notebook.add(tx, author, body)));
                }
                return ids;
            }));
        }
        for (int c = 0; c < callers; c++) {
            List<Long> answered = answers.get(c).get();
            assertThat(answered).hasSize(each);
            assertThat(archive.list(
                            "SELECT id FROM entry WHERE author = ? ORDER BY id", row -> row.number(1), "caller " + c))
                    .containsExactlyElementsOf(answered);
        }
        assertThat(Notebook.bodies(archive)).hasSize(callers * each).doesNotHaveDuplicates();
    }

    @Test
    void unitsThatQueueUpTogetherShareACommit() throws Exception {
        AtomicInteger commits = new AtomicInteger();
        // Whoever commits tells of it; PostgreSQL tells again, on a thread that watches for commits of others.
        Runnable count =
                () -> commits.addAndGet(Thread.currentThread().getName().startsWith("stoa-watch-") ? 0 : 1);
        try (AutoCloseable listening = archive.commits().listen(count)) {
            whileTheWriterIsHeld(() -> {
                List<Future<Long>> answers = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    String body = "waiting " + i;
                    answers.add(threads.submit(() -> archive.write(tx -> Notebook.add(tx, "ana", body))));
                }
                awaitQueued(10);
                return answers;
            });
            assertThat(Notebook.bodies(archive)).hasSize(10);
            assertThat(commits.get()).isBetween(1, 4);
        }
    }

    @Test
    void oneCallersFailureUndoesOnlyItsOwnWork() throws Exception {
        List<Future<Long>> answers = whileTheWriterIsHeld(() -> {
            List<Future<Long>> waiting = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                int number = i;
                waiting.add(threads.submit(() -> archive.write(tx -> {
                    long id = Notebook.add(tx, "ana", "unit " + number);
                    switch (number % 3) {
                        case 1 -> throw new IllegalStateException("unit " + number + " gives up");
                        case 2 -> Notebook.add(tx, "ana", "unit " + number);
                        default -> {}
                    }
                    return id;
                })));
                awaitQueued(i + 1);
            }
            return waiting;
        });

        for (int i = 0; i < 9; i++) {
            Future<Long> answer = answers.get(i);
            switch (i % 3) {
                case 0 -> assertThat(answer.get()).isPositive();
                case 1 -> assertThat(failureOf(answer)).hasMessage("unit " + i + " gives up");
                default -> assertThat(failureOf(answer)).isInstanceOf(ConflictException.class);
            }
        }
        assertThat(Notebook.bodies(archive)).containsExactly("unit 0", "unit 3", "unit 6");
    }

    @Test
    void aConstraintBrokenAtTheCommitFailsOnlyTheUnitThatBrokeIt() throws Exception {
        List<Future<Integer>> answers = whileTheWriterIsHeld(() -> List.of(
                threads.submit(() -> archive.write(tx -> (int) Notebook.add(tx, "ana", "innocent"))),
                threads.submit(() -> archive.write(tx -> tx.update("INSERT INTO reply (entry_id) VALUES (99)"))),
                threads.submit(() -> archive.write(tx -> (int) Notebook.add(tx, "bo", "innocent too")))));

        assertThat(answers.get(0).get()).isPositive();
        assertThat(failureOf(answers.get(1))).isInstanceOf(ConflictException.class);
        assertThat(answers.get(2).get()).isPositive();
        assertThat(Notebook.bodies(archive)).containsExactlyInAnyOrder("innocent", "innocent too");
    }

    @Test
    void whatAUnitLeftForLaterFailsThatUnitAndNoneThatJoinsIt() throws Exception {
        Notebook.add(archive, "ana", "there");
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch joined = new CountDownLatch(1);
        Future<String> first = threads.submit(() -> archive.write(tx -> {
            running.countDown();
            awaitQuietly(joined);
            tx.later("INSERT INTO entry (author, body) VALUES ('ana', 'there')");
            return "done";
        }));
        running.await();
        List<Future<Long>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String body = "innocent " + i;
            others.add(threads.submit(() -> archive.write(tx -> Notebook.add(tx, "bo", body))));
        }
        awaitQueued(others.size());
        joined.countDown();

        assertThat(failureOf(first)).isInstanceOf(ConflictException.class);
        for (Future<Long> other : others) {
            assertThat(other.get()).isPositive();
        }
        assertThat(Notebook.bodies(archive)).hasSize(4);
    }

    @Test
    void nobodyIsAnsweredBeforeItsWorkIsCommitted() throws Exception {
        Archive other = place.open(Notebook.SCHEMA);
        List<Future<Boolean>> seen = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String body = "row " + i;
            seen.add(threads.submit(() -> {
                long id = archive.write(tx -> Notebook.add(tx, "ana", body));
                return other.one("SELECT 1 FROM entry WHERE id = ?", row -> row.number(1), id)
                        .isPresent();
            }));
        }
        for (Future<Boolean> found : seen) {
            assertThat(found.get()).isTrue();
        }
    }

    @Test
    void numbersFollowCommitsWhoeverWrites() throws Exception {
        Archive other = place.open(Notebook.SCHEMA);
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Archive target = i % 2 == 0 ? archive : other;
            String body = "row " + i;
            writers.add(threads.submit(() -> target.write(tx -> tx.update(
                    "INSERT INTO entry (author, body, seq) VALUES (?, ?, ?)", "ana", body, tx.next("entry")))));
        }
        Set<Long> seenBefore = new HashSet<>();
        long highest = 0;
        while (highest < 200) {
            List<Long> seqs = archive.list("SELECT seq FROM entry", row -> row.number(1));
            highest = seqs.stream().mapToLong(Long::longValue).max().orElse(0);
            assertThat(seqs).as("no number appears below one that was visible").hasSize((int) highest);
            assertThat(seqs).containsAll(seenBefore);
            seenBefore.addAll(seqs);
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        assertThat(archive.list("SELECT seq FROM entry ORDER BY seq", row -> row.number(1)))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
    }

    @Test
    void aReadThenWriteNeverLosesAnUpdateHoweverManyWriteAtOnce() throws Exception {
        long id = archive.write(tx -> Notebook.add(tx, "ana", "counter"));
        archive.write(tx -> tx.update("UPDATE entry SET seq = 0 WHERE id = ?", id));
        Archive other = place.open(Notebook.SCHEMA);
        List<Future<Integer>> increments = IntStream.range(0, 300)
                .mapToObj(i -> threads.submit(() -> (i % 2 == 0 ? archive : other).write(tx -> {
                    long now = tx.number("SELECT seq FROM entry WHERE id = ?", id);
                    return tx.update("UPDATE entry SET seq = ? WHERE id = ?", now + 1, id);
                })))
                .toList();
        for (Future<Integer> increment : increments) {
            assertThat(increment.get()).isEqualTo(1);
        }
        assertThat(archive.one("SELECT seq FROM entry WHERE id = ?", row -> row.number(1), id))
                .hasValue(300L);
    }

    @Test
    void aCallerInterruptedWhileItWaitsIsToldThatNothingWasWritten() throws Exception {
        whileTheWriterIsHeld(() -> {
            CountDownLatch ended = new CountDownLatch(1);
            List<Object> observed = new ArrayList<>();
            Thread waiter = Thread.ofPlatform().start(() -> {
                observed.add(catchThrowable(() -> Notebook.add(archive, "ana", "withdrawn")));
                observed.add(Thread.currentThread().isInterrupted());
                ended.countDown();
            });
            awaitQueued(1);
            waiter.interrupt();
            ended.await();
            assertThat(((StoaException) observed.get(0)).code()).isEqualTo("interrupted");
            assertThat(observed.get(1)).isEqualTo(true);
            return null;
        });
        Notebook.add(archive, "ana", "later");
        assertThat(Notebook.bodies(archive)).containsExactly("later");
    }

    @Test
    void anInterruptDoesNotStopAUnitThatRunsAlready() {
        Thread.currentThread().interrupt();
        Notebook.add(archive, "ana", "done all the same");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Notebook.bodies(archive)).containsExactly("done all the same");
    }

    @Test
    void aUnitThatDoesNotReturnHoldsNobodyLongerThanTheBusyTimeout() throws Exception {
        StorageSettings impatient = new StorageSettings(Durability.NORMAL, Duration.ofMillis(100), 8, 2);
        Archive small = place.open(Notebook.SCHEMA, impatient, InstantSource.system());
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<Long> stuck = threads.submit(() -> small.write(tx -> {
            running.countDown();
            awaitQuietly(release);
            return Notebook.add(tx, "ana", "at last");
        }));
        running.await();

        assertThatThrownBy(() -> Notebook.add(small, "bo", "impatient"))
                .isInstanceOf(StoaException.class)
                .hasMessageContaining("notebook is busy")
                .hasMessageContaining("has held it for")
                .extracting(e -> ((StoaException) e).code())
                .isEqualTo("busy");
        assertThat(Notebook.bodies(small)).as("readers do not wait for it").isEmpty();
        release.countDown();
        assertThat(stuck.get()).isPositive();
        Notebook.add(small, "bo", "patient");
        assertThat(Notebook.bodies(small)).containsExactly("at last", "patient");
    }

    @Test
    void closingWaitsForTheRunningUnitAndAnswersTheWaitingOnes() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        Future<Long> first = threads.submit(() -> archive.write(tx -> {
            running.countDown();
            awaitQuietly(release);
            return Notebook.add(tx, "ana", "finished");
        }));
        running.await();
        Future<?> closing = threads.submit(archive::close);
        release.countDown();
        closing.get();

        assertThat(first.get()).isPositive();
        assertThatThrownBy(() -> Notebook.add(archive, "ana", "too late")).hasMessageContaining("is closed");
        assertThat(Notebook.bodies(place.open(Notebook.SCHEMA))).containsExactly("finished");
    }

    /** Holds the writer with a unit that writes nothing while the body queues up others, then lets all go. */
    private <T> T whileTheWriterIsHeld(Callable<T> body) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<Integer> holder = threads.submit(() -> archive.write(tx -> {
            running.countDown();
            awaitQuietly(release);
            return 0;
        }));
        running.await();
        T result;
        try {
            result = body.call();
        } finally {
            release.countDown();
        }
        holder.get();
        if (result instanceof List<?> list) {
            for (Object item : list) {
                var unused = catchThrowable(() -> ((Future<?>) item).get());
            }
        }
        return result;
    }

    private void awaitQueued(int calls) {
        while (archive.waiting() < calls) {
            Thread.onSpinWait();
        }
    }

    private static Throwable failureOf(Future<?> answer) {
        Throwable thrown = catchThrowable(answer::get);
        assertThat(thrown).isInstanceOf(ExecutionException.class);
        return Objects.requireNonNull(thrown.getCause());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
