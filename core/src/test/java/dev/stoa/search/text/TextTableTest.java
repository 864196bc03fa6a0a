package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class TextTableTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    private Place place;
    private Archive archive;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory);
        archive = place.open(Library.SCHEMA);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void aRowIsFoundByItsWordsAsSoonAsItIsWritten() {
        Library.add(archive, "a", "Moby-Dick", "a whale and its hunters");
        assertThat(find("hunter", "")).containsExactly("Moby-Dick");
        assertThat(find("moby", "")).containsExactly("Moby-Dick");
        assertThat(find("sparrow", "")).isEmpty();
    }

    @Test
    void aMatchInAColumnOfMoreWeightComesFirst() {
        Library.add(archive, "a", "Whales", "a book");
        Library.add(archive, "a", "Seas", "a whale");
        assertThat(find("whale", "")).containsExactly("Whales", "Seas");
    }

    @Test
    void aColumnWithoutWeightIsNeverSearched() {
        Library.add(archive, "whale", "Seas", "a book");
        assertThat(find("whale", "")).isEmpty();
    }

    @Test
    void aRemovedRowIsNotFoundAndLeavesNothingInTheIndex() {
        long gone = Library.add(archive, "a", "Whales", "a book");
        Library.add(archive, "a", "Seas", "a whale");
        Library.remove(archive, gone);
        assertThat(find("whale", "")).containsExactly("Seas");
        if (dialect == Dialect.SQLITE) {
            assertThat(archive.one("SELECT count(*) FROM book_fts", row -> row.number(1)))
                    .hasValue(1L);
        }
    }

    @Test
    void rowsThatAreFilteredOutMakeRoomForThoseBehindThem() {
        archive.write(tx -> {
            Library.add(tx, "rare", "Deep", "whale");
            IntStream.range(0, 300).forEach(i -> Library.add(tx, "common", "Whale " + i, "whale"));
            return Library.add(tx, "rare", "Deeper", "far below lives one whale");
        });
        assertThat(find("whale", "rare")).containsExactly("Deep", "Deeper");
        assertThat(find("whale", "common")).hasSize(10);
    }

    @Test
    void matchesAreLookedAtInTheirOrderEachOnceAndNoMoreOfThemThanAreEnough() {
        archive.write(tx -> {
            IntStream.range(0, 300)
                    .forEach(i -> Library.add(tx, "a", "Book " + i, "whale" + " and more".repeat(i % 40)));
            return 0;
        });
        TextQuery whale = TextQuery.any("whale");
        List<Long> order = archive.read(tx -> Library.INDEX.best(tx, whale, 300, TextTableTest::looked).stream()
                .map(TextTable.Match::row)
                .toList());
        assertThat(order).hasSize(300).doesNotHaveDuplicates();

        List<List<Long>> portions = new ArrayList<>();
        List<Long> found = archive.read(tx -> Library.INDEX
                .best(
                        tx,
                        whale,
                        200,
                        20,
                        seqs -> {
                            portions.add(seqs);
                            return looked(seqs);
                        },
                        matches -> matches.size() >= 50)
                .stream()
                .map(TextTable.Match::row)
                .toList());

        assertThat(portions).containsExactly(order.subList(0, 20), order.subList(20, 40), order.subList(40, 60));
        assertThat(found).isEqualTo(order.subList(0, 60));
        List<TextTable.Match<Long>> most =
                archive.read(tx -> Library.INDEX.best(tx, whale, 200, 20, TextTableTest::looked, matches -> false));
        assertThat(most).hasSize(200);
    }

    private static Map<Long, Long> looked(List<Long> seqs) {
        return seqs.stream().collect(Collectors.toMap(Function.identity(), Function.identity()));
    }

    @Test
    void equalScoresComeInTheOrderOfTheNewestFirst() {
        Library.add(archive, "a", "One", "whale");
        Library.add(archive, "a", "Two", "whale");
        Library.add(archive, "a", "Ten", "whale");
        assertThat(find("whale", "")).containsExactly("Ten", "Two", "One");
    }

    @Test
    void aQueryWithoutWordsFindsNothing() {
        Library.add(archive, "a", "The", "of and the");
        assertThat(find("the ?!", "")).isEmpty();
    }

    @Test
    void aRowHoldsThoseWordsOfAQueryThatItIsFoundBy() {
        long whale = Library.add(archive, "shelf", "Moby-Dick", "a whale and its hunters");
        Library.add(archive, "shelf", "Seas", "a sparrow and a hunter");
        assertThat(share("hunter", whale)).isEqualTo(1);
        // Both rows have the hunter, one has Moby, the other the sparrow, and none is found.
        double both = Math.log(3 / 2.5);
        double one = Math.log(3 / 1.5);
        double none = Math.log(3 / 0.5);
        assertThat(share("did the hunters of Moby find a sparrow", whale))
                .isCloseTo((both + one) / (both + one + none + one), within(1e-12));
        assertThat(share("sparrow", whale)).isZero();
        // That column is not searched.
        assertThat(share("shelf", whale)).isZero();
        assertThat(share("the ?!", whale)).isZero();
        assertThat(share("whale", whale + 7)).isZero();
    }

    private double share(String query, long seq) {
        return archive.read(tx -> Library.INDEX.share(tx, TextQuery.any(query), seq));
    }

    private List<String> find(String query, String shelf) {
        return archive.read(tx -> Library.INDEX.best(tx, TextQuery.any(query), 10, Library.titles(tx, shelf)).stream()
                .map(TextTable.Match::row)
                .toList());
    }
}
