package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A fresh rating archive on each backend, of which everything that must hold is checked after every test. */
@OnBothDatabases
abstract class RatingFixture {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    Place place;
    TestClock clock;
    Archive archive;
    Ratings ratings;
    Predictions predictions;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory, RatingArchive.SCHEMA);
        clock = TestClock.at("2026-11-15T08:30:00Z");
        archive = place.open(RatingArchive.SCHEMA);
        ratings = Ratings.over(archive, clock);
        predictions = Predictions.over(archive, clock);
    }

    @AfterEach
    void close() {
        assertThat(violations()).isEmpty();
        place.close();
    }

    List<String> violations() {
        return violations(archive);
    }

    static List<String> violations(Archive archive) {
        return archive.read(tx -> RatingArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 5).stream().map(row -> invariant.id() + ": " + row))
                .toList());
    }

    /** Runs a statement behind the back of the stores. */
    int alter(String sql) {
        return archive.write(tx -> tx.update(sql));
    }

    long count(String table) {
        return archive.one("SELECT count(*) FROM " + table, row -> row.number(1))
                .orElseThrow();
    }

    /** Scores in the order they are given, as {@code scores("a", 1, "b", 0)}. */
    static Map<String, Double> scores(Object... namesAndScores) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (int i = 0; i < namesAndScores.length; i += 2) {
            scores.put((String) namesAndScores[i], ((Number) namesAndScores[i + 1]).doubleValue());
        }
        return scores;
    }

    static MatchDraft draft(String debate, Object... namesAndScores) {
        return MatchDraft.of(debate, scores(namesAndScores));
    }

    Match record(String debate, Object... namesAndScores) {
        return ratings.record(draft(debate, namesAndScores)).match();
    }
}
