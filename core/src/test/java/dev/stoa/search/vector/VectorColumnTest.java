package dev.stoa.search.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.UnavailableException;
import dev.stoa.search.text.Library;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class VectorColumnTest {
    private static final Embedder EMBEDDER = Embedder.hashing(64);

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    /** What was handed over for the background, run when a test says so. */
    private final Deque<Runnable> background = new ArrayDeque<>();

    private Place place;
    private Archive archive;
    private VectorColumn vectors;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Library.SCHEMA);
        vectors = column(EMBEDDER);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aRowIsFoundByMeaningWhenTheBackgroundHasEmbeddedIt() {
        long seq = Library.add(archive, "a", "Whales", "hunters of the sea");
        vectors.written(List.of(seq));
        assertThat(find(vectors, "hunters of the sea", "")).isEmpty();
        work();
        assertThat(find(vectors, "hunters of the sea", "")).containsExactly("Whales");
        assertThat(vectors.pending()).isZero();
    }

    @Test
    void anotherProcessSeesANewVectorAtItsNextSearch() {
        VectorColumn elsewhere =
                VectorColumn.over(place.open(Library.SCHEMA), EMBEDDER, Runnable::run, Library.VECTORS);
        assertThat(find(elsewhere, "hunters of the sea", "")).isEmpty();
        vectors.written(List.of(Library.add(archive, "a", "Whales", "hunters of the sea")));
        work();
        assertThat(find(elsewhere, "hunters of the sea", "")).containsExactly("Whales");
    }

    @Test
    void aDeletedRowVanishesAtOnceAlsoForThoseWhoDidNotDeleteIt() {
        long seq = Library.add(archive, "a", "Whales", "hunters of the sea");
        vectors.written(List.of(seq));
        work();
        assertThat(find(vectors, "hunters of the sea", "")).hasSize(1);
        Library.remove(archive, seq);
        assertThat(find(vectors, "hunters of the sea", "")).isEmpty();
    }

    @Test
    void rowsThatAreFilteredOutMakeRoomForThoseBehindThem() {
        archive.write(tx -> {
            IntStream.range(0, 100).forEach(i -> Library.add(tx, "common", "whale", "hunters"));
            return Library.add(tx, "rare", "Deep", "whale hunters of long ago");
        });
        assertThat(vectors.embedPending()).isEqualTo(101);
        assertThat(find(vectors, "whale hunters", "rare")).containsExactly("Deep");
    }

    @Test
    void theCosinesOfGivenRowsAreThoseOfTheirTextsAndARowWithoutAVectorHasNone() {
        long near = Library.add(archive, "a", "Whales", "hunters of the sea");
        long far = Library.add(archive, "a", "Bread", "flour and water");
        assertThat(vectors.embedPending()).isEqualTo(2);
        long pending = Library.add(archive, "a", "Late", "hunters of the sea");
        VectorColumn.Query query = vectors.query("hunters of the sea").orElseThrow();
        Map<Long, Double> cosines = query.cosines(Set.of(near, far, pending));
        assertThat(cosines).containsOnlyKeys(near, far);
        assertThat(cosines.get(near)).isGreaterThan(cosines.get(far));
        assertThat(query.cosines(Set.of(far))).containsOnlyKeys(far);
        assertThat(query.cosines(Set.of())).isEmpty();
    }

    @Test
    void whatSomebodyLeftPendingIsEmbeddedOnDemandInAnyNumber() {
        archive.write(tx -> IntStream.range(0, 70)
                .mapToLong(i -> Library.add(tx, "a", "Book " + i, "pages"))
                .sum());
        assertThat(vectors.pending()).isEqualTo(70);
        assertThat(vectors.embedPending()).isEqualTo(70);
        assertThat(vectors.embedPending()).isZero();
    }

    @Test
    void rowsOfAnotherModelAreNotComparedAndAreEmbeddedAnew() {
        Library.add(archive, "a", "Whales", "hunters of the sea");
        assertThat(vectors.embedPending()).isEqualTo(1);
        VectorColumn wider = column(Embedder.hashing(128));
        assertThat(find(wider, "hunters of the sea", "")).isEmpty();
        assertThat(wider.pending()).isEqualTo(1);
        assertThat(wider.embedPending()).isEqualTo(1);
        assertThat(find(wider, "hunters of the sea", "")).containsExactly("Whales");
        assertThat(vectors.pending()).isEqualTo(1);
    }

    @Test
    void anEmbedderThatFailsOrIsOffFailsNeitherAWriteNorASearch() {
        long seq = Library.add(archive, "a", "Whales", "hunters of the sea");
        for (VectorColumn column : List.of(column(Embedder.off()), column(new Broken()))) {
            column.written(List.of(seq));
            work();
            assertThat(column.query("hunters")).isEmpty();
            assertThat(column.embedPending()).isZero();
        }
        assertThat(vectors.embedPending()).isEqualTo(1);
    }

    @Test
    void whatAnEmbedderCouldNotDoIsWarnedOf() {
        long seq = Library.add(archive, "a", "Whales", "hunters of the sea");
        VectorColumn column = column(new Broken());
        try (CapturedLog log = CapturedLog.of(VectorColumn.class)) {
            column.written(List.of(seq));
            work();
            assertThat(log.warnings()).singleElement().asString().contains("1 rows of ", "the model is gone");
        }
        try (CapturedLog log = CapturedLog.of(VectorColumn.class)) {
            assertThat(column.query("hunters")).isEmpty();
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("continues without vectors: the model is gone");
        }
    }

    @Test
    void aSearchThatItsCallerGaveUpIsNotWarnedOf() {
        VectorColumn column = column(new Broken());
        try (CapturedLog log = CapturedLog.of(VectorColumn.class)) {
            Thread.currentThread().interrupt();
            assertThat(column.query("hunters")).isEmpty();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void anArchiveThatIsGoneWhenTheBackgroundGetsToARowIsWarnedOf() {
        vectors.written(List.of(Library.add(archive, "a", "Whales", "hunters of the sea")));
        archive.close();
        try (CapturedLog log = CapturedLog.of(VectorColumn.class)) {
            work();
            assertThat(log.warnings()).singleElement().asString().startsWith("rows of ");
        }
    }

    private VectorColumn column(Embedder embedder) {
        return VectorColumn.over(archive, embedder, background::add, Library.VECTORS);
    }

    private void work() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    private static List<String> find(VectorColumn vectors, String text, String shelf, Archive archive) {
        VectorColumn.Query query = vectors.query(text).orElseThrow();
        return archive.read(tx -> query.nearest(5, 0.25, Library.titles(tx, shelf)).stream()
                .map(VectorColumn.Near::row)
                .toList());
    }

    private List<String> find(VectorColumn column, String text, String shelf) {
        return find(column, text, shelf, archive);
    }

    private static final class Broken implements Embedder {
        @Override
        public String modelId() {
            return "broken";
        }

        @Override
        public int dimensions() {
            return 3;
        }

        @Override
        public List<float[]> embed(List<String> texts) {
            throw new UnavailableException("unavailable", "the model is gone", "wait");
        }
    }
}
