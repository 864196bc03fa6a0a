package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.base.ConflictException;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Units that name what they write, through two openings of one archive as two processes have them. */
@OnBothDatabases
@Timeout(120)
class ScopeTest {
    private static final Scope.Kind AUTHOR = new Scope.Kind("author", "entry");
    private static final int CALLERS = 6;
    private static final int TIMES = 25;

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private List<Archive> nodes;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        nodes = List.of(place.open(Notebook.SCHEMA), place.open(Notebook.SCHEMA));
        for (String author : List.of("ana", "bo", "cy")) {
            nodes.get(0).write(tx -> tx.update("INSERT INTO entry (author, score) VALUES (?, 100)", author));
        }
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static double score(Tx tx, String author) {
        return tx.one("SELECT score FROM entry WHERE author = ?", row -> row.real(1), author)
                .orElseThrow();
    }

    /** Reads before it writes, as most units do. */
    private static double add(Tx tx, String author, double points) {
        double now = score(tx, author) + points;
        tx.update("UPDATE entry SET score = ? WHERE author = ?", now, author);
        return now;
    }

    private interface Doing {
        void on(Archive node, int caller);
    }

    /** Runs many callers at once on both openings. */
    private void together(Doing doing) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2 * CALLERS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 2 * CALLERS; i++) {
                int caller = i;
                running.add(threads.submit(() -> {
                    for (int n = 0; n < TIMES; n++) {
                        doing.on(nodes.get(caller % 2), caller);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    @Test
    void unitsQueueByTheFirstThatTheyName() {
        for (int i = 0; i < 100; i++) {
            assertThat(AUTHOR.of("ana", "key " + i).lane(7))
                    .isEqualTo(AUTHOR.of("ana").lane(7));
        }
    }

    @Test
    void everyLaneHasItsShareOfTheAggregates() {
        assertThat(IntStream.range(0, 700)
                        .mapToObj(i -> AUTHOR.of("author " + i).lane(7)))
                .containsOnly(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void theLocksOfAggregatesAscendAndAreTheSameInEveryProcess() {
        // Programs of two versions on one database must agree about them.
        assertThat(AUTHOR.of("ana").locks()).containsExactly(38_363L);
        assertThat(AUTHOR.of("bo").locks()).containsExactly(34_966L);
        assertThat(new Scope.Kind("topic", "entry").of("ana").locks()).containsExactly(24_247L);
        assertThat(AUTHOR.of("ana", "bo", "ana").locks()).containsExactly(34_966L, 38_363L);
        assertThat(AUTHOR.of("bo", "ana").locks()).containsExactly(34_966L, 38_363L);
    }

    @Test
    void aScopeKnowsItsKind() {
        assertThat(AUTHOR.of("ana").kind()).isEqualTo(AUTHOR);
        assertThat(AUTHOR.apart()).isEqualTo(new Scope.Kind("author", Set.of("entry"), true));
    }

    @Test
    void unitsOnTheSameAggregateLoseNoUpdate() throws Exception {
        together((node, caller) -> node.write(AUTHOR.of("ana"), tx -> add(tx, "ana", 1)));
        assertThat(nodes.get(0).<Double>read(tx -> score(tx, "ana"))).isEqualTo(100 + 2 * CALLERS * TIMES);
    }

    @Test
    void unitsOnSeveralAggregatesNeverWaitForEachOtherInACircle() throws Exception {
        List<String> names = List.of("ana", "bo", "cy");
        together((node, caller) -> {
            String from = names.get(caller % 3);
            String to = names.get((caller + 1 + caller / 3 % 2) % 3);
            node.write(AUTHOR.of(from, to), tx -> {
                add(tx, from, -1);
                return add(tx, to, 1);
            });
        });
        assertThat(nodes.get(1)
                        .<Double>read(tx -> names.stream()
                                .mapToDouble(name -> score(tx, name))
                                .sum()))
                .isEqualTo(300);
    }

    @Test
    void aUnitWithoutAScopeSeesNoHalfOfAnother() throws Exception {
        together((node, caller) -> {
            if (caller < 2) {
                double sum = node.write(tx -> score(tx, "ana") + score(tx, "bo"));
                assertThat(sum).isEqualTo(200);
            } else {
                node.write(AUTHOR.of("ana", "bo"), tx -> {
                    add(tx, "ana", -1);
                    return add(tx, "bo", 1);
                });
            }
        });
    }

    @Test
    void unitsOnDifferentAggregatesRunAtTheSameTimeWhereTheDatabaseCan() throws Exception {
        assumeTrue(dialect == Dialect.POSTGRES, "SQLite has one writer");
        CyclicBarrier both = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<Double>> running = new ArrayList<>();
            for (int node = 0; node < 2; node++) {
                Archive archive = nodes.get(node);
                String author = node == 0 ? "ana" : "bo";
                running.add(threads.submit(() -> archive.write(AUTHOR.of(author), tx -> {
                    double now = add(tx, author, 1);
                    meet(both);
                    return now;
                })));
            }
            for (Future<Double> one : running) {
                assertThat(one.get()).isEqualTo(101);
            }
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the other did not come", e);
        }
    }

    @Test
    void aUnitThatFailsIsUndoneAloneWhoeverSharesItsTransaction() throws Exception {
        Archive archive = nodes.get(0);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(9)) {
            Future<Double> leader = threads.submit(() -> archive.write(AUTHOR.of("ana"), tx -> {
                inside.countDown();
                await(queued);
                return add(tx, "ana", 1);
            }));
            inside.await();
            List<Future<Double>> others = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> archive.write(AUTHOR.of("ana"), tx -> {
                        double now = add(tx, "ana", 1);
                        if (i % 2 == 0) {
                            throw new ConflictException("refused", "refused", null);
                        }
                        return now;
                    })))
                    .toList();
            while (archive.waiting() < 8) {
                Thread.onSpinWait();
            }
            queued.countDown();
            leader.get();
            for (int i = 0; i < 8; i++) {
                Future<Double> other = others.get(i);
                if (i % 2 == 0) {
                    assertThatThrownBy(other::get).hasCauseInstanceOf(ConflictException.class);
                } else {
                    assertThat(other.get()).isGreaterThan(101);
                }
            }
        }
        assertThat(archive.<Double>read(tx -> score(tx, "ana"))).isEqualTo(105);
    }

    @Test
    void unitsThatStayApartSeeWhatEachLeftForItsEnd() throws Exception {
        Archive archive = nodes.get(0);
        Scope.Kind apart = AUTHOR.apart();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(9)) {
            Future<?> leader = threads.submit(() -> archive.write(apart.of("ana"), tx -> {
                inside.countDown();
                await(queued);
                return leave(tx, "ana");
            }));
            inside.await();
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String author = i % 2 == 0 ? "ana" : "bo";
                // In the same lane.
                others.add(threads.submit(() -> archive.write(apart.of("ana", author), tx -> leave(tx, author))));
            }
            while (archive.waiting() < 8) {
                Thread.onSpinWait();
            }
            queued.countDown();
            leader.get();
            for (Future<?> other : others) {
                other.get();
            }
        }
        assertThat(archive.<Double>read(tx -> score(tx, "ana"))).isEqualTo(105);
        assertThat(archive.<Double>read(tx -> score(tx, "bo"))).isEqualTo(104);
    }

    /** Writes at the end what it has computed from what it has read. */
    private static boolean leave(Tx tx, String author) {
        tx.last("UPDATE entry SET score = ? WHERE author = ?", score(tx, author) + 1, author);
        return true;
    }

    @Test
    void whatIsAskedLastIsAnsweredWithTheCommit() {
        Supplier<List<Double>> asked = nodes.get(0).write(AUTHOR.of("ana"), tx -> {
            tx.last("UPDATE entry SET score = 7 WHERE author = 'ana'");
            Supplier<List<Double>> answer =
                    tx.askLast("SELECT score FROM entry WHERE author = ?", row -> row.real(1), "ana");
            if (dialect == Dialect.POSTGRES) {
                assertThatThrownBy(answer::get).isInstanceOf(IllegalStateException.class);
            }
            return answer;
        });
        assertThat(asked.get()).containsExactly(7.0);
        Supplier<List<Double>> alone = nodes.get(0).write(tx -> {
            tx.last("UPDATE entry SET score = 8 WHERE author = 'ana'");
            return tx.askLast("SELECT score FROM entry WHERE author = ?", row -> row.real(1), "ana");
        });
        assertThat(alone.get()).containsExactly(8.0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aScopeThatDoesNotNameAWrittenTableIsFound() {
        assumeTrue(dialect == Dialect.POSTGRES, "SQLite has one writer");
        Archive archive = nodes.get(0);
        assertThatThrownBy(() -> archive.write(
                        AUTHOR.of("ana"),
                        tx -> tx.update("INSERT INTO reply (entry_id) SELECT id FROM entry WHERE author = 'ana'")))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a unit wrote to [reply], which its scope does not name");
        assertThat(archive.<Long>read(tx -> tx.number("SELECT count(*) FROM reply")))
                .isZero();
    }

    @Test
    void whatIsWrittenLastIsNumberedInTheOrderOfCommits() throws Exception {
        assumeTrue(dialect == Dialect.POSTGRES, "SQLite has one writer");
        // The commit of one takes long after its number was given.
        nodes.get(0).write(tx -> tx.update("""
                CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_sleep(CASE WHEN NEW.author = 'slow' THEN 0.5 ELSE 0 END); RETURN NULL; END $$"""));
        nodes.get(0).write(tx -> tx.update("""
                CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION linger()"""));
        CountDownLatch begun = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> slow = threads.submit(() -> nodes.get(0).write(AUTHOR.of("slow"), tx -> {
                begun.countDown();
                tx.last("INSERT INTO entry (author, score) VALUES ('slow', 0)");
                return true;
            }));
            begun.await();
            List<Long> seen = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                nodes.get(1).write(AUTHOR.of("quick"), tx -> {
                    tx.last("INSERT INTO entry (author, score) VALUES ('quick', 0)");
                    return true;
                });
                long after = seen.isEmpty() ? 0 : seen.getLast();
                seen.addAll(nodes.get(1)
                        .<List<Long>>read(tx ->
                                tx.list("SELECT id FROM entry WHERE id > ? ORDER BY id", row -> row.number(1), after)));
            }
            slow.get();
            assertThat(seen)
                    .as("a reader that goes on from the last it has read misses none")
                    .isEqualTo(nodes.get(1)
                            .<List<Long>>read(tx -> tx.list("SELECT id FROM entry ORDER BY id", row -> row.number(1)))
                            .subList(0, seen.size()));
        }
    }

    @Test
    void whatAFailedUnitLeftForTheEndIsNotWritten() {
        Archive archive = nodes.get(0);
        archive.write(AUTHOR.of("ana"), tx -> {
            tx.last("UPDATE entry SET score = 1 WHERE author = 'ana'");
            assertThatThrownBy(() -> tx.attempt(part -> {
                        part.last("UPDATE entry SET score = 2 WHERE author = 'ana'");
                        throw new ConflictException("refused", "refused", null);
                    }))
                    .isInstanceOf(ConflictException.class);
            return true;
        });
        assertThat(archive.<Double>read(tx -> score(tx, "ana"))).isEqualTo(1);
    }

    @Test
    void aUnitOfAScopeMustNotCallItsArchiveAgain() {
        Archive archive = nodes.get(0);
        assertThatThrownBy(() -> archive.write(AUTHOR.of("ana"), tx -> archive.<Double>read(in -> score(in, "ana"))))
                .isInstanceOf(IllegalStateException.class);
    }
}
