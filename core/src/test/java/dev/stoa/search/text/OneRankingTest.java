package dev.stoa.search.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two databases beside each other, with the same rows and the same questions. */
class OneRankingTest {
    // Few enough that most rows share some, and of kinds that the indexes write differently.
    private static final List<String> WORDS = List.of(
            "whale",
            "whales",
            "whaling",
            "sea",
            "seas",
            "ship",
            "harpoon",
            "captain",
            "captains",
            "the",
            "and",
            "Ahab",
            "2024",
            "1e5x",
            "naïve",
            "Straße",
            "каша",
            "捕鯨",
            "relational",
            "rational",
            "organization",
            "organized");

    @TempDir
    Path directory;

    private Place files;
    private Place server;
    private Archive sqlite;
    private Archive postgres;

    @BeforeEach
    void open() {
        files = Place.on(Dialect.SQLITE, directory);
        server = Place.on(Dialect.POSTGRES, directory);
        sqlite = files.open(Library.SCHEMA);
        postgres = server.open(Library.SCHEMA);
    }

    @AfterEach
    void close() {
        files.close();
        server.close();
    }

    @Test
    void theSameRowsRankInTheSameOrderWithTheSameScoresOnBothDatabases() {
        SplittableRandom random = new SplittableRandom(7);
        List<String> titles = texts(random, 400, 4);
        List<String> blurbs = texts(random, 400, 60);
        onBoth(archive -> archive.write(tx -> {
            for (int i = 0; i < titles.size(); i++) {
                Library.add(tx, "shelf whale", titles.get(i), blurbs.get(i));
            }
            return titles.size();
        }));
        same(random);
        // Rows that left, by the index's own hand or together with others, no longer count.
        for (long seq : List.of(3L, 77L, 400L)) {
            onBoth(archive -> Library.remove(archive, seq));
        }
        same(random);
        onBoth(archive -> archive.write(tx -> {
            Library.INDEX.rebuild(tx, "SELECT seq, shelf, title, blurb FROM book");
            return 0;
        }));
        same(random);
        assertThat(postgres.one("SELECT sum(row_count)::bigint FROM text_sizes", row -> row.number(1)))
                .hasValue(397L);
    }

    private void same(SplittableRandom random) {
        for (int i = 0; i < 60; i++) {
            String words = text(random, 1 + random.nextInt(5));
            TextQuery any = TextQuery.any(words);
            TextQuery query = switch (i % 4) {
                case 0 -> TextQuery.all(words);
                case 1 -> any.prefixLast();
                case 2 -> any.prefixEach();
                default -> any;
            };
            List<TextTable.Match<String>> here = found(sqlite, query);
            List<TextTable.Match<String>> there = found(postgres, query);
            assertThat(there).as(words).extracting(TextTable.Match::row).isEqualTo(rows(here));
            for (int hit = 0; hit < here.size(); hit++) {
                assertThat(there.get(hit).score())
                        .as(words)
                        .isCloseTo(here.get(hit).score(), within(1e-6));
            }
        }
    }

    private static List<String> rows(List<TextTable.Match<String>> matches) {
        return matches.stream().map(TextTable.Match::row).toList();
    }

    private static List<TextTable.Match<String>> found(Archive archive, TextQuery query) {
        return archive.read(tx -> Library.INDEX.best(tx, query, 100, Library.titles(tx, "")));
    }

    private static List<String> texts(SplittableRandom random, int many, int words) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            texts.add(text(random, 1 + random.nextInt(words)));
        }
        return texts;
    }

    private static String text(SplittableRandom random, int words) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < words; i++) {
            // The product of two makes some words common and some rare.
            int index = random.nextInt(WORDS.size()) * random.nextInt(WORDS.size()) / WORDS.size();
            out.append(WORDS.get(index)).append(' ');
        }
        return out.toString().strip();
    }

    private void onBoth(Consumer<Archive> work) {
        work.accept(sqlite);
        work.accept(postgres);
    }
}
