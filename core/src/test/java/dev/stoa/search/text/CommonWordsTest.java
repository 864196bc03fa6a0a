package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A large index in which "whale" stands in every book and "sea" in two of three, "harpoon" in one of a hundred. */
@OnBothDatabases
class CommonWordsTest {
    private static final int BOOKS = 4_400;

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
        fill(
                BOOKS,
                i -> "a whale" + (i % 3 == 0 ? "" : " at sea") + (i % 100 == 7 ? " harpoon".repeat(1 + i / 1000) : ""));
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void wordsOfMostRowsAloneFindTheNewestWithoutAScore() {
        assertThat(find(TextQuery.any("whale"), "")).containsExactly("Book 4399", "Book 4398", "Book 4397");
        assertThat(find(TextQuery.all("whale sea"), "")).containsExactly("Book 4399", "Book 4397", "Book 4396");
        assertThat(scores("whale sea")).containsOnly(0.0);
    }

    @Test
    void rowsThatAreFilteredOutMakeRoomForThoseFarBehindThem() {
        assertThat(find(TextQuery.any("whale"), "old")).containsExactly("Book 19", "Book 18", "Book 17");
    }

    @Test
    void rowsAreScoredByTheOtherWordsAsIfTheCommonOnesWereNotThere() {
        assertThat(find(TextQuery.any("whale harpoon"), "")).containsExactly("Book 4107", "Book 3807", "Book 3507");
        assertThat(scores("sea whale harpoon")).isEqualTo(scores("harpoon")).allMatch(score -> score > 0);
        assertThat(find(TextQuery.all("whale harpoon"), "")).isEqualTo(find(TextQuery.any("harpoon"), ""));
    }

    @Test
    void rowsWithTheCommonWordsAloneComeBehindThoseThatHaveTheOthers() {
        Library.add(archive, "a", "Deep", "whale squid");
        Library.add(archive, "a", "Deeper", "whale");
        assertThat(find(TextQuery.any("squid whale"), "")).containsExactly("Deep", "Deeper", "Book 4399");
    }

    @Test
    void aWordThatOnlyTheNewestRowsHaveIsNotCommon() {
        fill(1_000, i -> i == 500 ? "crab crab crab" : "crab");
        assertThat(find(TextQuery.any("crab"), "")).startsWith("Book 500");
    }

    @Test
    void inAVeryLargeIndexAWordOfAThirdIsCommonToo() {
        fill(2_400, i -> "squid");
        assertThat(scores("squid")).isNotEmpty().allMatch(score -> score > 0);

        fill(36_000, i -> i % 3 == 0 ? "squid" : "calm");

        assertThat(scores("squid")).containsOnly(0.0);
        assertThat(find(TextQuery.any("squid"), "")).containsExactly("Book 35997", "Book 35994", "Book 35991");
        assertThat(scores("squid harpoon")).isEqualTo(scores("harpoon")).allMatch(score -> score > 0);
    }

    @Test
    void anIndexOfWhichMostWasDeletedScoresEveryRow() {
        archive.write(tx -> {
            for (int seq = 200; seq < BOOKS; seq++) {
                Library.INDEX.remove(tx, seq);
                tx.update("DELETE FROM book WHERE seq = ?", seq);
            }
            return true;
        });
        assertThat(scores("whale")).isNotEmpty().allMatch(score -> score > 0);
    }

    /** Adds books and indexes all at once, because counting each of them in one transaction takes longer every time. */
    private void fill(int books, IntFunction<String> blurb) {
        archive.write(tx -> {
            long first = tx.next("seq");
            tx.batch(
                    "INSERT INTO book (seq, shelf, title, blurb) VALUES (?, ?, ?, ?)",
                    IntStream.range(0, books).boxed().toList(),
                    i -> new Object[] {first + i, i < 20 ? "old" : "new", "Book " + i, blurb.apply(i)});
            tx.update("UPDATE archive_sequence SET value = ? WHERE name = 'seq'", first + books - 1);
            Library.INDEX.rebuild(tx, "SELECT seq, shelf, title, blurb FROM book");
            return true;
        });
    }

    private List<String> find(TextQuery query, String shelf) {
        return archive.read(tx -> Library.INDEX.best(tx, query, 3, Library.titles(tx, shelf)).stream()
                .map(TextTable.Match::row)
                .toList());
    }

    private List<Double> scores(String words) {
        return archive.read(tx -> Library.INDEX.best(tx, TextQuery.any(words), 3, Library.titles(tx, "")).stream()
                .map(TextTable.Match::score)
                .toList());
    }
}
