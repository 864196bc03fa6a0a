package dev.stoa.storage.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Notebook;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the times of other programs become times of ours. */
@Tag("quick")
@SuppressWarnings("NullAway.Init") // set before each test
class OldTimesTest {
    @TempDir
    private Path directory;

    private Place place;
    private Archive archive;

    @BeforeEach
    void open() {
        place = Place.on(Dialect.SQLITE, directory);
        archive = place.open(Notebook.SCHEMA);
        archive.write(tx -> {
            tx.update("CREATE TABLE old (id INTEGER PRIMARY KEY, Made_At, timestamp, words)");
            tx.update("CREATE TABLE other (ended_at)");
            return null;
        });
    }

    @AfterEach
    void close() {
        place.close();
    }

    private void add(@Nullable Object made, @Nullable Object timestamp) {
        archive.write(tx ->
                tx.update("INSERT INTO old (Made_At, timestamp, words) VALUES (?, ?, '1735689600')", made, timestamp));
    }

    private OldTimes.Rewritten rewrite(String... tables) {
        return archive.write(tx -> OldTimes.rewrite(tx, List.of(tables)));
    }

    private List<String> column(String name) {
        return archive.list("SELECT coalesce(" + name + ", 'none') FROM old ORDER BY id", row -> row.text(1));
    }

    @Test
    void everyFormBecomesOursAndIsCounted() {
        add("2025-10-31T12:34:56.789Z", null);
        add("2025-10-31 12:34:56", 1735689600.5);
        add("1735689600", "2025-10-31T12:34:56.789+01:00");

        assertThat(rewrite("old", "other")).isEqualTo(new OldTimes.Rewritten(4, 0));

        assertThat(column("Made_At"))
                .containsExactly("2025-10-31T12:34:56.789Z", "2025-10-31T12:34:56.000Z", "2025-01-01T00:00:00.000Z");
        assertThat(column("timestamp")).containsExactly("none", "2025-01-01T00:00:00.500Z", "2025-10-31T11:34:56.789Z");
        assertThat(column("words")).containsOnly("1735689600");
        assertThat(rewrite("old", "other")).isEqualTo(new OldTimes.Rewritten(0, 0));
    }

    @Test
    void whatIsNoTimeBecomesThePresentAndIsCountedByItself() {
        add("soon", "2025-10-31 12:34:56");
        archive.write(tx -> tx.update("INSERT INTO other VALUES ('never')"));
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        assertThat(rewrite("old", "other")).isEqualTo(new OldTimes.Rewritten(1, 2));

        Instant now = Instant.parse(column("Made_At").getFirst());
        // The database rounds to milliseconds.
        assertThat(now).isBetween(before.minusMillis(1), Instant.now().plusMillis(1));
    }

    @Test
    void aTableThatIsNotNamedStays() {
        add("2025-10-31 12:34:56", null);

        assertThat(rewrite("other")).isEqualTo(new OldTimes.Rewritten(0, 0));

        assertThat(column("Made_At")).containsExactly("2025-10-31 12:34:56");
    }

    @Test
    void aTimeIsReadFromTextOrSecondsOrNotAtAll() {
        assertThat(OldTimes.time("1735689600.25")).isEqualTo(Instant.parse("2025-01-01T00:00:00.250Z"));
        assertThat(OldTimes.time(1735689600L)).isEqualTo(Instant.parse("2025-01-01T00:00:00Z"));
        assertThat(OldTimes.time("2025-10-31T12:34:56.789Z")).isEqualTo(Instant.parse("2025-10-31T12:34:56.789Z"));
        assertThat(OldTimes.time("17356896001234")).isNull();
        assertThat(OldTimes.time(null)).isNull();
    }
}
