package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Databases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that is built as a whole holds to the letter what the server makes of each row by itself. */
class PostgresVectorsTest {
    private static final int TEXTS = 1_500;

    @TempDir
    Path directory;

    @Test
    void anIndexThatIsBuiltAsAWholeIsThatOfItsRows() {
        assumeThat(Databases.asked(Dialect.POSTGRES)).isTrue();
        RandomText texts = new RandomText(17);
        try (Place place = Place.on(Dialect.POSTGRES, directory);
                Archive archive = place.open(Library.SCHEMA)) {
            archive.write(tx -> {
                for (int i = 0; i < TEXTS; i++) {
                    Library.add(tx, "a", stored(texts.next()), stored(texts.next()) + " NULL null running a_b wal");
                }
                Library.add(tx, "a", "", "");
                Library.add(tx, "a", "one two three", "two three four");
                // More places of a word, and more words, than a vector keeps.
                Library.add(tx, "a", "same ".repeat(200), "same ".repeat(200));
                Library.add(tx, "a", "same ".repeat(300), "other");
                return Library.add(
                        tx,
                        "a",
                        "many",
                        IntStream.range(0, 17_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" ")));
            });
            List<String> before = vectors(archive);
            archive.write(tx -> {
                tx.update("UPDATE book SET search = NULL, search_words = NULL");
                Library.INDEX.rebuild(tx, "SELECT seq, shelf, title, blurb FROM book");
                return true;
            });
            assertThat(vectors(archive)).isEqualTo(before).hasSize(TEXTS + 5);
        }
    }

    /** PostgreSQL stores no NUL, and no half of a character. */
    private static String stored(String text) {
        return text.codePoints()
                .filter(c -> c != 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static List<String> vectors(Archive archive) {
        return archive.list(
                "SELECT seq || ' ' || search_words || ' ' || search::text FROM book ORDER BY seq", row -> row.text(1));
    }
}
