package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Many who record at once, and some who are killed, on both backends. */
@OnBothDatabases
class RatingCrowdTest {
    private static final int PROCESSES = 4;
    private static final int THREADS = 64;
    private static final int KILLS = 6;

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private final List<Child> children = new ArrayList<>();

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, RatingArchive.SCHEMA);
    }

    @AfterEach
    void close() {
        children.forEach(Child::close);
        place.close();
    }

    private Child child(int first, int last, int threads) {
        Child child = Child.start(Recorder.class, place.where(), first, last, threads);
        children.add(child);
        return child;
    }

    private static long count(Archive archive, String table) {
        return archive.one("SELECT count(*) FROM " + table, row -> row.number(1))
                .orElseThrow();
    }

    @Test
    @DisplayName("64 threads and 4 processes recording 10,000 matches must leave 10,000 and R1 intact")
    void tenThousandMatchesOfManyThreadsAndProcessesAreTenThousand() throws Exception {
        // Every statement is a round trip to the server, so there are fewer there.
        int all = dialect == Dialect.SQLITE ? 10_000 : 2_000;
        int here = all * 6 / 10;
        Archive archive = place.open(RatingArchive.SCHEMA);
        Ratings ratings = Ratings.over(archive, InstantSource.system());
        int share = (all - here) / PROCESSES;
        for (int p = 0; p < PROCESSES; p++) {
            int first = here + p * share;
            child(first, first + share - 1, 4);
        }
        children.forEach(child -> child.expect("started"));
        children.forEach(child -> child.say("go"));
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int t = 0; t < THREADS; t++) {
                threads.execute(() -> {
                    for (int i = next.getAndIncrement(); i < here; i = next.getAndIncrement()) {
                        ratings.record(Recorder.match(i));
                    }
                });
            }
        }
        for (Child child : children) {
            assertThat(child.rest()).hasSize(share + 1).endsWith("done");
            child.succeed();
        }
        assertThat(count(archive, "matches")).isEqualTo(all);
        assertThat(RatingFixture.violations(archive)).isEmpty();
        assertThat(archive.one("SELECT sum(debates_count) FROM ratings", row -> row.number(1)))
                .hasValue(count(archive, "elo_history"));
    }

    @Test
    @DisplayName("A debate recorded twice, even at once, must count once")
    void theSameMatchFromAllSidesCountsOnce() throws Exception {
        Archive archive = place.open(RatingArchive.SCHEMA);
        Ratings ratings = Ratings.over(archive, InstantSource.system());
        Ratings other = Ratings.over(place.open(RatingArchive.SCHEMA), InstantSource.system());
        List<Callable<RecordedMatch>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int number = i % 20;
            Ratings side = i % 3 == 0 ? other : ratings;
            calls.add(() -> side.record(Recorder.match(number)));
        }
        long fresh = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<RecordedMatch> call : threads.invokeAll(calls)) {
                fresh += call.get().duplicate() ? 0 : 1;
            }
        }
        assertThat(fresh).isEqualTo(20);
        assertThat(count(archive, "matches")).isEqualTo(20);
        assertThat(RatingFixture.violations(archive)).isEmpty();
    }

    @Test
    @DisplayName("A kill must leave all of a match or nothing")
    void aKilledRecorderLeavesWholeMatches() {
        SplittableRandom random = new SplittableRandom(31);
        for (int kill = 0; kill < KILLS; kill++) {
            // Many threads share commits, so a kill falls into a batch.
            Child child = child(kill * 1_000_000, -1, 8);
            child.expect("started");
            child.say("go");
            List<String> said = new ArrayList<>();
            for (int i = random.nextInt(1, 120); i > 0; i--) {
                said.add(child.expect("recorded"));
            }
            child.kill();
            child.rest().forEach(line -> said.add(line.substring("recorded ".length())));
            Archive archive = place.open(RatingArchive.SCHEMA);
            assertThat(archive.list("SELECT debate_id FROM matches", row -> row.text(1)))
                    .containsAll(said);
            assertThat(RatingFixture.violations(archive)).isEmpty();
            place.closeArchives();
        }
    }

    @Test
    void aFitThatIsMadeWhileAMatchIsRecordedLeavesNoneOut() throws Exception {
        Archive archive = place.open(RatingArchive.SCHEMA);
        Ratings ratings = Ratings.over(archive, InstantSource.system());
        Ratings other = Ratings.over(place.open(RatingArchive.SCHEMA), InstantSource.system());
        int all = 60;
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(9)) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                Ratings side = t % 2 == 0 ? ratings : other;
                running.add(threads.submit(() -> {
                    for (int i = next.getAndIncrement(); i < all; i = next.getAndIncrement()) {
                        // Each of two of its own, so that they need not wait for each other.
                        side.record(MatchDraft.of("m" + i, Map.of("a" + i, 1.0, "b" + i, 0.0)));
                    }
                }));
            }
            running.add(threads.submit(() -> {
                while (next.get() < all) {
                    other.bradleyTerry(null);
                }
            }));
            for (Future<?> one : running) {
                one.get();
            }
        }
        assertThat(ratings.bradleyTerry(null).games()).isEqualTo(all);
    }
}
